"""From which filling of a deck each card came that was paid with unseen (`core.knowledge.card_origins`).

Cards are placed one by one; a card in the way moves on, if there is another filling for it. Attempts that wait for a
card in their way stand on a stack.
"""

from __future__ import annotations

from branchline.lane.compile import jit
from branchline.lane.knowledge.clues import Clues, DealWork
from branchline.lane.layout import NOTHING
from branchline.lane.rng import shuffle

_CARD, _TRIED, _FILLING, _START, _SIZE, _LEFT = 0, 1, 2, 3, 4, 5


@jit
def some_origins(clues: Clues, work: DealWork, deck: int) -> None:
    """A filling for each spent card of a deck, into `work.origin`; every possible answer can come up."""
    first, count = clues.first_spent[deck], clues.first_spent[deck + 1] - clues.first_spent[deck]
    fillings = clues.first_filling[deck + 1] - clues.first_filling[deck]
    placed = False
    while not placed:
        for i in range(count):
            work.order[i] = i
        shuffle(work.rng, work.order, 0, count)
        if fillings == 1:  # Nothing can be in the way of anything.
            for i in range(count):
                work.origin[first + i] = 0
            return
        for i in range(count):
            work.origin[first + i] = NOTHING
            for filling in range(fillings):
                work.tried[first + i, filling] = NOTHING
        for filling in range(fillings):
            for kind in range(clues.pools.shape[1]):
                work.given[filling, kind] = 0
        placed = True
        for i in range(count):
            if not _place(clues, work, deck, first + work.order[i], i):
                placed = False
                break


@jit
def _place(clues: Clues, work: DealWork, deck: int, card: int, number: int) -> bool:
    """Find a filling for a card. `number` marks what was tried on the way, so that nothing is tried twice."""
    depth = 0
    _begin(clues, work, depth, card, 0)
    while depth >= 0:
        attempt = work.attempt[depth]
        if attempt[_LEFT] > 0:  # Let another card that is in the way move on.
            other = work.in_the_way[attempt[_START] + attempt[_SIZE] - attempt[_LEFT]]
            attempt[_LEFT] -= 1
            _give(clues, work, other, NOTHING)
            depth += 1
            _begin(clues, work, depth, other, attempt[_START] + attempt[_SIZE])
            continue
        if attempt[_LEFT] == 0:  # None of them can.
            _give(clues, work, attempt[_CARD], NOTHING)
            attempt[_LEFT] = NOTHING
        filling = _untried(clues, work, depth, number)
        if filling == NOTHING:
            depth -= 1
            if depth >= 0:  # The card stays in the way.
                before = work.attempt[depth]
                other = work.in_the_way[before[_START] + before[_SIZE] - before[_LEFT] - 1]
                _give(clues, work, other, before[_FILLING])
            continue
        size = _in_the_way(clues, work, deck, attempt[_CARD], filling, attempt[_START])
        _give(clues, work, attempt[_CARD], filling)
        if size == NOTHING:
            return True
        shuffle(work.rng, work.in_the_way, attempt[_START], attempt[_START] + size)
        attempt[_FILLING], attempt[_SIZE], attempt[_LEFT] = filling, size, size
    return False


@jit
def _begin(clues: Clues, work: DealWork, depth: int, card: int, start: int) -> None:
    attempt = work.attempt[depth]
    attempt[_CARD], attempt[_TRIED], attempt[_START], attempt[_SIZE], attempt[_LEFT] = card, 0, start, 0, NOTHING
    for filling in range(clues.spent_fillings[card]):
        work.fillings[depth, filling] = filling
    shuffle(work.rng, work.fillings[depth], 0, clues.spent_fillings[card])


@jit
def _untried(clues: Clues, work: DealWork, depth: int, number: int) -> int:
    """The next filling that was not tried for the card yet; NOTHING when there is none."""
    attempt = work.attempt[depth]
    card = attempt[_CARD]
    while attempt[_TRIED] < clues.spent_fillings[card]:
        filling = work.fillings[depth, attempt[_TRIED]]
        attempt[_TRIED] += 1
        if work.tried[card, filling] != number:
            work.tried[card, filling] = number
            return filling
    return NOTHING


@jit
def _give(clues: Clues, work: DealWork, card: int, filling: int) -> None:
    kind = clues.spent_kind[card]
    if work.origin[card] != NOTHING:
        work.given[work.origin[card], kind] -= 1
    work.origin[card] = filling
    if filling != NOTHING:
        work.given[filling, kind] += 1


@jit
def _in_the_way(clues: Clues, work: DealWork, deck: int, card: int, filling: int, start: int) -> int:
    """Note the cards of which any would make room for this one by leaving the filling; NOTHING if there is room."""
    first, last = clues.first_spent[deck], clues.first_spent[deck + 1]
    kind, seat = clues.spent_kind[card], clues.spent_seat[card]
    full = work.given[filling, kind] >= clues.pools[clues.first_filling[deck] + filling, kind]
    until = _too_early(clues, work, first, last, card, filling)
    if not full and until == NOTHING:
        return NOTHING
    size = 0
    for other in range(first, last if until == NOTHING else until + 1):
        if (
            work.origin[other] == filling
            and (not full or clues.spent_kind[other] == kind)
            and (until == NOTHING or clues.spent_seat[other] == seat)
        ):
            work.in_the_way[start + size] = other
            size += 1
    return size


@jit
def _too_early(clues: Clues, work: DealWork, first: int, last: int, card: int, filling: int) -> int:
    """The first card by which the seat would have spent more from the filling than it had drawn; NOTHING for none."""
    seat = clues.spent_seat[card]
    spent = 0
    for other in range(first, last):
        if clues.spent_seat[other] == seat:
            if work.origin[other] == filling:
                spent += 1
            if other >= card and spent >= clues.limits[other, filling]:
                return other
    return NOTHING
