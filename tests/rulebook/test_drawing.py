"""Drawing cards: face up or blind, the second card, wilds, the flush, and decks that run out (B-2 to B-9)."""

import pytest

from branchline.core.actions import DrawBlind, DrawFaceUp
from branchline.core.events import (
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    DeckReshuffled,
    DisplayDealt,
    DisplayFlushed,
    DrawingStopped,
    RouteClaimed,
    TurnStarted,
)
from branchline.core.ids import TRAINS, Seat
from branchline.core.phases import SECOND_CARD, TURN
from branchline.core.refusals import Refusal
from branchline.games import load_game
from tests.builders import Table, a_game, cards, told


def wilds_shown(table: Table) -> int:
    return table.state.display.count(table.board.wild)


# -- two cards --


def test_a_player_takes_two_cards_one_after_the_other() -> None:
    """B-2: each is face up or blind; after the second the turn is over."""
    table = a_game("sampleland").display("red blue green black red")
    table.draw(1)
    assert (table.seat, table.state.phase, table.held(0)) == (0, SECOND_CARD, "blue")
    table.draw(2)
    assert (table.seat, table.state.phase, table.held(0)) == (1, TURN, "blue green")


def test_both_cards_may_be_drawn_blind() -> None:
    """B-2."""
    table = a_game("sampleland").deck("red black").blind()
    assert table.seat == 0
    table.blind()
    assert (table.seat, table.held(0)) == (1, "red black")


@pytest.mark.parametrize("blind_first", [True, False])
def test_one_card_may_be_blind_and_the_other_face_up(blind_first: bool) -> None:
    """B-2."""
    table = a_game("sampleland").display("red red red red red").deck("blue:2")
    table = table.blind().draw(0) if blind_first else table.draw(0).blind()
    assert (table.seat, table.held(0)) == (1, "red blue")


def test_after_the_first_card_nothing_else_may_be_done() -> None:
    """B-2: the second card is due."""
    table = a_game("sampleland").hand(0, "red:3").draw(0)
    assert table.verbs == {DrawBlind, DrawFaceUp}
    assert table.why_not.claim("aber--brig", "red:3") is Refusal.SECOND_CARD_FIRST
    assert table.why_not.draw_tickets() is Refusal.SECOND_CARD_FIRST
    assert table.why_not.rest() is Refusal.CAN_ACT


def test_every_blind_card_has_its_chance() -> None:
    """B-2: the top card is any card of the deck; with two reds and one blue, red comes up more often, not always."""
    drawn = [a_game("sampleland").deck("red:2 blue").shuffled_by(seed).blind().held(0) for seed in range(300)]
    assert 150 < drawn.count("red") < 250
    assert drawn.count("red") + drawn.count("blue") == 300


# -- the display --


def test_a_taken_card_is_replaced_at_once() -> None:
    """B-3: before the next card is taken."""
    table = a_game("sampleland").display("red blue green black red").deck("green").draw(0)
    assert table.face_up() == "green blue green black red"
    assert table.of(CardTaken) == [CardTaken(Seat(0), 0, table.board.kind_ids["red"])]
    assert table.of(CardTurnedUp) == [CardTurnedUp(0, TRAINS, table.board.kind_ids["green"])]


def test_the_card_just_turned_up_may_be_the_second_card() -> None:
    """B-3: engines that draw both cards in one request cannot offer the card that has just been turned up."""
    table = a_game("sampleland").display("red blue blue black red").deck("green:2").draw(0)
    assert table.why_not.draw(0) is None
    assert table.draw(0).held(0) == "red green"


def test_drawing_blind_leaves_the_display_as_it_is() -> None:
    """B-3: only a taken card is replaced."""
    table = a_game("sampleland")
    before = table.face_up()
    assert table.blind().face_up() == before


