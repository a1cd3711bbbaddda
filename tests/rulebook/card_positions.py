"""Positions of the Card Game, built in a line or two; whatever is not named is put where it may lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from branchline.core.actions import Action, KeepTickets, LayRow, LayThree
from branchline.core.bits import mask_of, members
from branchline.core.cards import minus, plus, with_one
from branchline.core.events import Event
from branchline.core.game import Options, Step
from branchline.core.ids import Cards, Color, Kind, Seat, TicketId
from branchline.core.phases import TURN, Phase
from branchline.core.rng import seeded
from branchline.core.states.card_state import CardPlayer, CardState, Row, row_cards
from branchline.data.load_cards import load_cardset
from branchline.games.cards import cards as card_game

PRINTED = load_cardset()
GAME = card_game(PRINTED)
ANN, BOB, CID, DAN = map(Seat, range(4))

NO_CARDS = PRINTED.no_cards


def cards(**counts: int) -> Cards:
    """`cards(red=2, wild=1)`."""
    numbers = dict.fromkeys((kind.id for kind in PRINTED.kinds), 0) | counts
    assert len(numbers) == len(PRINTED.kinds), f"unknown card among {counts}"
    return tuple(numbers.values())


def kind(word: str) -> Kind:
    return PRINTED.kind_ids[word]


def color(word: str) -> Color:
    return Color(PRINTED.colors.index(word))


def ticket(word: str) -> TicketId:
    return PRINTED.ticket_ids[word]


def tickets(*words: str) -> tuple[TicketId, ...]:
    """Ticket numbers, in the ascending order that a settlement wants."""
    return tuple(sorted(map(ticket, words)))


def row(color_word: str, colored: int, wilds: int = 0) -> LayRow:
    return LayRow(color(color_word), colored, wilds)


def three(*words: str) -> LayThree:
    first, second, third = sorted(map(color, words))
    return LayThree((first, second, third))


def position(
    hands: Sequence[Cards] = (NO_CARDS, NO_CARDS),
    *,
    stacks: Sequence[Cards] = (),
    yards: Mapping[str, tuple[int, int, int]] | None = None,
    display: str = "red orange yellow green blue",
    deck: Cards | None = None,
    open_tickets: Sequence[Sequence[str]] = (),
    completed: Sequence[Sequence[str]] = (),
    ticket_deck: Sequence[str] | None = None,
    turn: Seat = ANN,
    phase: Phase = TURN,
    turns_left: int | None = None,
    idle: int = 0,
    half: int = 1,
    options: Options = Options(),  # noqa: B008  # frozen
) -> CardState:
    """A whole game: what is not named lies in the deck, or among the discards where the deck is named.

    `yards` gives owner, colored cards and wilds of each row. Tickets that are neither named nor in `ticket_deck` have
    been completed by the last player, which no test of a turn minds.
    """
    seats = len(hands)
    lying = tuple(kind(word) for word in display.split())
    rows = tuple(
        Row(Seat(given[0]), given[1], given[2]) if (given := (yards or {}).get(word)) else None
        for word in PRINTED.colors
    )
    stacks = [*stacks, *[NO_CARDS] * (seats - len(stacks))]
    mine = [mask_of(map(ticket, words)) for words in [*open_tickets, *[()] * (seats - len(open_tickets))]]
    done = [mask_of(map(ticket, words)) for words in [*completed, *[()] * (seats - len(completed))]]
    players = [CardPlayer(*held) for held in zip(hands, stacks, mine, done, strict=True)]
    rest = PRINTED.all_cards
    for pile in [*hands, *stacks, *row_piles(rows)]:
        rest = minus(rest, pile)
    for up in lying:
        rest = minus(rest, with_one(NO_CARDS, up))
    undealt = [TicketId(i) for i in range(len(PRINTED.tickets)) if not any(held >> i & 1 for held in [*mine, *done])]
    queue = tuple(undealt if ticket_deck is None else map(ticket, ticket_deck))
    players[-1] = players[-1]._replace(completed=players[-1].completed | mask_of(set(undealt) - set(queue)))
    state = CardState(
        cardset=PRINTED,
        options=options,
        phase=phase,
        turn=turn,
        half=half,
        players=tuple(players),
        yards=rows,
        display=lying,
        deck=rest if deck is None else deck,
        discard=NO_CARDS if deck is None else minus(rest, deck),
        tickets=queue,
        turns_left=turns_left,
        idle=idle,
        rng=seeded(1),
    )
    assert GAME.problems(state) == ()
    return state


def row_piles(rows: Sequence[Row | None]) -> list[Cards]:
    return [row_cards(PRINTED, Color(i), row.colored, row.wilds) for i, row in enumerate(rows) if row]


def yard(state: CardState, seat: Seat) -> dict[str, tuple[int, int]]:
    """A player's rail yard in words: colored cards and wilds of each row."""
    return {
        PRINTED.colors[i]: (row.colored, row.wilds) for i, row in enumerate(state.yards) if row and row.seat == seat
    }


def play(state: CardState, *actions: Action) -> Step[CardState]:
    """Actions of whoever's turn it is, each checked; the events of all of them."""
    events: list[Event] = []
    for action in actions:
        step = GAME.apply(state, GAME.actors(state)[0], action)
        assert GAME.problems(step.state) == ()
        state = step.state
        events += step.events
    return Step(state, tuple(events))


def keep_all(state: CardState) -> CardState:
    """Everybody keeps all first tickets, so that the game begins."""
    for seat in GAME.actors(state):
        offer = state.phase.offers[seat]  # type: ignore[union-attr]  # the first tickets are pending
        state = GAME.apply(state, seat, KeepTickets(offer, ())).state
    return state


def of_type(events: Sequence[Event], *kinds: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


def held(state: CardState, seat: Seat) -> set[int]:
    return set(members(state.players[seat].tickets))


def everything(state: CardState) -> Cards:
    """All cards of the table together."""
    total = plus(state.deck, state.discard)
    for player in state.players:
        total = plus(plus(total, player.hand), player.stack)
    for pile in row_piles(state.yards):
        total = plus(total, pile)
    for up in state.display:
        total = with_one(total, up)
    return total
