"""Tours: whether a network connects a row of cities, and whether one line meets them in order (W-21, W-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

Pair = tuple[int, int]
"""Two different cities, the lower one first: an edge, or two cities that are to be joined by a line of their own."""

Near = dict[int, list[int]]
"""The neighbors of each city, one for each edge."""


def connected(edges: Iterable[Pair], stops: Sequence[int]) -> bool:
    """Whether the edges connect all the stops, in whatever order (W-21)."""
    return not stops or set(stops) <= _steps(_near(edges), stops[0]).keys()


def meets_in_order(edges: Iterable[Pair], stops: Sequence[int]) -> bool:
    """Whether one continuous line, using each edge at most once, meets the stops in this order (W-22).

    Other cities may lie between, and the line may pass a stop before its turn too. So the question is whether each
    stop can be joined to the next one by lines that share no edge; cities they may share. A stop that is named twice in
    a row is met once for both.
    """
    pairs = [_pair(a, b) for a, b in pairwise(stops) if a != b]
    return _joinable([_pair(a, b) for a, b in edges], pairs, set())


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _near(edges: Iterable[Pair]) -> Near:
    near: Near = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    return near


def _steps(near: Near, start: int) -> dict[int, int]:
    """The number of edges from the start to every city that can be reached."""
    steps = {start: 0}
    waiting = [start]
    for city in waiting:
        for other in near.get(city, ()):
            if other not in steps:
                steps[other] = steps[city] + 1
                waiting.append(other)
    return steps


def _joinable(edges: list[Pair], pairs: list[Pair], failed: set[tuple[Pair, ...]]) -> bool:
    """Whether all pairs can be joined by lines that share no edge; what could not be done is kept in `failed`."""
    simple = _simplify(edges, pairs)
    if simple is None:
        return False
    edges, pairs = simple
    if not pairs:
        return True
    question = (*sorted(edges), *sorted(pairs), (len(pairs), 0))
    if question in failed:
        return False
    failed.add(question)  # Every way from here has fewer edges, so it cannot be met again before the answer is known.
    return any(_joinable(*way, failed) for way in _ways(edges, pairs))


def _ways(edges: list[Pair], pairs: list[Pair]) -> Iterator[tuple[list[Pair], list[Pair]]]:
    """The first steps of one pair's line from its city with the fewest edges; those towards the other city first."""
    near = _near(edges)
    start, goal = min((ends for a, b in pairs for ends in ((a, b), (b, a))), key=lambda ends: len(near[ends[0]]))
    if any(b not in _steps(near, a) for a, b in pairs):
        return
    others = list(pairs)
    others.remove(_pair(start, goal))
    steps = _steps(near, goal)
    for city in sorted(set(near[start]), key=lambda city: (steps[city], city)):
        left = list(edges)
        left.remove(_pair(start, city))
        yield left, [*others, _pair(city, goal)]


def _simplify(edges: list[Pair], pairs: list[Pair]) -> tuple[list[Pair], list[Pair]] | None:
    """The same question with fewer edges and pairs, or None if some city has too few edges for the lines it needs."""
    while True:
        edges, pairs = _take_direct(edges, pairs)
        near = _near(edges)
        ends = Counter(city for pair in pairs for city in pair)
        if any(len(near.get(city, ())) < number for city, number in ends.items()):
            return None
        for city, others in near.items():
            if len(others) == 1 or (len(others) == 2 and city not in ends):
                edges, pairs = _pass_through(edges, pairs, city, others)
                break
        else:
            return edges, pairs


def _take_direct(edges: list[Pair], pairs: list[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Join each pair that has an edge of its own by that edge.

    Nothing is lost: if another line used the edge, it could take the way of this pair's line instead.
    """
    left, open_pairs = list(edges), []
    for pair in pairs:
        if pair in left:
            left.remove(pair)
        else:
            open_pairs.append(pair)
    return left, open_pairs


def _pass_through(edges: list[Pair], pairs: list[Pair], city: int, others: list[int]) -> tuple[list[Pair], list[Pair]]:
    """Take out a city that leaves no choice: a dead end, or one that a line can only run through."""
    left = list(edges)
    for other in others:
        left.remove(_pair(city, other))
    if len(others) == 1:  # A pair that ends here goes on to the neighbor.
        pairs = [_pair(*(others[0] if end == city else end for end in pair)) for pair in pairs]
    elif others[0] != others[1]:
        left.append(_pair(*others))
    return left, pairs
