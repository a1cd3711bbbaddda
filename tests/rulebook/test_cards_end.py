"""The Card Game: the end of the deck, the last turns and the settlement (C-14 to C-17)."""

from __future__ import annotations

from itertools import permutations

import pytest

from branchline.core.actions import (
    Action,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    Pass,
    SettleTickets,
    StopDrawing,
)
from branchline.core.events import (
    ChoiceMade,
    DrawingStopped,
    EndReason,
    Event,
    GameEnded,
    LastTurns,
    NothingNew,
    StackRevealed,
    TicketsSettled,
    TurnStarted,
)
from branchline.core.game import Step
from branchline.core.ids import Cards, TicketId
from branchline.core.phases import FINISHED, SECOND_CARD, TURN, Settlement
from branchline.core.refusals import Refusal
from branchline.core.score import Finish, Source
from branchline.core.states.card_state import CardState
from branchline.core.views.card_view import Settling
from tests.rulebook.card_positions import (
    ANN,
    BOB,
    CID,
    GAME,
    NO_CARDS,
    PRINTED,
    cards,
    held,
    of_type,
    play,
    position,
    row,
    ticket,
    tickets,
    yard,
)


def take_none(state: CardState) -> tuple[Action, Action]:
    """A turn that changes nothing but the order of the ticket deck."""
    return DrawTickets(), KeepTickets((), state.tickets[:4])


@pytest.mark.parametrize(
    ("deck", "actions"),
    [
        (cards(red=2), [DrawBlind(), DrawBlind()]),
        (cards(red=2), [DrawBlind(), DrawFaceUp(0)]),
        (cards(red=2), [DrawFaceUp(3), DrawFaceUp(3)]),
        (cards(red=1), [DrawBlind()]),
        (cards(red=1), [DrawFaceUp(0)]),
    ],
)
def test_c14_the_last_card_drawn_to_a_hand_or_to_the_display_begins_the_last_turns(
    deck: tuple[int, ...], actions: list[Action]
) -> None:
    """C-14, C-15."""
    state, events = play(position([NO_CARDS] * 3, deck=deck), *actions)
    assert of_type(events, LastTurns) == [LastTurns(ANN, 3)]
    assert (state.turn, state.phase, state.turns_left) == (BOB, TURN, 3)
    assert len(state.display) == 5


def test_c14_every_player_takes_one_more_turn_who_drew_the_last_card_included() -> None:
    """C-14: so that player's turn is the very last."""
    state, events = play(position([NO_CARDS] * 3, deck=cards(red=1), turn=BOB), DrawBlind())
    turns = [event.seat for event in of_type(events, TurnStarted)]
    while isinstance(state.phase, type(TURN)):
        state, events = play(state, *take_none(state))
        turns += [event.seat for event in of_type(events, TurnStarted)]
    assert turns == [CID, ANN, BOB]
    assert state.phase == Settlement((None, None, None))
    assert (state.turn, state.turns_left) == (BOB, 0)


def test_c14_the_last_turns_have_both_phases() -> None:
    """C-14: rows still move onto the track, and cards are still played and robbed."""
    state = position([NO_CARDS, cards(blue=2)], deck=cards(red=1), yards={"green": (BOB, 2, 0), "blue": (ANN, 1, 0)})
    state = play(state, DrawBlind()).state
    assert state.players[BOB].stack == cards(green=1)
    state = play(state, row("blue", 2)).state
    assert yard(state, ANN) == {}
    assert yard(state, BOB) == {"green": (1, 0), "blue": (2, 0)}
    state = play(state, *take_none(state)).state
    assert isinstance(state.phase, Settlement)
    assert state.players[BOB].stack == cards(green=1)


def test_c15_with_one_card_left_a_player_may_take_it_alone() -> None:
    """C-15."""
    state = play(position(deck=cards(white=1)), DrawBlind()).state
    assert state.players[ANN].hand == cards(white=1)
    assert state.turn == BOB


def test_c15_a_draw_in_progress_ends_when_the_deck_is_empty() -> None:
    """C-15."""
    before = play(position(deck=cards(white=2)), DrawBlind()).state
    assert before.phase == SECOND_CARD
    assert play(before, StopDrawing()).state.turns_left is None
    after = play(position(deck=cards(white=1)), DrawFaceUp(0)).state
    assert (after.turn, after.phase) == (BOB, TURN)


def test_c15_once_the_deck_is_empty_nobody_draws_not_even_face_up_cards() -> None:
    """C-15: only the yard and tickets are left."""
    state = position([cards(red=2), NO_CARDS], deck=NO_CARDS, turns_left=2)
    assert GAME.refusal(state, ANN, DrawBlind()) is Refusal.DECK_EMPTY
    assert GAME.refusal(state, ANN, DrawFaceUp(0)) is Refusal.DECK_EMPTY
    assert list(GAME.legal(state, ANN)) == [DrawTickets(), row("red", 2)]


