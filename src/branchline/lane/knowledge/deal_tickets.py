"""Deal the tickets that a watcher has not seen (`core.knowledge.deal_tickets`).

Nameless cards go one of the possible ways, and get a name where the watcher sees them. A guess that does not fit what
was seen later is thrown away whole.
"""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import NONE, bit
from branchline.lane.compile import jit
from branchline.lane.knowledge.clues import REVEAL, SHUFFLE, Clues, DealWork
from branchline.lane.layout import NOTHING
from branchline.lane.rng import below, shuffle

_SOURCES, _TARGETS, _NAMED, _CLOSED, _FREE, _FITTING = 0, 1, 2, 3, 4, 5


@jit
def deal_tickets(clues: Clues, work: DealWork) -> None:
    """Tickets that could lie under all that was seen; `ticket_at` tells them then."""
    while not _follow(clues, work):
        pass
    _name_the_rest(clues, work, 1, 0)
    _name_the_rest(clues, work, 0, clues.long.sum())


@jit
def ticket_at(clues: Clues, work: DealWork, row: int, index: int) -> int:
    """A ticket of a row of `clues.rests`."""
    return work.names[work.card_at[clues.places[clues.rests[row, 0] + index]]]


@jit
def _follow(clues: Clues, work: DealWork) -> bool:
    """Guess along all that was seen; tell whether it fits."""
    for place in range(len(work.card_at)):
        work.card_at[place] = place  # Every card starts in the place of its own number.
    work.names[:] = NOTHING
    work.card[:] = NOTHING
    for when in range(len(clues.steps)):
        step = clues.steps[when]
        if step[0] == SHUFFLE:
            if not _mix(clues, work, when, step[1], step[2]):
                return False
        elif step[0] == REVEAL:
            if not _show(clues, work, step[1], step[2], step[3]):
                return False
        else:
            _see(work, work.card_at[step[1]], step[2])
    return True


@jit
def _see(work: DealWork, card: int, ticket: int) -> None:
    work.names[card] = ticket
    work.card[ticket] = card


@jit
def _show(clues: Clues, work: DealWork, start: int, size: int, ticket: int) -> bool:
    """The ticket is one of those that the seat has kept."""
    if work.card[ticket] != NOTHING:
        return True
    fitting, count = work.mixed[_FITTING], 0
    for i in range(start, start + size):
        card = work.card_at[clues.places[i]]
        if work.names[card] == NOTHING:
            fitting[count] = card
            count += 1
    if count == 0:
        return False
    _see(work, fitting[below(work.rng, count)], ticket)
    return True


@jit
def _mix(clues: Clues, work: DealWork, now: int, start: int, size: int) -> bool:
    """Named cards go where they can be seen again as what they are; the others fill what is left."""
    sources, targets = work.mixed[_SOURCES], work.mixed[_TARGETS]
    for i in range(size):
        sources[i] = work.card_at[clues.places[start + i]]
        targets[i] = clues.places[start + size + i]
    shuffle(work.rng, sources, 0, size)
    shuffle(work.rng, targets, 0, size)
    named, nameless = _split_cards(work, size)
    closed, free = _split_places(clues, work, size)
    for i in range(closed):
        place = work.mixed[_CLOSED, i]
        which = _pick_card(clues, work, named, place, now)
        if which == NOTHING:
            return False
        work.card_at[place] = work.mixed[_NAMED, which]
        _remove(work.mixed[_NAMED], which, named)
        named -= 1
    for i in range(named):
        card = work.mixed[_NAMED, i]
        which = _pick_place(clues, work, free, card, now)
        if which == NOTHING:
            return False
        work.card_at[work.mixed[_FREE, which]] = card
        _remove(work.mixed[_FREE], which, free)
        free -= 1
    for i in range(nameless):
        work.card_at[work.mixed[_FREE, i]] = sources[i]
    return True


@jit
def _split_cards(work: DealWork, size: int) -> tuple[int, int]:
    """Named cards to a row of their own; the others stay, in their order."""
    sources = work.mixed[_SOURCES]
    named = nameless = 0
    for i in range(size):
        if work.names[sources[i]] != NOTHING:
            work.mixed[_NAMED, named] = sources[i]
            named += 1
        else:
            sources[nameless] = sources[i]
            nameless += 1
    return named, nameless


@jit
def _split_places(clues: Clues, work: DealWork, size: int) -> tuple[int, int]:
    closed = free = 0
    for i in range(size):
        place = work.mixed[_TARGETS, i]
        if _is_open(clues, work, place):
            work.mixed[_FREE, free] = place
            free += 1
        else:
            work.mixed[_CLOSED, closed] = place
            closed += 1
    return closed, free


@jit
def _is_open(clues: Clues, work: DealWork, place: int) -> bool:
    """Whether a nameless card can lie there: it is not seen again, or as a ticket that was not seen before."""
    if clues.unseen[place]:
        return True
    for ticket in range(len(work.card)):  # noqa: SIM110  # compiled as a loop
        if work.card[ticket] == NOTHING and _leads_to(clues, place, ticket):
            return True
    return False


@jit
def _leads_to(clues: Clues, place: int, ticket: int) -> bool:
    return (clues.seen_as[place, ticket >> 6] & bit(ticket)) != NONE


@jit
def _may_go(clues: Clues, work: DealWork, card: int, place: int, now: int) -> bool:
    ticket = work.names[card]
    if clues.last_seen[ticket] > now:
        return _leads_to(clues, place, ticket)
    return clues.unseen[place] != 0


@jit
def _pick_card(clues: Clues, work: DealWork, named: int, place: int, now: int) -> int:
    """One of the named cards that may go to a place, by its number in their row; NOTHING when none may."""
    fitting, count = work.mixed[_FITTING], 0
    for i in range(named):
        if _may_go(clues, work, work.mixed[_NAMED, i], place, now):
            fitting[count] = i
            count += 1
    return fitting[below(work.rng, count)] if count > 0 else NOTHING


@jit
def _pick_place(clues: Clues, work: DealWork, free: int, card: int, now: int) -> int:
    """One of the free places where a card may go, by its number in their row; NOTHING when there is none."""
    fitting, count = work.mixed[_FITTING], 0
    for i in range(free):
        if _may_go(clues, work, card, work.mixed[_FREE, i], now):
            fitting[count] = i
            count += 1
    return fitting[below(work.rng, count)] if count > 0 else NOTHING


@jit
def _remove(row: Any, which: int, size: int) -> None:
    for i in range(which, size - 1):
        row[i] = row[i + 1]


@jit
def _name_the_rest(clues: Clues, work: DealWork, long: int, first: int) -> None:
    """Give names to all cards of the long tickets, or of the others, that stayed nameless. `first` is the first one."""
    names, count = work.mixed[_SOURCES], 0
    size = 0
    for ticket in range(len(clues.long)):
        if clues.long[ticket] == long:
            size += 1
            if work.card[ticket] == NOTHING:
                names[count] = ticket
                count += 1
    shuffle(work.rng, names, 0, count)
    at = 0
    for card in range(first, first + size):
        if work.names[card] == NOTHING:
            work.names[card] = names[at]
            at += 1
