"""Faults put into a board on purpose are named first; `python -m branchline.balance.proof` tries it at length."""

from __future__ import annotations

from random import Random

import pytest

from branchline.balance.finding import judge
from branchline.balance.measure import Kind, play_sample
from branchline.balance.norms import norms
from branchline.balance.planted import FAULTS, bridge, dear_ticket, starved_color
from branchline.balance.play import SamplePlayer
from branchline.balance.proof import named_first
from branchline.balance.ways import Ways
from branchline.data.load import load_board
from branchline.games import load_game
from branchline.rules.board.game import BoardGame

GAMES = 30
SEED = 1


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_named_first(fault: str) -> None:
    assert named_first(FAULTS[fault], load_board("usa"), 2, GAMES, SEED) == 2


def test_north_america_as_it_is_has_no_dear_ticket_no_bridge_and_no_starved_color() -> None:
    """What is found there by the norms of another board is what players know: fights in the west, rich long tickets."""
    game = load_game("usa")
    assert isinstance(game, BoardGame)
    found = judge(play_sample(SamplePlayer(game), GAMES, SEED), norms(), without="usa")
    kinds = {finding.measure.kind for finding in found.findings}
    assert not kinds & {Kind.WORTH, Kind.BRIDGE, Kind.COLOR}


def test_faults_are_what_they_say(seed: int) -> None:
    board, chance = load_board("usa"), Random(seed)
    dear = dear_ticket(board, chance).board
    (number,) = (i for i, ticket in enumerate(dear.tickets) if ticket != board.tickets[i])
    assert dear.tickets[number].points == 2 * board.tickets[number].points
    cut = bridge(board, chance).board
    assert [len(each.cut_off) for each in Ways(cut).bridges] == [1]
    for i, route in enumerate(cut.routes):
        assert route.twin is None or cut.routes[route.twin].twin == i
    spaces = {
        color: sum(route.length for route in starved_color(board, Random(seed)).board.routes if route.color == color)
        for color in range(len(board.colors))
    }
    assert max(spaces.values()) >= 2 * 27
    assert sum(spaces.values()) == 8 * 27
