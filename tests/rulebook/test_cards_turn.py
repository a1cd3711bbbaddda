"""The Card Game: a turn's two phases, and drawing cards (C-4 to C-8, C-13)."""

from __future__ import annotations

import pytest

from branchline.core.actions import (
    Action,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    LayRow,
    LayThree,
    Pass,
    StopDrawing,
)
from branchline.core.cards import plus
from branchline.core.events import CardDrawn, CardTaken, CardTurnedUp, Passed, TurnStarted, YardAdvanced
from branchline.core.game import Options, Step
from branchline.core.ids import DeckId, RouteId, Seat
from branchline.core.phases import SECOND_CARD, TURN
from branchline.core.refusals import IllegalAction, Refusal
from branchline.core.states.card_state import CardState
from tests.rulebook.card_positions import (
    ANN,
    BOB,
    CID,
    GAME,
    NO_CARDS,
    PRINTED,
    cards,
    keep_all,
    kind,
    of_type,
    play,
    position,
    row,
    three,
    yard,
)


def bobs_turn(**rows: tuple[int, int, int]) -> Step[CardState]:
    """Ann stops after one card, and Bob's turn begins."""
    state = position(yards=rows)
    return play(state, DrawBlind(), StopDrawing())


def test_c4_one_card_of_each_row_moves_to_the_stack() -> None:
    """C-4: the player does nothing about it, and only the own rows move."""
    state, events = bobs_turn(red=(BOB, 3, 0), blue=(BOB, 2, 0), green=(ANN, 2, 0))
    assert state.turn == BOB
    assert yard(state, BOB) == {"red": (2, 0), "blue": (1, 0)}
    assert yard(state, ANN) == {"green": (2, 0)}
    assert state.players[BOB].stack == cards(red=1, blue=1)
    assert state.players[ANN].stack == NO_CARDS
    assert of_type(events, YardAdvanced) == [YardAdvanced(BOB, cards(red=1, blue=1))]


def test_c4_a_row_that_has_moved_whole_is_gone() -> None:
    """C-4."""
    state, _ = bobs_turn(red=(BOB, 1, 0))
    assert yard(state, BOB) == {}
    assert state.players[BOB].stack == cards(red=1)


def test_c4_skipped_when_the_yard_is_empty() -> None:
    """C-4."""
    state, events = bobs_turn(red=(ANN, 2, 0))
    assert state.players[BOB].stack == NO_CARDS
    assert of_type(events, YardAdvanced) == []
    assert events[-1] == TurnStarted(BOB)


def test_c5_locomotives_lie_on_top_and_leave_first() -> None:
    """C-5: a row of 4 green cards, 2 of them locomotives, as in the rulebook's picture."""
    state = position([cards(green=2, wild=2), NO_CARDS])
    state = play(state, row("green", 2, 2)).state
    assert yard(state, ANN) == {"green": (2, 2)}
    stacks = []
    for _ in range(4):
        state = play(state, DrawBlind(), StopDrawing()).state  # Bob
        stacks.append(state.players[ANN].stack)
        state = play(state, DrawBlind(), StopDrawing()).state  # Ann
    assert stacks == [cards(wild=1), cards(wild=2), cards(wild=2, green=1), cards(wild=2, green=2)]
    assert yard(state, ANN) == {}


def test_c6_nobody_may_look_at_a_stack_not_even_its_owner() -> None:
    """C-6."""
    state = position(stacks=[cards(red=2), cards(blue=1)])
    for viewer in (ANN, BOB, None):
        players = GAME.view(state, viewer).players
        assert [seen.stack for seen in players] == [None, None]
        assert [seen.stack_size for seen in players] == [2, 1]


def test_c6_option_for_beginners_owners_look_at_their_own() -> None:
    """C-6."""
    state = position(stacks=[cards(red=2), cards(blue=1)], options=Options(open_stacks=True))
    seen = {viewer: [player.stack for player in GAME.view(state, viewer).players] for viewer in (ANN, BOB, None)}
    assert seen == {ANN: [cards(red=2), None], BOB: [None, cards(blue=1)], None: [None, None]}


