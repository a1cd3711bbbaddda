"""The ways that tickets can have gone under a watcher's eyes, as far as counts alone tell them.

How many tickets were offered, kept and returned is public, and the ticket deck is a queue. So every place where a
ticket can lie is known, and so is who drew from it and when; only which ticket lay there is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, NewType, TypeAlias

from branchline.core import events
from branchline.core.ids import Seat, TicketId
from branchline.core.knowledge.memory import Memory

Place = NewType("Place", int)
"""Where one ticket lies for a while: in the deck, then before a seat, until it is kept or goes back."""


class TicketShuffle(NamedTuple):
    """Tickets went from some places to as many others, and nobody but perhaps one seat saw how."""

    when: int
    sources: tuple[Place, ...]
    targets: tuple[Place, ...]


class TicketSighting(NamedTuple):
    """The watcher saw a ticket in a place."""

    place: Place
    ticket: TicketId


class TicketReveal(NamedTuple):
    """A seat showed a ticket that it had kept in one of these places."""

    seat: Seat
    places: tuple[Place, ...]
    ticket: TicketId


TicketStep: TypeAlias = TicketShuffle | TicketSighting | TicketReveal


class Ends(NamedTuple):
    """Where a ticket that lies in a place can end up: seen next as one of these tickets, or not seen any more."""

    seen_as: frozenset[TicketId]
    unseen: bool


class TicketPaths(NamedTuple):
    """All that counts tell. The first places are those of the whole deck before the deal, long tickets first.

    `seen_at` tells for each ticket the happenings at which it is seen.
    """

    happenings: tuple[TicketStep, ...]
    ends: tuple[Ends, ...]
    seen_at: dict[TicketId, tuple[int, ...]]
    held: tuple[tuple[Place, ...], ...]
    offers: tuple[tuple[Place, ...], ...]
    queue: tuple[Place, ...]


class _Walk:
    """One pass through what the watcher remembers of tickets."""

    def __init__(self, memory: Memory) -> None:
        printed = memory.printed.tickets
        longs = sum(ticket.long for ticket in printed)
        places = [Place(i) for i in range(len(printed))]
        self.rules = memory.printed.rules
        self.seats = memory.seats
        self.places = len(places)
        self.apart, self.queue = places[:longs], places[longs:]
        self.held: list[list[Place]] = [[] for _ in range(memory.seats)]
        self.offers: list[list[Place]] = [[] for _ in range(memory.seats)]
        self.returned: list[list[Place]] = [[] for _ in range(memory.seats)]
        self.happenings: list[TicketStep] = []
        self.dealt = 0
        for event in memory.tickets:
            self._follow(event)

    def _follow(self, event: events.Event) -> None:
        match event:
            case events.TicketsOffered(seat, count, tickets):
                self._offer(seat, count, tickets)
            case events.TicketsKept(seat, count, _, kept, returned):
                self._keep(seat, count, None if kept is None or returned is None else kept + returned)
            case events.TicketDeckChanged():
                self._take_back()
            case events.TicketsSettled(seat, tickets, _):  # pragma: no branch  # nothing else is about tickets
                self.happenings += [TicketReveal(seat, tuple(self.held[seat]), ticket) for ticket in tickets]

    def _offer(self, seat: Seat, count: int, tickets: tuple[TicketId, ...] | None) -> None:
        apart = self.rules.first_long if self.dealt < self.seats else 0  # E-3
        self.dealt += 1
        drawn = [self.apart.pop(0) for _ in range(apart)] + [self.queue.pop(0) for _ in range(count - apart)]
        self.offers[seat] = drawn
        self.happenings += [TicketSighting(place, ticket) for place, ticket in zip(drawn, tickets or (), strict=False)]

    def _keep(self, seat: Seat, count: int, seen: tuple[TicketId, ...] | None) -> None:
        new = self._mix(self.offers[seat])
        self.happenings += [TicketSighting(place, ticket) for place, ticket in zip(new, seen or (), strict=False)]
        self.offers[seat] = []
        self.held[seat] += new[:count]
        if self.dealt > self.seats:
            self.queue += new[count:]
        else:
            self.returned[seat] = new[count:]

    def _mix(self, sources: Sequence[Place]) -> list[Place]:
        targets = [Place(self.places + i) for i in range(len(sources))]
        self.places += len(sources)
        self.happenings.append(TicketShuffle(len(self.happenings), tuple(sources), tuple(targets)))
        return targets

    def _take_back(self) -> None:
        """The returned first tickets go where the rules say: under the deck as they are, or shuffled, or away."""
        back = [place for places in self.returned for place in places]
        match self.rules.first_return:
            case "bottom":
                self.queue += back
            case "shuffle":
                self.queue += self._mix(back)
            case "deck":  # C-3: shuffled into the whole deck
                self.queue = self._mix(self.queue + back)


def ways_of(memory: Memory) -> TicketPaths:
    walk = _Walk(memory)
    seen_at: dict[TicketId, tuple[int, ...]] = {}
    for when, happening in enumerate(walk.happenings):
        if not isinstance(happening, TicketShuffle):
            seen_at[happening.ticket] = (*seen_at.get(happening.ticket, ()), when)
    return TicketPaths(
        tuple(walk.happenings),
        _ends(walk),
        seen_at,
        tuple(map(tuple, walk.held)),
        tuple(map(tuple, walk.offers)),
        tuple(walk.queue),
    )


def _ends(walk: _Walk) -> tuple[Ends, ...]:
    """Backwards from what was seen to every place that can lead there."""
    ends = [Ends(frozenset(), unseen=True)] * walk.places
    for happening in reversed(walk.happenings):
        match happening:
            case TicketSighting(place, ticket):
                ends[place] = Ends(frozenset((ticket,)), unseen=False)
            case TicketReveal(_, places, ticket):
                for place in places:
                    ends[place] = Ends(ends[place].seen_as | {ticket}, ends[place].unseen)
            case TicketShuffle(_, sources, targets):  # pragma: no branch  # there is nothing else
                after = [ends[target] for target in targets]
                here = Ends(frozenset().union(*(end.seen_as for end in after)), any(end.unseen for end in after))
                for source in sources:
                    ends[source] = here
    return tuple(ends)
