"""Settling tickets with a stack (C-16, C-17): by example, and against trying every choice of tickets."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from branchline.core.optimize.best_settlement import FEW, best_settlement, can_settle
from branchline.data.load_cards import load_cardset

COLORS = load_cardset().colors
PRINTED = load_cardset().tickets

ORDER = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white")
# The cards in this order and the locomotives, the tickets left out of the 46, the best value and number of tickets.
# Hill climbing found that these take the most work; an integer programming solver gave the same value and number.
HARDEST = [
    ((3, 5, 3, 7, 8, 7, 9, 7, 11), {14, 45}, (286, 23)),
    ((3, 4, 2, 2, 3, 6, 4, 6, 14), set(), (214, 17)),
    ((8, 9, 8, 7, 9, 7, 7, 8, 0), {33}, (297, 23)),
    ((7, 7, 7, 9, 7, 5, 5, 7, 0), {0, 1, 3, 8, 9, 15, 19, 20, 30, 31, 36, 38, 42}, (245, 20)),
    ((7, 9, 7, 7, 7, 7, 7, 7, 0), set(), (273, 21)),
]

Needs = Sequence[tuple[int, ...]]


def by_handing_out_cards(stack: Sequence[int], wilds: int, needs: Needs) -> bool:
    """Whether the tickets can be paid, card by card: the color first, then a wild."""
    left = list(stack)
    for ticket in needs:
        for color, number in enumerate(ticket):
            for _ in range(number):
                if left[color]:
                    left[color] -= 1
                elif wilds:
                    wilds -= 1
                else:
                    return False
    return True


def by_brute_force(stack: Sequence[int], wilds: int, needs: Needs, values: Sequence[int]) -> tuple[int, ...]:
    """The best of all choices; the documented order decides between equals."""
    payable = [
        chosen
        for size in range(len(needs) + 1)
        for chosen in combinations(range(len(needs)), size)
        if by_handing_out_cards(stack, wilds, [needs[index] for index in chosen])
    ]
    most = max((sum(values[index] for index in chosen), len(chosen)) for chosen in payable)
    return min(chosen for chosen in payable if (sum(values[index] for index in chosen), len(chosen)) == most)


def by_adding_up(stack: Sequence[int], wilds: int, needs: Needs, values: Sequence[int]) -> tuple[int, int]:
    """The best value and number of tickets, ticket by ticket: for each pile of cards left, the best way to it."""
    ways = {(tuple(stack), wilds): (0, 0)}
    for ticket, value in zip(needs, values, strict=True):
        for (cards, wild), (worth, number) in list(ways.items()):
            short = sum(max(0, need - have) for need, have in zip(ticket, cards, strict=True))
            left = tuple(max(0, have - need) for need, have in zip(ticket, cards, strict=True)), wild - short
            if short <= wild:
                ways[left] = max(ways.get(left, (0, 0)), (worth + value, number + 1))
    return max(ways.values())


def a_case(rng: Random) -> tuple[list[int], int, list[tuple[int, ...]], list[int]]:
    """Few kinds of cards and low values, so that much is scarce and many choices are worth the same."""
    colors = range(rng.randint(1, 4))
    tickets = range(rng.randint(0, 10))
    return (
        [rng.randint(0, 5) for _ in colors],
        rng.randint(0, 4),
        [tuple(rng.choice((0, 0, 1, 1, 2)) for _ in colors) for _ in tickets],
        [rng.randint(0, rng.choice((3, 20))) for _ in tickets],
    )


def test_the_colors_and_numbers_on_the_ticket_are_needed() -> None:
    """C-16."""
    assert can_settle([2, 1], 0, [(2, 1)])
    assert not can_settle([3, 0], 0, [(2, 1)])
    assert not can_settle([1, 1], 0, [(2, 1)])


def test_each_card_is_for_one_ticket_only() -> None:
    """C-16."""
    assert can_settle([2, 1], 0, [(1, 0), (1, 1)])
    assert not can_settle([2, 1], 0, [(1, 1), (1, 1)])


def test_a_locomotive_stands_for_any_color() -> None:
    """C-16: but for one card only."""
    assert can_settle([0, 0], 2, [(1, 0), (0, 1)])
    assert not can_settle([0, 0], 2, [(1, 0), (1, 1)])


def test_no_ticket_needs_nothing() -> None:
    """C-17: to complete none is always possible."""
    assert can_settle([0, 0], 0, [])
    assert best_settlement([0, 0], 0, [], []) == ()
    assert best_settlement([0, 0], 0, [(1, 0)], [5]) == ()


def test_all_are_completed_when_the_stack_pays_for_all() -> None:
    """C-17."""
    assert best_settlement([2, 1], 1, [(1, 0), (1, 1), (0, 1)], [5, 6, 7]) == (0, 1, 2)


def test_what_cannot_be_paid_does_not_stop_the_rest() -> None:
    """C-17."""
    assert best_settlement([2, 0], 0, [(1, 0), (0, 1), (1, 0)], [5, 20, 5]) == (0, 2)


def test_the_highest_total_value_comes_first() -> None:
    """C-17: one ticket of 20 is better than two of 9."""
    assert best_settlement([2, 2], 0, [(1, 1), (2, 2), (1, 1)], [9, 20, 9]) == (1,)


def test_then_the_most_tickets_count() -> None:
    """C-17: one of 18 or two of 9."""
    assert best_settlement([2, 2], 0, [(2, 2), (1, 1), (1, 1)], [18, 9, 9]) == (1, 2)


def test_between_equals_the_earlier_tickets_are_completed() -> None:
    """C-17 leaves it open; ours is always the same."""
    assert best_settlement([1, 1], 0, [(0, 1), (1, 0), (1, 0), (0, 1)], [5, 5, 5, 5]) == (0, 1)


def test_the_earlier_ticket_is_completed_also_where_the_later_one_needs_fewer_cards() -> None:
    """C-17 leaves it open; ours is always the same."""
    assert best_settlement([2], 0, [(2,), (1,)], [5, 5]) == (0,)


def test_the_ticket_that_gives_most_for_a_card_may_be_the_wrong_one() -> None:
    """C-17: taking 7 for one card first leaves a pair that neither 12 can use."""
    assert best_settlement([2, 2], 0, [(1, 0), (1, 1), (1, 1)], [7, 12, 12]) == (1, 2)


def test_it_is_the_exact_best(seed: int) -> None:
    """C-16, C-17: and the stack can pay for it."""
    rng = Random(seed)
    for _ in range(2500):
        stack, wilds, needs, values = case = a_case(rng)
        best = best_settlement(stack, wilds, needs, values)
        assert best == by_brute_force(stack, wilds, needs, values), case
        assert can_settle(stack, wilds, [needs[index] for index in best]), case


def test_locomotives_that_no_ticket_wants_any_more_do_not_cost_the_best_ones(seed: int) -> None:
    """C-16, C-17: more than a few tickets, and so many locomotives that some are left over on most ways."""
    of_one_color = [(1,), (3,), (3,), (1,), (2,), (3,), (2,), (3,), (3,), (1,)]
    assert best_settlement([6], 9, of_one_color, [6, 4, 5, 5, 6, 4, 4, 6, 5, 6]) == (0, 2, 3, 4, 7, 8, 9)
    rng = Random(seed)
    for _ in range(300):
        colors, tickets = range(rng.randint(1, 3)), range(rng.randint(FEW + 1, FEW + 3))
        needs = [tuple(rng.choice((0, 1, 2, 3)) for _ in colors) for _ in tickets]
        case = [rng.randint(0, 6) for _ in colors], rng.randint(1, 12), needs, [rng.randint(1, 9) for _ in tickets]
        best = best_settlement(*case)
        worth = sum(case[3][index] for index in best), len(best)
        assert worth == by_adding_up(*case), case


def test_can_settle_agrees_with_handing_out_cards(seed: int) -> None:
    """C-16."""
    rng = Random(seed)
    for _ in range(2500):
        stack, wilds, needs, _ = a_case(rng)
        chosen = needs[: rng.randint(0, 4)]
        assert can_settle(stack, wilds, chosen) == by_handing_out_cards(stack, wilds, chosen), (stack, wilds, chosen)


@pytest.mark.parametrize("tickets", [FEW, FEW + 1, 16])
def test_the_printed_tickets_are_settled_exactly(tickets: int, seed: int) -> None:
    """C-17: with the cards of the game; the other way to find the best adds up ticket by ticket."""
    rng = Random(seed)
    deck = [color for color in range(8) for _ in range(10)] + [8] * 16  # C-1
    for _ in range(20):
        held = rng.sample(PRINTED, tickets)
        cards = rng.sample(deck, rng.randint(5, 45))
        stack, wilds = [cards.count(color) for color in range(8)], cards.count(8)
        needs, values = [ticket.needs for ticket in held], [ticket.points for ticket in held]
        best = best_settlement(stack, wilds, needs, values)
        assert can_settle(stack, wilds, [needs[index] for index in best])
        worth = sum(values[index] for index in best), len(best)
        assert worth == by_adding_up(stack, wilds, needs, values), (stack, wilds, held)


@pytest.mark.parametrize(("cards", "left_out", "expected"), HARDEST)
def test_the_hardest_settlements_found_are_exact_too(
    cards: tuple[int, ...], left_out: set[int], expected: tuple[int, int]
) -> None:
    """C-17: nearly all tickets of the game in one hand."""
    held = [ticket for number, ticket in enumerate(PRINTED) if number not in left_out]
    stack, wilds = [cards[ORDER.index(color)] for color in COLORS], cards[-1]
    best = best_settlement(stack, wilds, [ticket.needs for ticket in held], [ticket.points for ticket in held])
    assert (sum(held[index].points for index in best), len(best)) == expected
    assert can_settle(stack, wilds, [held[index].needs for index in best])
