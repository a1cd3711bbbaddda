"""The Card Game as one seat knows it, in the numbers that its bots use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from branchline.core.bits import members
from branchline.core.cards import plus
from branchline.core.events import TicketsOffered
from branchline.core.ids import Cards, Kind, Seat, TicketId, TicketSet
from branchline.core.phases import SecondCard
from branchline.core.printed.card_set import CardSet
from branchline.core.states.card_state import CardState, Yards
from branchline.core.views.card_view import CardView


@dataclass(frozen=True, slots=True)
class RivalHand:
    """What is known of a rival's hand: these cards, and the number of others."""

    seat: Seat
    known: Cards
    unknown: int


@dataclass(frozen=True, slots=True)
class CardPosition:
    """What one seat knows.

    `unseen` are the cards in the deck or unknown in rivals' hands, `gone` the tickets that cannot be in the deck,
    `offers` the number of offers of tickets to the seat so far; `second` says that the first card of a draw has been
    taken, and `ending` that the deck is empty.
    """

    cardset: CardSet
    seat: Seat
    seats: int
    hand: Cards
    stack: Cards
    tickets: TicketSet
    completed: TicketSet
    yards: Yards
    display: tuple[Kind, ...]
    deck_size: int
    tickets_left: int
    second: bool
    ending: bool
    half_to_come: bool
    rivals: tuple[RivalHand, ...]
    unseen: Cards
    gone: TicketSet
    offers: int

    @property
    def colors(self) -> range:
        return range(len(self.cardset.colors))

    def open_tickets(self) -> list[TicketId]:
        return [TicketId(ticket) for ticket in members(self.tickets)]

    def needs(self) -> list[int]:
        """The cards of each color that the open tickets ask for together."""
        return needs_of(self.cardset, members(self.tickets))

    def on_the_way(self) -> list[int]:
        """The own cards of each color on the track and in the yard; a wild in the yard counts as its row's color."""
        found = list(self.stack[:-1])
        for color, row in enumerate(self.yards):
            if row is not None and row.seat == self.seat:
                found[color] += row.size
        return found


def needs_of(cardset: CardSet, tickets: Iterable[int]) -> list[int]:
    total = [0] * len(cardset.colors)
    for ticket in tickets:
        for color, number in enumerate(cardset.tickets[ticket].needs):
            total[color] += number
    return total


class Remembered(NamedTuple):
    """What was seen earlier in the game: stacks that are face down now, cards in hands, and the own offers."""

    stacks: tuple[Cards, ...]
    known: tuple[Cards, ...]
    offers: int


def remembered(view: CardView) -> Remembered:
    """What memory knows (C-6); without it, the stacks that are open, and an offer for each ticket of the seat."""
    memory, nothing = view.memory, view.cardset.no_cards
    if memory is not None:
        offers = sum(type(event) is TicketsOffered and event.seat == view.seat for event in memory.tickets)
        return Remembered(memory.stacks, memory.known, offers)
    kept = 0 if view.own is None or view.seat is None else view.own.tickets | view.players[view.seat].completed
    stacks = tuple(nothing if player.stack is None else player.stack for player in view.players)
    return Remembered(stacks, (nothing,) * len(view.players), kept.bit_count())


def position_of(view: CardView) -> CardPosition:
    """The position of a view, with its memory or without; without it, face-down stacks count as empty."""
    own, seat = view.own, view.seat
    assert own is not None, "a spectator decides nothing"
    assert seat is not None
    memory = remembered(view)
    unseen = list(view.cardset.all_cards)
    for cards in (own.hand, view.discard, *memory.stacks):
        for kind, count in enumerate(cards):
            unseen[kind] -= count
    for kind in view.display:
        unseen[kind] -= 1
    for color, row in enumerate(view.yards):
        if row is not None:
            unseen[color] -= row.colored
            unseen[-1] -= row.wilds
    rivals = []
    gone = own.tickets
    for other, rival in enumerate(view.players):
        gone |= rival.completed
        if other != seat:
            known = memory.known[other]
            rivals.append(RivalHand(Seat(other), known, rival.hand_size - sum(known)))
            for kind, count in enumerate(known):
                unseen[kind] -= count
    return CardPosition(
        cardset=view.cardset,
        seat=seat,
        seats=len(view.players),
        hand=own.hand,
        stack=memory.stacks[seat],
        tickets=own.tickets,
        completed=view.players[seat].completed,
        yards=view.yards,
        display=view.display,
        deck_size=view.deck_size,
        tickets_left=view.tickets_left,
        second=type(view.phase) is SecondCard,
        ending=view.turns_left is not None,
        half_to_come=view.half == 1 and len(view.players) in view.cardset.rules.second_half_seats,
        rivals=tuple(rivals),
        unseen=tuple(unseen),
        gone=gone,
        offers=memory.offers,
    )


def position_in(state: CardState, seat: Seat, offers: int) -> CardPosition:
    """The position of a seat in an imagined world, without what is in the hands of others."""
    players = state.players
    me = players[seat]
    others = [Seat(other) for other in range(len(players)) if other != seat]
    unseen = state.deck
    gone = me.tickets | me.completed
    for other in others:
        unseen = plus(unseen, players[other].hand)
        gone |= players[other].completed
    return CardPosition(
        cardset=state.cardset,
        seat=seat,
        seats=len(players),
        hand=me.hand,
        stack=me.stack,
        tickets=me.tickets,
        completed=me.completed,
        yards=state.yards,
        display=state.display,
        deck_size=sum(state.deck),
        tickets_left=len(state.tickets),
        second=type(state.phase) is SecondCard,
        ending=state.turns_left is not None,
        half_to_come=state.half == 1 and len(players) in state.cardset.rules.second_half_seats,
        rivals=tuple(RivalHand(other, state.cardset.no_cards, sum(players[other].hand)) for other in others),
        unseen=unseen,
        gone=gone,
        offers=offers,
    )
