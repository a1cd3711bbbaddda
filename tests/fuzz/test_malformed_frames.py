"""A million malformed frames: each is refused with a code, the table stays as it is, and so does the memory."""

from __future__ import annotations

import asyncio
import gc
import json
import resource
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from branchline.games import game_names
from branchline.server.limits import MAX_FAULTS
from branchline.server.live.rooms import Rooms
from branchline.server.wire.decode import MAX_DETAIL
from tests.fuzz.frames import Damage
from tests.fuzz.house import PAUSE, Frame, documented_codes, fingerprint, hello, open_house, say_all
from tests.fuzz.tables import Fuzzed, every_stage, valid_messages

FRAMES: Final = 1_000_000
PARTS: Final = 2
IN_ONE_CONVERSATION: Final = 1_000
PING: Final = '{"type":"ping"}'
ENDINGS: Final = ("none", "faults", "oversize", "hello")
REFUSALS: Final = documented_codes("Refusals")
CLOSING_CODES: Final = documented_codes("The end of a connection")
MAX_GROWTH: Final = 24_000_000
"""Bytes by which the process may grow while it refuses more than a hundred thousand frames."""


class Conversation:
    """One connection that holds every seat, and sends nothing that could be understood but a ping now and then."""

    def __init__(self, damage: Damage, fuzzed: Fuzzed, frames: int, ending: str) -> None:
        self._damage = damage
        self._fuzzed = fuzzed
        self._frames = frames
        self._ending = ending
        self.pings = 0

    def __iter__(self) -> Iterator[Frame]:
        """With a ping often enough that nobody hangs up before the end."""
        yield hello(self._fuzzed.id, self._fuzzed.token)
        for number, frame in enumerate(self._damage.frames(self._frames), 1):
            yield frame
            if number % (MAX_FAULTS - 1) == 0:
                self.pings += 1
                yield PING
        yield PAUSE  # Who is told goodbye hears no more, also not about what was sent before.
        match self._ending:
            case "faults":
                self.pings += 1
                yield PING
                yield from ["?"] * (MAX_FAULTS + 5)
            case "oversize":
                yield self._damage.oversize()
            case "hello":
                yield hello(self._fuzzed.id, self._fuzzed.token)

    def check(self, heard: list[dict[str, Any]]) -> Counter[str]:
        """Every frame was answered once, and in a way that the protocol knows. Gives the codes."""
        kinds = Counter(message["type"] for message in heard)
        codes = Counter(message["code"] for message in heard if message["type"] == "refused")
        faults = self._frames + (MAX_FAULTS - 1 if self._ending == "faults" else 0)
        assert kinds.pop("refused") == faults
        assert kinds.pop("pong", 0) == self.pings
        assert kinds.pop("welcome") == 1
        assert kinds.pop("bye", 0) == (self._ending != "none")
        assert not kinds, kinds
        assert codes.keys() <= REFUSALS, codes
        assert all(len(message["detail"]) <= MAX_DETAIL for message in heard if message["type"] == "refused")
        if self._ending != "none":
            assert heard[-1] == {"type": "bye", "code": "too-big" if self._ending == "oversize" else "bad-message"}
            assert heard[-1]["code"] in CLOSING_CODES
        return codes


async def storm(rooms: Rooms, tables: list[Fuzzed], rng: Random, frames: int) -> Counter[str]:
    """Send so many malformed frames to these tables in turn; none of them may change."""
    before = [(fingerprint(each.room_task.room), await rooms.store.read(each.id)) for each in tables]
    room_tasks = [each.room_task for each in tables]
    damages = [Damage(rng, valid_messages(each, rng)) for each in tables]
    codes: Counter[str] = Counter()
    turns = islice(cycle(zip(tables, damages, strict=True)), frames // IN_ONE_CONVERSATION)
    for fuzzed, damage in turns:
        conversation = Conversation(damage, fuzzed, IN_ONE_CONVERSATION, rng.choice(ENDINGS))
        codes += conversation.check(await say_all(rooms, fuzzed.room_task, conversation))
    after = [(fingerprint(each.room_task.room), await rooms.store.read(each.id)) for each in tables]
    assert before == after
    for each, room_task in zip(tables, room_tasks, strict=True):
        assert await rooms.get(each.id) is room_task, "the room failed and was loaded again"
    assert rooms.connections == 0
    return codes


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", game_names())
def test_malformed_frames_are_refused_and_change_nothing(game: str, part: int, tmp_path: Path, seed: int) -> None:
    share = FRAMES // (PARTS * len(game_names()))

    async def run() -> None:
        rng = Random(seed + part)
        async with open_house(tmp_path, rng) as rooms:
            tables = await every_stage(rooms, game, rng)
            codes = await storm(rooms, tables, rng, 4 * IN_ONE_CONVERSATION)  # After this nothing new needs memory.
            size = resident()
            codes += await storm(rooms, tables, rng, share)
            assert codes.total() >= share
            assert codes["bad-message"] > codes["bad-action"] > share / 100
            assert resident() - size < MAX_GROWTH

    asyncio.run(run())


def test_refusing_keeps_nothing(tmp_path: Path, seed: int) -> None:
    """Python itself counts what is left over, and the smallest object that every frame left behind would be found.

    What comes and goes is msgspec's memory of the last 512 short keys that it read, some 30,000 bytes.
    """
    frames = 20_000
    smallest = 16

    async def run() -> int:
        rng = Random(seed)
        async with open_house(tmp_path, rng) as rooms:
            tables = await every_stage(rooms, "cards", rng)
            await storm(rooms, tables, rng, 4 * IN_ONE_CONVERSATION)
            tracemalloc.start()
            try:
                await storm(rooms, tables, rng, 4 * IN_ONE_CONVERSATION)
                gc.collect()
                before, _ = tracemalloc.get_traced_memory()
                await storm(rooms, tables, rng, frames)
                gc.collect()
                after, _ = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
            return after - before

    assert asyncio.run(run()) < frames * smallest / 4


def test_a_connection_that_does_not_begin_with_hello_is_told_goodbye(tmp_path: Path, seed: int) -> None:
    async def run() -> None:
        rng = Random(seed)
        async with open_house(tmp_path, rng) as rooms:
            tables = await every_stage(rooms, "usa", rng)
            damage = Damage(rng, valid_messages(tables[2], rng))
            hellos = Damage(rng, valid_messages(tables[2], rng)[:1])
            for source in (damage, hellos):
                for frame in source.frames(5_000):
                    heard = await say_all(rooms, None, [frame, PING])
                    assert [message["type"] for message in heard] == ["bye"], frame
                    assert heard[0]["code"] in ("bad-message", "reload")
            for frame in (damage.oversize(), json.dumps([0] * 20_000)):
                assert await say_all(rooms, None, [frame]) == [{"type": "bye", "code": "too-big"}]

    asyncio.run(run())


def resident() -> int:
    """The bytes of memory that this process holds now; where the system does not say, the most that it ever held."""
    gc.collect()
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
