"""The blocks of a network: what stays together when its bridges, the edges that alone join two parts, are taken out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Block(NamedTuple):
    cities: list[int]
    edges: list[int]  # Indices of the edges between these cities.
    top: int
    bridge: int | None  # The bridge that leads from the top on towards the last block; None in that last block.


def blocks(ends: Sequence[tuple[int, int]], within: Iterable[int]) -> Iterator[Block]:
    """The blocks of the edges `within`, part by part; each comes after all those that hang on it by a bridge."""
    at: dict[int, list[tuple[int, int]]] = {}
    for index in within:
        a, b = ends[index]
        at.setdefault(a, []).append((b, index))
        at.setdefault(b, []).append((a, index))
    reached = _visit(at)
    rank = {city: number for number, city in enumerate(reached)}
    highest = dict(rank)  # The first city visited to which the city, or one visited from it, has another way back.
    found = {city: Block([city], [], city, by) for city, (_, by) in reached.items()}
    for city, (parent, by) in reversed(reached.items()):
        block = found[city]
        for other, index in at[city]:
            if index != by and rank[other] < rank[city]:
                block.edges.append(index)
                highest[city] = min(highest[city], rank[other])
        if by is None or highest[city] == rank[city]:
            yield block
        else:
            highest[parent] = min(highest[parent], highest[city])
            found[parent].cities.extend(block.cities)
            found[parent].edges.extend((by, *block.edges))


def _visit(at: dict[int, list[tuple[int, int]]]) -> dict[int, tuple[int, int | None]]:
    """Every city in the order of a walk that goes on as deep as it can, with the city and the edge it came from."""
    reached: dict[int, tuple[int, int | None]] = {}
    for start in at:
        waiting: list[tuple[int, int, int | None]] = [(start, start, None)]
        while waiting:
            city, parent, by = waiting.pop()
            if city not in reached:
                reached[city] = (parent, by)
                waiting.extend([(other, city, index) for other, index in at[city] if other not in reached])
    return reached
