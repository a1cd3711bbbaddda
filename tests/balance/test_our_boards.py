"""Boards of our own keep what printed boards keep. docs/our-boards.md has their whole reports."""

from __future__ import annotations

import pytest

from branchline.balance.finding import judge
from branchline.balance.measure import Kind, play_sample
from branchline.balance.norms import norms
from branchline.balance.play import SamplePlayer
from branchline.balance.ways import Ways
from branchline.data.load import load_board
from branchline.games import game_of_board

OURS = ("polska", "romania")
GAMES = 30


@pytest.mark.parametrize("name", OURS)
def test_nothing_bad_stands_out_in_some_games(name: str) -> None:
    found = judge(play_sample(SamplePlayer(game_of_board(load_board(name))), GAMES, seed=1), norms())
    assert not {finding.measure.kind for finding in found.findings} & {
        *(Kind.WORTH, Kind.BRIDGE, Kind.COLOR, Kind.SEAT, Kind.LENGTH, Kind.TIES, Kind.SKILL)
    }


@pytest.mark.parametrize("name", OURS)
def test_tickets_have_every_length_and_lead_to_every_city(name: str) -> None:
    board = load_board(name)
    ways = Ways(board)
    long = [ways.cost(ticket) for ticket in board.tickets if ticket.long]
    others = [ways.cost(ticket) for ticket in board.tickets if not ticket.long]
    assert (len(long), len(others)) == (8, 42)
    assert min(long) > max(others) - 2
    assert set(range(4, 14)) <= set(others)
    assert {city for ticket in board.tickets for city in ticket.cities} == set(range(len(board.cities)))
