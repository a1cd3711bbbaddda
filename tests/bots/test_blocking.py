"""Blocking: which routes a rival would miss, told from what lies on the board alone."""

from __future__ import annotations

from branchline.bots.board.moves.blocking import blocks
from branchline.bots.board.planner import planning_for
from branchline.bots.board.position import BoardPosition
from branchline.bots.board.search import ideas_of
from branchline.bots.board.weights import PlannerWeights
from branchline.bots.move import Move
from branchline.core.actions import ClaimRoute
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen
from branchline.core.views.view import View
from tests.builders import Table, a_game


def seen(table: Table) -> View:
    view: View = table.game.view(table.state, Seat(0))
    return view._replace(memory=nothing_seen(table.board, len(table.state.players), Seat(0)))


def blocks_of(table: Table) -> list[str]:
    return [table.board.routes[route].id for route in blocks(BoardPosition(seen(table)))]


def test_a_network_in_one_piece_shows_no_need() -> None:
    assert blocks_of(a_game("usa").routes(1, "denver--helena", "helena--winnipeg")) == []


def test_a_route_between_two_parts_is_a_block_if_the_way_around_is_longer() -> None:
    # From Calgary to Seattle the rival would rather go by Vancouver; of two lanes one is named.
    apart = a_game("usa").routes(1, "calgary--vancouver", "portland--seattle--1")
    assert blocks_of(apart) == ["seattle--vancouver--1"]


def test_the_block_with_the_longest_way_around_comes_first() -> None:
    apart = a_game("usa").routes(1, "calgary--vancouver", "portland--seattle--1")
    apart.routes(1, "el-paso--los-angeles", "denver--santa-fe")
    assert blocks_of(apart) == ["el-paso--santa-fe", "seattle--vancouver--1"]


def test_what_somebody_owns_can_no_longer_be_blocked() -> None:
    apart = a_game("usa").routes(1, "calgary--vancouver", "portland--seattle--1")
    assert blocks_of(apart.routes(0, "seattle--vancouver--2")) == ["calgary--seattle"]


def test_with_four_players_one_lane_of_two_blocks_nobody() -> None:
    apart = a_game("usa", seats=4).routes(1, "calgary--vancouver", "portland--seattle--1")
    assert blocks_of(apart) == []


def test_the_search_tries_a_block_that_it_can_pay_for() -> None:
    apart = a_game("usa").routes(1, "calgary--vancouver", "portland--seattle--1").hand(0, "red:4 blue:4").last_turns(4)
    blocking = [idea.action for idea in ideas(apart) if idea.reason.key == "blocks"]
    lanes = ("seattle--vancouver--1", "seattle--vancouver--2")
    assert [type(action) for action in blocking] == [ClaimRoute]
    assert {action.route for action in blocking if isinstance(action, ClaimRoute)} < {
        apart.board.route_ids[lane] for lane in lanes
    }
    apart.hand(0, "")
    assert "blocks" not in [idea.reason.key for idea in ideas(apart)]


def ideas(table: Table) -> list[Move]:
    return ideas_of(planning_for(seen(table), PlannerWeights()))
