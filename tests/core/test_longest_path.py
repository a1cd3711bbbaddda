"""The longest trail, exact for every network (B-22): by example, and against walking every way there is."""

from collections.abc import Callable
from random import Random

import pytest

from branchline.core.optimize.longest_path import Edge, Trail, longest_trail, longest_trail_length
from tests.core.worst_networks import WorstTrail, worst_trails


def by_brute_force(edges: list[Edge]) -> int:
    """The longest of all trails, each of them walked."""
    at: dict[int, list[tuple[int, int, int]]] = {}
    for index, (a, b, length) in enumerate(edges):
        at.setdefault(a, []).append((b, length, 1 << index))
        at.setdefault(b, []).append((a, length, 1 << index))

    def walk(city: int, used: int) -> int:
        ways = (length + walk(other, used | bit) for other, length, bit in at[city] if not used & bit)
        return max(ways, default=0)

    return max((walk(city, 0) for city in at), default=0)


def is_walk(edges: list[Edge], trail: Trail) -> bool:
    """Whether the trail runs on from edge to edge, uses none twice, and is as long as it says."""
    if len(set(trail.edges)) < len(trail.edges) or sum(edges[index][2] for index in trail.edges) != trail.length:
        return False
    here = {city for edge in edges for city in edge[:2]}
    for index in trail.edges:
        a, b, _ = edges[index]
        here = {there for city, there in ((a, b), (b, a)) if city in here}
    return bool(here) or not edges


def a_network(rng: Random) -> list[Edge]:
    """Some cities and routes between them; sparse ones fall apart, dense ones have loops and double routes."""
    cities = rng.randint(2, 9)
    number = rng.randint(0, 7 if cities < 5 else 10)
    return [(*sorted(rng.sample(range(cities), 2)), rng.randint(1, 6)) for _ in range(number)]  # type: ignore[misc]


def a_chain_of_loops(rng: Random) -> list[Edge]:
    """Loops joined by bridges, with dead ends: what is taken apart before the search must be put together again."""
    edges: list[Edge] = []
    joints = [0]
    for _ in range(rng.randint(2, 3)):
        first = max(joints) + 1
        size = rng.choice((1, 2, 3, 3))
        edges.append((rng.choice(joints), first, rng.randint(1, 6)))
        ring = list(range(first, first + size))
        if size > 1:
            edges.extend((a, b, rng.randint(1, 6)) for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
        joints.extend(ring)
    edges.extend((rng.choice(joints), max(joints) + 1 + extra, rng.randint(1, 6)) for extra in range(rng.randint(0, 3)))
    rng.shuffle(edges)
    return edges


def a_loop_beside_a_loop(rng: Random) -> list[Edge]:
    """A ring with long arms, and a small ring joined to it twice, which may be in the way rather than of use."""
    ring, small = range(rng.randint(2, 4)), range(4, 4 + rng.randint(2, 3))
    edges = [(a, b, rng.randint(1, 8)) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]
    edges += [(a, b, rng.randint(1, 2)) for a, b in zip(small, (*small[1:], small[0]), strict=True)]
    edges += [(rng.choice(ring), rng.choice(small), rng.randint(1, 2)) for _ in range(2)]
    edges += [(rng.choice(ring), 7 + arm, rng.randint(1, 20)) for arm in range(2)]
    rng.shuffle(edges)
    return edges


def assert_exact(edges: list[Edge]) -> None:
    trail = longest_trail(edges)
    assert trail.length == longest_trail_length(edges) == by_brute_force(edges), edges
    assert is_walk(edges, trail), (edges, trail)


def test_without_a_route_the_length_is_0() -> None:
    """B-23."""
    assert longest_trail([]) == Trail(0, ())
    assert longest_trail_length([]) == 0


def test_the_length_counts_pieces_and_not_routes() -> None:
    """B-22."""
    assert longest_trail([(0, 1, 6), (2, 3, 1), (3, 4, 1), (4, 5, 1)]) == Trail(6, (0,))


def test_the_edges_are_told_in_walking_order() -> None:
    """B-22: from the end with the lower number."""
    assert longest_trail([(1, 2, 2), (0, 3, 1), (3, 1, 4)]) == Trail(7, (1, 2, 0))


def test_a_line_is_walked_from_its_lower_end_whichever_branch_is_longer() -> None:
    assert longest_trail([(0, 1, 5), (0, 2, 4), (0, 3, 1)]) == Trail(9, (0, 1))
    assert longest_trail([(0, 1, 4), (0, 2, 5), (0, 3, 1)]) == Trail(9, (0, 1))


def test_of_branches_of_the_same_length_those_to_the_lower_cities_are_told() -> None:
    """B-22 leaves it open; ours is always the same, so that a game that is played again has the same score sheet."""
    assert longest_trail([(0, 1, 2), (0, 2, 2), (0, 3, 2), (0, 4, 2)]) == Trail(4, (0, 1))
    assert longest_trail([(0, 4, 2), (0, 3, 2), (0, 2, 2), (0, 1, 2)]) == Trail(4, (3, 2))


def test_a_loop_with_two_dead_ends_is_walked_from_the_lower_of_them() -> None:
    """B-22: from city 3 in, all round, and out to city 4, whichever is given first."""
    loop = [(0, 1, 3), (1, 2, 3), (2, 0, 2)]
    assert longest_trail([*loop, (0, 4, 5), (0, 3, 4)]) == Trail(17, (4, 0, 1, 2, 3))
    assert longest_trail([*loop, (0, 3, 4), (0, 4, 5)]) == Trail(17, (3, 0, 1, 2, 4))


def test_of_a_star_the_two_longest_branches_count() -> None:
    """B-22: a route counts once, so there is no way back out of a dead end."""
    assert longest_trail([(0, 1, 2), (0, 2, 5), (0, 3, 3), (0, 4, 4)]) == Trail(9, (1, 3))


def test_the_longest_need_not_run_through_the_busiest_city() -> None:
    """B-22."""
    assert longest_trail([(0, 1, 1), (0, 2, 1), (0, 3, 1), (3, 4, 1), (4, 5, 4), (4, 6, 4)]) == Trail(8, (4, 5))


def test_a_loop_is_walked_all_round() -> None:
    """B-22: loops are allowed."""
    assert longest_trail([(0, 1, 3), (1, 2, 3), (2, 0, 2)]) == Trail(8, (0, 1, 2))


def test_a_city_may_be_met_again() -> None:
    """B-22: two loops meet in city 0; a search that never comes back to a city finds less."""
    assert longest_trail_length([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 1), (3, 4, 1), (4, 0, 1)]) == 6


