"""What a seat, or a spectator, may know of a game played with cards alone: built up by whitelist, no state inside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from branchline.core.game import Options
from branchline.core.ids import Cards, Kind, Seat, TicketId, TicketSet
from branchline.core.knowledge.memory import Memory
from branchline.core.phases import Finished, FirstTickets, SecondCard, Settlement, TicketOffer, Turn
from branchline.core.printed.card_set import CardSet
from branchline.core.states.card_state import CardPlayer, CardState, Yards, points_of
from branchline.core.views.view import ChoosingTickets, OfferSeen, Own


class CardPlayerSeen(NamedTuple):
    """What everybody sees of a player. `stack` is None while the on-the-track stack lies face down (C-6)."""

    hand_size: int
    ticket_count: int
    stack_size: int
    stack: Cards | None
    completed: TicketSet
    points: int


@dataclass(frozen=True, slots=True)
class Settling:
    """The settlement: who has chosen, and the viewer's own choice."""

    chosen: tuple[bool, ...]
    tickets: tuple[TicketId, ...] | None


CardPhaseSeen: TypeAlias = Turn | SecondCard | Finished | ChoosingTickets | OfferSeen | Settling


class CardView(NamedTuple):
    """The table from one seat (None: a spectator). `players` lists every seat, the viewer's own too.

    Whoever has watched the game may add `memory`: it makes imagined worlds agree with all that was seen.
    """

    cardset: CardSet
    options: Options
    seat: Seat | None
    phase: CardPhaseSeen
    turn: Seat
    half: int
    own: Own | None
    players: tuple[CardPlayerSeen, ...]
    yards: Yards
    display: tuple[Kind, ...]
    deck_size: int
    discard: Cards
    tickets_left: int
    turns_left: int | None
    idle: int
    memory: Memory | None = None

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<view of {self.cardset.id} for {who}: seat {self.turn} in {self.phase!r}>"


def card_view_of(state: CardState, viewer: Seat | None) -> CardView:
    own = None
    if viewer is not None:
        player = state.players[viewer]
        own = Own(player.hand, player.tickets)
    return CardView(
        cardset=state.cardset,
        options=state.options,
        seat=viewer,
        phase=_phase_seen(state, viewer),
        turn=state.turn,
        half=state.half,
        own=own,
        players=tuple(
            _player_seen(state, player, face_up=_stack_open(state, Seat(seat), viewer))
            for seat, player in enumerate(state.players)
        ),
        yards=state.yards,
        display=state.display,
        deck_size=sum(state.deck),
        discard=state.discard,
        tickets_left=len(state.tickets),
        turns_left=state.turns_left,
        idle=state.idle,
    )


def _player_seen(state: CardState, player: CardPlayer, *, face_up: bool) -> CardPlayerSeen:
    return CardPlayerSeen(
        hand_size=sum(player.hand),
        ticket_count=player.tickets.bit_count(),
        stack_size=sum(player.stack),
        stack=player.stack if face_up else None,
        completed=player.completed,
        points=points_of(state.cardset, player.completed),
    )


def _stack_open(state: CardState, owner: Seat, viewer: Seat | None) -> bool:
    """Stacks are turned over for the settlement; before that, at best their owners may look (C-6, C-16)."""
    if isinstance(state.phase, Settlement | Finished):
        return True
    return state.options.open_stacks and owner == viewer


def _phase_seen(state: CardState, viewer: Seat | None) -> CardPhaseSeen:
    match state.phase:
        case FirstTickets(offers, choices):
            return ChoosingTickets(
                offer=() if viewer is None else offers[viewer],
                chosen=tuple(choice is not None for choice in choices),
                mine=None if viewer is None else choices[viewer],
            )
        case TicketOffer(tickets):
            return OfferSeen(len(tickets), tickets if viewer == state.turn else None)
        case Settlement(settled):
            return Settling(
                chosen=tuple(choice is not None for choice in settled),
                tickets=None if viewer is None else settled[viewer],
            )
        case phase:  # a turn, a second card and the end lie open
            assert isinstance(phase, Turn | SecondCard | Finished)
            return phase
