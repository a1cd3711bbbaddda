"""Turns: who starts, who is next, and what happens when nobody can do anything (B-1, B-10, B-10a)."""

import pytest

from branchline.core.actions import ClaimRoute, DrawBlind, DrawFaceUp, DrawTickets, Pass
from branchline.core.events import EndReason, Event, GameEnded, GameStarted, NothingNew, Passed, TunnelLeft, TurnStarted
from branchline.core.game import Options
from branchline.core.ids import SHIPS, TRAINS, Seat
from branchline.core.phases import FINISHED, TURN
from branchline.core.refusals import Refusal
from branchline.games import load_game
from tests.builders import Table, a_game


def stuck(seats: int) -> Table:
    """Nobody has pieces or stations left, and there is nothing to draw; many last turns are still to be played."""
    table = a_game("sampleland", seats).display("- - - - -").ticket_deck().deck("").last_turns(50)
    for seat in range(seats):
        table.pieces(seat, 0).built(seat, *(("aber", "brig"), ("cove", "dale"), ("elm", "ford"))[seat])
    return table


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_play_goes_round_the_table_one_action_a_turn(seats: int) -> None:
    """B-1: a turn is exactly one action; play goes round in seat order."""
    table = a_game("usa", seats)
    for seat in range(seats):
        table.hand(seat, "red")
    routes = "dallas--houston--1 atlanta--nashville portland--seattle--1 seattle--vancouver--1 kansas-city--omaha--1"
    for seat in range(seats):
        assert table.seat == seat
        table.claim(routes.split()[seat], "red")
        assert table.of(TurnStarted) == [TurnStarted(Seat((seat + 1) % seats))]
    assert table.seat == 0


def test_nobody_acts_out_of_turn() -> None:
    """B-1."""
    table = a_game("usa", 3).hand(1, "red")
    assert table.game.legal(table.state, Seat(1)) == ()
    assert table.game.refusal(table.state, Seat(1), DrawBlind()) is Refusal.NOT_YOUR_TURN
    assert table.game.refusal(table.state, Seat(7), DrawBlind()) is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("name", ["usa", "europe", "world"])
def test_the_seed_draws_the_first_seat_unless_the_table_names_one(name: str) -> None:
    """B-1."""
    game = load_game(name)
    drawn = {game.start(3, seed).state.turn for seed in range(60)}
    assert drawn == {0, 1, 2}
    for seed in range(5):
        step = game.start(3, seed, Options(first=Seat(2)))
        assert step.state.turn == 2
        assert step.events[0] == GameStarted(Seat(2))


def test_a_first_seat_that_nobody_sits_on_is_no_choice() -> None:
    """B-1: a table of two has no third seat to begin with."""
    with pytest.raises(ValueError, match="seat"):
        load_game("usa").start(2, 1, Options(first=Seat(2)))


def test_the_same_action_can_be_chosen_turn_after_turn() -> None:
    """B-1: each turn is one of the game's actions, freely chosen."""
    table = a_game("sampleland").hand(0, "red:3")
    assert table.verbs >= {DrawBlind, DrawFaceUp, ClaimRoute, DrawTickets}


def test_a_player_who_can_do_nothing_passes() -> None:
    """B-10."""
    table = stuck(3)
    assert table.legal == [Pass()]
    table.rest()
    assert table.of(Passed) == [Passed(Seat(0))]
    assert (table.seat, table.state.phase) == (1, TURN)


def test_a_player_who_can_do_something_does_not_pass() -> None:
    """B-10: passing is for those who have no available action."""
    assert a_game("sampleland").why_not.rest() is Refusal.CAN_ACT


@pytest.mark.parametrize("seats", [2, 3])
def test_when_everybody_passes_in_one_round_the_game_ends(seats: int) -> None:
    """B-10: engines without this rule play such a game for ever."""
    table = stuck(seats)
    for _ in range(seats - 1):
        table.rest()
        assert not table.game.is_over(table.state)
    table.rest()
    assert table.state.phase == FINISHED
    assert table.of(GameEnded)
    assert len(table.outcome.sheets) == seats


def test_an_action_between_two_passes_keeps_the_game_going() -> None:
    """B-10: only passes of every player in one round end it."""
    table = stuck(2)
    table.hand(1, "red")
    table.deck("", rest_with=0)
    table.pieces(1, 1)
    table.rest()
    table.claim("glen--holm", "red")  # the card becomes the deck, and then lies in the display (B-7a)
    assert table.state.passes == 0
    assert table.legal == [Pass()], "nobody draws without a deck (B-8)"
    table.rest()
    assert not table.game.is_over(table.state)
    table.rest()
    assert table.of(GameEnded) == [GameEnded(EndReason.ALL_PASSED)]


