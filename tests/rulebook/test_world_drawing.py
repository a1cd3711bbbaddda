"""World: drawing from two decks, the mixed display, and its wilds (W-8 to W-12)."""

import pytest

from branchline.core.actions import DrawBlind, DrawFaceUp
from branchline.core.events import CardTurnedUp, DeckReshuffled, DisplayDealt, DisplayFlushed
from branchline.core.ids import SHIPS, TRAINS
from branchline.core.phases import SECOND_CARD
from branchline.core.refusals import Refusal
from tests.builders import Table, a_game, cards

PLAIN = "red green white red-ship green-ship white-ship"


def decks_shown(table: Table) -> list[int]:
    return [table.board.kinds[kind].deck for kind in table.state.display if kind is not None]


def test_two_cards_each_face_up_or_the_top_of_either_deck() -> None:
    """W-8."""
    table = a_game("world").display(PLAIN).deck("black:3", "black-double:3")
    table.blind(SHIPS)
    assert (table.held(0), table.state.phase) == ("black-double", SECOND_CARD)
    table.blind(TRAINS)
    assert (table.held(0), table.seat) == ("black black-double", 1)


@pytest.mark.parametrize(("refill", "comes"), [(TRAINS, "black"), (SHIPS, "black-double")])
def test_the_player_chooses_the_deck_that_replaces_a_taken_card(refill: int, comes: str) -> None:
    """W-8: so the display may hold any mix of the two kinds."""
    table = a_game("world").display(PLAIN).deck("black:3", "black-double:3")
    table.draw(0, TRAINS if refill == 0 else SHIPS)
    assert table.face_up() == f"{comes} green white red-ship green-ship white-ship"
    assert table.of(CardTurnedUp)[0].deck == refill


def test_the_display_may_hold_one_kind_alone() -> None:
    """W-8."""
    table = a_game("world").display("red green white red-ship green-ship white-ship").deck("", "black-double:6")
    for slot in range(3):
        table.turn(0).draw(slot, SHIPS)
    assert set(decks_shown(table)) == {SHIPS}


def test_an_empty_deck_cannot_be_chosen() -> None:
    """W-8: neither to draw from nor to refill from, if it has no discards."""
    table = a_game("world").display(PLAIN).deck("", "black-double:3")
    assert table.why_not.blind(TRAINS) is Refusal.DECK_EMPTY
    assert table.why_not.draw(0, TRAINS) is Refusal.REFILL_NOT_POSSIBLE
    assert table.why_not.draw(0, SHIPS) is None
    assert DrawBlind(TRAINS) not in table.legal
    assert DrawFaceUp(0, TRAINS) not in table.legal


def test_a_deck_with_discards_can_be_chosen() -> None:
    """W-8, W-11."""
    table = a_game("world").display(PLAIN).discards("black").deck("", "black-double:3")
    assert table.why_not.draw(0, TRAINS) is None
    assert table.draw(0, TRAINS).face_up().startswith("black ")


def test_there_are_two_decks_and_no_third() -> None:
    """W-8."""
    from branchline.core.ids import DeckId

    table = a_game("world")
    for deck in (-1, 2, 10**9):
        assert table.why_not.blind(DeckId(deck)) is Refusal.DECK_EMPTY
        assert table.why_not.draw(0, DeckId(deck)) is Refusal.REFILL_NOT_POSSIBLE


def test_a_face_up_wild_is_the_only_card_of_the_turn() -> None:
    """W-9: with the refill of the player's choice."""
    table = a_game("world").display("wild green white red-ship green-ship white-ship").deck("black", "black-double")
    table.draw(0, SHIPS)
    assert (table.held(0), table.seat) == ("wild", 1)
    assert table.face_up().startswith("black-double ")


def test_a_face_up_wild_is_never_the_second_card() -> None:
    """W-9: but one drawn blind is an ordinary card."""
    table = a_game("world").display("wild green white red-ship green-ship white-ship").deck("wild:2", "")
    table.blind(TRAINS)
    assert (table.held(0), table.seat, table.state.phase) == ("wild", 0, SECOND_CARD)
    assert table.why_not.draw(0, TRAINS) is Refusal.WILD_AS_SECOND
    assert table.blind(TRAINS).held(0) == "wild:2"


