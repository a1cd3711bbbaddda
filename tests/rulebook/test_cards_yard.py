"""The Card Game: playing into the rail yard, and robbing trains (C-9 to C-11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from branchline.core.actions import Action, DrawBlind, LayRow, LayThree, StopDrawing
from branchline.core.events import RowLaid, TrainRobbed
from branchline.core.ids import Color
from branchline.core.refusals import Refusal
from branchline.core.states.card_state import CardState
from tests.rulebook.card_positions import (
    ANN,
    BOB,
    CID,
    GAME,
    NO_CARDS,
    PRINTED,
    cards,
    color,
    of_type,
    play,
    position,
    row,
    three,
    yard,
)


def refused(state: CardState, action: Action) -> Refusal | None:
    refusal = GAME.refusal(state, state.turn, action)
    assert (action in GAME.legal(state, state.turn)) == (refusal is None)
    return refusal


def test_c9_a_row_of_two_or_more_cards_of_one_color() -> None:
    """C-9."""
    state = position([cards(red=3), NO_CARDS])
    assert refused(state, row("red", 1)) is Refusal.WRONG_ROW
    for count in (2, 3):
        after, events = play(state, row("red", count))
        assert yard(after, ANN) == {"red": (count, 0)}
        assert after.players[ANN].hand == cards(red=3 - count)
        assert events[0] == RowLaid(ANN, color("red"), cards(red=count))
    assert refused(state, row("red", 4)) is Refusal.CARDS_NOT_HELD


def test_c9_four_green_cards_two_of_them_locomotives() -> None:
    """C-9: the rulebook's picture."""
    state = position([cards(green=2, wild=3), NO_CARDS])
    after, events = play(state, row("green", 2, 2))
    assert yard(after, ANN) == {"green": (2, 2)}
    assert after.players[ANN].hand == cards(wild=1)
    assert events[0] == RowLaid(ANN, color("green"), cards(green=2, wild=2))


def test_c9_one_colored_card_and_a_locomotive_are_a_row() -> None:
    """C-9."""
    state = position([cards(white=1, wild=1), NO_CARDS])
    assert refused(state, row("white", 1, 1)) is None
    assert refused(state, row("white", 1, 2)) is Refusal.CARDS_NOT_HELD


def test_c9_locomotives_alone_are_no_row() -> None:
    """C-9: at least one colored card gives the row its color."""
    state = position([cards(wild=4, red=1), NO_CARDS])
    assert refused(state, row("red", 0, 3)) is Refusal.WRONG_ROW
    assert refused(state, LayRow(Color(PRINTED.wild), 2, 0)) is Refusal.WRONG_ROW
    rows = [action for action in GAME.legal(state, ANN) if isinstance(action, LayRow)]
    assert rows == [row("red", 1, wilds) for wilds in (1, 2, 3, 4)]


def test_c9_exactly_three_cards_of_three_different_colors() -> None:
    """C-9."""
    state = position([cards(red=1, blue=2, yellow=1), NO_CARDS])
    after, events = play(state, three("red", "blue", "yellow"))
    assert yard(after, ANN) == {"red": (1, 0), "blue": (1, 0), "yellow": (1, 0)}
    assert after.players[ANN].hand == cards(blue=1)
    assert [(event.color, event.cards) for event in of_type(events, RowLaid)] == [
        (color(word), cards(**{word: 1})) for word in ("red", "yellow", "blue")
    ]
    assert refused(state, three("red", "blue", "green")) is Refusal.CARDS_NOT_HELD


def test_c9_locomotives_are_not_allowed_among_three_colors() -> None:
    """C-9."""
    state = position([cards(red=1, blue=1, wild=5), NO_CARDS])
    colors = (color("red"), color("blue"), Color(PRINTED.wild))
    assert refused(state, LayThree(colors)) is Refusal.WRONG_ROW
    assert not any(isinstance(action, LayThree) for action in GAME.legal(state, ANN))


def test_c9_a_color_counts_once_and_a_play_has_one_form() -> None:
    """C-9."""
    state = position([cards(red=2, blue=2, yellow=2), NO_CARDS])
    red, yellow, blue = color("red"), color("yellow"), color("blue")
    assert refused(state, LayThree((red, yellow, blue))) is None
    for colors in [(red, red, blue), (blue, yellow, red), (Color(-1), red, blue)]:
        assert refused(state, LayThree(colors)) is Refusal.WRONG_ROW
    assert refused(state, LayThree((red, blue))) is Refusal.WRONG_ROW  # type: ignore[arg-type]  # two do not do


@pytest.mark.parametrize(
    "action", [LayRow(Color(-1), 2, 0), LayRow(Color(9), 2, 0), row("red", -1, 3), row("red", 3, -1)]
)
def test_rows_that_make_no_sense_are_refused(action: LayRow) -> None:
    assert refused(position([cards(red=5, wild=5), NO_CARDS]), action) is Refusal.WRONG_ROW