def test_c16_each_player_turns_over_the_stack() -> None:
    """C-16: yards and hands stay where they are and do not count."""
    stacks = [cards(red=2), cards(blue=1, wild=1)]
    state = position(
        [cards(black=1), NO_CARDS], stacks=stacks, deck=NO_CARDS, turns_left=1, yards={"green": (BOB, 1, 0)}, turn=BOB
    )
    state, events = play(state, *take_none(state))
    assert of_type(events, StackRevealed) == [StackRevealed(ANN, stacks[0]), StackRevealed(BOB, stacks[1])]
    assert GAME.actors(state) == (ANN, BOB)
    for viewer in (ANN, BOB, None):
        assert [seen.stack for seen in GAME.view(state, viewer).players] == stacks


def settlement(stack: tuple[int, ...], *words: str, seats: int = 2, hand: tuple[int, ...] = NO_CARDS) -> CardState:
    """Ann has to settle: her stack, her open tickets."""
    others = [NO_CARDS] * (seats - 1)
    return position(
        [hand, *others],
        stacks=[stack, *others],
        open_tickets=[words],
        deck=NO_CARDS,
        turns_left=0,
        phase=Settlement((None,) * seats),
    )


def test_c16_los_angeles_to_pittsburgh_with_a_locomotive() -> None:
    """C-16: the rulebook's picture, a locomotive and three cards in the right colors."""
    needs = PRINTED.tickets[ticket("los-angeles--pittsburgh")].needs
    assert needs == cards(blue=2, purple=1, white=1)[:-1]
    choice = SettleTickets(tickets("los-angeles--pittsburgh"))
    for stack in (
        cards(blue=2, purple=1, wild=1),
        cards(blue=1, purple=1, white=1, wild=1),
        cards(blue=2, white=1, wild=1),
        cards(blue=2, purple=1, white=1),
        cards(wild=4),
    ):
        assert GAME.refusal(settlement(stack, "los-angeles--pittsburgh"), ANN, choice) is None
    for stack in (cards(blue=2, purple=1, white=0), cards(blue=1, white=1, wild=1), cards(wild=3), cards(red=9)):
        state = settlement(stack, "los-angeles--pittsburgh")
        assert GAME.refusal(state, ANN, choice) is Refusal.STACK_CANNOT_PAY
        assert list(GAME.legal(state, ANN)) == [SettleTickets(())]


def test_c16_each_card_serves_one_ticket_only() -> None:
    """C-16."""
    words = ["chicago--dallas", "chicago--santa-fe"]  # both yellow and green
    one = settlement(cards(yellow=1, green=1), *words)
    assert GAME.refusal(one, ANN, SettleTickets(tickets(*words))) is Refusal.STACK_CANNOT_PAY
    both = settlement(cards(yellow=2, green=1, wild=1), *words)
    assert GAME.refusal(both, ANN, SettleTickets(tickets(*words))) is None


def test_c16_cards_in_hand_or_in_the_yard_do_not_count() -> None:
    """C-16."""
    state = settlement(NO_CARDS, "chicago--dallas", hand=cards(yellow=5, green=5))
    state = state._replace(yards=position(yards={"red": (ANN, 3, 0)}).yards)
    assert list(GAME.legal(state, ANN)) == [SettleTickets(())]


def test_c17_the_player_chooses_among_what_the_stack_can_pay() -> None:
    """C-17: also less than possible, also nothing."""
    words = ["chicago--dallas", "chicago--santa-fe", "dallas--miami", "new-york--seattle"]
    state = settlement(cards(yellow=1, green=1, red=1, wild=1), *words)
    legal = list(GAME.legal(state, ANN))
    payable = [
        ("chicago--dallas",),
        ("chicago--santa-fe",),
        ("dallas--miami",),
        ("chicago--dallas", "dallas--miami"),
        ("chicago--santa-fe", "dallas--miami"),
        (),
    ]
    assert {action.tickets for action in legal if isinstance(action, SettleTickets)} == {
        tickets(*choice) for choice in payable
    }
    assert len(legal) == len(payable)


