"""What parts of hands lead to: worked out once, for every hand that holds the same of them."""

from __future__ import annotations

import pytest

from branchline.core.ids import Cards, Kind
from branchline.rules.board.payment.remembered import Recall, part


def test_hands_that_hold_the_same_of_some_kinds_and_of_wilds_share_what_is_known() -> None:
    asked: list[Cards] = []

    def total(held: Cards) -> int:
        asked.append(held)
        return sum(held)

    pick, known = part([Kind(2), Kind(0)], total)
    assert [known[pick(hand)] for hand in ((1, 9, 3, 2), (1, 0, 3, 2), (1, 0, 3, 1))] == [6, 6, 5]
    assert asked == [(3, 1, 2), (3, 1, 1)]


def test_all_is_forgotten_when_it_becomes_too_much_and_worked_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recall, "MAX_SIZE", 2)
    known = Recall(sum)
    assert [known[held] for held in ((1, 0), (2, 0), (3, 0), (1, 0), (1, 0))] == [1, 2, 3, 1, 1]
    assert set(known) == {(3, 0), (1, 0)}
