"""The example bots play whole games at a real server, over the same API as everybody."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from branchline.games import game_names
from branchline.server.wire import PROTOCOL
from tests.kill.server_process import ServerProcess

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "bot.py"
IN_JAVASCRIPT = ROOT / "examples" / "bot.mjs"
DEADLINE = 400
"""Seconds: against hangs, not a measure."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    process = ServerProcess(str(folder / "tables.db"), folder / "log")
    process.start()
    process.wait_until_ready()
    yield f"http://127.0.0.1:{process.port}"
    process.stop()


@pytest.fixture(scope="module")
def bot() -> ModuleType:
    module = ModuleType("bot")
    exec(compile(EXAMPLE.read_text("utf-8"), str(EXAMPLE), "exec"), module.__dict__)
    return module


def test_the_example_is_forty_lines_of_python() -> None:
    assert sum(bool(line.strip()) for line in EXAMPLE.read_text("utf-8").splitlines()) <= 40


def test_the_example_runs_as_it_says(server: str) -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE), server], capture_output=True, text=True, timeout=DEADLINE)
    assert done.returncode == 0, done.stderr
    assert '"winners"' in done.stdout


@pytest.mark.parametrize("game", game_names())
def test_the_example_plays_every_game_to_its_end(server: str, bot: ModuleType, game: str) -> None:
    outcome = bot.play(server, board=game)
    assert len(outcome["sheets"]) == 2
    assert outcome["winners"]


def test_outside_bots_play_each_other_at_one_table(server: str, bot: ModuleType) -> None:
    """Two programs sit down at a table that a third one made and starts."""
    seats = [{"kind": "mine", "name": "Host"}, {"kind": "open"}, {"kind": "open"}]
    made = bot.post(f"{server}/api/tables", {"cid": "h" * 22, "board": "cards", "seats": seats})
    with ThreadPoolExecutor(2) as pool:
        guests = [pool.submit(bot.play, server, made["table"]) for _ in range(2)]
        host_plays(server, made, bot)
        outcomes = [guest.result(timeout=DEADLINE) for guest in guests]
    assert outcomes[0] == outcomes[1]
    assert len(outcomes[0]["sheets"]) == 3


def host_plays(server: str, made: dict[str, str], bot: ModuleType, decisions: int | None = None) -> None:
    """Start the game and play to its end, or until so many decisions have been kept."""
    from websockets.sync.client import connect

    with connect(server.replace("http", "ws") + "/ws") as line:
        hello = {"type": "hello", "protocol": PROTOCOL, "table": made["table"], "tokens": [made["token"]]}
        line.send(json.dumps(hello))
        asked = None
        kept = 0
        for message in map(json.loads, line):
            kept += message["type"] == "ack" and message["cid"] != "start"
            if kept == decisions:
                return
            table = message.get("table")
            if table and table["status"] == "open" and all(seat["kind"] == "person" for seat in table["seats"]):
                line.send(json.dumps({"type": "start", "cid": "start", "seat": 0}))
            if message.get("outcome"):
                return
            for look in message.get("updates", ()):
                if look["decision"] not in (None, asked):
                    asked = look["decision"]
                    play = {"type": "play", "cid": f"d{asked}", "seat": 0, "decision": asked}
                    line.send(json.dumps(play | {"action": bot.decide(look["choices"])}))


def bot_in_javascript(*arguments: str) -> subprocess.Popen[str]:
    command = [str(ROOT / "tools" / "with-node"), "node", str(IN_JAVASCRIPT), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def outcome_of(bot: subprocess.Popen[str]) -> dict[str, Any]:
    said, complaints = bot.communicate(timeout=DEADLINE)
    assert (bot.returncode, complaints) == (0, "")
    outcome: dict[str, Any] = json.loads(said)
    return outcome


def test_the_example_in_javascript_needs_nothing_but_node() -> None:
    text = IN_JAVASCRIPT.read_text("utf-8")
    assert sum(bool(line.strip()) for line in text.splitlines()) <= 72
    imports = re.findall(r'^import .* from "(.*)";$', text, re.MULTILINE)
    assert imports
    assert all(name.startswith("node:") for name in imports)


@pytest.mark.parametrize("game", game_names())
def test_the_example_in_javascript_plays_every_game_to_its_end(server: str, game: str) -> None:
    outcome = outcome_of(bot_in_javascript(server, "--board", game))
    assert len(outcome["sheets"]) == 2
    assert outcome["winners"]


def test_the_example_in_javascript_plays_on_when_the_server_was_killed(tmp_path: Path, bot: ModuleType) -> None:
    """It comes back and sends again what was not answered, with the same cid; nothing is refused."""
    process = ServerProcess(str(tmp_path / "tables.db"), tmp_path / "log")
    process.start()
    process.wait_until_ready()
    address = f"http://127.0.0.1:{process.port}"
    seats = [{"kind": "mine", "name": "Host"}, {"kind": "open"}]
    made = bot.post(f"{address}/api/tables", {"cid": "h" * 22, "board": "cards", "seats": seats})
    guest = bot_in_javascript(address, "--table", made["table"])
    host_plays(address, made, bot, decisions=6)
    process.kill()
    process.start()
    process.wait_until_ready()
    host_plays(address, made, bot)
    assert len(outcome_of(guest)["sheets"]) == 2
    process.stop()