def test_there_is_no_sixth_card_face_up() -> None:
    """B-2."""
    table = a_game("sampleland")
    assert table.why_not.draw(5) is Refusal.NO_SUCH_SLOT
    assert table.why_not.draw(-1) is Refusal.NO_SUCH_SLOT


# -- wilds --


def test_a_face_up_wild_is_the_only_card_of_the_turn() -> None:
    """B-4."""
    table = a_game("sampleland").display("red wild green black red").draw(1)
    assert (table.seat, table.held(0)) == (1, "wild")
    assert table.of(TurnStarted) == [TurnStarted(Seat(1))]


def test_a_face_up_wild_is_never_the_second_card() -> None:
    """B-4: after a face-up card and after a blind one."""
    shown = a_game("sampleland").display("red wild green black red")
    for table in (shown.draw(0), a_game("sampleland").display("red wild green black red").blind()):
        assert table.why_not.draw(1) is Refusal.WILD_AS_SECOND
        assert DrawFaceUp(1) not in table.legal


def test_not_even_a_wild_that_has_just_been_turned_up_is_the_second_card() -> None:
    """B-4: engines check the display of before the first card, and let the new wild go."""
    table = a_game("sampleland").display("red blue green black red").discards("blue").deck("wild").draw(0)
    assert table.face_up() == "wild blue green black red"
    assert table.why_not.draw(0) is Refusal.WILD_AS_SECOND


def test_a_wild_drawn_blind_is_an_ordinary_card() -> None:
    """B-5: the second card is still due, and may be a blind wild again."""
    table = a_game("sampleland").deck("wild:2").blind()
    assert (table.seat, table.state.phase, table.held(0)) == (0, SECOND_CARD, "wild")
    assert table.blind().held(0) == "wild:2"
    assert table.seat == 1


# -- three wilds face up --


def third_wild(discards: str, seed: int = 0) -> Table:
    """Take a card so that the third wild is turned up, the last card of the deck; `discards` are the new deck."""
    table = a_game("sampleland").display("wild wild red red red")
    return table.discards(discards).deck("wild").shuffled_by(seed).draw(2)


def test_three_wilds_face_up_are_discarded_with_all_the_others() -> None:
    """B-6: engines lose or make cards here: five go out, five come in."""
    table = third_wild("blue:10")
    flushed = table.of(DisplayFlushed)
    assert [table.board.kinds[kind].id for kind in flushed[0].display if kind is not None] == [
        "wild", "wild", "wild", "red", "red",
    ]  # fmt: skip
    assert table.discarded() == "red:2 wild:3"
    assert wilds_shown(table) < 3
    assert None not in table.state.display


def test_two_wilds_face_up_stay() -> None:
    """B-6: three it takes."""
    table = a_game("sampleland").display("wild red red red red").deck("wild").draw(1)
    assert table.face_up() == "wild wild red red red"
    assert not table.of(DisplayFlushed)


def test_the_display_is_dealt_anew_until_fewer_than_three_are_wild() -> None:
    """B-6: one new deal is not always enough; engines that stop after one or three of them are wrong."""
    flushes = []
    for seed in range(200):
        table = third_wild("blue:3 wild:3", seed)
        assert wilds_shown(table) < 3
        flushes.append(len(table.of(DisplayFlushed)))
        assert len(table.of(DisplayDealt)) == flushes[-1]
    assert max(flushes) > 2
    assert min(flushes) == 1


def test_the_second_card_after_a_flush_comes_from_the_new_display() -> None:
    """B-6: the flush happens at once, in the middle of the turn."""
    table = third_wild("blue:10")
    assert (table.seat, table.state.phase) == (0, SECOND_CARD)
    slot = next(i for i, kind in enumerate(table.state.display) if kind == table.board.kind_ids["blue"])
    assert table.draw(slot).held(0) == "red blue"


