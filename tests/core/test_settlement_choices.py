"""Every payable choice of tickets, counted and found by number: proven against listing them all (C-16, C-17)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from branchline.core.actions import Pass, SettleTickets
from branchline.core.bits import mask_of
from branchline.core.ids import Cards, TicketId
from branchline.core.optimize.best_settlement import best_settlement
from branchline.core.optimize.settlement_choices import paid, settlements, useful
from branchline.data.load_cards import load_cardset

PRINTED = load_cardset()


def payable(stack: Cards, chosen: tuple[TicketId, ...]) -> bool:
    """By the rule's words: what the colors lack, locomotives must make up for."""
    missing = 0
    for color in range(len(PRINTED.colors)):
        need = sum(PRINTED.tickets[ticket].needs[color] for ticket in chosen)
        missing += max(0, need - stack[color])
    return missing <= stack[-1]


def all_payable(stack: Cards, held: list[TicketId]) -> dict[SettleTickets, tuple[int, int]]:
    """Every payable choice by brute force, with its value and its number of tickets."""
    return {
        SettleTickets(chosen): (sum(PRINTED.tickets[ticket].points for ticket in chosen), size)
        for size in range(len(held) + 1)
        for chosen in combinations(held, size)
        if payable(stack, chosen)
    }


def proposed(stack: Cards, held: list[TicketId]) -> tuple[TicketId, ...]:
    """The best settlement, found in another way."""
    printed = [PRINTED.tickets[ticket] for ticket in held]
    needs, values = [each.needs for each in printed], [each.points for each in printed]
    return tuple(held[place] for place in best_settlement(stack[:-1], stack[-1], needs, values))


def some_position(random: Random, most_tickets: int = 9) -> tuple[Cards, list[TicketId]]:
    stack = [0] * len(PRINTED.kinds)
    for _ in range(random.randrange(22)):
        stack[random.randrange(len(stack))] += 1
    numbers = random.sample(range(len(PRINTED.tickets)), random.randrange(most_tickets + 1))
    return tuple(stack), sorted(map(TicketId, numbers))


def test_c17_the_sequence_is_exactly_what_the_stack_can_pay_with_the_best_first(seed: int) -> None:
    """C-17: a thousand positions against brute force."""
    random = Random(seed)
    for _ in range(1000):
        stack, held = some_position(random)
        expected = all_payable(stack, held)
        found = settlements(PRINTED, stack, mask_of(held))
        listed = list(found)
        assert len(listed) == len(found) == len(expected)
        assert set(listed) == expected.keys()
        assert expected[listed[0]] == max(expected.values())
        assert listed[0].tickets == proposed(stack, held)
        number = random.randrange(len(listed))
        assert found[number] == listed[number] == found[number - len(listed)]
        assert found[1:4] == listed[1:4]
        assert all(action in found for action in listed)


def test_what_the_stack_cannot_pay_is_not_among_them(seed: int) -> None:
    """C-16."""
    random = Random(seed)
    for _ in range(100):
        stack, held = some_position(random)
        found = settlements(PRINTED, stack, mask_of(held))
        for size in range(len(held) + 1):
            for chosen in combinations(held, size):
                assert (SettleTickets(chosen) in found) == payable(stack, chosen)
        other_action: object = Pass()
        assert other_action not in found
        if len(held) > 1:
            assert SettleTickets((held[1], held[0])) not in found
            assert SettleTickets((held[0], held[0])) not in found


def test_a_number_beyond_the_last_is_an_error() -> None:
    found = settlements(PRINTED, PRINTED.no_cards, 0)
    assert list(found) == [SettleTickets(())]
    with pytest.raises(IndexError):
        found[1]


def test_many_tickets_are_counted_without_being_listed() -> None:
    """C-17: with cards for everything, twenty tickets make over a million choices."""
    held = [TicketId(i) for i in range(20)]
    found = settlements(PRINTED, (9,) * 9, mask_of(held))
    assert len(found) == 2**20
    assert found[0] == SettleTickets(tuple(held))
    assert len({found[number] for number in range(0, 2**20, 4099)}) == len(range(0, 2**20, 4099))


def test_too_many_to_count_leaves_the_parts_of_the_best() -> None:
    """C-17: a hoarder's stack and every ticket of the box. All that is listed is payable; the rest is still allowed."""
    held = [TicketId(i) for i in range(len(PRINTED.tickets))]
    stack = (3, 3, 3, 3, 3, 3, 3, 3, 6)
    found = settlements(PRINTED, stack, mask_of(held))
    best = found[0].tickets
    assert best == proposed(stack, held)
    assert len(found) == 2 ** len(best)
    for number in range(0, len(found), 1 + len(found) // 500):
        assert set(found[number].tickets) <= set(best)
        assert payable(stack, found[number].tickets)
    assert SettleTickets(best[1:]) in found


def test_useful_cards_are_those_that_something_ahead_asks_for() -> None:
    assert useful((3, 0, 1), (1, 1)) == (1, 1, 0)  # all can be paid, so it does not matter how
    assert useful((3, 0, 1), (1, 5)) == (1, 0, 1)


def test_a_ticket_is_paid_with_wilds_only_where_a_color_runs_out() -> None:
    assert paid((2, 0, 2), (1, 1)) == (1, 0, 1)
    assert paid((2, 0, 0), (1, 1)) is None
