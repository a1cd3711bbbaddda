"""Daily deals at tables: a deal that follows from the date, the bots of the day, and what each level scores with it."""

import json
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline.bots.daily import BOTS, RIVALS, daily_key, daily_scores
from branchline.core.game import AnyGame
from branchline.games import load_game
from branchline.notation.records.reader import read_records
from branchline.notation.records.record import Record
from branchline.notation.records.replay import verify
from branchline.server import wire
from branchline.server.bot_processes.messages import BotDecision
from branchline.server.bot_processes.policy import guarded
from branchline.server.limits import is_today_somewhere
from branchline.server.room.facts import Created, read
from branchline.server.room.new_table import new_table
from tests.server.webapp import call, make_table, serving

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)
MINE = {"kind": "mine", "name": "Ola"}


def today() -> str:
    return datetime.now(UTC).date().isoformat()


class Thinking:
    """The bots that the server would ask in their processes, in this one; their chance is never the same twice."""

    async def decide(self, level: str, game: AnyGame, view: Any, legal: Any, asker: Any) -> BotDecision:
        return BotDecision(guarded(level, game).decide(view, legal, Random(), legal.__contains__).action)

    async def close(self) -> None:
        pass


def test_a_daily_table_is_private_without_hints_and_against_the_bots_of_the_day() -> None:
    asked = wire.NewTable(
        cid="Jq0m1Yw9n2s7Tb6Kx4Vd3A",
        board="europe",
        seats=[wire.MySeat(name="Ola"), wire.BotSeat(level="random")],
        edition="expanded",
        public=True,
        clock=wire.MoveClock(seconds=5),
        options=wire.TableOptions(first=1, open_stacks=True, hints=True),
        daily="2026-11-17",
    )
    created = read(new_table(asked, load_game("europe"), "5ec2e7" * 10, "ab" * 32, 0.0).entries[0].body)
    assert isinstance(created, Created)
    assert (created.daily, created.public, created.clock) == ("2026-11-17", False, wire.NoClock())
    assert created.options == wire.TableOptions(first=None, open_stacks=False, hints=False)
    assert created.edition == load_game("europe").edition
    assert [getattr(chair, "level", None) for chair in created.chairs] == [None, *RIVALS]


@pytest.mark.parametrize("days", [-1, 0, 1])
def test_a_day_that_is_today_somewhere_can_be_played(days: int) -> None:
    assert is_today_somewhere((NOON + timedelta(days)).date().isoformat(), NOON.timestamp())


@pytest.mark.parametrize("day", ["2026-11-15", "2026-11-19", "2026-02-30", "0000-00-00"])
def test_any_other_day_cannot(day: str) -> None:
    assert not is_today_somewhere(day, NOON.timestamp())


def test_the_server_refuses_other_days_and_boards(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        old = client.post("/api/daily", json={"board": "usa", "day": "2020-01-01"})
        assert (old.status_code, old.json()["code"]) == (400, "wrong-day")
        nowhere = client.post("/api/daily", json={"board": "atlantis", "day": today()})
        assert (nowhere.status_code, nowhere.json()["code"]) == (404, "unknown-board")
        body = {"cid": "Jq0m1Yw9n2s7Tb6Kx4Vd3A", "board": "usa", "seats": [MINE, MINE], "daily": "2020-01-01"}
        assert client.post("/api/tables", json=body).json()["code"] == "wrong-day"
        assert client.post("/api/tables", json=body | {"daily": today()}).json()["code"] == "wrong-seats"
        assert client.post("/api/tables", json=body | {"daily": "today"}).json()["code"] == "bad-message"


def test_the_same_moves_meet_the_same_answers_at_every_table(tmp_path: Path, seed: int) -> None:
    """Two people who play alike play the same game, and its record says of which day it is."""
    day = today()
    records: list[Record] = []
    with serving(tmp_path, bots=Thinking) as client:
        for _ in range(2):
            made = make_table(client, board="cards", seats=[MINE, {"kind": "open"}], daily=day, start=False)
            with call(client) as caller:
                welcome = caller.hello(made["table"], made["token"])
                assert welcome["table"]["daily"] == day
                caller.play_to_the_end(welcome["updates"][0], Random(seed))
            path = tmp_path / f"{made['table']}.json"
            path.write_bytes(client.get(f"/api/tables/{made['table']}/record").content)
            records += read_records(path)
    one, two = records
    for seat in range(1 + len(RIVALS)):  # Who chooses first in secret is left to the moment.
        moves = [[each.action for each in record.actions if each.seat == seat] for record in records]
        assert moves[0] == moves[1]
    assert one.seed == two.seed == daily_key(day, "cards", one.edition)
    assert one.notes == {"daily": day}
    assert verify(one) == ()


def test_the_server_plays_the_deal_with_every_level_and_keeps_the_result(tmp_path: Path) -> None:
    day = today()
    with serving(tmp_path) as client:
        job = client.post("/api/daily", json={"board": "cards", "day": day}).json()
        until = time.monotonic() + 120
        while job["status"] != "done":
            assert job["status"] != "failed", job
            assert time.monotonic() < until, job
            time.sleep(0.2)
            job = client.get(f"/api/jobs/{job['job']}").json()
        again = client.post("/api/daily", json={"board": "cards", "day": day})
        assert (again.status_code, again.json()["result"]) == (200, job["result"])
    assert [score["level"] for score in job["result"]] == list(BOTS)
    expected = [score._asdict() for score in daily_scores(load_game("cards"), day)]
    assert job["result"] == json.loads(json.dumps(expected))