@pytest.mark.parametrize("name", ["usa", "europe", "world"])
def test_the_set_up_never_leaves_three_wilds_face_up(name: str) -> None:
    """B-6: it holds during the set-up already."""
    game = load_game(name)
    flushed = 0
    for seed in range(400):
        state, events = game.start(5, seed)
        assert state.display.count(game.printed.wild) < 3
        assert game.problems(state) == ()
        flushed += any(isinstance(event, DisplayFlushed) for event in events)
    assert flushed, "among 400 deals some must turn up three wilds"


def test_the_flush_goes_on_when_a_gap_is_filled_at_the_end_of_a_turn() -> None:
    """B-6, B-7a: a refill from later discards may bring the third wild."""
    table = a_game("sampleland").hand(0, "red:2 wild").display("wild wild red red -").deck("", rest_with=1)
    table.hand(1, "blue:10 green:10 black:10 red:6 wild:5").deck("", rest_with=1)
    table.claim("aber--brig", "red:2 wild")
    assert wilds_shown(table) < 3
    assert None not in table.state.display


def test_a_display_that_cannot_get_better_stays() -> None:
    """B-6a: without this guard the flush would never end; it does fire in real games."""
    table = third_wild("")
    assert table.face_up() == "wild wild wild red red"
    assert not table.of(DisplayFlushed)


def test_a_display_with_gaps_can_have_three_wilds_too() -> None:
    """B-6a: two empty places, and no card to fill them with."""
    table = a_game("sampleland").display("wild wild red - -").deck("wild").draw(2)
    assert table.face_up() == "wild wild wild - -"
    assert not table.of(DisplayFlushed)


def test_the_guard_counts_deck_discards_and_display_together() -> None:
    """B-6a: one plain card more among the discards, and a display with two wilds can be made."""
    table = third_wild("blue")
    assert table.of(DisplayFlushed)
    assert wilds_shown(table) == 2


def test_a_display_that_could_not_get_better_is_flushed_as_soon_as_it_can() -> None:
    """B-6, B-6a: the guard holds only while nothing better can come; later discards lift it at the end of the turn."""
    table = third_wild("").hand(1, "red:3").deck("", rest_with=0)
    assert wilds_shown(table) == 3
    table.turn(1)
    table.state = table.state._replace(phase=TURN)
    table.claim("aber--brig", "red:3")
    assert table.of(DisplayFlushed)
    assert wilds_shown(table) < 3


def test_a_display_and_a_deck_that_take_turns_are_left_after_ten_clearings() -> None:
    """B-6a: three wilds among the five face up, three among the five in the deck, and they never mix."""
    table = third_wild("blue:2 wild:3")
    assert len(table.of(DisplayFlushed)) == 10
    assert [type(event) for event in table.events[-3:]] == [DisplayFlushed, DisplayDealt, DeckReshuffled]
    assert wilds_shown(table) == 3
    assert sum(table.state.decks[0]) == 5
    assert table.state.phase == SECOND_CARD


def test_a_display_left_so_is_looked_at_again_when_the_deck_changes() -> None:
    """B-6a: at the end of the next step that changes deck, discards or display, even in the middle of a turn."""
    table = third_wild("blue:2 wild:3").blind()
    assert [type(event) for event in table.events[:4]] == [CardDrawn, DisplayFlushed, DeckReshuffled, DisplayDealt]
    assert wilds_shown(table) < 3
    first = a_game("sampleland").display("wild wild wild red red").deck("blue:5").blind()
    assert first.state.phase == SECOND_CARD
    assert first.of(DisplayFlushed)


def test_a_display_left_so_is_not_looked_at_in_a_step_that_changes_no_cards() -> None:
    """B-6a: drawing tickets moves no card."""
    table = a_game("sampleland").display("wild wild wild red red").deck("blue:2 wild:2 black")
    offer = [table.board.tickets[ticket].id for ticket in table.state.tickets[:3]]
    table.draw_tickets().keep(offer[0], " ".join(offer[1:]))
    assert table.seat == 1
    assert not table.of(DisplayFlushed)
    assert table.blind().of(DisplayFlushed)


