"""The Card Game with four players: the first half is settled, then a second deck is played (C-18, C-19)."""

from __future__ import annotations

from branchline.core.actions import DrawBlind, DrawTickets, KeepTickets, SettleTickets
from branchline.core.cards import minus, plus
from branchline.core.events import (
    CardsDealt,
    DisplayDealt,
    EndReason,
    Event,
    GameEnded,
    HalfEnded,
    LastTurns,
    TicketsSettled,
    TurnStarted,
)
from branchline.core.ids import Seat
from branchline.core.phases import FINISHED, TURN, Settlement
from branchline.core.score import Finish, Source
from branchline.core.states.card_state import CardState
from tests.rulebook.card_positions import (
    ANN,
    BOB,
    CID,
    DAN,
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
)

SEATS = (ANN, BOB, CID, DAN)
HANDS = (cards(red=2), cards(blue=1), NO_CARDS, cards(wild=1))


def first_half(turn: Seat = CID, half: int = 1) -> CardState:
    """Everybody has to settle; Cid, say, has taken the last turn."""
    return position(
        HANDS,
        stacks=[cards(yellow=1, green=1), NO_CARDS, cards(wild=3), NO_CARDS],
        yards={"white": (BOB, 2, 1)},
        open_tickets=[["chicago--dallas", "new-york--seattle"], ["dallas--miami"]],
        deck=NO_CARDS,
        turns_left=0,
        phase=Settlement((None,) * 4),
        turn=turn,
        half=half,
    )


