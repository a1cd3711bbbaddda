"""Tunnels: nobody tries one that cannot be dug, or a table of bots might do so for ever."""

from __future__ import annotations

from branchline.bots.bot import Budget
from branchline.bots.paying import payments_for
from branchline.bots.registry import make_bot
from branchline.bots.runner import play
from branchline.bots.sight import Sight
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


def test_a_toll_that_is_certain_and_too_high_is_not_tried() -> None:
    # Red would have to pay three more and has none; blue would have to pay one for the wild, and has none either.
    table = with_three_cards_left("blue:2 red:2")
    assert table.payments(TUNNEL) == {"blue:2", "red:2"}
    assert ways(table, TUNNEL) == set()
    assert ways(with_three_cards_left("blue:3 red:2"), TUNNEL) == {"blue:2"}


def test_with_cards_in_the_deck_there_is_hope() -> None:
    table = a_game("europe").hand(0, "blue:2 red:2").discards("red:2 wild")
    assert ways(table, TUNNEL) == {"blue:2", "red:2"}


def test_a_table_of_bots_that_all_wanted_one_tunnel_comes_to_its_end() -> None:
    """Found by chance: with the deck empty, everybody in an imagined world began the same tunnel again and again."""
    game = find_game("sampleland", None)
    bots = [make_bot(name, game, Budget(iterations=2)) for name in ("dreamer", "hasty", "greedy", "planner", "search")]
    result = play(game, bots, 2654323350)
    assert game.is_over(result.state)
    assert result.faults == ()