# -- decks that run out --


def test_an_exhausted_deck_is_made_anew_from_the_discards_at_once() -> None:
    """B-7, B-7a: in the very step that took its last card, right after it."""
    table = a_game("sampleland").discards("blue:2 black").deck("red").blind()
    assert [type(event) for event in table.events] == [CardDrawn, DeckReshuffled]
    assert table.of(DeckReshuffled) == [DeckReshuffled(TRAINS, cards(table.board, "blue:2 black"))]
    assert table.discarded() == ""
    assert sum(table.state.decks[0]) == 3


def test_the_new_deck_is_shuffled() -> None:
    """B-7: any of the discards may come first."""
    drawn = {
        a_game("sampleland").discards("blue black").deck("red").shuffled_by(s).blind().blind().held(0)
        for s in range(40)
    }
    assert drawn == {"red blue", "red black"}


def test_cards_discarded_later_begin_a_new_pile() -> None:
    """B-7a: engines that wait with the shuffle until a card is needed mix them into the new deck."""
    table = a_game("sampleland").hand(1, "red:3").discards("blue:2").deck("green black", rest_with=0).blind().blind()
    assert table.of(DeckReshuffled) == [DeckReshuffled(TRAINS, cards(table.board, "blue:2"))]
    table.claim("aber--brig", "red:3")
    assert (told(table.board, table.state.decks[0]), table.discarded()) == ("blue:2", "red:3")
    assert not table.of(DeckReshuffled)


def test_the_last_card_may_be_a_refill() -> None:
    """B-7a: the shuffle follows the card that was turned up, before the second card is taken."""
    table = a_game("sampleland").display("red red red red red").discards("blue").deck("green").draw(0)
    assert [type(event) for event in table.events] == [CardTaken, CardTurnedUp, DeckReshuffled]
    assert table.face_up() == "green red red red red"
    assert told(table.board, table.state.decks[0]) == "blue"


def test_a_shuffle_in_the_middle_of_a_deal_is_told_before_it_and_one_after_its_last_card_after_it() -> None:
    """B-7a: the deck has two of the five cards, or just these five."""
    shown = (
        a_game("sampleland").display("wild wild red red red").discards("blue:5").deck("wild black:2").shuffled_by(seed)
        for seed in range(100)
    )
    middle = next(table for table in shown if table.draw(2).of(DisplayFlushed))
    told_so = [type(event) for event in middle.events]
    assert told_so == [CardTaken, CardTurnedUp, DisplayFlushed, DeckReshuffled, DisplayDealt]
    assert middle.of(DeckReshuffled)[0].cards == cards(middle.board, "blue:5 red:2 wild:3")
    after = third_wild("blue:5")
    assert [type(event) for event in after.events] == [
        CardTaken, CardTurnedUp, DeckReshuffled, DisplayFlushed, DisplayDealt, DeckReshuffled,
    ]  # fmt: skip
    assert after.of(DeckReshuffled)[1].cards == cards(after.board, "red:2 wild:3")


def test_where_nothing_was_left_to_shuffle_the_next_discards_become_the_deck() -> None:
    """B-7a: at the end of the step that discarded them."""
    table = a_game("sampleland").hand(0, "red:3").deck("").claim("aber--brig", "red:3")
    assert table.of(DeckReshuffled) == [DeckReshuffled(TRAINS, cards(table.board, "red:3"))]
    assert [type(event) for event in table.events] == [RouteClaimed, DeckReshuffled, TurnStarted]
    assert (told(table.board, table.state.decks[0]), table.discarded()) == ("red:3", "")


