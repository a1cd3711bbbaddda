"""The longest continuous path over a network: a trail, which may meet a city again but uses no route twice (B-22)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from branchline.core.optimize.bridges import Block, blocks
from branchline.core.optimize.longest_in_block import longest_in_block

Edge = tuple[int, int, int]
"""Two different cities, as small numbers from 0 up, and the length, at least 1."""


class Trail(NamedTuple):
    length: int
    edges: tuple[int, ...]
    """Indices of the edges in walking order."""


class _Arm(NamedTuple):
    """A trail that starts in a city and leads away into a part of the network that is joined to it there only."""

    length: int
    edges: tuple[int, ...]


class _Peeled(NamedTuple):
    """What is left of a network when dead ends are taken off until there are none; lists are indexed by city."""

    degree: list[int]  # Edges left at the city.
    longest: list[int]  # The longest arm of what was taken off there.
    second: list[int]  # The longest one by another edge.
    longest_by: list[int]  # The edge by which the arm leaves.
    second_by: list[int]
    left: int  # Edges left in the whole network.


_NOWHERE = _Arm(0, ())

Arms = dict[int, tuple[_Arm, _Arm]]
"""The two longest arms of each city of the core, by different edges."""


def longest_trail(edges: Sequence[Edge]) -> Trail:
    """A longest trail. Of several equally long ones it is always the same one for the same edges in the same order.

    Every bridge (an edge that alone joins two parts) is walked at most once, so the parts behind bridges are taken off
    one by one, and of each only its longest arm counts. Most networks are gone then; in a block without bridges
    `longest_in_block` looks for the trail.
    """
    if not edges:
        return Trail(0, ())
    peeled = _peel(edges)
    through = list(map(int.__add__, peeled.longest, peeled.second))
    length = max(through)
    if peeled.left:
        arm = _longest_in_core(edges, peeled, length)
        if arm.length > length:
            return Trail(arm.length, _walk(edges, arm.edges))
    first, second = _arms(edges, peeled, through.index(length))
    return Trail(length, _from_lower_end(edges, first.edges[::-1] + second.edges))


def longest_trail_length(edges: Sequence[Edge]) -> int:
    """The length of the longest trail; quicker where the way it runs does not matter."""
    if not edges:
        return 0
    peeled = _peel(edges)
    length = max(map(int.__add__, peeled.longest, peeled.second))
    return max(length, _longest_in_core(edges, peeled, length).length) if peeled.left else length


def _peel(edges: Sequence[Edge]) -> _Peeled:
    size = 1 + max(map(max, edges))
    degree, link = [0] * size, [0] * size
    for index, (a, b, _) in enumerate(edges):
        degree[a] += 1
        degree[b] += 1
        link[a] ^= index  # When one edge is left at a city, this is its index.
        link[b] ^= index
    longest, second, longest_by, second_by = [0] * size, [0] * size, [0] * size, [0] * size
    left = len(edges)
    for start in range(size):
        city = start
        while degree[city] == 1:
            index = link[city]
            a, b, length = edges[index]
            inner = b if a == city else a
            degree[city] = 0
            degree[inner] -= 1
            link[inner] ^= index
            left -= 1
            length += longest[city]
            if length > longest[inner]:
                second[inner], second_by[inner] = longest[inner], longest_by[inner]
                longest[inner], longest_by[inner] = length, index
            elif length > second[inner]:
                second[inner], second_by[inner] = length, index
            city = inner
    return _Peeled(degree, longest, second, longest_by, second_by, left)


def _arms(edges: Sequence[Edge], peeled: _Peeled, city: int) -> tuple[_Arm, _Arm]:
    return (
        _arm(edges, peeled, city, peeled.longest[city], peeled.longest_by[city]),
        _arm(edges, peeled, city, peeled.second[city], peeled.second_by[city]),
    )


def _arm(edges: Sequence[Edge], peeled: _Peeled, city: int, length: int, by: int) -> _Arm:
    if not length:
        return _NOWHERE
    way = [by]
    city = _other(edges, by, city)
    while peeled.longest[city]:
        by = peeled.longest_by[city]
        way.append(by)
        city = _other(edges, by, city)
    return _Arm(length, tuple(way))


def _other(edges: Sequence[Edge], index: int, city: int) -> int:
    a, b, _ = edges[index]
    return b if a == city else a


def _longest_in_core(edges: Sequence[Edge], peeled: _Peeled, floor: int) -> _Arm:
    """The longest trail over what is left after peeling, arms included, if it is longer than `floor`."""
    degree = peeled.degree
    core = [index for index, (a, b, _) in enumerate(edges) if degree[a] and degree[b]]
    cities = {city for index in core for city in edges[index][:2]}
    best = _Arm(floor, ())
    longest_two = sorted([lengths[city] for lengths in (peeled.longest, peeled.second) for city in cities])[-2:]
    if sum(edges[index][2] for index in core) + sum(longest_two) <= floor:
        return best  # Not even all of it would do.
    arms = {city: _arms(edges, peeled, city) for city in cities}
    for block in blocks([(a, b) for a, b, _ in edges], core):
        best = max(best, _longest_through(edges, block, arms, best.length), key=_length)
        if block.bridge is not None:
            outer = _other(edges, block.bridge, block.top)
            arm = _longest_from_top(edges, block, arms)
            arm = _Arm(arm.length + edges[block.bridge][2], (block.bridge, *arm.edges))
            first, second, _ = sorted((*arms[outer], arm), key=_length, reverse=True)
            arms[outer] = (first, second)
    return best


def _length(arm: _Arm) -> int:
    return arm.length


def _longest_through(edges: Sequence[Edge], block: Block, arms: Arms, floor: int) -> _Arm:
    """The longest trail over the block's edges and arms, if it is longer than `floor`."""
    parts, ways = _parts(edges, block, arms)
    if sum(length for _, _, length in parts) <= floor:
        return _NOWHERE
    chosen = longest_in_block(parts, floor)
    return _Arm(sum(parts[part][2] for part in chosen), tuple(index for part in chosen for index in ways[part]))


