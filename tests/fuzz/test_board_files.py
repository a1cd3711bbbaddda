"""Hostile board files: each is answered clearly, in bounded time and memory, and the server goes on."""

import asyncio
import json
import re
import time
from pathlib import Path
from random import Random

import pytest

from branchline.data.__main__ import faults_in
from branchline.server.bot_processes.fair_queue import AddressTurns
from branchline.server.child import ChildFailed, run_child
from branchline.server.http.boards.drawing import BoardRenderer
from branchline.server.live.board_check import BoardCheck
from branchline.server.room.commands import Refuse
from tests.own_boards import own_board
from tests.server.webapp import serving

JSON = {"content-type": "application/json"}
BOARD = own_board()
HUGE = "9" * 150_000

BOMBS = {
    "a key of a hundred thousand words": "a" + ".a" * 95_000 + " = 1",
    "tables in tables": "[" + "a." * 90_000 + "a]",
    "brackets in brackets": "a = " + "[" * 190_000,
    "braces in braces": "a = " + "{a=" * 60_000,
    "a number of many digits": BOARD.replace("length = 3", f"length = {HUGE}", 1),
    "many tables": "\n".join(f"[a{number}.b.c]" for number in range(12_000)),
    "many cities": BOARD.replace("city = [", "city = [\n" + "{}," * 60_000, 1),
    "many keys": BOARD + "\n[other]\n" + "\n".join(f"k{number} = 1" for number in range(15_000)),
    "many editions": BOARD + "\n" + "\n".join(f'[edition.e{number}]\nname = "x"' for number in range(5_000)),
}
FAULTS = {
    "not a number": (BOARD.replace("at = [1.0, 51.0]", "at = [nan, inf]"), "two numbers"),
    "far outside": (BOARD.replace("at = [1.0, 51.0]", "at = [1e300, 51.0]"), "two numbers"),
    "no width": (BOARD.replace('name = "Aber"', 'name = "\u3164"'), "a visible text"),
    "only marks": (BOARD.replace('name = "Aber"', 'name = "\u0301\u0301"'), "a visible text"),
    "a hidden space": (BOARD.replace('name = "Aber"', 'name = "A\u200bber"'), "a visible text"),
    "turned around": (BOARD.replace('name = "Aber"', 'name = "A\u202eber"'), "a visible text"),
    "a line break": (BOARD.replace('name = "Aber"', 'name = "A\\nber"'), "a visible text"),
    "a long name": (BOARD.replace('name = "Aber"', f'name = "{"A" * 301}"'), "a visible text"),
    "huge counts": (BOARD.replace("copies = 10", "copies = 1000"), "cards; there can be 1000 at the most"),
    "a huge offer": (re.sub(r"first_offer = \d+", "first_offer = 30", BOARD), "is the most"),
    "negative": (BOARD.replace("length = 3", "length = -3", 1), "must be a whole number"),
    "a date": (BOARD.replace("length = 3", "length = 2020-01-01", 1), "must be a whole number"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_goes_off_in_a_process_of_its_own(tmp_path: Path, name: str) -> None:
    with serving(tmp_path) as client:
        rooms = client.app.state.server.rooms  # type: ignore[attr-defined]
        rooms.boards.check = BoardCheck(seconds=3)
        began = time.monotonic()
        answer = client.post("/api/boards", content=json.dumps(BOMBS[name]), headers=JSON)
        assert time.monotonic() - began < 60
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-board"), answer.text
        assert 0 < len(answer.json()["detail"]) < 20_000
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_its_place(name: str) -> None:
    text, told = FAULTS[name]
    assert text != BOARD
    faults = faults_in(text.encode())
    assert any(told in message for _, message in faults), faults
    assert all(place.startswith("board.toml") for place, _ in faults)


def test_any_change_of_a_file_is_sound_or_told(seed: int) -> None:
    """Cut, doubled and exchanged parts of a sound file; numbers and words replaced by unlikely ones."""
    rng = Random(seed)
    unlikely = ["-1", "1e400", "nan", '""', "[]", "{}", "true", "0", "1001", '"\u202e"', "1979-05-27", '"aber"']
    parts = re.split(r'(\d+(?:\.\d+)?|"[^"]*"|\n)', BOARD)
    for _ in range(60):
        changed = list(parts)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(changed))
            match rng.randrange(3):
                case 0:
                    changed[place] = rng.choice(unlikely)
                case 1:
                    changed[place] = ""
                case _:
                    changed[place] *= 2
        for fault in faults_in("".join(changed).encode()):
            assert all(fault), fault


def test_a_record_with_a_hostile_board_is_refused(tmp_path: Path) -> None:
    record = {
        "format": "branchline record 1",
        "revision": 2,
        "game": "europe",
        "board": "my-land",
        "edition": "standard",
        "digest": "",
        "seats": ["Ann", "Bea"],
        "seed": "1",
        "actions": [],
        "board_file": BOMBS["a key of a hundred thousand words"],
    }
    with serving(tmp_path) as client:
        rooms = client.app.state.server.rooms  # type: ignore[attr-defined]
        rooms.boards.check = BoardCheck(seconds=2)
        answer = client.post("/api/replays", content=json.dumps(record), headers=JSON)
    assert answer.json()["code"] == "bad-board"


def test_memory_is_bounded() -> None:
    with pytest.raises(ChildFailed):
        asyncio.run(run_child("tests.fuzz.glutton", b"", 30))


def test_the_slow_boards_of_one_address_keep_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six boards that cannot be drawn in time, all from one address, and an honest one behind them."""
    from branchline.server.http.boards import drawing
    from tests.server.test_catalog import another_board

    asked: list[str] = []

    async def slow(module: str, given: bytes, seconds: float) -> bytes:
        asked.append(module)
        await asyncio.sleep(0.2)
        return b"{}"

    async def look() -> float:
        monkeypatch.setattr(drawing, "run_child", slow)
        monkeypatch.setattr(BoardRenderer, "ready", lambda self, board: None)
        renderer = BoardRenderer()
        slow_ones = [asyncio.create_task(renderer.draw(another_board(), "2001:db8::1")) for _ in range(6)]
        await asyncio.sleep(0.01)
        began = asyncio.get_running_loop().time()
        await renderer.draw(another_board(), "192.0.2.7")
        waited = asyncio.get_running_loop().time() - began
        assert sum(task.done() for task in slow_ones) <= 2
        for task in slow_ones:
            task.cancel()
        await asyncio.gather(*slow_ones, return_exceptions=True)
        assert renderer._turns._locks == {}, "nobody is remembered"
        return waited

    assert asyncio.run(look()) < 0.4, "its own drawing, and not those of the other address"


def test_one_address_does_one_thing_at_a_time() -> None:
    async def look() -> list[str]:
        turns, order = AddressTurns(2, 1.0), []

        async def work(address: str, name: str) -> None:
            async with turns.turn(address):
                order.append(f"{name} begins")
                await asyncio.sleep(0.01)
                order.append(f"{name} ends")

        await asyncio.gather(work("a", "one"), work("a", "two"), work("b", "three"))
        return order

    order = asyncio.run(look())
    assert order.index("two begins") > order.index("one ends")
    assert order.index("three begins") < order.index("one ends")


def test_a_sound_file_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def look() -> None:
        check = BoardCheck()
        await check.demand_sound(BOARD)
        monkeypatch.setattr("sys.executable", "no-such-program")
        await check.demand_sound(BOARD)
        with pytest.raises(Refuse, match="bad-board"):
            await check.demand_sound("#" * 200_001)

    asyncio.run(look())
