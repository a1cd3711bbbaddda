"""The longest trail inside one block of a network: a connected part, given as edges with their lengths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from branchline.core.bits import members

# A trail is a connected set of edges with at most two odd cities (cities where an odd number of them meet): its ends.
# So the longest trail keeps everything except the shortest set of edges whose removal leaves it so. We look for what to
# drop. Its ends are always odd cities of the whole block: an end that is even there could be walked on from.


class _Block(NamedTuple):
    joins: list[tuple[int, int]]  # The two cities of each edge; edges are sorted by length, cities counted from 0.
    lengths: list[int]
    flips: list[int]  # The two cities of each edge as a set of bits.
    touching: list[int]  # The edges at each city as a set of bits.


class _Attempt(NamedTuple):
    kept: int  # The edges not dropped; always connected.
    length: int  # Their length.
    free: int  # The edges that may still be dropped.
    wrong: int  # The cities that are odd and should be even, or the other way round.
    may_end: int  # The cities that may still be made an end.
    ends: int  # The cities made an end: they are to stay odd.
    ends_left: int


def longest_in_block(edges: Sequence[tuple[int, int, int]], floor: int) -> tuple[int, ...]:
    """The edges, as ascending indices, of a longest trail if it is longer than `floor`; otherwise nothing."""
    order = sorted(range(len(edges)), key=lambda edge: edges[edge][2])
    block = _block([edges[edge] for edge in order])
    start = _start(block)
    # Asking first for the longest that can be and then for less and less finds the first answer among few attempts:
    # a high goal cuts the search short at once.
    for goal in range(start.length - _must_drop(block, start)[0], floor, -1):
        kept = _find(block, start, goal)
        if kept:
            return tuple(sorted(order[edge] for edge in members(kept)))
    return ()


def _block(edges: Sequence[tuple[int, int, int]]) -> _Block:
    number: dict[int, int] = {}
    for a, b, _ in edges:
        number.setdefault(a, len(number))
        number.setdefault(b, len(number))
    joins = [(number[a], number[b]) for a, b, _ in edges]
    touching = [0] * len(number)
    for edge, (a, b) in enumerate(joins):
        touching[a] |= 1 << edge
        touching[b] |= 1 << edge
    return _Block(joins, [length for _, _, length in edges], [1 << a | 1 << b for a, b in joins], touching)


def _start(block: _Block) -> _Attempt:
    odd = 0
    for flip in block.flips:
        odd ^= flip
    every = (1 << len(block.joins)) - 1
    return _Attempt(every, sum(block.lengths), every, odd, odd, 0, 2)


def _find(block: _Block, attempt: _Attempt, goal: int) -> int:
    """The kept edges of a trail at least `goal` long that the attempt leads to; 0 if there is none."""
    wrong = attempt.wrong
    if not wrong & ~attempt.may_end and wrong.bit_count() <= attempt.ends_left:
        return attempt.kept
    drop, city = _must_drop(block, attempt)
    if attempt.length - drop < goal:
        return 0
    for following in _ways(block, attempt, city, goal):
        kept = _find(block, following, goal)
        if kept:
            return kept
    return 0


def _must_drop(block: _Block, attempt: _Attempt) -> tuple[int, int]:
    """The least length that is still to be dropped, and the wrong city with the fewest edges to choose from.

    Every wrong city that is not made an end loses an edge, and no edge serves more than two of them.
    """
    touching, lengths, free = block.touching, block.lengths, attempt.free
    costs = []
    fewest, city = len(lengths) + 1, 0
    for wrong in members(attempt.wrong):
        choice = touching[wrong] & free
        costs.append(lengths[(choice & -choice).bit_length() - 1] if choice else attempt.length)
        count = choice.bit_count()
        if count < fewest:
            fewest, city = count, wrong
    costs.sort()
    return (sum(costs[: -attempt.ends_left or None]) + 1) // 2, city


def _ways(block: _Block, attempt: _Attempt, city: int, goal: int) -> Iterator[_Attempt]:
    """What can be done about a wrong city: drop one of its edges, or make it an end."""
    kept, length, free, wrong, may_end, ends, ends_left = attempt
    bit = 1 << city
    settled = may_end & ~bit
    for edge in members(block.touching[city] & free):
        free ^= 1 << edge  # The later ways keep this edge, so that no set is tried twice.
        if length - block.lengths[edge] < goal:
            break  # The edges come in order of length.
        yield from _without(block, _Attempt(kept, length, free, wrong, settled, ends, ends_left), edge, goal)
    if ends_left and may_end & bit:
        yield _Attempt(kept, length, attempt.free, wrong ^ bit, settled, ends | bit, ends_left - 1)


def _without(block: _Block, attempt: _Attempt, edge: int, goal: int) -> Iterator[_Attempt]:
    """The attempt with one more edge dropped; if this cuts it in two, each side by itself."""
    kept, length, free, wrong, may_end, ends, ends_left = attempt
    kept ^= 1 << edge
    wrong ^= block.flips[edge]
    side = _reach(block, kept)
    if side == kept:
        yield _Attempt(kept, length - block.lengths[edge], free, wrong, may_end, ends, ends_left)
        return
    for part in (side, kept ^ side):
        length = sum(block.lengths[other] for other in members(part))
        cities = _cities(block, part)
        if length >= goal and not ends & ~cities:
            yield _Attempt(part, length, free & part, wrong & cities, may_end, ends, ends_left)


def _reach(block: _Block, kept: int) -> int:
    """The kept edges that hang together with the first of them."""
    reached = fresh = kept & -kept
    while fresh:
        a, b = block.joins[fresh.bit_length() - 1]
        fresh &= ~(1 << fresh.bit_length() - 1)
        more = (block.touching[a] | block.touching[b]) & kept & ~reached
        reached |= more
        fresh |= more
    return reached


def _cities(block: _Block, edges: int) -> int:
    cities = 0
    for edge in members(edges):
        cities |= block.flips[edge]
    return cities
