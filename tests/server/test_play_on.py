"""Tables that go on from a moment of a finished game: their log begins with the decisions of the record."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from branchline.core.ids import Seat
from branchline.games import game_in, game_names, load_game
from branchline.notation.json.codec import to_json
from branchline.notation.records.reader import read_record
from branchline.notation.records.record import Record, record_of, record_text
from branchline.notation.records.replay import replay
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.commands import Refuse
from branchline.server.room.play_on import continued_table
from branchline.server.room.room import Room
from branchline.server.room.table_talk import takeback_refused
from branchline.server.views.history import record_of_log
from tests.own_boards import own_board
from tests.server.party import KEY, SECRET, bot, cid_of, mine
from tests.server.webapp import call, make_table, secret_cid, serving


def some_record(name: str, seed: int, seats: int = 2) -> Record:
    game, rng = load_game(name), Random(seed)
    state, actions = game.start(seats=seats, seed=seed).state, []
    while not game.is_over(state):
        seat = min(game.actors(state))
        legal = game.legal(state, seat)
        action = legal[rng.randrange(len(legal))]
        actions.append((seat, action))
        state = game.perform(state, seat, action).state
    return record_of(game, ["Ann", "Bea", "Cid"][:seats], seed, actions, game.outcome(state))


def went_on(record: Record, move: int, *seats: wire.SeatPlan) -> Room:
    asked = wire.PlayOn(cid=cid_of("host"), seats=list(seats or [mine("Ola"), bot()]), move=move, record="x")
    made = continued_table(asked, record, replay(record), SECRET, KEY, 1000.0)
    return Room.load(made.table, list(made.entries), 1000.0)


@pytest.mark.parametrize("name", game_names())
def test_the_table_stands_as_the_game_stood(name: str, seed: int) -> None:
    record = some_record(name, seed)
    steps = replay(record).steps
    for move in (0, 1, len(record.actions) // 2, len(record.actions) - 1):
        room = went_on(record, move)
        assert room.table.state == steps[move].state
        assert (room.table.status, room.table.taken_over) == ("playing", move)
        assert room.table.asked.keys() == set(room.table.game.actors(steps[move].state))
        assert (room.table.public, room.table.clock) == (False, wire.NoClock())


def test_the_same_decisions_lead_to_the_same_end_and_the_record_tells_what_was_taken_over(seed: int) -> None:
    """The cards that were to come still come."""
    record = some_record("usa", seed)
    room = went_on(record, 20)
    played = replay(record)
    entries = []
    for entry, action in list(zip(record.actions, played.actions, strict=True))[20:]:
        fact = facts.Played(entry.seat, to_json(room.table.game.printed, action))
        entries += [each.entry for each in room.apply([fact], "server", "", 1001.0)]
    assert room.table.state == played.state
    asked = wire.PlayOn(cid=cid_of("host"), seats=[mine("Ola"), bot()], move=20, record="x")
    log = [*continued_table(asked, record, played, SECRET, KEY, 1000.0).entries, *entries]
    again = record_of_log(room.table.id, log)
    assert again is not None
    assert (again.seed, again.actions, again.outcome) == (record.seed, record.actions, record.outcome)
    assert again.notes == {"taken-over": 20}


def test_nobody_takes_back_what_was_taken_over(seed: int) -> None:
    room = went_on(some_record("usa", seed), 25, mine("Ola"), mine("Bea"))
    assert room.table.moments == []
    assert [takeback_refused(room.table, Seat(seat)) for seat in (0, 1)] == ["nothing-to-undo"] * 2


@pytest.mark.parametrize(
    ("move", "seats", "code", "detail"),
    [
        (10**4, [mine("Ola"), bot()], "game-over", "nothing is left to decide after 10000 decisions"),
        (3, [mine("Ola"), bot(), bot()], "wrong-seats", "the game has 2 seats"),
        (3, [bot(), bot()], "wrong-seats", "at least one seat must be yours"),
        (3, [mine("Ola"), wire.OpenSeat()], "seat-open", ""),
        (3, [mine("Ola"), bot("nobody")], "unknown-level", ""),
    ],
    ids=["after the end", "too many", "nobody", "open", "no level"],
)
def test_what_cannot_go_on_is_refused(move: int, seats: list[wire.SeatPlan], code: str, detail: str, seed: int) -> None:
    with pytest.raises(Refuse) as refused:
        went_on(some_record("usa", seed), move, *seats)
    assert (refused.value.code, refused.value.detail) == (code, detail)


def test_a_game_goes_on_from_its_last_decision_but_not_from_its_end_or_behind_it(seed: int) -> None:
    record = some_record("cards", seed)
    end = len(record.actions)
    assert went_on(record, end - 1).table.status == "playing"
    for move in (end, end + 1, end + 2):
        with pytest.raises(Refuse) as refused:
            went_on(record, move)
        assert refused.value.code == "game-over"


# --- Over HTTP ---

SEATS = [{"kind": "mine", "name": "Ola"}, {"kind": "bot", "level": "random"}]


def ask(client: TestClient, **more: Any) -> Any:
    return client.post("/api/play-on", json={"cid": secret_cid(), "seats": SEATS, "move": 5, "pace": 0} | more)


def test_from_a_table_and_from_a_record_and_played_to_the_end(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path) as client:
        made = make_table(client)
        assert ask(client, table=made["table"]).json()["code"] == "not-finished"
        with call(client) as ann:
            ann.play_to_the_end(ann.hello(made["table"], made["token"])["updates"][0], Random(seed))
        text = client.get(f"/api/tables/{made['table']}/record").text
        for source in ({"table": made["table"]}, {"record": text}):
            again = ask(client, **source)
            assert again.status_code == 201, again.text
            table, token = again.json()["table"], again.json()["token"]
            with call(client) as ola:
                welcome = ola.hello(table, token, since=0)
                assert welcome["table"]["taken_over"] == 5
                taken = [step for step in welcome["updates"][0]["steps"] if step.get("by") == "record"]
                assert [step["step"] for step in taken] == ["played"] * 5
                ola.play_to_the_end(welcome["updates"][0], Random(seed + 1))
            record = read_record(client.get(f"/api/tables/{table}/record").text, "record")
            assert record.actions[:5] == read_record(text, "record").actions[:5]
            assert record.notes == {"taken-over": 5}


def test_what_is_wrong_with_a_request_is_told(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for more, status, code in (
            ({}, 400, "bad-message"),
            ({"table": "a" * 16, "record": "{}"}, 400, "bad-message"),
            ({"table": "a" * 16}, 404, "unknown-table"),
            ({"record": "{}"}, 400, "bad-record"),
        ):
            answer = ask(client, **more)
            assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def test_a_repeated_request_finds_the_table_that_it_made(tmp_path: Path, seed: int) -> None:
    text = record_text(some_record("europe", seed))
    with serving(tmp_path) as client:
        cid = secret_cid()
        first, again = (ask(client, record=text, cid=cid).json() for _ in range(2))
        assert first == again
        assert ask(client, record=text, cid=cid, move=6).json()["code"] == "cid-used"


def test_a_board_of_somebodys_own_goes_along(tmp_path: Path, seed: int) -> None:
    text = own_board()
    game, rng = game_in(text), Random(seed)
    state, actions = game.start(seats=2, seed=seed).state, []
    for _ in range(8):
        seat = Seat(min(game.actors(state)))
        legal = game.legal(state, seat)
        actions.append((seat, legal[rng.randrange(len(legal))]))
        state = game.perform(state, *actions[-1]).state
    record = record_text(record_of(game, ["Ann", "Bea"], seed, actions, None))
    with serving(tmp_path) as client:
        made = ask(client, record=record)
        assert made.status_code == 201, made.text
        state = client.get(f"/api/tables/{made.json()['table']}").json()
        assert state["file"]
        assert client.get(f"/api/board-files/{state['file']}").text == text