def settle_best(state: CardState) -> tuple[CardState, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for seat in GAME.actors(state):
        state, events = GAME.apply(state, seat, GAME.legal(state, seat)[0])
    assert GAME.problems(state) == ()
    return state, events


def test_c18_completed_tickets_score_and_unfinished_ones_stay_secret_in_hand() -> None:
    """C-18: nothing is subtracted yet."""
    state, events = settle_best(first_half())
    assert of_type(events, TicketsSettled)[0] == TicketsSettled(ANN, tickets("chicago--dallas"), 6)
    assert state.phase == TURN
    assert state.half == 2
    assert held(state, ANN) == {ticket("new-york--seattle")}
    assert held(state, BOB) == {ticket("dallas--miami")}
    seen = GAME.view(state, None).players
    assert [(player.points, player.ticket_count) for player in seen] == [(6, 1), (0, 1), (0, 0), (0, 0)]
    assert of_type(events, GameEnded) == []


def test_c18_hand_cards_stay_and_c19_four_more_are_dealt_to_each() -> None:
    """C-18, C-19."""
    state, events = settle_best(first_half())
    dealt = {event.seat: event.cards for event in of_type(events, CardsDealt)}
    assert [sum(dealt[seat]) for seat in SEATS] == [4, 4, 4, 4]
    for seat, hand in zip(SEATS, HANDS, strict=True):
        assert state.players[seat].hand == plus(hand, dealt[seat])


def test_c19_all_other_train_cards_make_the_new_deck() -> None:
    """C-19: stacks used or unused, yards, display and discards; then 5 are turned up."""
    state, events = settle_best(first_half())
    others = PRINTED.all_cards
    for hand in HANDS:
        others = minus(others, hand)
    assert of_type(events, HalfEnded) == [HalfEnded(others)]
    assert all(player.stack == NO_CARDS for player in state.players)
    assert state.yards == (None,) * 8
    assert state.discard == NO_CARDS
    assert len(state.display) == 5
    assert of_type(events, DisplayDealt) == [DisplayDealt(state.display)]
    assert sum(state.deck) == 96 - 4 - 4 * 4 - 5
    assert state.turns_left is None


def test_c19_play_goes_on_to_the_left_of_whoever_took_the_last_turn() -> None:
    """C-19."""
    for last in SEATS:
        state, events = settle_best(first_half(turn=last))
        assert state.turn == (last + 1) % 4
        assert events[-1] == TurnStarted(state.turn)


def test_c19_the_second_half_ends_the_game_and_newly_completed_tickets_are_added() -> None:
    """C-19, C-20."""
    state = first_half(half=2)
    done = tickets("los-angeles--miami")
    ann = state.players[ANN]._replace(completed=1 << done[0])
    left = tuple(ticket for ticket in state.tickets if ticket not in done)
    state, events = settle_best(state._replace(players=(ann, *state.players[1:]), tickets=left))
    assert state.phase == FINISHED
    assert events[-1] == GameEnded(EndReason.LAST_TURNS)
    sheet = GAME.outcome(state).sheets[ANN]
    assert sheet.tickets_completed == 2
    assert sheet.of(Source.TICKET) == 19 + 6 - 20
    assert [line.points for line in sheet.lines if line.finish is Finish.MISSED] == [-20]


def test_c19_a_whole_game_has_two_decks_and_two_settlements(seed: int) -> None:
    """C-18, C-19: Ann and the others draw, play what they can, and settle as proposed."""
    state = GAME.start(4, seed).state
    events: list[Event] = []
    while not GAME.is_over(state):
        seat = GAME.actors(state)[0]
        legal = GAME.legal(state, seat)
        rows = [action for action in legal if isinstance(action, type(row("red", 2)))]
        step = GAME.apply(state, seat, rows[0] if rows else legal[0])
        state = step.state
        events += step.events
    assert len(of_type(events, LastTurns)) == 2
    assert len(of_type(events, TicketsSettled)) == 8
    assert len(of_type(events, HalfEnded)) == 1
    assert state.half == 2


def hoard(state: CardState) -> tuple[CardState, list[Event]]:
    """All play the whole deck into their hands and lay nothing, to the end of the half."""
    events: list[Event] = []
    while not isinstance(state.phase, Settlement):
        if any(state.deck):
            step = play(state, DrawBlind())
        elif state.phase == TURN:
            step = play(state, DrawTickets(), KeepTickets((), state.tickets[:4]))
        state = step.state
        events += step.events
    return state, events


def test_c19_too_few_cards_for_the_deal_go_round_the_table_and_the_last_turns_begin_at_once() -> None:
    """C-14, C-19: when every card but the display is in some hand, five cards are the whole new deck."""
    state, _ = hoard(position([NO_CARDS] * 4))
    assert sum(map(sum, (player.hand for player in state.players))) == 91
    first = Seat((state.turn + 1) % 4)
    state, events = settle_best(state)
    dealt = [(event.seat, event.count) for event in of_type(events, CardsDealt)]
    assert dealt == [((first + place) % 4, count) for place, count in enumerate([2, 1, 1, 1])]
    assert of_type(events, DisplayDealt) == [DisplayDealt(())]
    assert of_type(events, LastTurns) == [LastTurns(first, 4)]
    assert (state.turn, state.turns_left, state.display) == (first, 4, ())
    assert not any(isinstance(action, DrawBlind) for action in GAME.legal(state, first))
    state, later = hoard(state)
    assert [event.seat for event in of_type(later, TurnStarted)] == [(first + place) % 4 for place in (1, 2, 3)]
    state, _ = settle_best(state)
    assert GAME.is_over(state)


def test_c19_a_short_display_when_the_deal_leaves_too_little() -> None:
    """C-14, C-19: eighteen cards are four hands of four and two face up."""
    rest = cards(**dict.fromkeys(PRINTED.colors, 2), wild=2)
    hand = minus(PRINTED.all_cards, rest)
    state = position(
        [hand, NO_CARDS, NO_CARDS, NO_CARDS],
        deck=NO_CARDS,
        turns_left=0,
        phase=Settlement((None,) * 4),
        turn=DAN,
    )
    state, events = settle_best(state)
    assert len(state.display) == 2
    assert of_type(events, LastTurns) == [LastTurns(ANN, 4)]
    assert GAME.legal(state, ANN)[0] == DrawTickets()


def test_the_settlement_of_the_first_half_can_be_empty() -> None:
    """C-17, C-18: nobody has to complete anything."""
    state = first_half()
    for seat in SEATS:
        state = GAME.apply(state, seat, SettleTickets(())).state
    assert state.half == 2
    assert held(state, ANN) == {ticket("chicago--dallas"), ticket("new-york--seattle")}
