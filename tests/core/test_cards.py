"""Hands and piles as counts."""

from hypothesis import given
from hypothesis import strategies as st

from branchline.core.cards import holds, minus, plus, with_one
from branchline.core.ids import Kind

PILE = st.tuples(*[st.integers(0, 12)] * 4)


@given(PILE, PILE)
def test_what_was_added_can_be_taken_away(pile: tuple[int, ...], more: tuple[int, ...]) -> None:
    assert minus(plus(pile, more), more) == pile
    assert holds(plus(pile, more), more)


@given(PILE, st.integers(0, 3))
def test_one_card_more(pile: tuple[int, ...], kind: int) -> None:
    after = with_one(pile, Kind(kind))
    assert sum(after) == sum(pile) + 1
    assert minus(after, pile)[kind] == 1


@given(PILE, PILE)
def test_a_pile_holds_what_leaves_no_debt(pile: tuple[int, ...], some: tuple[int, ...]) -> None:
    assert holds(pile, some) == (min(minus(pile, some)) >= 0)


def test_wrong_shapes_and_debts_are_not_held() -> None:
    assert not holds((1, 2, 3), (1, 2))
    assert not holds((1, 2, 3), (1, 2, 3, 0))
    assert not holds((1, 2, 3), (0, -1, 0))
    assert not holds((1, 2, 3), ())
    assert holds((1, 2, 3), (0, 0, 0))