def test_c17_the_best_settlement_is_proposed_first() -> None:
    """C-17: highest total value, then most tickets."""
    words = ["chicago--dallas", "chicago--santa-fe", "dallas--miami"]
    state = settlement(cards(yellow=1, green=1, red=1, wild=1), *words)
    assert GAME.legal(state, ANN)[0] == SettleTickets(tickets("chicago--santa-fe", "dallas--miami"))
    # 10 points with one ticket, or with two of five: two are better.
    two = ["chicago--new-york--1", "chicago--new-york--2", "chicago--miami"]
    state = settlement(cards(yellow=1, blue=1, wild=0), *two)
    assert GAME.legal(state, ANN)[0] == SettleTickets(tickets(*two[:2]))
    state = settlement(cards(yellow=1, wild=1), *two)
    assert GAME.legal(state, ANN)[0] == SettleTickets(tickets(*two[:2]))


def test_c17_tickets_are_named_once_each_in_order_and_must_be_ones_own() -> None:
    """C-17."""
    state = settlement(cards(wild=9), "chicago--dallas", "dallas--miami")
    first, second = tickets("chicago--dallas", "dallas--miami")
    for choice, refusal in [
        ((first, second), None),
        ((second, first), Refusal.NOT_YOUR_TICKET),
        ((first, first), Refusal.NOT_YOUR_TICKET),
        ((ticket("new-york--seattle"),), Refusal.NOT_YOUR_TICKET),
        ((TicketId(-1),), Refusal.NOT_YOUR_TICKET),
        ((TicketId(99),), Refusal.NOT_YOUR_TICKET),
    ]:
        assert GAME.refusal(state, ANN, SettleTickets(choice)) is refusal
        assert (SettleTickets(choice) in GAME.legal(state, ANN)) == (refusal is None)


def test_c16_choices_are_made_in_any_order_and_take_effect_together() -> None:
    """C-16, C-17: what others complete is not known while one chooses."""
    state = position(
        [NO_CARDS] * 3,
        stacks=[cards(yellow=1), cards(red=2, green=2), cards(wild=1)],
        open_tickets=[["chicago--new-york--1"], ["dallas--miami", "dallas--raleigh"], ["chicago--new-york--2"]],
        deck=NO_CARDS,
        turns_left=0,
        phase=Settlement((None,) * 3),
    )
    choices = [GAME.legal(state, seat)[0] for seat in (ANN, BOB, CID)]
    ends = set()
    for order in permutations((ANN, BOB, CID)):
        now = state
        for seat in order[:2]:
            now, events = GAME.apply(now, seat, choices[seat])
            assert events == (ChoiceMade(seat),)
            assert GAME.refusal(now, seat, choices[seat]) is Refusal.ALREADY_CHOSEN
            assert now.players == state.players
        chosen = tuple(seat in order[:2] for seat in (ANN, BOB, CID))
        waiting = order[2]
        assert GAME.view(now, waiting).phase == GAME.view(now, None).phase == Settling(chosen, None)
        mine = choices[order[0]]
        assert isinstance(mine, SettleTickets)
        assert GAME.view(now, order[0]).phase == Settling(chosen, mine.tickets)
        now, events = GAME.apply(now, waiting, choices[waiting])
        assert of_type(events, TicketsSettled) == [
            TicketsSettled(ANN, tickets("chicago--new-york--1"), 5),
            TicketsSettled(BOB, tickets("dallas--raleigh", "dallas--miami"), 17),
            TicketsSettled(CID, tickets("chicago--new-york--2"), 5),
        ]
        assert events[-1] == GameEnded(EndReason.LAST_TURNS)
        ends.add(now)
    assert len(ends) == 1
    assert now.phase == FINISHED
    assert [held(now, seat) for seat in (ANN, BOB, CID)] == [set(), set(), set()]


@pytest.mark.parametrize("seats", [2, 3])
def test_c18_with_two_or_three_players_the_game_ends_here(seats: int) -> None:
    """C-18: then nobody may act."""
    state = settlement(cards(yellow=1, green=1), "chicago--dallas", seats=seats)
    for seat in GAME.actors(state):
        state = GAME.apply(state, seat, GAME.legal(state, seat)[0]).state
    assert GAME.is_over(state)
    assert GAME.actors(state) == ()
    assert GAME.refusal(state, ANN, DrawBlind()) is Refusal.GAME_OVER
    assert len(GAME.legal(state, ANN)) == 0
    (line,) = (line for line in GAME.outcome(state).sheets[ANN].lines if line.source is Source.TICKET)
    assert (line.points, line.ticket, line.finish) == (6, ticket("chicago--dallas"), Finish.COMPLETED)
    assert GAME.view(state, None).players[ANN].points == 6
    assert GAME.view(state, None).phase == FINISHED


def test_c17_no_open_ticket_leaves_only_the_empty_settlement() -> None:
    """C-17."""
    state = settlement(cards(wild=9))
    for seat in (ANN, BOB):
        assert list(GAME.legal(state, seat)) == [SettleTickets(())]


