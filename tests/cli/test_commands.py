"""The commands do what they say; what they cannot do they say in one line, with exit code 2."""

import io
import json
import os
import pty
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from branchline import __version__
from branchline.cli import lookup, main, simulate
from branchline.cli.main import run
from branchline.core.revision import RULES_REVISION
from branchline.games import catalog, game_names, load_game
from branchline.messages import LANGUAGES
from branchline.notation.records.reader import read_records
from branchline.notation.records.record import header_json, record_text
from branchline.notation.records.replay import replay, verify
from tests.records import unsealed_line
from tests.terminal.moves import typed_moves

Output = pytest.CaptureFixture[str]


def branchline(output: Output, *arguments: str | Path) -> str:
    """Run a command that must succeed; what it printed."""
    code = run([str(argument) for argument in arguments])
    printed = output.readouterr()
    assert code == 0, printed.err
    return printed.out


def refused(output: Output, *arguments: str | Path) -> str:
    """Run a command that must fail with exit code 2 and one line."""
    code = run([str(argument) for argument in arguments])
    printed = output.readouterr()
    assert code == 2, printed.out
    assert printed.err.count("\n") == 1, printed.err
    assert "Traceback" not in printed.err
    return printed.err.strip()


def alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "branchline.cli.main", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def games(tmp_path: Path, capsys: Output) -> Path:
    """Three recorded games in one file."""
    path = tmp_path / "games.jsonl"
    branchline(capsys, "simulate", "europe", "--games", "3", "--players", "3", "--records", path)
    return path


# The command itself


def test_without_arguments_it_explains_itself(capsys: Output) -> None:
    said = branchline(capsys)
    for verb in ("play", "terminal", "games", "simulate", "replay", "score", "check", "bench"):
        assert f" {verb} " in said


def test_the_version(capsys: Output) -> None:
    assert branchline(capsys, "--version").strip() == __version__


def test_in_a_process_of_its_own() -> None:
    good = alone("simulate", "usa", "--games", "2", "--json")
    assert good.returncode == 0, good.stderr
    assert json.loads(good.stdout)["games"] == 2
    bad = alone("simulate", "uza")
    known = ", ".join(info.id for info in catalog())
    assert bad.returncode == 2
    assert bad.stdout == ""
    assert bad.stderr.splitlines() == [
        f"board: there is no game or board 'uza' (did you mean 'usa'?); there are: {known}; "
        "a board of your own is named by the path of its file"
    ]


