"""Sets of small integers in one integer."""

from hypothesis import given
from hypothesis import strategies as st

from branchline.core.bits import mask_of, members, nth_member

SETS = st.sets(st.integers(0, 140))


@given(SETS)
def test_members_are_what_the_mask_was_made_of_in_ascending_order(items: set[int]) -> None:
    assert list(members(mask_of(items))) == sorted(items)


@given(SETS.filter(bool))
def test_the_nth_member_has_n_smaller_ones(items: set[int]) -> None:
    assert [nth_member(mask_of(items), n) for n in range(len(items))] == sorted(items)


def test_nothing_is_the_empty_set() -> None:
    assert mask_of(()) == 0
    assert list(members(0)) == []