def test_c7_phase_two_is_exactly_one_of_three_actions() -> None:
    """C-7: draw cards, play into the yard, draw tickets; then the next player is on turn."""
    state = position([cards(red=2, blue=1, green=1), NO_CARDS])
    offered: set[type[Action]] = {type(action) for action in GAME.legal(state, ANN)}
    assert offered == {DrawBlind, DrawFaceUp, LayRow, LayThree, DrawTickets}
    for actions in (
        [DrawBlind(), DrawBlind()],
        [row("red", 2)],
        [three("red", "blue", "green")],
        [DrawTickets(), KeepTickets((), state.tickets[:4])],
    ):
        after = play(state, *actions).state
        assert (after.turn, after.phase) == (BOB, TURN)


def test_play_goes_round_the_table() -> None:
    """B-1: after the last seat comes the first."""
    state = position([NO_CARDS] * 3, turn=CID)
    assert play(state, DrawBlind(), DrawBlind()).state.turn == ANN


def test_c8_up_to_two_cards_from_the_deck() -> None:
    """C-8."""
    state = position(deck=cards(black=3))
    first = play(state, DrawBlind())
    assert first.state.phase == SECOND_CARD
    assert first.state.turn == ANN
    assert first.events == (CardDrawn(ANN, DeckId(0), kind("black")),)
    second = play(first.state, DrawBlind()).state
    assert second.players[ANN].hand == cards(black=2)
    assert second.turn == BOB


def test_c8_a_face_up_card_is_replaced_before_the_next_is_taken() -> None:
    """C-8."""
    state = position(display="red blue green white black", deck=cards(purple=1, orange=5))
    after, events = play(state, DrawFaceUp(1))
    new = after.display[1]
    assert after.display == (kind("red"), new, kind("green"), kind("white"), kind("black"))
    assert events == (CardTaken(ANN, 1, kind("blue")), CardTurnedUp(1, DeckId(0), new))
    assert after.players[ANN].hand == cards(blue=1)
    assert sum(after.deck) == 5
    assert GAME.refusal(after, ANN, DrawFaceUp(1)) is None
    assert play(after, DrawFaceUp(1)).state.players[ANN].hand == plus(cards(blue=1), _one(new))


def _one(drawn: int) -> tuple[int, ...]:
    return tuple(int(i == drawn) for i in range(len(PRINTED.kinds)))


def test_c8_a_face_up_locomotive_counts_as_both_cards() -> None:
    """C-8: so it can only be the first."""
    state = position(display="wild blue green white black")
    assert play(state, DrawFaceUp(0)).state.turn == BOB
    second = play(state, DrawFaceUp(1)).state
    assert second.phase == SECOND_CARD
    assert GAME.refusal(second, ANN, DrawFaceUp(0)) is Refusal.WILD_AS_SECOND
    assert DrawFaceUp(0) not in GAME.legal(second, ANN)


def test_c8_not_even_a_locomotive_just_turned_up_can_be_second() -> None:
    """C-8."""
    state = position(display="red blue green white black", deck=cards(wild=4))
    second = play(state, DrawFaceUp(0)).state
    assert second.display[0] == PRINTED.wild
    assert GAME.refusal(second, ANN, DrawFaceUp(0)) is Refusal.WILD_AS_SECOND


def test_c8_a_blind_locomotive_counts_as_one() -> None:
    """C-8."""
    state = play(position(deck=cards(wild=4)), DrawBlind()).state
    assert state.phase == SECOND_CARD
    state = play(state, DrawBlind()).state
    assert state.players[ANN].hand == cards(wild=2)


