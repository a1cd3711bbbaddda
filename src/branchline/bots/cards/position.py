"""What a seat of the Card Game knows, in the numbers that its bots think in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from branchline.core.bits import members
from branchline.core.card_set import CardSet
from branchline.core.card_state import CardState, Yards
from branchline.core.card_view import CardView
from branchline.core.cards import plus
from branchline.core.events import TicketsOffered
from branchline.core.ids import Cards, Kind, Seat, TicketId, TicketSet
from branchline.core.phases import SecondCard


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is known of a rival's hand: these cards surely, and this many that nobody showed."""

    seat: Seat
    known: Cards
    unknown: int


@dataclass(frozen=True, slots=True)
class CardSight:
    """One seat's knowledge. `unseen` are the cards that are in the deck or in rivals' hands, nobody knows where.

    `gone` are the tickets that cannot be in the deck, `offers` counts those that the seat has had already, `second`
    says that the first card of a draw has been taken, and `ending` that the deck is empty.
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
    rivals: tuple[Hidden, ...]
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


class Watched(NamedTuple):
    """What was seen on the way: the stacks, which lie face down now, cards in the hands of others, own offers."""

    stacks: tuple[Cards, ...]
    known: tuple[Cards, ...]
    offers: int


def watched_of(view: CardView) -> Watched:
    """From memory, as whoever watched knows the stacks (C-6); without memory, what lies open, and a guess at offers."""
    memory, nothing = view.memory, view.cardset.no_cards
    if memory is not None:
        offers = sum(type(event) is TicketsOffered and event.seat == view.seat for event in memory.tickets)
        return Watched(memory.stacks, memory.known, offers)
    kept = 0 if view.own is None or view.seat is None else view.own.tickets | view.players[view.seat].completed
    stacks = tuple(nothing if seen.stack is None else seen.stack for seen in view.players)
    return Watched(stacks, (nothing,) * len(view.players), kept.bit_count())


def sight_of(view: CardView) -> CardSight:
    """From a view, with its memory or without: whoever did not watch takes face-down stacks for empty."""
    own, seat = view.own, view.seat
    assert own is not None, "a spectator decides nothing"
    assert seat is not None
    watched = watched_of(view)
    unseen = list(view.cardset.all_cards)
    for cards in (own.hand, view.discard, *watched.stacks):
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
            known = watched.known[other]
            rivals.append(Hidden(Seat(other), known, rival.hand_size - sum(known)))
            for kind, count in enumerate(known):
                unseen[kind] -= count
    return CardSight(
        cardset=view.cardset,
        seat=seat,
        seats=len(view.players),
        hand=own.hand,
        stack=watched.stacks[seat],
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
        offers=watched.offers,
    )


def sight_in(state: CardState, seat: Seat, offers: int) -> CardSight:
    """From an imagined world, where nobody looks into the hands of others either."""
    players = state.players
    me = players[seat]
    others = [Seat(other) for other in range(len(players)) if other != seat]
    unseen = state.deck
    gone = me.tickets | me.completed
    for other in others:
        unseen = plus(unseen, players[other].hand)
        gone |= players[other].completed
    return CardSight(
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
        rivals=tuple(Hidden(other, state.cardset.no_cards, sum(players[other].hand)) for other in others),
        unseen=unseen,
        gone=gone,
        offers=offers,
    )