def third_wild(discards: str, *decks: str, seed: int = 0) -> Table:
    """Take a ship so that the third wild is turned up."""
    table = a_game("world").display("wild wild white red-ship green-ship white-ship").discards(discards)
    return table.deck(*decks).shuffled_by(seed).draw(3, TRAINS)


def test_three_wilds_of_six_face_up_are_discarded_with_the_others() -> None:
    """W-10: and three of each deck are turned up, whatever mix there was before."""
    for seed in range(30):
        table = third_wild("black:7 green:6", "wild", "black-double:6", seed=seed)
        assert table.of(DisplayFlushed)
        assert decks_shown(table) == [0, 0, 0, 1, 1, 1]
        assert table.state.display.count(table.board.wild) < 3
        assert table.of(DeckReshuffled)[0].cards == cards(table.board, "black:7 green:6 wild:3 white")
        assert len(table.of(DisplayDealt)) == len(table.of(DisplayFlushed))


def test_flushed_cards_go_to_the_discards_of_their_own_deck() -> None:
    """W-10, W-11."""
    table = third_wild("black:7 green:6", "wild", "black-double:6")
    assert table.state.discards[1] == cards(table.board, "green-ship white-ship")


def test_if_one_deck_cannot_give_three_the_other_makes_up_the_difference() -> None:
    """W-10: two ships are all there are, so four trains come up."""
    for seed in range(20):
        table = third_wild("black:7 green:6", "wild", "", seed=seed)
        assert decks_shown(table) == [0, 0, 0, 0, 1, 1]


def test_a_display_that_cannot_get_better_stays() -> None:
    """W-10, B-6a: three wilds and one more train are all; the ships could give only two."""
    table = third_wild("", "wild", "")
    assert not table.of(DisplayFlushed)
    assert table.state.display.count(table.board.wild) == 3


def test_each_deck_is_rebuilt_from_its_own_discards() -> None:
    """W-11."""
    table = a_game("world").display(PLAIN).discards("black:2 black-double:2").deck("", "")
    table.blind(SHIPS)
    assert table.of(DeckReshuffled) == [DeckReshuffled(SHIPS, cards(table.board, "black-double:2"))]
    assert table.held(0) == "black-double"
    assert table.discarded(0) == "black:2"
    table.blind(TRAINS)
    assert table.of(DeckReshuffled) == [DeckReshuffled(TRAINS, cards(table.board, "black:2"))]


def test_wilds_paid_for_ships_are_discarded_to_the_train_deck() -> None:
    """W-4, W-11: the wilds belong to the train deck."""
    table = a_game("world").hand(0, "white-ship wild").claim("caracas--miami", "white-ship wild")
    assert (table.discarded(0), table.discarded(1)) == ("wild", "white-ship")


def test_without_any_deck_there_is_no_replacement_but_face_up_cards_may_be_taken() -> None:
    """W-12 decision."""
    table = a_game("world").display(PLAIN).deck("", "")
    draws = [action for action in table.legal if isinstance(action, DrawFaceUp | DrawBlind)]
    assert draws == [DrawFaceUp(slot, TRAINS) for slot in range(6)]
    assert table.why_not.draw(0, SHIPS) is Refusal.REFILL_NOT_POSSIBLE
    table.draw(0).draw(1)
    assert table.held(0) == "green red"
    assert table.face_up() == "- - white red-ship green-ship white-ship"


def test_with_none_left_the_draw_action_is_not_available() -> None:
    """W-12 decision."""
    table = a_game("world").display("- - - - - -").deck("", "")
    assert not table.verbs & {DrawBlind, DrawFaceUp}


def test_empty_places_are_filled_from_later_discards_of_either_deck() -> None:
    """W-12, B-7a: the deck that shows fewest fills first."""
    table = a_game("world").hand(0, "red-double:2 red-ship wild").display("red green - - - -").deck("", "")
    table.claim("honolulu--tokyo", "red-double:2 wild")
    assert table.face_up().split()[:2] == ["red", "green"]
    assert sorted(table.face_up().split()[2:]) == ["-", "red-double", "red-double", "wild"]
