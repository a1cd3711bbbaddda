"""The best use of stations, exact over all combinations (E-18, E-19): by example, and against trying them all."""

from itertools import product
from random import Random

from branchline.core.optimize.borrowing import Borrowing, Ends, Picks, Ticket, best_borrowing

Position = tuple[list[Ends], list[list[Ends]], list[Ticket]]


def reached(routes: list[Ends], city: int) -> set[int]:
    """The cities connected with this one, itself included."""
    cities = {city}
    while more := {end for route in routes if cities & set(route) for end in route} - cities:
        cities |= more
    return cities


def result(position: Position, picks: Picks) -> tuple[int, tuple[int, ...]]:
    """The ticket total and the completed tickets when the stations borrow these routes."""
    own, choices, tickets = position
    routes = own + [station[pick] for station, pick in zip(choices, picks, strict=True) if pick is not None]
    completed = tuple(index for index, (a, b, _) in enumerate(tickets) if b in reached(routes, a))
    return sum(points if index in completed else -points for index, (*_, points) in enumerate(tickets)), completed


def by_brute_force(position: Position) -> Borrowing:
    """The best of all combinations; the documented order decides between equals."""
    best = None
    for picks in product(*([None, *range(len(station))] for station in position[1])):
        total, completed = result(position, picks)
        order = [0 if pick is None else -1 - pick for pick in picks]
        rank = (total, len(completed), picks.count(None), order)
        if best is None or rank > best[0]:
            best = rank, Borrowing(total, completed, picks)
    assert best is not None
    return best[1]


def a_position(rng: Random) -> Position:
    cities = range(rng.randint(3, 9))

    def routes_at(city: int) -> list[Ends]:
        others = rng.choices([other for other in cities if other != city], k=rng.randint(0, 4))
        return [rng.choice(((city, other), (other, city))) for other in others]

    def two_cities() -> Ends:
        a, b = rng.sample(cities, 2)
        return a, b

    return (
        [two_cities() for _ in range(rng.randint(0, 6))],
        [routes_at(rng.choice(cities)) for _ in range(rng.randint(0, 3))],
        [(*two_cities(), rng.randint(1, 9)) for _ in range(rng.randint(0, 6))],
    )


def test_of_two_routes_that_bring_the_same_the_first_is_borrowed() -> None:
    """E-19: it is nothing to the score, but everybody shows the same."""
    assert best_borrowing([], [[(0, 1), (0, 2)]], [(0, 1, 5), (0, 2, 5)]) == Borrowing(0, (0,), (0,))
    assert best_borrowing([], [[(0, 2), (0, 1)]], [(0, 1, 5), (0, 2, 5)]) == Borrowing(0, (1,), (0,))


def test_without_stations_only_own_routes_count() -> None:
    """E-18."""
    assert best_borrowing([(0, 1), (1, 2)], [], [(0, 2, 7), (0, 3, 5)]) == Borrowing(2, (0,), ())


def test_without_tickets_nothing_is_borrowed() -> None:
    """E-19."""
    assert best_borrowing([(0, 1)], [[(1, 2)], []], []) == Borrowing(0, (), (None, None))


def test_a_station_borrows_one_route_that_ends_in_its_city() -> None:
    """E-18: the second route would complete the other ticket, but a station lends only one."""
    assert best_borrowing([(0, 1)], [[(1, 2), (1, 3)]], [(0, 2, 4), (0, 3, 9)]) == Borrowing(5, (1,), (1,))


def test_the_borrowed_route_serves_all_tickets() -> None:
    """E-18: it is one and the same route for all of the owner's tickets."""
    tickets = [(0, 2, 4), (1, 3, 9), (0, 3, 6)]
    assert best_borrowing([(0, 1), (2, 3)], [[(1, 2)]], tickets) == Borrowing(19, (0, 1, 2), (0,))


def test_stations_work_together() -> None:
    """E-18: no single route completes the ticket, two do; the station may stand far from the owner's own routes."""
    assert best_borrowing([(0, 1)], [[(2, 1)], [(3, 2)]], [(0, 3, 8)]) == Borrowing(8, (0,), (0, 0))


def test_the_highest_total_comes_first() -> None:
    """E-19: one ticket of 9 is better than two of 4."""
    own, station = [(0, 1)], [(1, 2), (1, 3)]
    assert best_borrowing([*own, (2, 4)], [station], [(0, 2, 4), (0, 4, 4), (0, 3, 9)]).completed == (2,)


def test_then_the_most_completed_tickets_count() -> None:
    """E-19: one of 8 or two of 4."""
    own, station = [(0, 1)], [(1, 3), (1, 2)]
    assert best_borrowing([*own, (2, 4)], [station], [(0, 3, 8), (0, 2, 4), (0, 4, 4)]) == Borrowing(0, (1, 2), (1,))


def test_a_ticket_that_is_worth_nothing_is_completed_all_the_same() -> None:
    """E-19: the total is the same, and one more ticket is completed."""
    assert best_borrowing([], [[(0, 1)]], [(0, 1, 0)]) == Borrowing(0, (0,), (0,))


def test_a_station_with_nothing_to_borrow_does_not_spoil_the_others() -> None:
    """E-19: another engine then tried no combination at all."""
    assert best_borrowing([(0, 1)], [[], [(1, 2)], []], [(0, 2, 5)]) == Borrowing(5, (0,), (None, 0, None))


def test_a_ticket_completed_counts_even_if_the_total_stays_below_zero() -> None:
    """E-19: another engine borrowed only when the total came out above 0."""
    assert best_borrowing([(0, 1)], [[(1, 2)]], [(0, 2, 5), (0, 9, 20)]) == Borrowing(-15, (0,), (0,))
    assert best_borrowing([(0, 1)], [[(1, 2)]], [(0, 2, 5), (0, 9, 5)]) == Borrowing(0, (0,), (0,))


def test_a_station_borrows_nothing_when_that_changes_nothing() -> None:
    """E-19: the ticket is completed already, or cannot be."""
    assert best_borrowing([(0, 1), (1, 2)], [[(1, 2), (1, 3)]], [(0, 2, 5)]).picks == (None,)
    assert best_borrowing([(0, 1)], [[(1, 0), (1, 3)]], [(0, 4, 5)]).picks == (None,)


def test_the_fewest_routes_are_borrowed_and_then_the_first_ones() -> None:
    """E-19 leaves open which of several equal combinations it is; ours is always the same."""
    detour = [[(1, 4)], [(4, 2)], [(5, 0), (2, 1), (1, 2)]]
    assert best_borrowing([(0, 1)], detour, [(0, 2, 5)]).picks == (None, None, 1)
    assert best_borrowing([(0, 1)], [[(1, 2)], [(2, 1)]], [(0, 2, 5)]).picks == (None, 0)


def test_it_is_the_exact_optimum(seed: int) -> None:
    """E-19: over all combinations; total, tickets and picks agree with each other too."""
    rng = Random(seed)
    for _ in range(3000):
        position = a_position(rng)
        best = best_borrowing(*position)
        assert best == by_brute_force(position), position
        assert (best.total, best.completed) == result(position, best.picks), position
