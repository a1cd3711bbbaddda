"""Deal the tickets that a watcher has not seen, as any of the ways that memory leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from branchline.core.ids import TicketId
from branchline.core.knowledge.memory import Memory
from branchline.core.knowledge.ticket_paths import (
    Place,
    TicketPaths,
    TicketReveal,
    TicketShuffle,
    TicketSighting,
    ways_of,
)
from branchline.core.rng import Rng, below, shuffled


class TicketDeal(NamedTuple):
    """Who holds which tickets, the ticket deck, and what lies before a seat that is choosing."""

    held: tuple[tuple[TicketId, ...], ...]
    queue: tuple[TicketId, ...]
    offers: tuple[tuple[TicketId, ...], ...]
    rng: Rng


class Contradiction(Exception):
    """A guess about tickets does not fit what was seen later; another guess will."""


def deal_tickets(memory: Memory, rng: Rng) -> TicketDeal:
    """Tickets that could lie under all that was seen. A guess that does not fit is thrown away whole."""
    ways = ways_of(memory)
    long = [ticket.long for ticket in memory.printed.tickets]
    while True:
        guess = _Guess(ways, rng)
        try:
            guess.follow()
        except Contradiction:
            rng = guess.rng
            continue
        return guess.deal(long)


class _Guess:
    """Nameless cards that go one of the possible ways, and get a name where the watcher sees them.

    Only guesses are made that what comes later can bear out as far as each ticket by itself is concerned; so they
    seldom fail.
    """

    def __init__(self, ways: TicketPaths, rng: Rng) -> None:
        self.ways = ways
        self.rng = rng
        self.card_at: dict[Place, int] = {}
        self.name: dict[int, TicketId] = {}
        self.card: dict[TicketId, int] = {}

    def follow(self) -> None:
        for happening in self.ways.happenings:
            match happening:
                case TicketShuffle():
                    self._mix(happening)
                case TicketSighting(place, ticket):
                    self._see(self._at(place), ticket)
                case TicketReveal():  # pragma: no branch  # there is nothing else
                    self._show(happening)

    def _at(self, place: Place) -> int:
        """The card in a place; every card starts in the place of its own number."""
        return self.card_at.setdefault(place, place)

    def _see(self, card: int, ticket: TicketId) -> None:
        assert self.name.get(card, ticket) == ticket, "nothing goes where it would be seen as something else"
        self.name[card] = ticket
        self.card[ticket] = card

    def _show(self, showing: TicketReveal) -> None:
        """The ticket is one of those that the seat has kept."""
        kept = [self._at(place) for place in showing.places]
        card = self.card.get(showing.ticket)
        if card is None:
            card = self._pick([each for each in kept if each not in self.name])
            self._see(card, showing.ticket)
        assert card in kept, "a ticket that is seen again goes where it can be"

    def _pick(self, cards: Sequence[int]) -> int:
        if not cards:
            raise Contradiction
        index, self.rng = below(self.rng, len(cards))
        return cards[index]

    def _mix(self, mix: TicketShuffle) -> None:
        """Named cards go where they can be seen again as what they are; the others fill what is left."""
        order, self.rng = shuffled([self._at(place) for place in mix.sources], self.rng)
        targets, self.rng = shuffled(mix.targets, self.rng)
        named = [card for card in order if card in self.name]
        closed = [place for place in targets if not self._is_open(place)]
        free = [place for place in targets if self._is_open(place)]
        for place in closed:
            card = self._pick([card for card in named if self._may_go(card, place, mix.when)])
            named.remove(card)
            self.card_at[place] = card
        for card in named:
            fitting = self._pick([place for place in free if self._may_go(card, place, mix.when)])
            free.remove(Place(fitting))
            self.card_at[Place(fitting)] = card
        self.card_at.update(zip(free, [card for card in order if card not in self.name], strict=True))

    def _is_open(self, place: Place) -> bool:
        """Whether a nameless card can lie there: it is not seen again, or as a ticket that was not seen before."""
        ends = self.ways.ends[place]
        return ends.unseen or any(ticket not in self.card for ticket in ends.seen_as)

    def _may_go(self, card: int, place: Place, now: int) -> bool:
        ticket = self.name[card]
        ends = self.ways.ends[place]
        seen_again = any(when > now for when in self.ways.seen_at[ticket])
        return ticket in ends.seen_as if seen_again else ends.unseen

    def deal(self, long: Sequence[bool]) -> TicketDeal:
        """Give names to all that stayed nameless. The first cards of the deck are the long tickets."""
        for is_long, cards in ((True, range(sum(long))), (False, range(sum(long), len(long)))):
            free = [TicketId(i) for i, each in enumerate(long) if each == is_long and i not in self.card]
            names, self.rng = shuffled(free, self.rng)
            nameless = [card for card in cards if card not in self.name]
            self.name.update(zip(nameless, names, strict=True))
        return TicketDeal(
            tuple(map(self._tickets, self.ways.held)),
            self._tickets(self.ways.queue),
            tuple(map(self._tickets, self.ways.offers)),
            self.rng,
        )

    def _tickets(self, places: Sequence[Place]) -> tuple[TicketId, ...]:
        return tuple(self.name[self._at(place)] for place in places)