def test_c10_a_color_in_the_own_yard_cannot_be_played_until_it_is_gone() -> None:
    """C-10: not even with more cards."""
    state = position([cards(red=5, blue=1, green=1, white=1), NO_CARDS], yards={"red": (ANN, 1, 0)})
    assert refused(state, row("red", 5)) is Refusal.COLOR_IN_OWN_YARD
    assert refused(state, three("red", "blue", "green")) is Refusal.COLOR_IN_OWN_YARD
    assert refused(state, three("white", "blue", "green")) is None
    state = play(state, DrawBlind(), StopDrawing(), DrawBlind(), StopDrawing()).state
    assert yard(state, ANN) == {}
    assert refused(state, row("red", 5)) is None


def test_c11_michal_and_pawel() -> None:
    """C-11: the rulebook's example. Michał plays blue, red and yellow; Paweł plays 3 blue, and Michał's blue goes."""
    michal, pawel = ANN, BOB
    state = position([cards(blue=1, red=1, yellow=1), cards(blue=3)])
    state = play(state, three("blue", "red", "yellow")).state
    after, events = play(state, row("blue", 3))
    assert yard(after, pawel) == {"blue": (3, 0)}
    assert of_type(events, TrainRobbed) == [TrainRobbed(pawel, michal, color("blue"), cards(blue=1))]
    assert after.discard == cards(blue=1)
    # It is Michał's turn again: red and yellow have moved onto the track, blue is lost.
    assert yard(after, michal) == {}
    assert after.players[michal].stack == cards(red=1, yellow=1)


@pytest.mark.parametrize(("count", "wilds", "enough"), [(3, 0, False), (4, 0, True), (2, 1, False), (1, 3, True)])
def test_c11_more_cards_are_needed_than_lie_there_locomotives_included(count: int, wilds: int, enough: bool) -> None:
    """C-11: an equal number may not be played at all."""
    state = position([cards(red=4, wild=3), NO_CARDS, NO_CARDS], yards={"red": (CID, 2, 1)})
    assert refused(state, row("red", count, wilds)) is (None if enough else Refusal.TOO_FEW_TO_ROB)


def test_c11_what_counts_is_what_lies_there_now() -> None:
    """C-11: a row that has moved on is shorter."""
    state = position([cards(red=2), NO_CARDS], yards={"red": (BOB, 2, 0)})
    assert refused(state, row("red", 2)) is Refusal.TOO_FEW_TO_ROB
    state = play(state, DrawBlind(), StopDrawing(), DrawBlind(), StopDrawing()).state
    assert yard(state, BOB) == {"red": (1, 0)}
    assert refused(state, row("red", 2)) is None


def test_c11_the_whole_row_is_discarded_with_its_locomotives() -> None:
    """C-11."""
    state = position([cards(red=5), NO_CARDS], yards={"red": (BOB, 2, 2), "blue": (BOB, 2, 0)})
    after, events = play(state, row("red", 5))
    assert of_type(events, TrainRobbed) == [TrainRobbed(ANN, BOB, color("red"), cards(red=2, wild=2))]
    assert after.discard == cards(red=2, wild=2)
    assert yard(after, ANN) == {"red": (5, 0)}
    assert yard(after, BOB) == {"blue": (1, 0)}


def test_c11_three_colors_only_where_nobody_has_any_of_them() -> None:
    """C-11."""
    hand = cards(red=1, blue=1, green=1, white=1)
    state = position([hand, NO_CARDS], yards={"red": (BOB, 1, 0)})
    assert refused(state, three("red", "blue", "green")) is Refusal.TOO_FEW_TO_ROB
    assert [action for action in GAME.legal(state, ANN) if isinstance(action, LayThree)] == [
        three("blue", "green", "white")
    ]


def test_c11_a_color_lies_in_one_yard_at_a_time() -> None:
    """C-11: after a robbery only the robber has it, and the next must outnumber the robber."""
    state = position([cards(red=2), cards(red=3), cards(red=4)], yards={})
    state = play(state, row("red", 2), row("red", 3)).state
    assert (yard(state, ANN), yard(state, BOB)) == ({}, {"red": (3, 0)})
    state = play(state, row("red", 4)).state
    assert (yard(state, BOB), yard(state, CID)) == ({}, {"red": (4, 0)})


def test_c9_the_least_row_is_a_number_of_the_card_set_and_holds_for_robbers_too() -> None:
    """C-9, C-11."""
    longer = replace(PRINTED, rules=replace(PRINTED.rules, least_row=3))
    state = position([cards(red=3), NO_CARDS], yards={"red": (BOB, 1, 0)})
    assert refused(state, row("red", 2)) is None
    state = state._replace(cardset=longer)
    assert refused(state, row("red", 2)) is Refusal.WRONG_ROW
    assert refused(state, row("red", 3)) is None