def test_nobody_acts_after_the_end() -> None:
    """B-10."""
    table = stuck(2).rest().rest()
    assert table.game.actors(table.state) == ()
    assert table.game.legal(table.state, Seat(0)) == ()
    assert table.why_not.rest() is Refusal.GAME_OVER


# -- ten rounds without anything new --


def to_and_fro(table: Table, turns: int) -> list[Event]:
    """Every player exchanges a piece, and the next time back again."""
    events: list[Event] = []
    for _ in range(turns):
        table.exchange(TRAINS if table.me.pieces[0] >= 20 else SHIPS, 1)
        events += table.events
    return events


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_ten_rounds_that_bring_nobody_anything_new_end_the_game(seats: int) -> None:
    """B-10a: pieces exchanged to and fro; told after the eighth round, and the end names its reason."""
    table = a_game("world", seats)
    assert not any(isinstance(event, NothingNew) for event in to_and_fro(table, 8 * seats - 1))
    assert to_and_fro(table, 1)[-2:] == [NothingNew(8, 2), TurnStarted(Seat(0))]
    assert not any(isinstance(event, NothingNew | GameEnded) for event in to_and_fro(table, 2 * seats - 1))
    assert table.state.idle == 10 * seats - 1
    assert to_and_fro(table, 1)[-1] == GameEnded(EndReason.NOTHING_NEW)
    assert table.state.phase == FINISHED
    assert len(table.outcome.sheets) == seats


def test_a_tunnel_tried_and_left_is_nothing_new() -> None:
    """B-10a: the same cards go round and round."""
    table = a_game("sampleland").hand(0, "red:2").hand(1, "red:2").deck("wild:3 red", rest_with=1)
    left = 0
    while not table.game.is_over(table.state):
        table.claim("dale--glen", "red:2").leave_tunnel()
        left += len(table.of(TunnelLeft))
    assert left == 20
    assert table.of(GameEnded) == [GameEnded(EndReason.NOTHING_NEW)]
    assert table.player(0).routes == table.player(1).routes == 0


@pytest.mark.parametrize("new", ["route", "building", "ticket", "card"])
def test_a_new_route_building_ticket_or_card_begins_the_count_anew(new: str) -> None:
    """B-10a: whoever gets it."""
    table = a_game("world").hand(0, "purple yellow-harbor:2 yellow-ship:2").routes(0, "casablanca--lagos")
    to_and_fro(table, 18)
    assert table.state.idle == 18
    match new:
        case "route":
            table.claim("lagos--luanda--1", "purple")
        case "building":
            table.harbor("lagos", "yellow-harbor:2 yellow-ship:2")
        case "ticket":
            table.draw_tickets()
            assert table.state.idle == 18, "nothing is kept yet"
            offer = [table.board.tickets[ticket].id for ticket in table.state.phase.tickets]  # type: ignore[union-attr]
            table.keep(offer[0], " ".join(offer[1:]))
        case _:
            table.blind(SHIPS)
            assert table.state.idle == 0
            table.blind(SHIPS)
    assert table.state.idle == 0
    assert not any(isinstance(event, GameEnded) for event in to_and_fro(table, 19))
    assert to_and_fro(table, 1)[-1] == GameEnded(EndReason.NOTHING_NEW)


def test_passed_turns_count_as_turns_without_anything_new() -> None:
    """B-10, B-10a: one passes, the other exchanges, so that nobody ever passes in a whole round."""
    table = a_game("world").ticket_deck(rest_with=0).pieces(1, 25, 50).deck("", "", rest_with=0).turn(1)
    table.state = table.state._replace(idle=18)
    assert table.legal == [Pass()]
    table.rest()
    assert (table.state.idle, table.state.passes) == (19, 1)
    assert to_and_fro(table, 1)[-1] == GameEnded(EndReason.NOTHING_NEW)


def test_the_last_turn_of_the_last_round_is_the_end_that_was_announced() -> None:
    """B-10a: where both come together, the game ends as usual."""
    table = a_game("world").last_turns(1)
    table.state = table.state._replace(idle=19)
    assert to_and_fro(table, 1)[-1] == GameEnded(EndReason.LAST_TURNS)