def test_a_display_left_short_is_refilled_from_later_discards_at_the_end_of_the_step() -> None:
    """B-7a: a face-up row that refills only when a card is taken stays empty for ever in many engines."""
    table = a_game("sampleland").hand(0, "red:3").display("- - - - -").deck("")
    table.claim("aber--brig", "red:3")
    assert table.face_up() == "red red red - -"
    assert table.discarded() == ""
    assert [event.slot for event in table.of(CardTurnedUp)] == [0, 1, 2]


def test_three_wilds_are_looked_at_when_all_places_are_filled() -> None:
    """B-6, B-7a: not while places are still being filled."""
    table = a_game("sampleland").hand(0, "black:2 wild:2").display("wild - - - -").deck("")
    table.claim("aber--elm", "black:2 wild:2")
    up = [type(event) for event in table.events if isinstance(event, CardTurnedUp | DisplayFlushed)]
    assert up[:4] == [CardTurnedUp] * 4
    assert wilds_shown(table) == 3, "these five cards are all there are (B-6a)"


def test_with_no_cards_to_draw_from_nobody_draws_whatever_lies_face_up() -> None:
    """B-8."""
    for display in ("- - - - -", "red blue - - -", "wild - - - -", "red blue green black red"):
        table = a_game("sampleland").hand(0, "red:3").display(display).deck("")
        assert not table.verbs & {DrawBlind, DrawFaceUp}
        assert table.why_not.blind() is Refusal.DECK_EMPTY
        assert table.why_not.draw(0) is Refusal.NOTHING_TO_DRAW


@pytest.mark.parametrize("blind", [True, False])
def test_a_first_card_that_leaves_nothing_to_draw_from_is_the_only_one(blind: bool) -> None:
    """B-8: whatever still lies face up; and that it ends with one card is told."""
    table = a_game("sampleland").display("red blue green black red").deck("green")
    table = table.blind() if blind else table.draw(0)
    assert (table.seat, table.state.phase, table.held(0)) == (1, TURN, "green" if blind else "red")
    assert table.of(DrawingStopped) == [DrawingStopped(Seat(0))]


def test_a_first_card_that_leaves_discards_is_not_the_only_one() -> None:
    """B-8: a famous site ended the turn when the first card emptied the deck."""
    table = a_game("sampleland").display("red blue green black red").discards("blue").deck("green").blind()
    assert (table.seat, table.state.phase) == (0, SECOND_CARD)
    assert not table.of(DrawingStopped)
    assert table.blind().held(0) == "blue green"


def test_a_second_card_or_a_wild_is_not_told_as_a_stop() -> None:
    """B-8: only a turn that ends with one card for want of others is."""
    assert not a_game("sampleland").deck("red:2").blind().blind().of(DrawingStopped)
    assert not a_game("sampleland").display("wild blue green black red").deck("red").draw(0).of(DrawingStopped)


def test_there_is_no_hand_limit() -> None:
    """B-9: for cards or for tickets."""
    table = a_game("usa").hand(0, "red:11 blue:12 green:11 black:12 white:12 wild:10")
    table.blind().blind()
    assert sum(table.player(0).hand) == 70
    everything = [ticket.id for ticket in table.board.tickets]
    table = a_game("usa").tickets(0, *everything[3:])
    table.draw_tickets().keep(" ".join(everything[:3]))
    assert table.player(0).tickets.bit_count() == 33


def test_who_draws_is_told_to_all_what_is_drawn_only_to_the_drawer() -> None:
    """B-2: a blind card is seen by its drawer alone."""
    table = a_game("sampleland").deck("blue:2").blind()
    (drawn,) = table.of(CardDrawn)
    assert drawn.seen_by(Seat(0)).kind == table.board.kind_ids["blue"]
    assert drawn.seen_by(Seat(1)).kind is None
    assert drawn.seen_by(None).kind is None


def test_the_words_for_cards_read_back() -> None:
    """The builders' own words: what is told is what is read."""
    board = a_game("sampleland").board
    assert told(board, cards(board, "wild red:2 blue")) == "red:2 blue wild"