# -- ten rounds without anything new --


def stand_still(state: CardState, turns: int) -> Step[CardState]:
    """Everybody draws tickets and returns them all."""
    events: list[Event] = []
    for _ in range(turns):
        step = play(state, *take_none(state))
        state = step.state
        events += step.events
    return Step(state, tuple(events))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c13_ten_rounds_that_bring_nobody_anything_new_end_the_game(seats: int) -> None:
    """B-10a, C-13: the stacks are settled and the game is scored, with four players without a second half."""
    state = position([NO_CARDS] * seats, stacks=[cards(yellow=1, green=1)], open_tickets=[["chicago--dallas"]])
    state, events = stand_still(state, 8 * seats - 1)
    assert not of_type(events, NothingNew)
    state, events = stand_still(state, 1)
    assert of_type(events, NothingNew) == [NothingNew(8, 2)]
    state, events = stand_still(state, 2 * seats - 1)
    assert state.phase == TURN
    state, events = stand_still(state, 1)
    assert isinstance(state.phase, Settlement)
    assert len(of_type(events, StackRevealed)) == seats
    assert any(state.deck)
    for seat in GAME.actors(state):
        state, events = GAME.apply(state, seat, GAME.legal(state, seat)[0])
        assert GAME.problems(state) == ()
    assert events[-1] == GameEnded(EndReason.NOTHING_NEW)
    assert state.phase == FINISHED
    assert GAME.outcome(state).sheets[ANN].of(Source.TICKET) == 6


@pytest.mark.parametrize(
    ("hand", "actions"),
    [
        (NO_CARDS, (DrawBlind(), StopDrawing())),
        (NO_CARDS, (DrawFaceUp(0), DrawBlind())),
        (cards(red=2), (row("red", 2),)),
    ],
    ids=["a card drawn", "cards drawn", "cards laid"],
)
def test_c13_a_card_drawn_or_laid_begins_the_count_anew(hand: Cards, actions: tuple[Action, ...]) -> None:
    """B-10a."""
    state = play(position([hand, NO_CARDS], idle=19), *actions).state
    assert (state.turn, state.idle) == (BOB, 0)


def test_c13_a_ticket_kept_begins_the_count_anew() -> None:
    """B-10a: not before it is kept."""
    state = play(position(idle=19), DrawTickets()).state
    assert state.idle == 19
    state = play(state, KeepTickets(state.phase.tickets[:1], state.phase.tickets[1:])).state  # type: ignore[union-attr]
    assert (state.turn, state.idle) == (BOB, 0)


def test_c13_a_yard_that_empties_itself_is_nothing_new() -> None:
    """B-10a: no card is drawn or laid."""
    state = play(position(yards={"red": (BOB, 2, 0)}, idle=5), *take_none(position())).state
    assert (state.turn, state.idle) == (BOB, 6)


def test_c13_a_second_half_counts_anew() -> None:
    """B-10a: what was without anything new before the settlement is forgotten."""
    state = position([cards(red=1)] * 4, deck=NO_CARDS, ticket_deck=[], turns_left=1, idle=12, turn=ANN)
    state = play(state, Pass()).state
    assert state.idle == 13
    for seat in GAME.actors(state):
        state = GAME.apply(state, seat, GAME.legal(state, seat)[0]).state
    assert (state.half, state.idle, state.phase) == (2, 0, TURN)


def test_c13_a_game_that_stands_still_and_is_not_settled_is_a_problem() -> None:
    """B-10a."""
    state = position()._replace(idle=20)
    assert GAME.problems(state) == ("20 turns without anything new, and no settlement",)


# -- one card --


def test_c8_who_stops_after_one_card_is_told() -> None:
    """C-8: an outside referee could not tell it from a turn that goes on."""
    _, events = play(position(), DrawBlind(), StopDrawing())
    assert of_type(events, DrawingStopped) == [DrawingStopped(ANN)]


def test_c15_a_first_card_that_was_the_last_of_the_deck_is_told_as_the_only_one() -> None:
    """C-15: but not a second card, nor a wild from the display, which counts as two."""
    last = cards(red=1)
    assert of_type(play(position(deck=last), DrawBlind()).events, DrawingStopped) == [DrawingStopped(ANN)]
    assert of_type(play(position(deck=last), DrawFaceUp(1)).events, DrawingStopped) == [DrawingStopped(ANN)]
    assert not of_type(play(position(deck=cards(red=2)), DrawBlind(), DrawBlind()).events, DrawingStopped)
    wild = position(deck=last, display="wild orange yellow green blue")
    assert not of_type(play(wild, DrawFaceUp(0)).events, DrawingStopped)
