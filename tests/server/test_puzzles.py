"""Puzzles over HTTP: the list, a position as its seat saw it, the answer in words."""

from __future__ import annotations

from pathlib import Path

from branchline.analysis.puzzles.puzzle import boards_with_puzzles, position_of, puzzles_for
from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.notation.json.codec import from_json
from tests.server.webapp import serving


def test_all_puzzles_are_listed(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        found = client.get("/api/puzzles").json()["puzzles"]
    wanted = [(each.id, each.board, each.level) for board in boards_with_puzzles() for each in puzzles_for(board)]
    assert [(each["id"], each["board"], each["level"]) for each in found] == wanted


def test_a_puzzle_shows_its_position_as_the_seat_saw_it(tmp_path: Path) -> None:
    for board in boards_with_puzzles():
        puzzle = puzzles_for(board)[-1]
        played = position_of(puzzle)
        with serving(tmp_path / board) as client:
            shown = client.get(f"/api/puzzles/{puzzle.id}").json()
        assert (shown["id"], shown["level"], shown["seat"]) == (puzzle.id, puzzle.level, puzzle.seat)
        assert (shown["replay"]["seat"], shown["replay"]["open"]) == (puzzle.seat, False)
        assert len(shown["replay"]["frames"]) == len(puzzle.actions) + 1
        assert puzzle.seat in shown["replay"]["frames"][-1]["actors"]
        assert all(frame["hands"] is None for frame in shown["replay"]["frames"])
        assert shown["choices"]
        legal = played.game.legal(played.state, Seat(puzzle.seat))
        moves = [from_json(played.game.printed, Action, move["action"]) for move in shown["moves"]]
        assert all(move in legal for move in moves)
        assert shown["moves"][0]["win"] == max(move["win"] for move in shown["moves"])


def test_the_answer_is_told_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    puzzle = next(each for each in puzzles_for("usa") if each.why is not None)
    with serving(tmp_path) as client:
        told = {
            language: client.get(f"/api/puzzles/{puzzle.id}?language={language}").json()["why"]
            for language in ("en", "pl", "ro", "xx")
        }
        assert client.get("/api/puzzles/usa-0-0").json()["code"] == "unknown-puzzle"
        assert client.get("/api/puzzles/usa-0-0").status_code == 404
    assert len(set(told.values())) == 3
    assert told["xx"] == told["en"]
