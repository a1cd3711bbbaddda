"""Everything true about a game played with cards alone, and nothing that can be derived from it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

from branchline.core.bits import members
from branchline.core.cards import minus
from branchline.core.game import Options
from branchline.core.ids import Cards, Color, Kind, Seat, TicketId, TicketSet
from branchline.core.phases import Phase
from branchline.core.printed.card_set import CardSet
from branchline.core.rng import Rng


class Row(NamedTuple):
    """A row of one color in a player's rail yard: colored cards, and the wilds on top of them (C-5)."""

    seat: Seat
    colored: int
    wilds: int

    @property
    def size(self) -> int:
        return self.colored + self.wilds


Yards: TypeAlias = tuple[Row | None, ...]
"""`yards[color]`: the one row of that color on the table. A color never lies in two yards at a time (C-11)."""


class CardPlayer(NamedTuple):
    """What one player has: hand, on-the-track stack, tickets still open, and tickets completed in settlements."""

    hand: Cards
    stack: Cards
    tickets: TicketSet
    completed: TicketSet


class CardState(NamedTuple):
    """A whole game. The undrawn deck is counts, so that there is no order to leak; the ticket deck is a queue.

    `display` has gaps never: it is shorter than printed only where the deck had no more cards to turn up.
    `turns_left` is None until the deck is empty; then it counts the turns to come, the present one included (C-14).
    `idle` counts the turns in a row that brought nobody a new ticket, nor a card drawn or laid (B-10a).
    """

    cardset: CardSet
    options: Options
    phase: Phase
    turn: Seat
    half: int
    players: tuple[CardPlayer, ...]
    yards: Yards
    display: tuple[Kind, ...]
    deck: Cards
    discard: Cards
    tickets: tuple[TicketId, ...]
    turns_left: int | None
    idle: int
    rng: Rng

    def __repr__(self) -> str:
        return f"<{self.cardset.id}: {len(self.players)} seats, seat {self.turn} in {self.phase!r}>"


def with_player(state: CardState, seat: Seat, player: CardPlayer) -> tuple[CardPlayer, ...]:
    players = state.players
    return (*players[:seat], player, *players[seat + 1 :])


@cache
def row_cards(cardset: CardSet, color: Color, colored: int, wilds: int) -> Cards:
    """The cards of a row, made once for each that there can be."""
    cards = list(cardset.no_cards)
    cards[color] = colored
    cards[-1] = wilds
    return tuple(cards)


def points_of(cardset: CardSet, tickets: TicketSet) -> int:
    return sum(cardset.tickets[ticket].points for ticket in members(tickets))


def outside_hands(state: CardState) -> Cards:
    """Every card that no player holds in hand: deck, display, discards, yards and stacks."""
    cards = state.cardset.all_cards
    for player in state.players:
        cards = minus(cards, player.hand)
    return cards


def next_cards(
    state: CardState,
    *,
    phase: Phase,
    turn: Seat,
    players: tuple[CardPlayer, ...],
    yards: Yards,
    display: tuple[Kind, ...],
    deck: Cards,
    discard: Cards,
    turns_left: int | None,
    idle: int,
    rng: Rng,
) -> CardState:
    """The state after a step. By position, which is twice as quick as by name, and only here (tests/core)."""
    return CardState(
        state.cardset,
        state.options,
        phase,
        turn,
        state.half,
        players,
        yards,
        display,
        deck,
        discard,
        state.tickets,
        turns_left,
        idle,
        rng,
    )


def with_card_hand(player: CardPlayer, hand: Cards) -> CardPlayer:
    return CardPlayer(hand, player.stack, player.tickets, player.completed)
