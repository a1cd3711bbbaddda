"""Networks that the rules allow and that took the optimizers the most work, found by hill climbing over the boards."""

import json
from pathlib import Path
from typing import NamedTuple

from branchline.core.optimize.longest_path import Edge

FOUND = json.loads(Path(__file__).with_name("worst_networks.json").read_text("utf-8"))


class WorstTrail(NamedTuple):
    board: str
    edges: list[Edge]
    length: int  # Of the longest trail, by walking every way there is.


class WorstTour(NamedTuple):
    edges: list[Edge]
    stops: list[int]


def numbered(routes: list[str]) -> tuple[dict[str, int], list[Edge]]:
    """The numbers of the cities, and the routes with these numbers."""
    number: dict[str, int] = {}
    edges = []
    for route in routes:
        a, b, length = route.split()
        edges.append((number.setdefault(a, len(number)), number.setdefault(b, len(number)), int(length)))
    return number, edges


def worst_trails() -> list[WorstTrail]:
    return [WorstTrail(found["board"], numbered(found["routes"])[1], found["length"]) for found in FOUND["trails"]]


def worst_tours() -> list[WorstTour]:
    tours = []
    for found in FOUND["tours"]:
        number, edges = numbered(found["routes"])
        tours.append(WorstTour(edges, [number[city] for city in found["stops"]]))
    return tours