def test_c8_at_most_two_so_a_player_may_stop_after_one_but_not_before() -> None:
    """C-8."""
    state = position()
    assert GAME.refusal(state, ANN, StopDrawing()) is Refusal.WRONG_PHASE
    assert StopDrawing() not in GAME.legal(state, ANN)
    second = play(state, DrawBlind()).state
    assert StopDrawing() in GAME.legal(second, ANN)
    after = play(second, StopDrawing()).state
    assert after.turn == BOB
    assert sum(after.players[ANN].hand) == 1


def test_c8_nothing_but_drawing_follows_the_first_card() -> None:
    """C-8."""
    second = play(position([cards(red=3), NO_CARDS]), DrawBlind()).state
    for action in (row("red", 2), DrawTickets(), ClaimRoute(RouteId(0), cards(red=1))):
        assert GAME.refusal(second, ANN, action) is Refusal.SECOND_CARD_FIRST
    assert {type(action) for action in GAME.legal(second, ANN)} == {DrawBlind, DrawFaceUp, StopDrawing}


def test_c8_three_face_up_locomotives_do_not_clear_the_display() -> None:
    """C-8."""
    state = position(display="wild wild green white black", deck=cards(wild=3))
    after, events = play(state, DrawFaceUp(2))
    assert after.display.count(PRINTED.wild) == 3
    assert len(events) == 2


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (DrawFaceUp(5), Refusal.NO_SUCH_SLOT),
        (DrawFaceUp(-1), Refusal.NO_SUCH_SLOT),
        (DrawFaceUp(0, DeckId(1)), Refusal.REFILL_NOT_POSSIBLE),
        (DrawBlind(DeckId(1)), Refusal.DECK_EMPTY),
        (Pass(), Refusal.CAN_ACT),
    ],
)
def test_draws_that_make_no_sense_are_refused(action: Action, refusal: Refusal) -> None:
    state = position()
    assert GAME.refusal(state, ANN, action) is refusal
    with pytest.raises(IllegalAction, match=refusal.value):
        GAME.apply(state, ANN, action)


def test_only_the_player_whose_turn_it_is_may_act() -> None:
    state = position()
    for seat in (BOB, Seat(7), Seat(-1)):
        assert GAME.refusal(state, seat, DrawBlind()) is Refusal.NOT_YOUR_TURN
        assert len(GAME.legal(state, seat)) == 0
    assert GAME.actors(state) == (ANN,)


def test_c13_a_player_who_can_do_nothing_passes() -> None:
    """C-13: the deck is empty, no ticket is left, and one card cannot be played."""
    state = position([cards(red=1), NO_CARDS], deck=NO_CARDS, ticket_deck=[], turns_left=2)
    assert list(GAME.legal(state, ANN)) == [Pass()]
    after, events = play(state, Pass())
    assert events[0] == Passed(ANN)
    assert after.turn == BOB
    assert after.turns_left == 1


@pytest.mark.parametrize(
    "state",
    [
        position([cards(red=2), NO_CARDS], deck=NO_CARDS, ticket_deck=[], turns_left=2),
        position([cards(red=1), NO_CARDS], deck=NO_CARDS, ticket_deck=["chicago--dallas"], turns_left=2),
        position(ticket_deck=[]),
        play(position(), DrawBlind()).state,
        play(position(), DrawTickets()).state,
        GAME.start(2, 1).state,
    ],
    ids=["a row", "tickets", "cards", "second card", "offer", "first tickets"],
)
def test_c13_nobody_passes_who_can_act(state: CardState) -> None:
    """C-13."""
    assert GAME.refusal(state, ANN, Pass()) is Refusal.CAN_ACT
    assert Pass() not in GAME.legal(state, ANN)


def test_the_first_turn_begins_when_all_have_their_tickets(seed: int) -> None:
    """C-4: there is nothing to move yet."""
    state = keep_all(GAME.start(4, seed).state)
    assert state.phase == TURN
    assert GAME.actors(state) == (state.turn,)
    assert all(player.stack == NO_CARDS for player in state.players)
