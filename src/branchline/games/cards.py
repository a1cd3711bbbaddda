"""The Card Game: rail yards, on-the-track stacks, robbing, settlement, and two halves with four players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from branchline.core.actions import Action, Pass
from branchline.core.card_set import CardSet
from branchline.core.card_state import CardState
from branchline.core.card_view import CardView, card_view_of
from branchline.core.game import Legal, Options, Step, Verb, checked, verb_table
from branchline.core.ids import Seat
from branchline.core.knowledge.card_imagine import imagine_cards
from branchline.core.phases import Finished, FirstTickets, SecondCard, Settlement, TicketOffer, Turn
from branchline.core.refusals import Refusal
from branchline.core.score import Outcome
from branchline.data.load_cards import load_cardset
from branchline.rules.cards import audit, draw, draw_tickets, first_tickets, keep_tickets, lay, pass_, scoring, settle
from branchline.rules.cards.setup import set_up

_PASS: Final = (Pass(),)

VERBS: Final[Mapping[type, Sequence[Verb[CardState]]]] = {
    FirstTickets: (first_tickets,),
    Turn: (draw, draw_tickets, lay),  # C-7
    SecondCard: (draw,),
    TicketOffer: (keep_tickets,),
    Settlement: (settle,),
}
_TABLE: Final = verb_table(VERBS)


@dataclass(frozen=True, eq=False)
class CardGame:
    """The contract of `core.game`, kept around a card set."""

    cardset: CardSet

    @property
    def name(self) -> str:
        return self.cardset.game

    @property
    def board_id(self) -> str:
        return self.cardset.id

    @property
    def edition(self) -> str:
        return self.cardset.edition

    @property
    def digest(self) -> str:
        return self.cardset.digest

    @property
    def printed(self) -> CardSet:
        return self.cardset

    @property
    def seat_counts(self) -> tuple[int, ...]:
        return self.cardset.seat_counts

    def start(self, seats: int, seed: int, options: Options = Options()) -> Step[CardState]:  # noqa: B008  # frozen
        if seats not in self.seat_counts:
            raise ValueError(f"{self.name} is played by {self.seat_counts[0]} to {self.seat_counts[-1]}, not {seats}")
        if options.first is not None and options.first not in range(seats):
            raise ValueError(f"there is no seat {options.first} at a table of {seats}")
        return set_up(self.cardset, seats, seed, options)

    def actors(self, state: CardState) -> tuple[Seat, ...]:
        """The seats that may act now: all that have not chosen yet, or the one whose turn it is."""
        match state.phase:
            case FirstTickets(_, choices):
                return _undecided(choices)
            case Settlement(settled):
                return _undecided(settled)
            case Finished():
                return ()
            case _:
                return (state.turn,)

    def legal(self, state: CardState, seat: Seat) -> Sequence[Action]:
        if seat not in self.actors(state):
            return ()
        verbs = VERBS[type(state.phase)]
        if len(verbs) == 1:
            return verbs[0].options(state, seat)
        legal = Legal([verb.options(state, seat) for verb in verbs])
        return legal if legal.size else _PASS  # C-13

    def refusal(self, state: CardState, seat: Seat, action: Action) -> Refusal | None:
        phase = type(state.phase)
        if phase is Finished:
            return Refusal.GAME_OVER
        if seat not in self.actors(state):
            waiting = phase in (FirstTickets, Settlement) and seat in range(len(state.players))
            return Refusal.ALREADY_CHOSEN if waiting else Refusal.NOT_YOUR_TURN
        if type(action) is Pass:
            return None if self.legal(state, seat) is _PASS else Refusal.CAN_ACT
        verb = _TABLE.get((phase, type(action)))
        return Refusal.WRONG_PHASE if verb is None else verb.refusal(state, seat, action)

    def perform(self, state: CardState, seat: Seat, action: Action) -> Step[CardState]:
        if type(action) is Pass:
            return pass_.perform(state, seat)
        return _TABLE[type(state.phase), type(action)].perform(state, seat, action)

    def apply(self, state: CardState, seat: Seat, action: Action) -> Step[CardState]:
        return checked(self, state, seat, action)

    def is_over(self, state: CardState) -> bool:
        return type(state.phase) is Finished

    def outcome(self, state: CardState) -> Outcome:
        return scoring.outcome(state)

    def view(self, state: CardState, viewer: Seat | None) -> CardView:
        return card_view_of(state, viewer)

    def imagine(self, view: CardView, seed: int) -> CardState:
        return imagine_cards(view, seed)

    def problems(self, state: CardState) -> tuple[str, ...]:
        return audit.problems(state)


def _undecided(choices: Sequence[object]) -> tuple[Seat, ...]:
    return tuple([Seat(seat) for seat, choice in enumerate(choices) if choice is None])


def load(edition: str | None = None) -> CardGame:
    """The game with its printed cards, the same object each time. Raises `Faulty` for an unknown edition."""
    return _of(load_cardset(edition))


@cache
def _of(cardset: CardSet) -> CardGame:
    return CardGame(cardset)
