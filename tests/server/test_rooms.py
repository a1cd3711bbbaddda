"""Rooms come and go: loaded when somebody comes, woken when time is due, let go when they rest."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgspec
import pytest

from branchline.server import wire
from branchline.server.live.connection import Connection
from branchline.server.live.room_task import LINGER
from branchline.server.live.rooms import EXPIRE_EVERY, OPEN_SECONDS, Hub
from branchline.server.room import facts
from branchline.server.room.tokens import holder_of
from branchline.server.store.contract import Entry, StoreError, Summary
from tests.server.party import cid_of, mine, new_table
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.simulation.virtual import run
from tests.server.webapp import Simple

EPOCH = 1_800_000_000.0


class Line:
    def __init__(self) -> None:
        self.texts: list[str] = []
        self.code: str | None = None

    def send(self, text: str) -> None:
        self.texts.append(text)

    def hang_up(self, code: str) -> None:
        self.code = code


def scene(play: Callable[[Disk, Callable[..., Hub]], Awaitable[None]]) -> None:
    """Run a scene in virtual time, with hubs on one disk."""

    async def main() -> None:
        disk = Disk(Random(1))
        number = iter(range(1, 100))

        def boot(process: str = "only") -> Hub:
            store = SimulatedStore(disk, process if process == "only" else f"{process}-{next(number)}")
            loop = asyncio.get_running_loop()
            hub = Hub(store, Simple(), now=lambda: EPOCH + loop.time())
            hub.begin()
            return hub

        await play(disk, boot)

    run(main())


async def join(hub: Hub, seated: wire.Seated) -> tuple[Connection, Line]:
    keeper = await hub.keeper(seated.table)
    assert keeper is not None
    line = Line()
    connection = Connection(line, [holder_of(seated.token)])
    keeper.join(connection, None)
    await asyncio.sleep(1)
    return connection, line


def test_a_room_rests_when_all_have_left_and_wakes_when_somebody_comes() -> None:
    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        hub = boot()
        seated = await hub.found(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
        connection, _ = await join(hub, seated)
        await asyncio.sleep(10 * LINGER)
        assert hub.rooms == 1, "somebody is there"
        keeper = await hub.keeper(seated.table)
        assert keeper is not None
        keeper.part(connection)
        await asyncio.sleep(3 * LINGER)
        assert (hub.rooms, hub.connections) == (0, 0)
        await join(hub, seated)
        assert (hub.rooms, hub.connections) == (1, 1)
        await hub.close()

    scene(play)


def test_a_clock_that_runs_out_while_nobody_is_there_wakes_the_table() -> None:
    """Correspondence: the table rests on disk for days, and then a stand-in moves."""

    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        hub = boot()
        seats: list[wire.SeatPlan] = [mine("Ann"), wire.OpenSeat()]
        seated = await hub.found(new_table(seats=seats, clock=wire.DaysClock(days=2)))
        await hub.sit(seated.table, wire.NewSeat(cid=cid_of("Bea"), name="Bea"), None)
        connection, _ = await join(hub, seated)
        keeper = await hub.keeper(seated.table)
        assert keeper is not None
        keeper.command(connection, wire.Start(cid="s", seat=0))
        await asyncio.sleep(1)
        keeper.part(connection)
        await asyncio.sleep(86_400)
        assert hub.rooms == 0
        before = len(disk.entries(seated.table))
        await asyncio.sleep(86_400 + 300)
        told = [facts.read(entry.body) for entry in disk.entries(seated.table)[before:]]
        assert {fact.seat for fact in told if isinstance(fact, facts.Away)} == {0, 1}
        assert any(isinstance(fact, facts.Played) and fact.by == "stand-in" for fact in told)
        await hub.close()

    scene(play)


def test_a_restart_moves_the_bots_whose_turn_it_was() -> None:
    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        hub = boot()
        bots: list[wire.SeatPlan] = [mine("Ann"), wire.BotSeat(level="random")]
        seated = await hub.found(new_table(seats=bots, start=True))
        hub.kill()
        before = len(disk.entries(seated.table))
        hub = boot()
        await asyncio.sleep(30)
        assert len(disk.entries(seated.table)) > before, "nobody came, but a bot was asked before the crash"
        await hub.close()

    scene(play)


def test_the_rooms_of_a_process_that_dies_are_driven_by_another() -> None:
    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        one, two = boot("one"), boot("two")
        plans: list[wire.SeatPlan] = [mine("Ann"), wire.OpenSeat()]
        seated = await one.found(new_table(seats=plans, clock=wire.MoveClock(seconds=60)))
        bea = await two.sit(seated.table, wire.NewSeat(cid=cid_of("Bea"), name="Bea"), None)
        connection, _ = await join(one, seated)
        _, line = await join(two, bea)
        keeper = await one.keeper(seated.table)
        assert keeper is not None
        keeper.command(connection, wire.Start(cid="s", seat=0))
        await asyncio.sleep(5)
        assert any('"started"' in text for text in line.texts), "told through the other process"
        seats = json.loads(line.texts[0])["table"]["seats"]
        assert [seat["connected"] for seat in seats] == [True, True], "who is there is told too"
        one.kill()
        store = one.store
        assert isinstance(store, SimulatedStore)
        store.die()
        await asyncio.sleep(120)
        told = [facts.read(entry.body) for entry in disk.entries(seated.table)]
        assert any(isinstance(fact, facts.Away) for fact in told), "the clock ran on in the other process"
        assert '"connected":[false,true]' in "".join(line.texts), "and Ann is gone with hers"
        await two.close()

    scene(play)


def test_nobody_is_shown_an_older_table_by_another_process() -> None:
    """Who comes from a process that was killed may know more than the one that takes them over has heard."""

    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        one, two = boot("one"), boot("two")
        seated = await one.found(new_table())
        here, there = await one.keeper(seated.table), await two.keeper(seated.table)
        assert here is not None
        assert there is not None
        connection, _ = await join(one, seated)
        disk.living[two.store.process] = None  # It hears nothing.
        here.command(connection, wire.Rename(cid="r", seat=0, name="Anna"))
        await asyncio.sleep(1)
        assert here.told == there.told + 1
        line = Line()
        there.join(Connection(line, [holder_of(seated.token)]), here.told)
        await asyncio.sleep(1)
        welcome = json.loads(line.texts[0])
        assert (welcome["version"], welcome["complete"]) == (here.told, True)
        assert welcome["table"]["seats"][0]["name"] == "Anna"
        await one.close()
        await two.close()

    scene(play)


def test_a_table_that_cannot_be_loaded_does_not_hold_up_the_others() -> None:
    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        hub = boot()
        bots: list[wire.SeatPlan] = [mine("Ann"), wire.BotSeat(level="random")]
        good = await hub.found(new_table(seats=bots, start=True))
        hub.kill()
        summary = await hub.store.summary(good.table)
        assert summary is not None
        await spoil(hub, summary)
        before = len(disk.entries(good.table))
        hub = boot()
        await asyncio.sleep(120)
        assert len(disk.entries(good.table)) > before
        with pytest.raises(StoreError):
            await hub.keeper("b" * 16)
        await hub.close()

    scene(play)


async def spoil(hub: Hub, summary: Summary) -> None:
    """Put a table beside it whose log makes no sense, due before all others."""
    fields: dict[str, Any] = {name: getattr(summary, name) for name in summary.__struct_fields__}
    bad = Summary(**fields | {"table": "b" * 16, "due": 0.0})
    await hub.store.create(bad.table, bad, [Entry(bad.table, 1, 0.0, "server", "v1", b'{"fact":"dreamt"}')])


def test_tables_at_which_nobody_plays_are_removed_and_games_stay() -> None:
    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        hub = boot()
        both: list[wire.SeatPlan] = [mine("Ann"), mine("Bea")]
        news = new_table(), new_table(), new_table(seats=both, start=True)
        forgotten, awaited, begun = [
            await hub.found(msgspec.structs.replace(new, cid=cid_of(name)))
            for name, new in zip(("forgotten", "awaited", "begun"), news, strict=True)
        ]
        _, line = await join(hub, awaited)
        await asyncio.sleep(OPEN_SECONDS - 3 * LINGER)
        assert hub.rooms == 1
        assert all(disk.entries(each.table) for each in (forgotten, awaited, begun))
        await asyncio.sleep(3 * LINGER + 2 * EXPIRE_EVERY)
        assert disk.entries(forgotten.table) == []
        assert await hub.keeper(forgotten.table) is None
        assert disk.entries(begun.table), "a game is never forgotten"
        assert disk.entries(awaited.table), "somebody waits there"
        assert line.code is None
        await hub.close()

    scene(play)


def test_whoever_is_at_a_table_that_was_removed_is_told_so() -> None:
    """It can only happen when somebody comes at the very moment of the removal."""

    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        hub = boot()
        seated = await hub.found(new_table())
        connection, line = await join(hub, seated)
        assert await hub.store.expire(hub.now() + 1) == [seated.table]
        keeper = await hub.keeper(seated.table)
        assert keeper is not None
        keeper.command(connection, wire.Rename(cid="r", seat=0, name="Anna"))
        await asyncio.sleep(1)
        assert line.code == "unknown-table"
        assert await hub.keeper(seated.table) is None
        await hub.close()

    scene(play)


def test_a_room_that_loses_its_store_sends_everybody_back_who_is_there_or_on_the_way() -> None:
    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        hub = boot()
        seated = await hub.found(new_table())
        connection, here = await join(hub, seated)
        keeper = await hub.keeper(seated.table)
        assert keeper is not None
        disk.is_gone = True
        keeper.command(connection, wire.Rename(cid="r", seat=0, name="Anna"))
        arriving = Line()
        keeper.join(Connection(arriving, []), None)
        waits = asyncio.create_task(keeper.call(lambda room: room.table.version))
        await asyncio.sleep(1)
        assert (here.code, arriving.code) == ("restart", "restart")
        with pytest.raises(StoreError):
            await waits
        late = Line()
        keeper.join(Connection(late, []), None)
        assert late.code == "restart"
        assert hub.rooms == 0
        disk.is_gone = False
        connection, _ = await join(hub, seated)
        assert hub.rooms == 1
        await hub.close()

    scene(play)


def test_board_data_that_have_changed_are_not_played_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        hub = boot()
        seated = await hub.found(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
        await hub.close()
        hub = boot()
        assert await hub.keeper(seated.table) is not None
        await hub.close()
        monkeypatch.setattr("branchline.rules.game.VerbGame.digest", property(lambda game: "other"))
        hub = boot()
        assert await hub.keeper(seated.table) is None
        await hub.close()

    scene(play)


@pytest.mark.parametrize("earlier", [1, 99])
def test_a_table_of_other_rules_is_not_played_on_with(monkeypatch: pytest.MonkeyPatch, earlier: int) -> None:
    """Revision 1 stands in no log: it is what tables have that say nothing."""

    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        monkeypatch.setattr("branchline.server.room.table.RULES_REVISION", earlier)
        monkeypatch.setattr("branchline.server.room.new_table.RULES_REVISION", earlier)
        hub = boot()
        seated = await hub.found(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
        await hub.close()
        monkeypatch.undo()
        hub = boot()
        assert await hub.keeper(seated.table) is None
        await hub.close()

    scene(play)


def test_a_server_that_closes_says_goodbye_and_lets_nobody_in() -> None:
    async def play(disk: Disk, boot: Callable[..., Hub]) -> None:
        hub = boot()
        seated = await hub.found(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
        _, line = await join(hub, seated)
        await hub.close()
        assert line.code == "restart"
        with pytest.raises(StoreError):
            await hub.keeper(seated.table)

    scene(play)
