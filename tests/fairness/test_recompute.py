"""A stranger recomputes every hidden card of a table's game from its secret: plain Node, and docs/fairness.md alone.

`recompute.mjs` knows nothing of the rules but how they use chance. It says the first difference, and must find any.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline.core.actions import Action, DrawBlind
from branchline.core.game import Options
from branchline.games import load_game
from branchline.notation.json.box import printed_json
from branchline.notation.records.record import Record, record_text
from branchline.notation.records.replay import replay
from branchline.notation.records.seed_text import seed_text
from branchline.notation.records.stream import event_lines
from branchline.server.room import fairness
from branchline.server.views.history import record_of_log
from tests.server.party import OFFERED, Party, bot, mine, new_table

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("recompute.mjs")
ENTROPY = "aa11"

Line = dict[str, Any]


def table_game(board: str, seats: int, number: int, hoard: int = 0) -> Record:
    """A whole game at a table; in the first `hoard` moves everybody draws blind wherever that is possible."""
    new = new_table(board, [mine("Ann"), *[bot()] * (seats - 1)], start=True, entropy=ENTROPY)
    party, rng = Party(new, secret=f"{number:064x}"), Random(number)
    while hoard and party.table.asked:
        hoard -= 1
        seat = min(party.table.asked)
        legal = party.table.game.legal(party.table.state, seat)
        party.act(seat, first_blind(legal) or legal[rng.randrange(len(legal))])
    party.play_randomly(rng)
    record = record_of_log(party.table.id, party.entries)
    assert record is not None
    return record


def first_blind(legal: Sequence[Action]) -> Action | None:
    return next((action for action in legal if isinstance(action, DrawBlind)), None)


def lines_of(record: Record) -> list[Line]:
    """What `branchline replay --events` prints."""
    return [json.loads(line) for line in event_lines(record, replay(record))]


@cache
def known_lines(board: str, seats: int, number: int) -> str:
    return json.dumps(lines_of(table_game(board, seats, number)))


def recompute(box: Path, events: Path) -> subprocess.CompletedProcess[str]:
    command = [str(part) for part in (ROOT / "tools" / "with-node", "node", SCRIPT, box, events)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def difference(folder: Path, lines: list[Line]) -> str:
    """The first difference that the script finds, or nothing."""
    box, events = folder / "game.json", folder / "events.jsonl"
    header = lines[0]["header"]
    box.write_text(json.dumps(printed_json(load_game(header["board"], header["edition"]))), "utf-8")
    events.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    done = recompute(box, events)
    assert done.returncode == bool(done.stderr)
    assert done.stderr or "every card and every ticket comes from the secret" in done.stdout
    return done.stderr.strip()


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("board", OFFERED)
def test_every_card_of_a_game_comes_from_the_secret(board: str, most: bool, seed: int, tmp_path: Path) -> None:
    seats = load_game(board).seat_counts[-1 if most else 0]
    assert difference(tmp_path, lines_of(table_game(board, seats, seed))) == ""


AWKWARD = {
    ("deck-reshuffled", "tunnel-dug"),
    ("tunnel-dug", "deck-reshuffled"),
    ("deck-reshuffled", "deck-reshuffled"),
    ("deck-reshuffled", "display-dealt"),
    ("display-dealt", "deck-reshuffled"),
    ("route-claimed", "deck-reshuffled"),
}


def test_decks_that_run_out_at_awkward_moments(tmp_path: Path) -> None:
    """In the middle of a tunnel, right after one, for both decks of a display, at the end of a turn.

    The first games have all of that; should a change of a board deal them anew, others will.
    """
    missing = set(AWKWARD)
    known = [("europe", 2, 22), ("great-lakes", 5, 27), ("great-lakes", 5, 41)]
    for board, seats, number in (*known, *product(("europe", "great-lakes"), (2,), range(100, 130))):
        if missing:
            lines = json.loads(known_lines(board, seats, number))
            assert difference(tmp_path, lines) == ""
            missing -= set(pairwise(line.get("event") for line in lines))
    assert not missing


@pytest.mark.parametrize(("board", "seats"), [("usa", 2), ("world", 5), ("cards", 4)])
def test_players_who_hoard_whole_decks(board: str, seats: int, seed: int, tmp_path: Path) -> None:
    lines = lines_of(table_game(board, seats, seed, hoard=150))
    names = [line.get("event") for line in lines]
    assert {"deck-reshuffled", "half-ended"} & set(names)
    assert difference(tmp_path, lines) == ""


def test_the_commands_of_the_docs(tmp_path: Path) -> None:
    record, box, events = (tmp_path / name for name in ("game.branchline.json", "game.json", "events.jsonl"))
    record.write_text(record_text(table_game("cards", 2, 1)), "utf-8")
    for file, command in ((box, ["games", "cards", "--json"]), (events, ["replay", str(record), "--events"])):
        with file.open("wb") as out:
            subprocess.run([sys.executable, "-m", "branchline.cli.main", *command], stdout=out, check=True)
    done = recompute(box, events)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


# --- It finds what is wrong ---


def other_kind(line: Line) -> None:
    line["kind"] = "wild" if line["kind"] != "wild" else "red"


def one_more(field: str) -> Callable[[Line], None]:
    def change(line: Line) -> None:
        line[field]["red"] = line[field].get("red", 0) + 1

    return change


def turned_round(field: str) -> Callable[[Line], None]:
    def change(line: Line) -> None:
        line[field] = [*line[field][1:], line[field][0]]
        if len(set(line[field])) == 1:
            line[field][0] = "wild" if line[field][0] != "wild" else "red"

    return change


@pytest.mark.parametrize(
    ("board", "seats", "number", "event", "change"),
    [
        ("europe", 2, 22, "game-started", lambda line: line.update(first=1 - line["first"])),
        ("europe", 2, 22, "cards-dealt", one_more("cards")),
        ("europe", 2, 22, "display-dealt", turned_round("display")),
        ("europe", 2, 22, "display-flushed", turned_round("display")),
        ("europe", 2, 22, "tickets-offered", turned_round("tickets")),
        ("europe", 2, 22, "ticket-deck-changed", turned_round("order")),
        ("europe", 2, 22, "card-drawn", other_kind),
        ("europe", 2, 22, "card-taken", other_kind),
        ("europe", 2, 22, "card-turned-up", other_kind),
        ("europe", 2, 22, "tunnel-dug", turned_round("revealed")),
        ("europe", 2, 22, "deck-reshuffled", one_more("cards")),
        ("cards", 4, 1, "cards-dealt", one_more("cards")),
        ("cards", 4, 1, "ticket-deck-changed", turned_round("order")),
        ("cards", 4, 1, "half-ended", one_more("cards")),
    ],
)
def test_one_thing_changed_is_found_where_it_stands(
    board: str, seats: int, number: int, event: str, change: Callable[[Line], None], tmp_path: Path
) -> None:
    """The last of its kind in the game, so that all before it was computed rightly."""
    lines = json.loads(known_lines(board, seats, number))
    changed = [line for line in lines if line.get("event") == event][-1]
    before = json.dumps(changed)
    change(changed)
    assert json.dumps(changed) != before
    assert difference(tmp_path, lines).startswith(f"action {changed['action']}, {event}: ")


@pytest.mark.parametrize("event", ["card-drawn", "deck-reshuffled", "tickets-offered"])
def test_one_thing_left_out_is_found(event: str, tmp_path: Path) -> None:
    lines = json.loads(known_lines("europe", 2, 22))
    places = [place for place, line in enumerate(lines) if line.get("event") == event]
    del lines[places[len(places) // 2]]
    assert difference(tmp_path, lines).startswith("action ")


def test_another_secret_is_found(tmp_path: Path) -> None:
    """One that was not promised; one whose seed does not fit; and one that fits in everything but the cards."""
    lines = json.loads(known_lines("cards", 4, 1))
    header = lines[0]["header"]
    proof, secret = header["notes"]["fair"], "ab" * 32
    proof["secret"] = secret
    assert difference(tmp_path, lines) == "the secret is not the one that was promised"
    proof["commitment"] = fairness.commitment(proof["table"], secret, 2)
    assert difference(tmp_path, lines) == "the seed does not come from the secret and the entropy"
    game = load_game("cards")
    header["seed"] = seed_text(fairness.deal_seed(proof["table"], secret, game, Options(), proof["entropy"], 2))
    assert difference(tmp_path, lines).startswith("action 0, ")
