"""Ferries: grey routes with locomotive symbols (E-7)."""

import pytest

from branchline.core.refusals import Refusal
from tests.builders import a_game


def test_smyrna_palermo_takes_four_cards_of_one_color_and_two_locomotives() -> None:
    """E-7, the rulebook's example."""
    table = a_game("europe").hand(0, "green:4 wild:2")
    assert table.payments("palermo--smyrna") == {"green:4 wild:2"}
    table.claim("palermo--smyrna", "green:4 wild:2")
    assert table.player(0).points == 15


def test_more_locomotives_may_replace_cards_of_the_set() -> None:
    """E-7: up to a whole ferry of locomotives."""
    table = a_game("europe").hand(0, "green:6 wild:6")
    assert table.payments("palermo--smyrna") == {
        "green:4 wild:2", "green:3 wild:3", "green:2 wild:4", "green wild:5", "wild:6",
    }  # fmt: skip


@pytest.mark.parametrize("pay", ["green:6", "green:5 wild"])
def test_a_ferry_with_too_few_locomotives_is_refused(pay: str) -> None:
    """E-7: another site once let ferries go without any."""
    table = a_game("europe").hand(0, "green:6 wild:2")
    assert table.why_not.claim("palermo--smyrna", pay) is Refusal.WRONG_PAYMENT


def test_a_ferry_is_grey_but_of_one_color() -> None:
    """E-7: a set of one color for the other spaces."""
    table = a_game("sampleland").hand(0, "red blue:2 wild:2")
    assert table.payments("cove--ford") == {"red wild", "blue wild", "wild:2"}
    table = a_game("europe").hand(0, "red:2 blue:2 wild:2")
    assert table.why_not.claim("palermo--smyrna", "red:2 blue:2 wild:2") is Refusal.WRONG_PAYMENT


def test_a_ferry_with_as_many_symbols_as_spaces_takes_locomotives_only() -> None:
    """E-7: Amsterdam-London."""
    table = a_game("europe").hand(0, "green:4 wild:3")
    assert table.payments("amsterdam--london") == {"wild:2"}
