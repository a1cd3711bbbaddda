"""Schemathesis asks every HTTP route everything that its description allows, and what it forbids."""

from __future__ import annotations

import asyncio
import copy
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias
from urllib.request import urlopen

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from schemathesis import checks
from starlette.testclient import TestClient

from branchline.games import game_names
from branchline.server.app import UVICORN, create_app
from branchline.server.http.openapi import description
from branchline.server.http.state import state_of
from branchline.server.limits import Rate, RateLimits
from branchline.server.process import listen
from branchline.server.room.tokens import table_id
from branchline.server.store.sqlite.store import SqliteStore
from tests.server.webapp import Simple, call, make_table, serving

CASES: Final = 40
PATIENCE: Final = 300.0
"""Seconds: a deadline against hangs, not a measure."""
NO_LIMIT: Final = Rate(1e9, 1e9)
CIDS: Final = {stage: f"{stage:a<30}" for stage in ("open", "playing", "finished")}
AnyCase: TypeAlias = schemathesis.Case[Any]
OPEN_SEATS: Final = [{"kind": "mine", "name": "Ann"}, {"kind": "open"}]


def with_names_that_exist() -> dict[str, Any]:
    """The published description, with names that exist here; by chance alone nobody would ever hit one."""
    whole = copy.deepcopy(description())
    known = {"table": [table_id(cid) for cid in CIDS.values()], "board": ["europe", "cards"], "edition": ["standard"]}
    for operations in whole["paths"].values():
        for owner in (operations, *operations.values()):
            for parameter in owner.get("parameters", ()) if isinstance(owner, dict) else ():
                if parameter["in"] == "path" and parameter["name"] in known:
                    parameter["schema"] = {"enum": known[parameter["name"]]}
    schemas = whole["components"]["schemas"]
    schemas["NewTable"]["properties"] |= {"board": {"enum": list(game_names())}, "edition": {"type": "null"}}
    schemas["BotSeat"]["properties"]["level"] = {"enum": ["random"]}
    return whole


anything = schemathesis.openapi.from_dict(description())
existing = schemathesis.openapi.from_dict(with_names_that_exist())


@dataclass
class House:
    url: str
    token: str


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server on a real port with a table in every stage; it asks nobody to slow down."""
    folder = tmp_path_factory.mktemp("http")
    token = furnish(folder)
    app = create_app(lambda: SqliteStore.open(folder / "tables.db"), bots=Simple)
    state = state_of(app)
    state.requests = state.new_tables = state.replays = RateLimits(NO_LIMIT)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="on", **UVICORN))
    listening = listen("127.0.0.1", 0)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield House(f"http://127.0.0.1:{listening.getsockname()[1]}", token)
    server.should_exit = True
    thread.join(PATIENCE)
    assert not thread.is_alive()


def furnish(folder: Path) -> str:
    """Make the tables, and give the token of the one that is being played."""
    with serving(folder) as client:
        make_table(client, cid=CIDS["open"], seats=OPEN_SEATS, start=False, public=True)
        played = make_table(client, cid=CIDS["finished"], board="cards")
        finish(client, played)
        both = [{"kind": "mine", "name": name} for name in ("Ann", "Bea")]
        token: str = make_table(client, cid=CIDS["playing"], seats=both, public=True)["token"]
        return token


def finish(client: TestClient, made: dict[str, Any]) -> None:
    with call(client) as ann:
        ann.play_to_the_end(ann.hello(made["table"], made["token"])["updates"][0], Random(1))


def check(case: AnyCase, house: House, has_token: bool) -> None:
    """Nothing but what is described: no failure, no other status, body or type; and what is forbidden is refused."""
    headers = {"authorization": f"Bearer {house.token}"} if has_token else {}
    answer = case.call(base_url=house.url, headers=headers, timeout=PATIENCE)
    # What fits the schema may still be refused: no schema says how many play a game, or who holds a seat.
    excluded = [checks.positive_data_acceptance]
    if answer.status_code == 413:  # A refusal as well, though not one that the tool counts as one.
        excluded.append(checks.negative_data_rejection)
    case.validate_response(answer, excluded_checks=excluded)


@anything.parametrize()
@anything.given(has_token=st.booleans())
@settings(max_examples=CASES, suppress_health_check=list(HealthCheck))
def test_every_route_answers_as_described(case: AnyCase, house: House, has_token: bool) -> None:
    check(case, house, has_token)


@existing.parametrize()
@existing.given(has_token=st.booleans())
@settings(max_examples=CASES, suppress_health_check=list(HealthCheck))
def test_every_route_tells_of_what_exists_as_described(case: AnyCase, house: House, has_token: bool) -> None:
    check(case, house, has_token)


def test_the_names_exist(house: House) -> None:
    """Otherwise the test before this one would see nothing but problems."""
    for cid in CIDS.values():
        with urlopen(f"{house.url}/api/tables/{table_id(cid)}") as answer:
            assert answer.status == 200