def test_a_loop_lies_between_two_dead_ends() -> None:
    """B-22: in by one, all round, and out by the other."""
    assert longest_trail_length([(0, 1, 3), (1, 2, 3), (2, 0, 2), (0, 3, 4), (0, 4, 5), (0, 5, 1)]) == 17


def test_of_a_loop_with_branches_the_longer_way_round_counts() -> None:
    """B-22."""
    assert longest_trail_length([(0, 1, 1), (1, 2, 3), (2, 3, 3), (3, 0, 3), (0, 4, 6), (1, 5, 6)]) == 21


def test_a_bridge_is_crossed_once() -> None:
    """B-22: of three loops around a city, each behind a bridge, only two can be had."""
    loops = [(a, b, 1) for c in (1, 4, 7) for a, b in ((0, c), (c, c + 1), (c + 1, c + 2), (c + 2, c))]
    assert longest_trail_length(loops) == 8


def test_separate_networks_do_not_add_up() -> None:
    """B-22."""
    assert longest_trail_length([(0, 1, 3), (1, 2, 3), (2, 0, 3), (5, 6, 4), (6, 7, 4)]) == 9
    assert longest_trail_length([(0, 1, 1), (1, 2, 1), (2, 0, 1), (5, 6, 4), (6, 7, 4)]) == 8
    assert longest_trail_length([(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 2), (5, 6, 4), (6, 7, 4)]) == 8
    six_routes_of_which_five_can_be_walked = [(0, 1, 1), (0, 2, 1), (0, 3, 1), (1, 2, 1), (1, 3, 1), (2, 3, 1)]
    assert longest_trail([*six_routes_of_which_five_can_be_walked, (5, 6, 5)]) == Trail(5, (6,))


def test_four_odd_cities_cost_the_shortest_route_between_them() -> None:
    """B-22: all six routes between four cities cannot be walked at once."""
    assert longest_trail_length([(0, 1, 2), (0, 2, 3), (0, 3, 4), (1, 2, 5), (1, 3, 6), (2, 3, 7)]) == 25


def test_a_side_loop_may_have_to_be_left_out() -> None:
    """B-22: both ends are the long arms at city 0, and to walk through what is beside would cost two long routes."""
    ring = [(0, 1, 6), (1, 2, 6), (2, 3, 6), (3, 0, 6), (0, 4, 20), (0, 5, 20)]
    triangle = [(1, 6, 1), (3, 7, 1), (6, 7, 2), (7, 8, 2), (8, 6, 2)]
    assert longest_trail_length(ring + triangle) == 64
    four_odd_cities = [(1, 6, 1), (3, 7, 1), (6, 7, 1), (6, 8, 1), (6, 9, 1), (7, 8, 1), (7, 9, 1), (8, 9, 1)]
    assert longest_trail_length(ring + four_odd_cities) == 64
    there_and_back_and_there = [(1, 6, 1), (3, 7, 1), (6, 7, 3), (6, 7, 3), (6, 7, 3)]
    assert longest_trail_length(ring + there_and_back_and_there) == 64


@pytest.mark.parametrize("network", [a_network, a_chain_of_loops, a_loop_beside_a_loop])
def test_it_is_exact(network: Callable[[Random], list[Edge]], seed: int) -> None:
    """B-22: exact for every position, not an estimate."""
    rng = Random(seed)
    for _ in range(1500):
        assert_exact(network(rng))


def test_what_the_cities_are_called_does_not_matter(seed: int) -> None:
    """B-22: nor in which order the routes are given."""
    rng = Random(seed)
    for _ in range(200):
        edges = a_network(rng)
        names = rng.sample(range(40), 9)
        other = [(names[b], names[a], length) for a, b, length in edges]
        rng.shuffle(other)
        assert longest_trail_length(edges) == longest_trail_length(other), (edges, other)


@pytest.mark.parametrize("worst", worst_trails(), ids=lambda worst: worst.board)
def test_the_hardest_networks_found_are_exact_too(worst: WorstTrail) -> None:
    """B-22: each fits into a player's 45 pieces."""
    trail = longest_trail(worst.edges)
    assert sum(length for _, _, length in worst.edges) <= 45
    assert trail.length == longest_trail_length(worst.edges) == worst.length == by_brute_force(worst.edges)
    assert is_walk(worst.edges, trail)
