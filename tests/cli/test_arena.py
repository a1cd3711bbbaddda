"""`branchline arena` and `branchline lab`: what they print and write, and what they answer to nonsense."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from branchline.cli.main import BAD_INPUT, run
from branchline.lab.game_spec import GameSpec, play_game
from branchline.notation.records.reader import read_records
from branchline.notation.records.replay import verify

Output = pytest.CaptureFixture[str]

ARENA = ["arena", "sampleland", "--bots", "hasty,random", "--workers", "1"]


def no_number(constant: str) -> Any:
    raise AssertionError(f"{constant} is not JSON")


@pytest.mark.parametrize("deals", [1, 6])
def test_the_arena_tells_everything_as_json(capsys: Output, deals: int) -> None:
    assert run([*ARENA, "--games", str(deals), "--json"]) == 0
    told = json.loads(capsys.readouterr().out, parse_constant=no_number)
    assert (told["deals"], told["games"]) == (deals, 2 * deals)
    shares = {line["bot"]: line["share"] for line in told["standings"]}
    assert shares["hasty"]["mean"] + shares["random"]["mean"] == pytest.approx(1)
    assert (shares["hasty"]["low"] is None) == (deals == 1), "one deal has no interval"
    assert {line["bot"] for line in told["ratings"]} == {"hasty", "random"}


def test_the_arena_prints_a_table_that_fits_a_terminal(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*ARENA, "--games", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "4 deals, 8 games"
    head = next(line for line in lines if "won with" in line)
    assert head.split() == ["bot", "wins", "%", "score", "won", "with", "tickets", "Elo", "ms", "faults"]
    assert [line.split()[0] for line in lines[-4:] if line.strip()][-2:] == ["hasty", "random"]
    assert max(map(len, lines)) <= 80


def test_a_ledger_is_taken_up_by_the_next_run(capsys: Output, tmp_path: Path) -> None:
    ledger = tmp_path / "new" / "ledger.jsonl"
    for deals in ("2", "3"):
        assert run([*ARENA, "--games", deals, "--ledger", str(ledger)]) == 0
    assert len(ledger.read_text("utf-8").splitlines()) == 6


def sums(path: Path) -> list[tuple[list[str], list[int]]]:
    """Who sat where and with what total, in every record of a file that replays."""
    found = []
    for record in read_records(path):
        assert verify(record) == ()
        found.append(([name.split()[0] for name in record.seats], [s["total"] for s in record.outcome["sheets"]]))
    return found


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_arena_writes_records_that_replay(capsys: Output, tmp_path: Path, workers: str) -> None:
    records, ledger = tmp_path / "games.jsonl", tmp_path / "ledger.jsonl"
    command = ["arena", "sampleland", "--bots", "hasty,random", "--workers", workers, "--records", str(records)]
    assert run([*command, "--games", "2", "--ledger", str(ledger)]) == 0
    results = [json.loads(line) for line in ledger.read_text("utf-8").splitlines()]
    assert sums(records) == [(result["bots"], result["scores"]) for result in results]
    assert len(results) == 4


def test_records_of_a_run_that_goes_on_are_added(capsys: Output, tmp_path: Path) -> None:
    """What the ledger holds is not played again, so its records stay; a line that was cut off is made good."""
    records, ledger = tmp_path / "games.jsonl", tmp_path / "ledger.jsonl"
    command = [*ARENA, "--records", str(records), "--ledger", str(ledger)]
    assert run([*command, "--games", "2"]) == 0
    whole = records.read_text("utf-8")
    records.write_text(whole[:-99], "utf-8")
    ledger.write_text("".join(ledger.read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8")
    assert run([*command, "--games", "2"]) == 0
    assert records.read_text("utf-8") == whole
    assert run([*command, "--games", "3"]) == 0
    assert records.read_text("utf-8").startswith(whole)
    assert len(sums(records)) == 6


def test_the_lab_writes_records_that_replay(capsys: Output, tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    command = [
        "lab",
        "cards",
        "--bots",
        "hasty,random",
        "--games",
        "3",
        "--workers",
        "1",
        "--out",
        str(tmp_path / "lab"),
    ]
    assert run([*command, "--records", str(records)]) == 0
    assert [bots for bots, _ in sums(records)] == [["hasty", "random"], ["random", "hasty"], ["hasty", "random"]]


@pytest.mark.parametrize("game", ["sampleland", "cards"])
def test_bots_can_be_simulated(capsys: Output, tmp_path: Path, game: str) -> None:
    """It is the match of the arena, seat by seat as named; the last name fills the other seats."""
    records = tmp_path / "games.jsonl"
    command = ["simulate", game, "--bots", "greedy,hasty", "--players", "3", "--games", "2"]
    assert run([*command, "--records", str(records), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bots"] == ["greedy", "hasty", "hasty"]
    assert told["faults"] == 0
    games = sums(records)
    assert [bots for bots, _ in games] == [told["bots"]] * 2
    totals = [scores for _, scores in games]
    assert told["mean_scores"] == [round(sum(column) / 2, 2) for column in zip(*totals, strict=True)]
    result = play_game(GameSpec(game, None, ("greedy", "hasty", "hasty"), 2))
    assert [sheet.total for sheet in result.outcome.sheets] == totals[1]
    assert run(command) == 0
    assert "greedy" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["# Notes\n", "[1, 2]\n", "\xff\xfe"], ids=["text", "other JSON", "bytes"])
def test_results_are_not_mixed_into_a_file_of_something_else(capsys: Output, tmp_path: Path, text: str) -> None:
    notes = tmp_path / "notes"
    notes.write_bytes(text.encode("latin-1"))
    assert run([*ARENA, "--games", "1", "--ledger", str(notes)]) == BAD_INPUT
    assert f"{notes}: this is no ledger of the arena; name another file" in capsys.readouterr().err
    assert notes.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*ARENA, "--games", "0"], "--games must be at least 1, not 0"),
        ([*ARENA, "--workers", "0"], "Invalid value for '--workers'"),
        ([*ARENA, "--iterations", "0"], "Invalid value for '--iterations'"),
        ([*ARENA, "--ledger", "/"], "/: cannot be kept there: Is a directory"),
        ([*ARENA, "--players", "9"], "sampleland is for"),
        ([*ARENA, "--records", "no/such/folder/x"], "no/such/folder/x: cannot be written: No such file"),
        ([*ARENA, "--records", "/"], "/: cannot be written: Is a directory"),
        ([*ARENA, "--records", "x", "--ledger", "./x"], "--records and --ledger need a file each"),
        ([*ARENA, "--records", __file__, "--ledger", "x"], "this is no file of records; name another file"),
        (["simulate", "usa", "--bots", "plannr"], "unknown bot 'plannr' (did you mean 'planner'?)"),
        (["simulate", "usa", "--bots", ","], "--bots needs 1 to 2 names for 2 players, not 0"),
        (["lab", "sampleland", "--records", "/"], "/: cannot be written: Is a directory"),
        (["arena", "usa", "--bots", "plannr"], "unknown bot 'plannr' (did you mean 'planner'?)"),
        (["arena", "usa", "--bots", "random,random,random"], "--bots needs 1 to 2 names for 2 players, not 3"),
        (["arena", "chess", "--bots", "random"], "there is no game or board 'chess'"),
        (["lab", "sampleland", "--games", "0"], "--games must be at least 1, not 0"),
        (["lab", "sampleland", "--workers", "-1"], "Invalid value for '--workers'"),
        (["ladder", "--only", "chess"], "there is no game or board 'chess'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys: Output, arguments: list[str], said: str) -> None:
    assert run(arguments) == BAD_INPUT
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_the_lab_writes_its_tables_and_a_report(capsys: Output, tmp_path: Path) -> None:
    assert run(["lab", "sampleland", "--bots", "random", "--games", "3", "--workers", "1", "--out", str(tmp_path)]) == 0
    named = {Path(line).name for line in capsys.readouterr().out.splitlines()}
    tables = {f"{name}.parquet" for name in ("games", "seats", "tickets", "claims", "decisions")}
    assert named == {*tables, "report.html"} == {path.name for path in tmp_path.iterdir()}