def test_help_loads_no_game() -> None:
    """What a command needs is imported when it runs, so that the others start at once."""
    code = (
        "import sys, branchline.cli.main; print(*sorted(name for name in sys.modules if name.startswith('branchline')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True).stdout
    assert "branchline.cli.simulate" in loaded
    assert not [name for name in loaded.split() if name.startswith(("branchline.games", "branchline.rules"))]


def test_a_reader_who_stops_reading_gets_no_complaint(games: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "branchline.cli.main", "replay", str(games), "--events"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    process.wait(60)


def test_somebody_who_watches_a_long_run_sees_how_far_it_is() -> None:
    """Only then: a file or a pipe gets no progress bar."""
    screen, end = pty.openpty()
    command = [sys.executable, "-m", "branchline.cli.main", "simulate", "cards", "--games", str(simulate.LONG_RUN)]
    shown = subprocess.run([*command, "--json"], stdout=subprocess.PIPE, stderr=end, timeout=120, check=True).stdout
    os.close(end)
    assert json.loads(shown)["games"] == simulate.LONG_RUN
    assert b"%" in os.read(screen, 100_000)
    os.close(screen)
    piped = subprocess.run(command, capture_output=True, timeout=120, check=True)
    assert piped.stderr == b""


def test_an_interrupted_command_says_so(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "_random_game", interrupted)
    assert run(["simulate", "usa"]) == main.INTERRUPTED
    assert capsys.readouterr().err.strip() == "branchline: stopped"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulatee"], "No such command 'simulatee'"),
        (["simulate"], "Missing argument"),
        (["simulate", "usa", "--turbo"], "No such option: --turbo"),
        (["simulate", "usa", "--players", "two"], "Invalid value for '--players'"),
        (["simulate", "usa", "--players", "6"], "usa is for 2, 3, 4 or 5 players, not 6"),
        (["simulate", "cards", "--players", "5"], "cards is for 2, 3 or 4 players, not 5"),
        (["simulate", "usa", "--games", "0"], "--games must be at least 1, not 0"),
        (["simulate", "usa", "--seed", "-1"], "--seed must not be negative, not -1"),
        (["simulate", "usa", "--edition", "pocket"], "there is no edition 'pocket'"),
        (["simulate", "cards", "--edition", "pocket"], "there is no edition 'pocket'"),
        (["simulate", "usa", "--records", "no/such/folder/x"], "no/such/folder/x: cannot be written: No such file"),
        (["simulate", "none.toml"], "none.toml: there is no such file"),
        (["replay", "none.json"], "none.json: cannot be read: No such file or directory"),
        (["replay", "x", "--verify", "--events"], "choose one of --verify and --events"),
        (["replay", "x", "--language", "de"], "unknown language 'de'; there are: en, pl, ro"),
        (["games", "uza", "--json"], "there is no game or board 'uza' (did you mean 'usa'?)"),
        (["games", "usa", "--edition", "pocket"], "there is no edition 'pocket'"),
        (["games", "--edition", "classic"], "--edition is that of a board: name the board"),
        (["games", "none.toml", "--json"], "none.toml: there is no such file"),
        (["check", "none.toml"], "none.toml: there is no such file"),
        (["score", "none.txt"], "none.txt: cannot be read: No such file or directory"),
        (["score", "none.txt", "--language", "xx"], "unknown language 'xx'"),
        (["bench", "--seconds", "0"], "--seconds must be between 0.01 and 3600, not 0"),
        (["bench", "--players", "9"], "usa is for 2, 3, 4 or 5 players, not 9"),
        (["bench", "--game", "chess"], "there is no game or board 'chess'"),
        (["terminal", "usa", "--players", "1"], "usa is for 2, 3, 4 or 5 players, not 1"),
        (["terminal", "usa", "--against", "deep-blue"], "unknown level 'deep-blue'; there are: random, apprentice,"),
        (["terminal", "usa", "-p", "2", "-a", "racer", "-a", "racer"], "2 levels are too many for 2 players"),
        (["terminal", "usa", "--language", "klingon"], "unknown language 'klingon'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys: Output, arguments: list[str], said: str) -> None:
    assert said in refused(capsys, *arguments)


def test_words_in_a_sentence() -> None:
    assert lookup.listed(["2"], "or") == "2"
    assert lookup.listed(["2", "3"], "or") == "2 or 3"
    assert lookup.listed(["2", "3", "4"]) == "2, 3, 4"


# games, check, bench


def test_games_lists_all(capsys: Output) -> None:
    table = branchline(capsys, "games")
    assert all(name in table for name in game_names())
    rows = {row["game"]: row for row in json.loads(branchline(capsys, "games", "--json"))}
    assert rows["usa"]["editions"][0] == load_game("usa").edition
    assert "classic" in rows["usa"]["editions"]
    assert rows["cards"]["players"] == [2, 3, 4]
    assert rows["europe"]["boards"] == ["europe", "polska", "romania", "sampleland"]


BOARDS = [(info.id, edition.id) for info in catalog() for edition in info.editions]


@pytest.mark.parametrize(("name", "edition"), BOARDS)
def test_all_that_is_printed_on_a_board_can_be_had(capsys: Output, name: str, edition: str) -> None:
    """Enough to follow a game by its events, whatever edition it is: every word in them leads to something here."""
    game = load_game(name, edition)
    printed = json.loads(branchline(capsys, "games", name, "--edition", edition, "--json"))
    assert (printed["id"], printed["edition"], printed["digest"]) == (name, edition, game.digest)
    assert printed["seat_counts"] == list(game.seat_counts)
    assert printed["revision"] == RULES_REVISION
    ids = {what: {each["id"] for each in printed[what]} for what in ("cities", "routes", "tickets", "kinds")}
    assert ids["tickets"] == set(game.printed.ticket_ids)
    assert ids["kinds"] == set(game.printed.kind_ids)
    assert all(set(ticket["cities"]) <= ids["cities"] for ticket in printed["tickets"])
    for route, real in zip(printed["routes"], getattr(game.printed, "routes", ()), strict=True):
        assert {route["a"], route["b"]} <= ids["cities"]
        assert (route["id"], route["length"], route["deck"]) == (real.id, real.length, printed["decks"][real.deck])
        assert route["twin"] is None or route["twin"] in ids["routes"]
        assert route["color"] is None or route["color"] in printed["colors"]
    rules: Any = game.printed.rules
    assert set(printed["rules"]) == {field.name for field in fields(rules)}
    said = branchline(capsys, "games", name, "--edition", edition)
    assert f"({name}), edition {edition}" in said
    assert f"{len(ids['tickets'])} tickets" in said


def test_a_board_of_ones_own_can_be_printed(capsys: Output, tmp_path: Path) -> None:
    from branchline.data.files import BOARDS

    board = tmp_path / "mine.toml"
    text = (BOARDS / "sampleland.toml").read_text("utf-8")
    board.write_text(text.replace('id = "sampleland"', 'id = "mine"', 1), "utf-8")
    mine = json.loads(branchline(capsys, "games", board, "--json"))
    ours = json.loads(branchline(capsys, "games", "sampleland", "--json"))
    assert mine["id"] == "mine"
    assert mine["routes"] == ours["routes"]


def test_what_is_printed_on_the_cards_of_the_card_game(capsys: Output) -> None:
    printed = json.loads(branchline(capsys, "games", "cards", "--json"))
    assert printed["routes"] == []
    assert len(printed["symbols"]) == len(printed["kinds"])
    assert {city["city"] for city in printed["big_cities"]} <= {city["id"] for city in printed["cities"]}
    assert all(len(ticket["needs"]) == len(printed["colors"]) for ticket in printed["tickets"])


def test_check_sums_up_a_good_board(capsys: Output) -> None:
    said = branchline(capsys, "check", "sampleland")
    assert said.startswith("Sampleland (sampleland): a board for europe. No faults found.")
    assert "8 cities, 15 routes" in said


def test_check_tells_all_faults_of_a_bad_board(capsys: Output, tmp_path: Path) -> None:
    from branchline.data.files import BOARDS

    text = (BOARDS / "sampleland.toml").read_text("utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace("length = 3", "length = 0").replace('color = "red"', 'color = "mauve"'), "utf-8")
    assert run(["check", str(bad)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) > 1
    assert all(line.startswith("bad.toml: ") for line in told)


def test_bench_measures_every_game_and_count(capsys: Output) -> None:
    rows = json.loads(branchline(capsys, "bench", "--seconds", "0.01", "--json"))
    assert {(row["game"], row["players"]) for row in rows} == {
        (name, seats) for name in game_names() for seats in load_game(name).seat_counts
    }
    assert all(row["games_per_second"] > 0 and row["us_per_decision"] > 0 for row in rows)
    table = branchline(capsys, "bench", "--seconds", "0.01", "--game", "usa", "--players", "2")
    assert "games/s" in table


# simulate and replay


def test_the_same_seed_gives_the_same_games(capsys: Output, tmp_path: Path) -> None:
    def once(path: Path) -> tuple[dict[str, object], str]:
        said = branchline(capsys, "simulate", "world", "--games", "2", "--seed", "9", "--records", path, "--json")
        timed = ("seconds", "games_per_second")
        return {key: value for key, value in json.loads(said).items() if key not in timed}, path.read_text("utf-8")

    assert once(tmp_path / "one.jsonl") == once(tmp_path / "two.jsonl")


def test_a_simulation_with_records_counts_the_same_as_one_without(capsys: Output, tmp_path: Path) -> None:
    command = ["simulate", "usa", "--games", "3", "--players", "3", "--json"]
    bare = json.loads(branchline(capsys, *command))
    kept = json.loads(branchline(capsys, *command, "--records", tmp_path / "r.jsonl"))
    assert bare["mean_scores"] == kept["mean_scores"]
    assert bare["decisions_per_game"] == kept["decisions_per_game"]
    records = list(read_records(tmp_path / "r.jsonl"))
    totals = [[sheet["total"] for sheet in record.outcome["sheets"]] for record in records]
    assert bare["mean_scores"] == [round(sum(column) / 3, 2) for column in zip(*totals, strict=True)]
    assert [record.seed for record in records] == [1, 2, 3]


def test_a_simulation_tells_people_too(capsys: Output) -> None:
    said = branchline(capsys, "simulate", "cards", "--games", "2", "--players", "4")
    assert "mean score" in said
    assert "decisions a game" in said


def test_a_board_of_ones_own_can_be_simulated_and_replayed(capsys: Output, tmp_path: Path) -> None:
    from branchline.data.files import BOARDS

    board, games = tmp_path / "mine.toml", tmp_path / "games.jsonl"
    text = (BOARDS / "sampleland.toml").read_text("utf-8")
    board.write_text(text.replace('id = "sampleland"', 'id = "mine"', 1), "utf-8")
    branchline(capsys, "simulate", board, "--games", "2", "--records", games)
    assert "2 records verified" in branchline(capsys, "replay", games, "--verify", "--board", board)
    board.unlink()
    assert "2 records verified" in branchline(capsys, "replay", games, "--verify"), "the records carry their board"
    old = json.loads(games.read_text("utf-8").splitlines()[0])
    del old["board_file"], old["checksum"]
    games.write_text(json.dumps(old), "utf-8")
    assert "there is no game or board 'mine'" in refused(capsys, "replay", games)


def test_replay_verifies_every_record(capsys: Output, games: Path) -> None:
    assert branchline(capsys, "replay", games, "--verify").startswith("3 records verified")


def test_replay_fails_loudly_on_a_difference(capsys: Output, games: Path) -> None:
    lines = games.read_text("utf-8").splitlines()
    data = unsealed_line(lines[1])
    data["outcome"]["sheets"][0]["lines"][0]["points"] += 1
    games.write_text("\n".join([lines[0], json.dumps(data), lines[2]]), "utf-8")
    assert run(["replay", str(games), "--verify"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("record 2: outcome.sheets[0].lines[0].points: the record says")
    assert told[1:] == ["branchline: 1 of 3 records differ from what they say"]


def test_replay_prints_every_event(capsys: Output, games: Path) -> None:
    """Nothing is hidden: the hands that can be counted up from the events are those of the last states."""
    told = [json.loads(line) for line in branchline(capsys, "replay", games, "--events").splitlines()]
    for number, record in enumerate(read_records(games), 1):
        played = replay(record)
        mine = [line for line in told if line["record"] == number][1:-1]
        assert len(mine) == sum(len(step.events) for step in played.steps)
        assert {event["action"] for event in mine} == set(range(len(record.actions) + 1))
        hands = [hand_from_events(mine, seat) for seat in range(len(record.seats))]
        board = played.game.printed
        for player, hand in zip(played.state.players, hands, strict=True):
            held = {kind.id: count for kind, count in zip(board.kinds, player.hand, strict=True) if count}
            assert hand == held


def test_the_stream_of_events_can_be_refereed_alone(capsys: Output, games: Path) -> None:
    """It begins with what is played, and ends with the score sheets; both come from the replay, not from the file."""
    lines = games.read_text("utf-8").splitlines()
    part = unsealed_line(lines[2])
    games.write_text(
        "\n".join([*lines[:2], json.dumps(part | {"actions": part["actions"][:9], "outcome": None})]), "utf-8"
    )
    told = [json.loads(line) for line in branchline(capsys, "replay", games, "--events").splitlines()]
    heads = [line for line in told if "header" in line]
    ends = [line for line in told if "outcome" in line]
    assert [line["record"] for line in heads] == [line["record"] for line in ends] == [1, 2, 3]
    assert told[0] is heads[0]
    assert told[-1] is ends[2]
    for record, head, end in zip(read_records(games), heads, ends, strict=True):
        assert head["header"] == header_json(record)
        assert end["outcome"] == record.outcome
    assert heads[0]["header"]["revision"] == RULES_REVISION
    assert ends[2]["outcome"] is None, "the game of the third record is not over"


@pytest.mark.parametrize(("revision", "other"), [(None, "an older"), (1, "an older"), (99, "a newer")])
@pytest.mark.parametrize("how", [[], ["--events"], ["--verify"]])
def test_games_of_other_rules_are_told_apart(
    capsys: Output, games: Path, how: list[str], revision: int | None, other: str
) -> None:
    """One line says so, whatever else would differ, and a record without a revision is one of the first."""
    data = unsealed_line(games.read_text("utf-8").splitlines()[0]) | {
        "revision": revision,
        "digest": "other",
        "edition": "x",
    }
    if revision is None:
        del data["revision"]
    games.write_text(json.dumps(data), "utf-8")
    assert run(["replay", str(games), *how]) == (1 if how == ["--verify"] else 2)
    said = capsys.readouterr().err.splitlines()[0]
    assert said == (
        f"record 1: revision: the game was played under revision {revision or 1} of the rules, and this is revision "
        f"{RULES_REVISION}; {other} version of Branchline can play it again"
    )


def test_a_record_is_read_strictly(capsys: Output, games: Path) -> None:
    lines = games.read_text("utf-8").splitlines()
    data = unsealed_line(lines[1])
    data["actions"][1][1] = data["actions"][1][1].upper()
    games.write_text("\n".join([lines[0], json.dumps(data)]), "utf-8")
    assert run(["replay", str(games), "--events"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("record 2: action 2 (Random ")
    assert "is not how a record writes an action; write 'keep " in said
    assert said.count("\n") == 1


def hand_from_events(events: list[dict[str, object]], seat: int) -> dict[str, int]:
    hand: dict[str, int] = {}

    def add(cards: object, sign: int) -> None:
        assert isinstance(cards, dict)
        for kind, count in cards.items():
            hand[kind] = hand.get(kind, 0) + sign * count

    for event in events:
        if event.get("seat") != seat:
            continue
        if event["event"] == "cards-dealt":
            add(event["cards"], 1)
        elif event["event"] in ("card-drawn", "card-taken"):
            add({event["kind"]: 1}, 1)
        elif event["event"] in ("route-claimed", "station-built"):
            add(event["pay"], -1)
    return {kind: count for kind, count in hand.items() if count}


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_tells_the_story(capsys: Output, games: Path, language: str) -> None:
    said = branchline(capsys, "replay", games, "--language", language)
    assert said.count(", seed ") == 3
    assert said.count("Random 1: keep ") >= 3
    assert "{" not in said


# score


TABLE = """
game: europa
[Ada]
routes: Paryż - Zurych, Roma - Venezia
tickets: Roma - Venezia, Berlin - Roma
[Bob]
routes: Berlin - Wien
tickets: Paris - Wien
"""


def test_score_prints_the_sheets(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text(TABLE.replace("Roma - Venezia, Berlin", "Frankfurt - København, Berlin"), "utf-8")
    said = branchline(capsys, "score", path)
    assert "Winner: Bob" in said
    assert "Ticket: Berlin – Rome (9), missed" in said
    assert "Bilet: Berlin – Rzym (9), niezrealizowany" in branchline(capsys, "score", path, "-l", "pl")
    data = json.loads(branchline(capsys, "score", path, "--json"))
    assert data["players"] == ["Ada", "Bob"]
    assert data["winners"] == [1]
    assert [sheet["total"] for sheet in data["sheets"]] == [
        sum(line["points"] for line in sheet["lines"]) for sheet in data["sheets"]
    ]


def test_score_notes_what_is_odd(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text("game: usa\n[Ada]\n[Bob]\n", "utf-8")
    assert run(["score", str(path)]) == 0
    assert "note: Ada has 0 tickets" in capsys.readouterr().err


def test_score_tells_what_cannot_be(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    path.write_text(TABLE, "utf-8")
    assert "line 5 (Ada): There is no ticket Roma – Venezia" in refused(capsys, "score", path)
    path.write_text("game: monopoly\n[Ada]\n", "utf-8")
    assert "there is no game or board 'monopoly'" in refused(capsys, "score", path)
    path.write_text("game: usa\nedition: Pocket\n[Ada]\n", "utf-8")
    assert "there is no edition 'pocket'" in refused(capsys, "score", path)
    path.write_bytes(b"\xff\xfe")
    assert "is not text in UTF-8" in refused(capsys, "score", path)


def test_score_on_a_board_of_ones_own(capsys: Output, tmp_path: Path) -> None:
    from branchline.data.files import BOARDS

    (tmp_path / "mine.toml").write_text((BOARDS / "sampleland.toml").read_text("utf-8"), "utf-8")
    (tmp_path / "table.txt").write_text("board: mine.toml\n[Ada]\n[Bob]\n", "utf-8")
    assert "Ada" in branchline(capsys, "score", tmp_path / "table.txt")


# terminal and play


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_game_can_be_left(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "quit")
    assert "The game was left." in branchline(capsys, "terminal", "usa", "--seed", "1")
    typed(monkeypatch)
    assert "Gra przerwana." in branchline(capsys, "terminal", "europe", "--seed", "1", "-l", "pl")


def test_a_person_is_told_what_was_wrong_and_asked_again(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "?", "? keep", "hand", "", "dance", "draw blind", "keep 1", "keep all", "quit")
    said = branchline(capsys, "terminal", "usa", "--seed", "1", "--name", "Ada")
    assert "  keep " in said
    assert "“dance” is not a move." in said
    assert "Choose your tickets first." in said
    assert "You must keep more tickets." in said
    assert "Ada keeps: " in said
    assert "The Careful Conductor: " in said


@pytest.mark.parametrize("name", game_names())
def test_a_whole_game_can_be_typed(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    game = load_game(name)
    record = tmp_path / "game.branchline.json"
    typed(monkeypatch, *typed_moves(game, 4))
    said = branchline(capsys, "terminal", name, "--seed", "4", "-p", "3", "-a", "random", "--record", record)
    assert "Winner: " in said
    (kept,) = read_records(record)
    assert verify(kept) == ()
    assert record.read_text("utf-8") == record_text(kept)
    assert game.is_over(replay(kept).state)


def test_a_record_that_cannot_be_written(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    typed(monkeypatch, *typed_moves(load_game("cards"), 4))
    path = tmp_path / "no" / "folder"
    said = refused(capsys, "terminal", "cards", "--seed", "4", "-p", "3", "-a", "random", "--record", path)
    assert "cannot be written: No such file or directory" in said
