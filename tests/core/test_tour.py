"""Tours: connected, and in order (W-21, W-22): by example, and against walking every way there is."""

from random import Random

import pytest

from branchline.core.optimize.tour import Pair, connected, meets_in_order
from tests.core.worst_networks import WorstTour, worst_tours


def by_brute_force(edges: list[Pair], stops: list[int]) -> bool:
    """Whether any line from the first stop meets the others in order; every line is walked."""
    at: dict[int, list[tuple[int, int]]] = {}
    for index, (a, b) in enumerate(edges):
        at.setdefault(a, []).append((b, 1 << index))
        at.setdefault(b, []).append((a, 1 << index))

    def walk(city: int, used: int, met: int) -> bool:
        while met < len(stops) and stops[met] == city:
            met += 1
        if met == len(stops):
            return True
        return any(walk(other, used | bit, met) for other, bit in at.get(city, ()) if not used & bit)

    return walk(stops[0], 0, 0)


def a_network(rng: Random) -> tuple[list[Pair], list[int]]:
    """Some routes, and up to six stops, of which some may repeat or lie elsewhere."""
    cities = rng.randint(2, 9)
    edges = []
    for _ in range(rng.randint(0, 7 if cities < 4 else 11)):
        a, b = rng.sample(range(cities), 2)
        edges.append((a, b))
    return edges, [rng.randrange(cities) for _ in range(rng.randint(1, 6))]


def test_a_line_meets_its_cities_in_order() -> None:
    """W-22: other cities may lie between them, and the line may be walked from either end."""
    line = [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert meets_in_order(line, [0, 2, 4])
    assert meets_in_order(line, [3, 2, 0])
    assert not meets_in_order(line, [0, 4, 2])


def test_a_star_that_would_have_to_be_walked_twice_is_connected_but_not_in_order() -> None:
    """W-21, W-22: the decision's own example."""
    star = [(0, 1), (0, 2), (0, 3)]
    assert connected(star, [1, 2, 3])
    assert not meets_in_order(star, [1, 2, 3])
    assert meets_in_order(star, [1, 0, 3])


def test_a_second_way_makes_the_star_a_tour_in_order() -> None:
    """W-22: out to city 2 by one route and back by another; each is used once."""
    assert meets_in_order([(0, 1), (0, 2), (2, 4), (4, 0), (0, 3)], [1, 2, 3])


def test_a_double_route_would_be_two_ways() -> None:
    """W-22: each route is used once, and these are two."""
    assert meets_in_order([(0, 1), (0, 2), (2, 0), (0, 3)], [1, 2, 3])


def test_a_stop_may_be_passed_before_its_turn() -> None:
    """W-22: from 0 the line runs through 2 to 1, and then comes back to 2."""
    assert meets_in_order([(0, 2), (2, 1), (1, 3), (3, 2)], [0, 1, 2])


def test_what_is_not_connected_is_neither() -> None:
    """W-21: this is where the penalty is due."""
    apart = [(0, 1), (2, 3)]
    assert not connected(apart, [0, 1, 2])
    assert not meets_in_order(apart, [0, 1, 2])
    assert not meets_in_order([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)], [0, 3])


def test_a_city_off_the_network_is_not_connected() -> None:
    """W-21."""
    assert not connected([(0, 1)], [0, 7])
    assert not connected([], [0, 7])
    assert not meets_in_order([(0, 1)], [0, 1, 7])


def test_a_single_city_is_always_connected() -> None:
    """W-21: nothing is asked of the network, nor by a tour without cities."""
    assert connected([], [3])
    assert connected([], [])
    assert meets_in_order([], [3])
    assert meets_in_order([], [3, 3])


def test_the_shortest_way_is_not_always_the_one_to_take() -> None:
    """W-22: the short way from 0 to 1 uses the only route on which the line can go on to 2."""
    assert meets_in_order([(0, 3), (3, 1), (0, 4), (4, 5), (5, 6), (6, 1), (3, 2)], [0, 1, 2])
    assert not meets_in_order([(0, 3), (3, 1), (3, 2)], [0, 1, 2])


def test_it_is_exact(seed: int) -> None:
    """W-21, W-22."""
    rng = Random(seed)
    answers = set()
    for _ in range(4000):
        edges, stops = a_network(rng)
        answer = meets_in_order(edges, stops)
        assert answer == by_brute_force(edges, stops), (edges, stops)
        assert connected(edges, stops) == all(by_brute_force(edges, [stops[0], stop]) for stop in stops), (edges, stops)
        answers.add((answer, connected(edges, stops)))
    assert answers == {(True, True), (False, True), (False, False)}


@pytest.mark.parametrize("worst", worst_tours(), ids=lambda worst: f"{len(worst.stops)} stops")
def test_the_hardest_networks_found_are_answered_too(worst: WorstTour) -> None:
    """W-22: each fits into a player's 60 pieces, connects the stops, and has no line that meets them in order."""
    edges = [(a, b) for a, b, _ in worst.edges]
    assert sum(length for _, _, length in worst.edges) <= 60
    assert connected(edges, worst.stops)
    assert not by_brute_force(edges, worst.stops)
    assert not meets_in_order(edges, worst.stops)
