"""How much the exact optimizers have to try: one that leaves a limit out gives the same answers, too late for a table.

Counted in calls of one function on fixed positions, the hardest that are known and some by lot; never in seconds. Who
finds a better way writes the lower numbers down here.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Any

import pytest

from branchline.core.optimize import best_settlement, longest_in_block, longest_path, settlement_choices, tour
from branchline.core.optimize.longest_path import longest_trail_length
from branchline.data.load_cards import load_cardset
from tests.core import test_tour
from tests.core.test_best_settlement import COLORS, HARDEST, ORDER, PRINTED, a_case
from tests.core.test_longest_path import a_loop_beside_a_loop
from tests.core.worst_networks import worst_tours, worst_trails

ROUNDS = 200


class Calls:
    number = 0


@contextmanager
def counted(function: Callable[..., Any]) -> Iterator[Calls]:
    """Count the calls of a function while something is worked out."""
    calls, code = Calls(), function.__code__

    def look(frame: FrameType, event: str, _: object) -> None:
        calls.number += event == "call" and frame.f_code is code

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def hardest(number: int) -> tuple[list[int], int, list[tuple[int, ...]], list[int]]:
    cards, left_out, _ = HARDEST[number]
    held = [ticket for index, ticket in enumerate(PRINTED) if index not in left_out]
    stack = [cards[ORDER.index(color)] for color in COLORS]
    return stack, cards[-1], [ticket.needs for ticket in held], [ticket.points for ticket in held]


@pytest.mark.parametrize(("number", "most"), [*enumerate([10_966, 5_129, 10_485, 17_695, 3_709])])
def test_hard_settlements_are_found_among_few_choices(number: int, most: int) -> None:
    case = hardest(number)
    with counted(best_settlement._search) as calls:
        best_settlement.best_settlement(*case)
    assert calls.number <= most


def test_small_settlements_are_found_among_few_choices() -> None:
    rng = Random(1)
    with counted(best_settlement._search) as calls:
        for _ in range(ROUNDS):
            best_settlement.best_settlement(*a_case(rng))
    assert calls.number <= 885


def test_settlements_of_printed_tickets_are_found_among_few_choices() -> None:
    """So many tickets that what a card is worth is found out first."""
    rng = Random(1)
    deck = [color for color in range(8) for _ in range(10)] + [8] * 16  # C-1
    with counted(best_settlement._search) as calls:
        for _ in range(50):
            held, cards = rng.sample(PRINTED, 16), rng.sample(deck, rng.randint(5, 45))
            stack, wilds = [cards.count(color) for color in range(8)], cards.count(8)
            needs, values = [ticket.needs for ticket in held], [ticket.points for ticket in held]
            best_settlement.best_settlement(stack, wilds, needs, values)
    assert calls.number <= 2_301


@pytest.mark.parametrize(("number", "most"), [*enumerate([19, 522, 616, 17, 13, 1, 651, 600, 51, 17])])
def test_hard_trails_are_found_in_few_attempts(number: int, most: int) -> None:
    with counted(longest_in_block._find) as calls:
        longest_trail_length(worst_trails()[number].edges)
    assert calls.number <= most


def test_trails_over_loops_are_found_in_few_attempts() -> None:
    rng = Random(1)
    with counted(longest_in_block._find) as calls:
        for _ in range(ROUNDS):
            longest_trail_length(a_loop_beside_a_loop(rng))
    assert calls.number <= 3_701


def test_what_could_not_be_long_enough_is_not_searched() -> None:
    """All of a loop and the two longest of its three arms are as long as a line elsewhere, so that line is told."""
    elsewhere, loop, arms = [(0, 1, 13)], [(2, 3, 1), (3, 4, 1), (4, 2, 1)], [(2, 5, 5), (3, 6, 5), (4, 7, 5)]
    with counted(longest_path._longest_through) as calls:
        assert longest_trail_length([*elsewhere, *loop, *arms]) == 13
    assert calls.number == 0


def test_tours_by_lot_are_answered_after_few_questions() -> None:
    rng = Random(1)
    with counted(tour._joinable) as calls:
        for _ in range(5 * ROUNDS):
            tour.meets_in_order(*test_tour.a_network(rng))
    assert calls.number <= 1_068


def test_hard_tours_are_answered_after_few_questions() -> None:
    with counted(tour._joinable) as calls:
        for worst in worst_tours():
            tour.meets_in_order([(a, b) for a, b, _ in worst.edges], worst.stops)
    assert calls.number <= 300


@pytest.mark.parametrize(("cards", "most"), [(5, 495), (3, 347)], ids=["many cards", "few cards"])
def test_ways_to_settle_join_again(cards: int, most: int) -> None:
    """Where there are few cards, tickets that cannot be paid at all do not keep the ways apart."""
    cardset, rng = load_cardset(), Random(1)
    with counted(settlement_choices._fork) as calls:
        for _ in range(20):
            stack = tuple(rng.randrange(cards) for _ in range(len(cardset.colors) + 1))
            tickets = sum(1 << ticket for ticket in rng.sample(range(len(cardset.tickets)), 9))
            settlement_choices.settlements.__wrapped__(cardset, stack, tickets)
    assert calls.number <= most
