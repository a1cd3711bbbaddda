"""The state of a board game: short to print, and which routes are closed to whom."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen
from branchline.core.phases import Turn
from branchline.core.states.state import closed_routes
from branchline.data.load import load_board
from branchline.games import game_names, load_game
from tests.builders import a_game, route_ids


def test_a_state_prints_short() -> None:
    assert repr(a_game("sampleland", 3).state) == "<sampleland: 3 seats, seat 0 in Turn()>"


def test_a_memory_says_whose_it_is() -> None:
    board = load_board("sampleland")
    assert repr(nothing_seen(board, 3, Seat(1))) == "<memory of seat 1 on sampleland>"
    assert repr(nothing_seen(board, 3, None)) == "<memory of a spectator on sampleland>"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_closed_routes(seats: int) -> None:
    """B-13, B-15: what is taken, the own twins, and with two or three players every twin."""
    table = a_game("sampleland", seats).routes(1, "brig--elm--1", "aber--brig")
    mine = route_ids(table.board, closed_routes(table.state, Seat(1)))
    theirs = route_ids(table.board, closed_routes(table.state, Seat(0)))
    assert mine == {"brig--elm--1", "brig--elm--2", "aber--brig"}
    assert theirs == (mine if seats <= 3 else mine - {"brig--elm--2"})


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("least", [2, 3, 4, 5])
def test_a_board_says_from_how_many_players_on_both_lanes_are_open(seats: int, least: int) -> None:
    """B-15: four on every board that is printed, but it is a number like others."""
    board = load_board("sampleland")
    other = replace(board, rules=replace(board.rules, both_lanes_from=least))
    table = a_game(other, seats).routes(1, "brig--elm--1").hand(0, "red:3")
    assert ("brig--elm--2" in route_ids(board, closed_routes(table.state, Seat(0)))) == (seats < least)
    both = table.routes(0, "brig--elm--2")
    assert bool(both.game.problems(both.state)) == (seats < least)


SOURCES = Path(__file__).parents[2] / "src" / "branchline"
BY_POSITION = re.compile(r"tuple\.__new__")
MADE_WHOLE = re.compile(r"(?<![\w.])(?:Card)?State\(")


def test_named_tuples_are_made_by_position_in_one_module_alone() -> None:
    """A field that is forgotten there is forgotten once; the verbs name what they change."""
    makers = [path for path in SOURCES.rglob("*.py") if BY_POSITION.search(path.read_text("utf-8"))]
    assert [path.relative_to(SOURCES).as_posix() for path in makers] == ["core/states/state.py"]


def test_the_verbs_make_no_state_out_of_all_its_fields() -> None:
    makers = {path for path in (SOURCES / "rules").rglob("*.py") if MADE_WHOLE.search(path.read_text("utf-8"))}
    assert {path.name for path in makers} == {"setup.py"}


@pytest.mark.parametrize("name", [*game_names(), "great-lakes"])
def test_what_somebody_prints_fits_two_lines(name: str) -> None:
    """A board, a game, a state, a view and the legal actions say what they are, and not all that they hold."""
    game = load_game(name)
    state = game.start(2, 7).state
    while not isinstance(state.phase, Turn):
        seat = game.actors(state)[0]
        state = game.perform(state, seat, game.legal(state, seat)[0]).state
    for thing in (game, game.printed, state, game.view(state, Seat(0)), game.legal(state, state.turn)):
        assert 10 < len(repr(thing)) <= 240, repr(thing)
