"""Time the exact optimizers on networks and stacks like those of random play, and on the hardest ones found.

Run it from the project's root: `python -m benchmarks.optimizers [--cases N] [--seed S]`.
"""

import argparse
import statistics
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from time import process_time

from branchline.core.optimize.best_settlement import best_settlement
from branchline.core.optimize.borrowing import best_borrowing
from branchline.core.optimize.longest_path import Edge, longest_trail, longest_trail_length
from branchline.core.optimize.tour import connected, meets_in_order
from branchline.core.printed.board import Board
from branchline.data.load import load_board
from branchline.data.load_cards import load_cardset
from tests.core.test_best_settlement import COLORS, HARDEST, ORDER, PRINTED
from tests.core.worst_networks import worst_tours, worst_trails

Call = Callable[[], object]


def network(rng: Random, board: Board, pieces: int) -> list[Edge]:
    """Routes until hardly any pieces are left; short ones come more often, of a double route only one."""
    open_routes = {(route.a, route.b): route.length for route in board.routes}
    edges: list[Edge] = []
    while fitting := [pair for pair, length in open_routes.items() if length <= pieces]:
        a, b = rng.choices(fitting, [open_routes[pair] ** -2 for pair in fitting])[0]
        edges.append((a, b, open_routes.pop((a, b))))
        pieces -= edges[-1][2]
        if pieces <= 2:
            break
    return edges


def borrowing(rng: Random, board: Board, stations: int, tickets: int) -> Call:
    """A player with this many stations, when the others have claimed all that is left."""
    own = [(a, b) for a, b, _ in network(rng, board, 45)]
    others = [(route.a, route.b) for route in board.routes if (route.a, route.b) not in own]
    cities = rng.sample(range(len(board.cities)), stations)
    choices = [[ends for ends in others if city in ends] for city in cities]
    held = [(ticket.cities[0], ticket.cities[1], ticket.points) for ticket in rng.sample(board.tickets, tickets)]
    return partial(best_borrowing, own, choices, held)


def touring(rng: Random, board: Board) -> Call:
    """A printed tour over a network that connects it."""
    tours = [ticket.cities for ticket in board.tickets if ticket.is_tour]
    while True:
        edges = [(a, b) for a, b, _ in network(rng, board, 60)]
        for stops in rng.sample(tours, len(tours)):
            if connected(edges, stops):
                return partial(meets_in_order, edges, stops)


def settlement(rng: Random, tickets: int, cards: int) -> Call:
    deck = [number for number, kind in enumerate(load_cardset().kinds) for _ in range(kind.copies)]
    drawn = rng.sample(deck, cards)
    stack = [drawn.count(color) for color in range(len(COLORS))]
    held = rng.sample(PRINTED, tickets)
    needs, values = [ticket.needs for ticket in held], [ticket.points for ticket in held]
    return partial(best_settlement, stack, cards - sum(stack), needs, values)


def hardest_settlements() -> Iterable[Call]:
    for cards, left_out, _ in HARDEST:
        held = [ticket for number, ticket in enumerate(PRINTED) if number not in left_out]
        stack, wilds = [cards[ORDER.index(color)] for color in COLORS], cards[-1]
        needs, values = [ticket.needs for ticket in held], [ticket.points for ticket in held]
        yield partial(best_settlement, stack, wilds, needs, values)


def seconds(call: Call) -> float:
    """Processor time, the best of three, so that what else the machine does counts less."""
    best = float("inf")
    for _ in range(3):
        start = process_time()
        call()
        best = min(best, process_time() - start)
    return best


def report(name: str, calls: Iterable[Call]) -> None:
    times = sorted(seconds(call) * 1e6 for call in calls)
    late = times[len(times) * 99 // 100]
    print(f"{name:<52} {statistics.mean(times):>9.1f} {statistics.median(times):>9.1f} {late:>9.1f} {times[-1]:>9.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng, cases = Random(arguments.seed), range(arguments.cases)
    print(f"seed {arguments.seed}, {arguments.cases} cases a line\n")
    print(f"{'microseconds':<52} {'mean':>9} {'median':>9} {'99 %':>9} {'worst':>9}")
    for name in ("usa", "europe"):
        nets = [network(rng, load_board(name), 45) for _ in cases]
        report(f"longest_trail_length, {name}", (partial(longest_trail_length, edges) for edges in nets))
        report(f"longest_trail, {name}", (partial(longest_trail, edges) for edges in nets))
    report("longest_trail, hardest found", (partial(longest_trail, worst.edges) for worst in worst_trails()))
    europe, world = load_board("europe"), load_board("world")
    report("best_borrowing, 1 station, 4 tickets", (borrowing(rng, europe, 1, 4) for _ in cases))
    report("best_borrowing, 3 stations, 15 tickets", (borrowing(rng, europe, 3, 15) for _ in cases))
    report(
        "meets_in_order, printed tours that are connected",
        [touring(rng, world) for _ in cases[:: max(1, len(cases) // 50)]],
    )
    tours = [([(a, b) for a, b, _ in worst.edges], worst.stops) for worst in worst_tours()]
    report("meets_in_order, hardest found", (partial(meets_in_order, edges, stops) for edges, stops in tours))
    for tickets, cards in ((6, 12), (10, 25), (20, 30), (46, 50)):
        report(f"best_settlement, {tickets} tickets, {cards} cards", (settlement(rng, tickets, cards) for _ in cases))
    report("best_settlement, hardest found", hardest_settlements())


if __name__ == "__main__":
    main()
