"""The lane's optimizers against the core's, on networks of every shape and on the hardest ones found."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.core.optimize.longest_path import Edge, longest_trail_length
from branchline.core.optimize.tour import meets_in_order
from branchline.lane.layout import BOARD
from branchline.lane.scoring import tour
from branchline.lane.scoring.longest_path import longest_path
from branchline.lane.scoring.work import WORK
from tests.core.worst_networks import WorstTour, WorstTrail, worst_tours, worst_trails

_BOARD = np.zeros(1, BOARD)[0]
_WORK = np.zeros(1, WORK)[0]


def network(edges: list[Edge], stops: list[int] | None = None) -> tuple[Any, Any]:
    """A board of these edges, all of them owned, and a ticket that names these stops."""
    board, work = _BOARD, _WORK
    board["city_count"] = 1 + max((max(a, b) for a, b, _ in edges), default=0)
    for i, (a, b, length) in enumerate(edges):
        board["route_a"][i], board["route_b"][i], board["route_length"][i] = a, b, length
        work["owned"][i] = i
    work["owned_count"] = len(edges)
    for i, stop in enumerate(stops or ()):
        board["ticket_stops"][0, i] = stop
    board["ticket_length"][0] = len(stops or ())
    return board, work


def some_edges(random: Random) -> list[Edge]:
    cities, count = random.randint(2, 9), random.randint(0, 16)
    ends = [random.sample(range(cities), 2) for _ in range(count)]
    return [(a, b, random.randint(1, 6)) for a, b in ends]


@pytest.mark.parametrize("seed", range(300))
def test_the_longest_path_is_as_long_as_in_the_core(seed: int) -> None:
    edges = some_edges(Random(seed))
    assert longest_path(*network(edges)) == longest_trail_length(edges), (seed, edges)


@pytest.mark.parametrize("worst", worst_trails(), ids=lambda worst: f"{worst.board} {worst.length}")
def test_the_hardest_networks_found_are_measured_too(worst: WorstTrail) -> None:
    assert longest_path(*network(worst.edges)) == worst.length


@pytest.mark.parametrize("seed", range(300))
def test_tours_are_met_in_order_as_in_the_core(seed: int) -> None:
    random = Random(seed)
    edges = some_edges(random) or [(0, 1, 1)]
    cities = sorted({city for a, b, _ in edges for city in (a, b)})
    stops = [random.choice(cities) for _ in range(random.randint(3, 5))]
    board, work = network(edges, stops)
    assert tour.meets_in_order(board, work, 0) == meets_in_order([(a, b) for a, b, _ in edges], stops), (edges, stops)


@pytest.mark.parametrize("worst", worst_tours(), ids=lambda worst: f"{len(worst.stops)} stops")
def test_the_hardest_tours_found_are_answered_too(worst: WorstTour) -> None:
    board, work = network(worst.edges, worst.stops)
    assert not tour.meets_in_order(board, work, 0)