def _longest_from_top(edges: Sequence[Edge], block: Block, arms: Arms) -> _Arm:
    """The longest trail over the block's edges and arms that starts in its top city."""
    parts, ways = _parts(edges, block, arms)
    # A handle longer than everything else is in every longest trail, at one of its ends.
    handle = 1 + sum(length for _, _, length in parts)
    chosen = longest_in_block([*parts, (block.top, -1 - len(parts), handle)], handle)
    return _Arm(
        sum(parts[part][2] for part in chosen[:-1]), tuple(index for part in chosen[:-1] for index in ways[part])
    )


def _parts(edges: Sequence[Edge], block: Block, arms: Arms) -> tuple[list[Edge], list[tuple[int, ...]]]:
    """The block's edges, and each arm as one edge to a city of its own; and the real edges behind each of them."""
    parts = [edges[index] for index in block.edges]
    ways: list[tuple[int, ...]] = [(index,) for index in block.edges]
    for city in block.cities:
        for arm in arms[city]:
            if arm.length:
                parts.append((city, -1 - len(parts), arm.length))
                ways.append(arm.edges)
    return parts, ways


def _from_lower_end(edges: Sequence[Edge], way: tuple[int, ...]) -> tuple[int, ...]:
    """A walk that meets no city twice, from the lower of its two ends."""
    if len(way) == 1:
        return way
    (a, b, _), (c, d, _) = edges[way[0]], edges[way[1]]
    start = a if b in (c, d) else b
    (a, b, _), (c, d, _) = edges[way[-1]], edges[way[-2]]
    end = a if b in (c, d) else b
    return way if start < end else way[::-1]


def _walk(edges: Sequence[Edge], chosen: Iterable[int]) -> tuple[int, ...]:
    """The chosen edges in walking order, from the lower of the two ends (of all cities if it is a round trip)."""
    at: dict[int, list[int]] = {}
    for index in sorted(chosen, reverse=True):
        a, b, _ = edges[index]
        at.setdefault(a, []).append(index)
        at.setdefault(b, []).append(index)
    start = min((city for city in at if len(at[city]) % 2), default=min(at))
    walked: set[int] = set()
    order: list[int] = []
    # Walk until stuck; on the way back, take every round trip that was left out.
    path = [(start, -1)]
    while path:
        city, by = path[-1]
        while at[city] and at[city][-1] in walked:
            at[city].pop()
        if at[city]:
            index = at[city].pop()
            walked.add(index)
            path.append((_other(edges, index, city), index))
        else:
            path.pop()
            order.append(by)
    return tuple(reversed(order[:-1]))
