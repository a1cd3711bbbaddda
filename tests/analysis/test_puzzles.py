"""Puzzles: each has a position that replays, one best move that is legal and clearly ahead, and words for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.analysis.analyze import EFFORT
from branchline.analysis.candidates import sort_of
from branchline.analysis.decisions import view_at
from branchline.analysis.judge import Judge
from branchline.analysis.puzzles.best_moves import MIN_ERRORS, MIN_GAP, MIN_WIN_GAP
from branchline.analysis.puzzles.check import confirmed
from branchline.analysis.puzzles.every_move import least_lead, other_moves
from branchline.analysis.puzzles.find import Finder
from branchline.analysis.puzzles.puzzle import (
    FOLDER,
    Puzzle,
    boards_with_puzzles,
    is_current,
    position_of,
    puzzle_line,
    puzzles_for,
    read_puzzles,
    record_of_puzzle,
)
from branchline.bots.lane_search.playouts import VICTORY_POINTS
from branchline.bots.reason import Reason, tell
from branchline.cli.main import run
from branchline.core.ids import Seat
from branchline.games import game_names, load_game
from branchline.messages import LANGUAGES
from branchline.notation.records.reader import read_record
from branchline.notation.records.record import record_line
from branchline.notation.typed.strict import read_strictly

from .games import bots_record

ALL = [(board, puzzle) for board in boards_with_puzzles() for puzzle in read_puzzles(FOLDER / f"{board}.jsonl")]


def test_every_game_has_puzzles() -> None:
    assert [game for game in game_names() if not puzzles_for(game)] == []


def test_there_are_a_hundred_of_each_game_and_no_game_asks_the_same_twice() -> None:
    for game in game_names():
        puzzles = puzzles_for(game)
        assert len(puzzles) == 100, game
        assert len({(puzzle.seed, puzzle.seats, puzzle.asks) for puzzle in puzzles}) == 100, game


def test_puzzles_are_those_of_todays_rules_and_boards() -> None:
    """A change of rules or of a board asks for new puzzles: `branchline puzzles BOARD --out FILE`."""
    assert [puzzle.id for _, puzzle in ALL if not is_current(puzzle)] == []
    assert len({puzzle.id for _, puzzle in ALL}) == len(ALL)


@pytest.mark.parametrize("board", boards_with_puzzles())
def test_positions_replay_and_their_moves_are_legal(board: str) -> None:
    for puzzle in puzzles_for(board)[::4]:
        played = position_of(puzzle)
        game, seat = played.game, Seat(puzzle.seat)
        assert puzzle.board == board
        assert seat in game.actors(played.state)
        legal = game.legal(played.state, seat)
        moves = [read_strictly(game.printed, text) for text in (puzzle.best, *(move.text for move in puzzle.others))]
        assert all(move in legal for move in moves)
        view = view_at(played, len(puzzle.actions), seat)
        assert len({sort_of(view, move) for move in moves}) == len(moves) >= 2
        if puzzle.why is not None:
            values = {key: tuple(v) if isinstance(v, list) else v for key, v in puzzle.why.values.items()}
            for language in LANGUAGES:
                assert tell(Reason(puzzle.why.key, values), game.printed, language, ["A", "B", "C"])


def test_the_best_move_is_clearly_ahead() -> None:
    for _, puzzle in ALL:
        for other in puzzle.others:
            assert other.behind.win.mean >= MIN_WIN_GAP - 0.001, puzzle.id
            assert other.behind.margin.mean + VICTORY_POINTS * other.behind.win.mean >= MIN_GAP - 0.01, puzzle.id
    assert MIN_ERRORS > 3


@pytest.mark.parametrize("board", ["usa", "cards"])
def test_a_puzzle_holds_in_other_worlds(board: str, seed: int) -> None:
    """A small sample of `branchline puzzles usa --check`."""
    sample = puzzles_for(board)[seed % 3 :: 11][:5]
    assert sum(confirmed(puzzle, seed) for puzzle in sample) >= len(sample) - 1


def test_a_move_that_is_worse_than_another_legal_one_is_no_answer() -> None:
    """Players do not think of every move; a puzzle stands only if none of those others is as good."""
    puzzle = next(each for each in puzzles_for("cards") if each.level == 1)
    played, seat = position_of(puzzle), Seat(puzzle.seat)
    view, legal = view_at(played, len(puzzle.actions), seat), played.game.legal(played.state, seat)
    best, worse = (read_strictly(played.game.printed, text) for text in (puzzle.best, puzzle.others[0].text))
    judge = Judge(played.game, EFFORT)
    others = other_moves(view, legal, [worse])
    assert sort_of(view, best) in {sort_of(view, move) for move in others}
    assert len({sort_of(view, move) for move in others}) == len(others)
    assert least_lead(judge, view, worse, others, "1") < 0
    assert least_lead(judge, view, best, [worse], "1") > 0


def test_a_puzzle_is_found_where_one_move_wins_and_is_a_record_besides() -> None:
    game = load_game("sampleland")
    finder = Finder(game)
    found: list[Puzzle] = []
    for seed in range(1, 30):
        found += finder.puzzles_in(bots_record("sampleland", seed=seed, bots=("lane-planner", "lane-greedy")))
        if found:
            break
    puzzle = found[0]
    assert confirmed(puzzle, 1)
    assert read_record(record_line(record_of_puzzle(puzzle)), "here").actions == record_of_puzzle(puzzle).actions


def test_the_command_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "usa.jsonl"
    kept = puzzles_for("usa")[:4]
    file.write_text("".join(puzzle_line(puzzle) + "\n" for puzzle in kept), "utf-8")
    assert run(["puzzles", "usa", "--out", str(file), "--count", "4"]) == 0
    assert "4 puzzles; by level" in capsys.readouterr().out
    assert read_puzzles(file) == list(kept)
    for wrong, said in (
        (["usa"], "choose one of --out FILE and --check"),
        (["sampleland", "--check"], "no puzzles for 'sampleland'"),
    ):
        assert run(["puzzles", *wrong]) == 2
        assert said in capsys.readouterr().err
    assert run(["puzzles", "usa", "--check", "--count", "2"]) in (0, 1)
    assert "of 2 puzzles have the same best move" in capsys.readouterr().out
