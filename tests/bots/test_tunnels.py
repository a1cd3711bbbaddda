"""Tunnels: nobody tries one that cannot be dug, or a table of bots might do so for ever."""

from __future__ import annotations

from branchline.bots.board.planning.payment import payments_for
from branchline.bots.board.position import Sight
from branchline.bots.bot import Budget
from branchline.bots.match import play
from branchline.bots.registry import make_bot
from branchline.core.ids import Seat
from branchline.lab.trial import find_game
from tests.builders import Table, a_game, told


def ways(table: Table, route: str) -> set[str]:
    pays = payments_for(Sight(table.game.view(table.state, Seat(0))), table.board.route_ids[route])
    return {told(table.board, pay) for pay in pays}


TUNNEL = "bucuresti--sofia"


def with_three_cards_left(hand: str) -> Table:
    """Two red cards and a wild lie on the discard pile; all others are in hands."""
    return a_game("europe").hand(0, hand).display("- - - - -").discards("red:2 wild").deck("")


def test_with_few_cards_going_round_a_toll_is_not_risked() -> None:
    table = with_three_cards_left("blue:3 red:2")
    assert table.payments(TUNNEL) == {"blue:2", "red:2"}
    assert ways(table, TUNNEL) == set(), "the wild will be turned up"
    table = a_game("europe").hand(0, "blue:3 red:2").display("- - - - -").discards("red:3").deck("")
    assert ways(table, TUNNEL) == {"blue:2"}, "three red cards will be turned up"
    table = a_game("europe").hand(0, "blue:3 red:2").display("- - - - -").discards("red:3").deck("green")
    assert ways(table, TUNNEL) == set(), "nobody knows the last card of the deck"


def test_with_enough_cards_in_the_deck_there_is_hope() -> None:
    table = a_game("europe").hand(0, "blue:2 red:2").discards("red:2 wild")
    assert ways(table, TUNNEL) == {"blue:2", "red:2"}


def test_with_no_cards_at_all_a_tunnel_is_a_route_like_others() -> None:
    table = a_game("europe").hand(0, "blue:2 red:2").display("- - - - -").discards("").deck("")
    assert ways(table, TUNNEL) == {"blue:2", "red:2"}


def test_five_cards_that_go_round_do_not_keep_a_table_busy_for_ever() -> None:
    """Found by the ladder: three wilds among the five, and four bots that tried and left their tunnels by turns."""
    game = find_game("europe", None)
    names = ("hasty", "hasty", "planner", "hasty")
    result = play(game, [make_bot(name, game) for name in names], 781)
    assert game.is_over(result.state)
    assert result.faults == ()


def test_a_table_of_bots_that_all_wanted_one_tunnel_comes_to_its_end() -> None:
    """Found by chance: with the deck empty, everybody in an imagined world began the same tunnel again and again."""
    game = find_game("sampleland", None)
    bots = [make_bot(name, game, Budget(iterations=2)) for name in ("dreamer", "hasty", "greedy", "planner", "search")]
    result = play(game, bots, 2654323350)
    assert game.is_over(result.state)
    assert result.faults == ()
