"""World: drawing from two decks, the mixed display, and its wilds (W-8 to W-12)."""

import pytest

from branchline.core.actions import DrawBlind, DrawFaceUp
from branchline.core.events import CardTaken, CardTurnedUp, DeckReshuffled, DisplayDealt, DisplayFlushed
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


def test_a_deck_made_anew_can_be_chosen() -> None:
    """W-8, W-11: the last train is drawn, and the discarded one is the new deck at once."""
    table = a_game("world").display(PLAIN).discards("black").deck("green", "black-double:3").blind(TRAINS)
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
        assert table.of(DeckReshuffled)[0].cards == cards(table.board, "black:7 green:6")
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
    table = a_game("world").display(PLAIN).discards("black:2 black-double:2").deck("green:2", "green-double")
    table.blind(SHIPS)
    assert table.of(DeckReshuffled) == [DeckReshuffled(SHIPS, cards(table.board, "black-double:2"))]
    assert (table.discarded(0), table.discarded(1)) == ("black:2", "")
    table.blind(TRAINS)
    assert not table.of(DeckReshuffled)
    table.blind(TRAINS)
    assert table.of(DeckReshuffled) == [DeckReshuffled(TRAINS, cards(table.board, "black:2"))]


def test_a_display_dealt_anew_takes_the_cards_just_cleared_away() -> None:
    """B-7a: no train was left to shuffle, so the trains of the old display are the new deck in the same step."""
    table = a_game("world").display("wild wild green white red red-ship").deck("wild", "black-double:6").draw(5, TRAINS)
    kinds = [type(event) for event in table.events]
    assert kinds[:5] == [CardTaken, CardTurnedUp, DisplayFlushed, DeckReshuffled, DisplayDealt]
    assert table.of(DeckReshuffled)[0] == DeckReshuffled(TRAINS, cards(table.board, "wild:3 green white red"))
    assert decks_shown(table) == [0, 0, 0, 1, 1, 1]


def test_a_shuffle_after_the_last_train_of_a_deal_is_told_before_the_deal() -> None:
    """B-7a: the ships of the same event come after it."""
    table = third_wild("black:3", "wild", "black-double:6")
    kinds = [type(event) for event in table.events]
    assert kinds[:6] == [CardTaken, CardTurnedUp, DeckReshuffled, DisplayFlushed, DeckReshuffled, DisplayDealt]
    assert [event.deck for event in table.of(DeckReshuffled)] == [TRAINS, TRAINS]


def test_wilds_paid_for_ships_are_discarded_to_the_train_deck() -> None:
    """W-4, W-11: the wilds belong to the train deck."""
    table = a_game("world").hand(0, "white-ship wild").claim("caracas--miami", "white-ship wild")
    assert (table.discarded(0), table.discarded(1)) == ("wild", "white-ship")


def test_without_cards_in_either_deck_nobody_draws_whatever_lies_face_up() -> None:
    """W-12, B-8."""
    for display in (PLAIN, "- - - - - -"):
        table = a_game("world").display(display).deck("", "")
        assert not table.verbs & {DrawBlind, DrawFaceUp}
        assert table.why_not.draw(0, TRAINS) is Refusal.NOTHING_TO_DRAW
        assert table.why_not.blind(SHIPS) is Refusal.DECK_EMPTY


def test_while_one_sort_has_cards_face_up_cards_of_both_may_be_taken() -> None:
    """W-12: the place of either is filled from the sort that has cards."""
    table = a_game("world").display(PLAIN).deck("", "black-double:3")
    draws = [action for action in table.legal if isinstance(action, DrawFaceUp | DrawBlind)]
    assert draws == [*(DrawFaceUp(slot, SHIPS) for slot in range(6)), DrawBlind(SHIPS)]
    assert table.draw(0, SHIPS).draw(4, SHIPS).seat == 1


def test_empty_places_are_filled_from_later_discards_of_either_deck() -> None:
    """B-7a: lowest place first, from the sort of which fewer cards lie open, trains when equal."""
    table = a_game("world").hand(0, "red-double:2 red-ship wild").display("red green - - - -").deck("", "")
    table.claim("honolulu--tokyo", "red-double:2 wild")
    assert table.face_up() == "red green red-double red-double wild -"


def test_a_wild_counts_as_a_train_card_where_gaps_are_filled() -> None:
    """B-7a: the one card that lies open is a wild, so a ship comes first."""
    table = a_game("world").hand(0, "red-double:2 wild").display("wild - - - - -").deck("", "")
    table.claim("honolulu--tokyo", "red-double:2 wild")
    assert table.face_up() == "wild red-double wild red-double - -"
