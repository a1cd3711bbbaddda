"""Rooms come and go: loaded when somebody comes, woken when time is due, let go when they rest."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgspec
import pytest

from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.live.commit import Committer
from branchline.server.live.connection import Connection
from branchline.server.live.retention import DAY, OPEN_DAYS, UNFINISHED_DAYS
from branchline.server.live.room_task import LINGER, RoomTask
from branchline.server.live.rooms import EXPIRE_EVERY, WAKE_DAMAGED_AGAIN, WAKE_EVERY, Rooms
from branchline.server.room import facts
from branchline.server.room.clock import PATIENCE_THERE
from branchline.server.room.commands import BotPlay
from branchline.server.room.room import Room
from branchline.server.room.tokens import holder_of
from branchline.server.store.contract import Append, LogEntry, Stale, StoreError, Summary
from tests.server.party import bot, cid_of, mine, new_table, started
from tests.server.simulation.client import some_action
from tests.server.simulation.clock import run
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.webapp import Simple

EPOCH = 1_800_000_000.0


class Inbox:
    def __init__(self) -> None:
        self.texts: list[str] = []
        self.code: str | None = None

    def send(self, text: str) -> None:
        self.texts.append(text)

    def close(self, code: str) -> None:
        self.code = code


def scene(play: Callable[[Disk, Callable[..., Rooms]], Awaitable[None]]) -> None:
    """Run a scene in virtual time, with rooms on one disk."""

    async def main() -> None:
        disk = Disk(Random(1))
        number = iter(range(1, 100))

        def boot(process: str = "only") -> Rooms:
            store = SimulatedStore(disk, process if process == "only" else f"{process}-{next(number)}")
            loop = asyncio.get_running_loop()
            rooms = Rooms(store, Simple(), now=lambda: EPOCH + loop.time())
            rooms.begin()
            return rooms

        await play(disk, boot)

    run(main())


async def join(rooms: Rooms, seated: wire.Seated) -> tuple[Connection, Inbox]:
    task = await rooms.get(seated.table)
    assert task is not None
    line = Inbox()
    connection = Connection(line, [holder_of(seated.token)])
    task.join(connection, None)
    await asyncio.sleep(1)
    return connection, line


def test_a_room_rests_when_all_have_left_and_wakes_when_somebody_comes() -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        seated = await rooms.create_table(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
        connection, _ = await join(rooms, seated)
        await asyncio.sleep(10 * LINGER)
        assert rooms.count == 1, "somebody is there"
        task = await rooms.get(seated.table)
        assert task is not None
        task.part(connection)
        await asyncio.sleep(3 * LINGER)
        assert (rooms.count, rooms.connections) == (0, 0)
        await join(rooms, seated)
        assert (rooms.count, rooms.connections) == (1, 1)
        await rooms.close()

    scene(play)


def test_a_room_that_rests_leaves_memory_at_once_and_waits_for_no_collector() -> None:
    """Everything is looked at every few minutes only, and by then many games would have piled up."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        seated = await rooms.create_table(new_table(seats=[mine("Ann"), bot()], start=True))
        connection, _ = await join(rooms, seated)
        task = await rooms.get(seated.table)
        assert task is not None
        task.command(connection, wire.AskHint(cid="h", seat=0, decision=task.room.table.asked[Seat(0)]))
        await asyncio.sleep(5)
        task.command(connection, wire.Leave(cid="l", seat=0))
        await asyncio.sleep(5)
        task.part(connection)
        kept = [weakref.ref(each) for each in (task, task.room, task.room.table)]
        del task
        gc.disable()
        try:
            await asyncio.sleep(5 * LINGER)
            assert rooms.count == 0
            assert [each() for each in kept] == [None] * 3
        finally:
            gc.enable()
        await rooms.close()

    scene(play)


def test_a_clock_that_runs_out_while_nobody_is_there_wakes_the_table() -> None:
    """Correspondence: the table rests on disk for days, and then a stand-in moves."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        seats: list[wire.SeatPlan] = [mine("Ann"), wire.OpenSeat()]
        seated = await rooms.create_table(new_table(seats=seats, clock=wire.DaysClock(days=2)))
        await rooms.sit(seated.table, wire.NewSeat(cid=cid_of("Bea"), name="Bea"), None)
        connection, line = await join(rooms, seated)
        task = await rooms.get(seated.table)
        assert task is not None
        task.command(connection, wire.Start(cid="s", seat=0))
        await asyncio.sleep(1)
        decide(task, connection, line)
        await asyncio.sleep(1)
        task.part(connection)
        await asyncio.sleep(86_400)
        assert rooms.count == 0
        before = len(disk.entries(seated.table))
        await asyncio.sleep(86_400 + 300)
        told = [facts.read(entry.body) for entry in disk.entries(seated.table)[before:]]
        assert {fact.seat for fact in told if isinstance(fact, facts.Away)} == {1}
        assert any(isinstance(fact, facts.Played) and fact.by == "stand-in" for fact in told), (
            "Ann is still in the game"
        )
        await rooms.close()

    scene(play)


def decide(task: RoomTask, connection: Connection, line: Inbox) -> None:
    """Let the first seat of a connection do anything that it may do."""
    messages = [json.loads(text) for text in line.texts]
    look = next(message["updates"][0] for message in reversed(messages) if message.get("updates"))
    action = some_action(Random(1), look["choices"])
    cid = f"d{look['decision']}"
    task.command(connection, wire.Play(cid=cid, seat=look["seat"], decision=look["decision"], action=action))


def test_a_bot_answers_somebody_who_is_not_connected_but_in_the_game() -> None:
    """Correspondence: whoever comes back finds that it is their turn."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        seats: list[wire.SeatPlan] = [mine("Ann"), wire.BotSeat(level="random")]
        seated = await rooms.create_table(new_table(seats=seats, clock=wire.DaysClock(days=2), start=True, pace=5))
        connection, line = await join(rooms, seated)
        task = await rooms.get(seated.table)
        assert task is not None
        decide(task, connection, line)
        task.part(connection)
        await asyncio.sleep(86_400)
        assert rooms.count == 0
        task = await rooms.get(seated.table)
        assert task is not None
        assert set(task.room.table.asked) == {0}, "the bot has decided, and Ann is asked"
        await rooms.close()

    scene(play)


@pytest.mark.parametrize("clock", [wire.NoClock(), wire.MoveClock(seconds=60)])
def test_bots_do_not_play_on_for_nobody(clock: wire.ClockRule) -> None:
    """A table whose maker has left waits on disk as it is, until somebody looks on."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        seats: list[wire.SeatPlan] = [mine("Ann"), *[wire.BotSeat(level="random")] * 3]
        seated = await rooms.create_table(new_table(seats=seats, clock=clock, start=True, pace=5))
        connection, _ = await join(rooms, seated)
        task = await rooms.get(seated.table)
        assert task is not None
        task.command(connection, wire.Leave(cid="l", seat=0))
        await asyncio.sleep(1)
        task.part(connection)
        await asyncio.sleep(3 * LINGER)
        assert rooms.count == 0
        left = len(disk.entries(seated.table))
        await asyncio.sleep(10 * LINGER)
        assert len(disk.entries(seated.table)) == left
        assert rooms.count == 0, "it is not even woken"
        await join(rooms, msgspec.structs.replace(seated, token="a" * 32))
        await asyncio.sleep(30)
        assert len(disk.entries(seated.table)) > left, "somebody looks on"
        await rooms.close()

    scene(play)


def test_a_restart_moves_the_bots_whose_turn_it_was() -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        bots: list[wire.SeatPlan] = [mine("Ann"), wire.BotSeat(level="random")]
        seated = await rooms.create_table(new_table(seats=bots, start=True))
        rooms.kill()
        before = len(disk.entries(seated.table))
        rooms = boot()
        await asyncio.sleep(30)
        assert len(disk.entries(seated.table)) > before, "nobody came, but a bot was asked before the crash"
        await rooms.close()

    scene(play)


def test_the_rooms_of_a_process_that_dies_are_driven_by_another() -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        one, two = boot("one"), boot("two")
        plans: list[wire.SeatPlan] = [mine("Ann"), wire.OpenSeat()]
        seated = await one.create_table(new_table(seats=plans, clock=wire.MoveClock(seconds=60)))
        bea = await two.sit(seated.table, wire.NewSeat(cid=cid_of("Bea"), name="Bea"), None)
        connection, _ = await join(one, seated)
        _, line = await join(two, bea)
        task = await one.get(seated.table)
        assert task is not None
        task.command(connection, wire.Start(cid="s", seat=0))
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


def test_a_lively_table_does_not_lose_those_who_are_at_another_process() -> None:
    """Who is connected is told again and again, however much else there is to tell."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        one, two = boot("one"), boot("two")
        seated = await one.create_table(new_table(seats=[mine("Ann"), wire.OpenSeat()]))
        bea = await two.sit(seated.table, wire.NewSeat(cid=cid_of("Bea"), name="Bea"), None)
        connection, _ = await join(one, seated)
        _, line = await join(two, bea)
        task = await one.get(seated.table)
        assert task is not None
        for number in range(40):
            task.command(connection, wire.Say(cid=f"s{number}", seat=0, text="All aboard"))
            await asyncio.sleep(4)
        await asyncio.sleep(10)
        assert "".join(line.texts).count('"said"') > 40
        assert '"connected":[false' not in "".join(line.texts)
        await one.close()
        await two.close()

    scene(play)


def test_nobody_is_shown_an_older_table_by_another_process() -> None:
    """Who comes from a process that was killed may know more than the one that takes them over has heard."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        one, two = boot("one"), boot("two")
        seated = await one.create_table(new_table())
        here, there = await one.get(seated.table), await two.get(seated.table)
        assert here is not None
        assert there is not None
        connection, _ = await join(one, seated)
        disk.living[two.store.process] = None  # It hears nothing.
        here.command(connection, wire.Rename(cid="r", seat=0, name="Anna"))
        await asyncio.sleep(1)
        assert here.audience.broadcast_version == there.audience.broadcast_version + 1
        line = Inbox()
        there.join(Connection(line, [holder_of(seated.token)]), here.audience.broadcast_version)
        await asyncio.sleep(1)
        welcome = json.loads(line.texts[0])
        assert (welcome["version"], welcome["complete"]) == (here.audience.broadcast_version, True)
        assert welcome["table"]["seats"][0]["name"] == "Anna"
        await one.close()
        await two.close()

    scene(play)


def test_a_table_that_cannot_be_loaded_does_not_hold_up_the_others() -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        bots: list[wire.SeatPlan] = [mine("Ann"), wire.BotSeat(level="random")]
        good = await rooms.create_table(new_table(seats=bots, start=True))
        rooms.kill()
        summary = await rooms.store.summary(good.table)
        assert summary is not None
        await spoil(rooms, summary)
        before = len(disk.entries(good.table))
        rooms = boot()
        await asyncio.sleep(120)
        assert len(disk.entries(good.table)) > before
        with pytest.raises(StoreError):
            await rooms.get("b" * 16)
        await rooms.close()

    scene(play)


def test_a_table_whose_log_was_mended_is_woken_again() -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        bots: list[wire.SeatPlan] = [mine("Ann"), wire.BotSeat(level="random")]
        table = (await rooms.create_table(new_table(seats=bots, start=True))).table
        rooms.kill()
        before = disk.journal.versions[table]
        body = disk.connection.execute("SELECT body FROM entry WHERE seq = 1").get
        disk.connection.execute("UPDATE entry SET body = zeroblob(9) WHERE seq = 1")
        rooms = boot()
        await asyncio.sleep(2 * WAKE_EVERY)
        disk.connection.execute("UPDATE entry SET body = ? WHERE seq = 1", (body,))
        await asyncio.sleep(WAKE_DAMAGED_AGAIN / 2)
        assert disk.journal.versions[table] == before, "nobody looks at what is damaged over and over"
        await asyncio.sleep(WAKE_DAMAGED_AGAIN)
        assert disk.journal.versions[table] > before
        await rooms.close()

    scene(play)


async def spoil(rooms: Rooms, summary: Summary) -> None:
    """Put a table beside it whose log makes no sense, due before all others."""
    fields: dict[str, Any] = {name: getattr(summary, name) for name in summary.__struct_fields__}
    bad = Summary(**fields | {"table": "b" * 16, "due": 0.0})
    await rooms.store.append(Append((LogEntry(bad.table, 1, 0.0, "server", "v1", b'{"fact":"dreamt"}'),), bad))


def test_tables_at_which_nobody_plays_are_removed_and_games_stay() -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        both: list[wire.SeatPlan] = [mine("Ann"), mine("Bea")]
        news = new_table(), new_table(), new_table(seats=both, start=True)
        forgotten, awaited, begun = [
            await rooms.create_table(msgspec.structs.replace(new, cid=cid_of(name)))
            for name, new in zip(("forgotten", "awaited", "begun"), news, strict=True)
        ]
        _, line = await join(rooms, awaited)
        await asyncio.sleep(OPEN_DAYS * DAY - 3 * LINGER)
        assert rooms.count == 1
        assert all(disk.entries(each.table) for each in (forgotten, awaited, begun))
        await asyncio.sleep(3 * LINGER + 2 * EXPIRE_EVERY)
        assert disk.entries(forgotten.table) == []
        assert await rooms.get(forgotten.table) is None
        assert disk.entries(begun.table), "a game is kept for longer"
        assert disk.entries(awaited.table), "somebody waits there"
        assert line.code is None
        await rooms.close()

    scene(play)


def test_games_are_kept_for_the_promised_time_and_longer_where_somebody_is() -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        both: list[wire.SeatPlan] = [mine("Ann"), mine("Bea")]
        left, watched = [
            await rooms.create_table(msgspec.structs.replace(new_table(seats=both, start=True), cid=cid_of(name)))
            for name in ("left", "watched")
        ]
        _, line = await join(rooms, watched)
        await asyncio.sleep((UNFINISHED_DAYS - 1) * DAY)
        assert disk.entries(left.table), "somebody may still come back"
        await asyncio.sleep(2 * DAY)
        assert disk.entries(left.table) == []
        assert disk.entries(watched.table), "somebody is there"
        assert line.code is None
        await rooms.close()

    scene(play)


def test_whoever_is_at_a_table_that_was_removed_is_told_so() -> None:
    """It can only happen when somebody comes at the very moment of the removal."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        seated = await rooms.create_table(new_table())
        connection, line = await join(rooms, seated)
        assert await rooms.store.expire(Stale("open", rooms.now() + 1)) == [seated.table]
        task = await rooms.get(seated.table)
        assert task is not None
        task.command(connection, wire.Rename(cid="r", seat=0, name="Anna"))
        await asyncio.sleep(1)
        assert line.code == "unknown-table"
        assert await rooms.get(seated.table) is None
        await rooms.close()

    scene(play)


def test_a_room_that_loses_its_store_sends_everybody_back_who_is_there_or_on_the_way() -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        seated = await rooms.create_table(new_table())
        connection, here = await join(rooms, seated)
        task = await rooms.get(seated.table)
        assert task is not None
        disk.is_gone = True
        task.command(connection, wire.Rename(cid="r", seat=0, name="Anna"))
        arriving = Inbox()
        task.join(Connection(arriving, []), None)
        waits = asyncio.create_task(task.call(lambda room: room.table.version))
        await asyncio.sleep(1)
        assert (here.code, arriving.code) == ("restart", "restart")
        with pytest.raises(StoreError):
            await waits
        late = Inbox()
        task.join(Connection(late, []), None)
        assert late.code == "restart"
        assert rooms.count == 0
        disk.is_gone = False
        connection, _ = await join(rooms, seated)
        assert rooms.count == 1
        await rooms.close()

    scene(play)


def test_a_table_whose_room_was_lost_is_driven_by_the_process_where_its_people_are() -> None:
    """Who lost the room is alive and held the lease; without giving it back, nobody would ever stand in for anybody."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        one, two = boot("one"), boot("two")
        seated = await one.create_table(new_table(seats=[mine("Ann"), wire.OpenSeat()]))
        bea = await one.sit(seated.table, wire.NewSeat(cid=cid_of("Bea"), name="Bea"), None)
        task = await one.get(seated.table)
        assert task is not None
        connection, _ = await join(one, seated)
        task.command(connection, wire.Start(cid="s", seat=0))
        await asyncio.sleep(1)
        disk.is_gone = True
        task.command(connection, wire.Rename(cid="r", seat=0, name="Anna"))
        await asyncio.sleep(8)
        assert one.count == 0
        disk.is_gone = False
        await join(two, seated)
        await join(two, bea)
        await asyncio.sleep(PATIENCE_THERE + 60)
        told = [facts.read(entry.body) for entry in disk.entries(seated.table)]
        assert any(isinstance(fact, facts.Away) for fact in told), "nobody ran the time of the table"
        await one.close()
        await two.close()

    scene(play)


def test_a_lease_whose_answer_was_lost_is_given_back() -> None:
    """The database has given it, the process does not know, and so it has no room that would ever let it go."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        maker, one, two = boot("maker"), boot("one"), boot("two")
        seated = await maker.create_table(new_table(seats=[mine("Ann"), wire.OpenSeat()]))
        await maker.close()
        await maker.store.release(seated.table)
        claim = one.store.claim

        async def claim_in_vain(table: str) -> int | None:
            await claim(table)
            raise StoreError("the line broke before the answer came")

        one.store.claim = claim_in_vain  # type: ignore[method-assign]
        with pytest.raises(StoreError):
            await one.get(seated.table)
        await asyncio.sleep(8)
        task = await two.get(seated.table)
        assert task is not None
        assert task.drives, "nobody could run the time of the table"
        await one.close()
        await two.close()

    scene(play)


def test_what_the_server_does_itself_is_not_kept_without_a_lease() -> None:
    """A bot may have decided while its process lost the lease; whoever drives the table now asks a bot of its own."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        one, two = boot("one"), boot("two")
        seated = await one.create_table(new_table(seats=[bot(), mine("Ann")], start=True, pace=10.0))
        assert await one.get(seated.table) is not None, "one drives"
        task = await two.get(seated.table)
        assert task is not None
        (seat, decision), *_ = task.room.table.asked.items()
        before = disk.entries(seated.table)
        command = BotPlay(seat, decision, task.room.table.game.legal(task.room.table.state, seat)[0])
        committer = Committer(two.store, two.now, fence=None)
        _, result = await committer.commit(task.room, command, frozenset(), fenced=True)
        assert isinstance(result.reply, wire.Refused)
        assert result.reply.code == "unavailable"
        assert disk.entries(seated.table) == before
        await one.close()
        await two.close()

    scene(play)


def test_a_game_does_not_go_on_with_board_data_that_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        seated = await rooms.create_table(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
        await rooms.close()
        rooms = boot()
        assert await rooms.get(seated.table) is not None
        await rooms.close()
        monkeypatch.setattr("branchline.rules.game.VerbGame.digest", property(lambda game: "other"))
        rooms = boot()
        connection, line = await join(rooms, seated)
        table = json.loads(line.texts[0])["table"]
        assert (table["retired"], table["seats"][0]["name"]) == ("old-board", "Ann")
        task = await rooms.get(seated.table)
        assert task is not None
        action = {"do": "draw-blind", "deck": "trains"}
        task.command(connection, wire.Play(cid="p", seat=0, decision=2, action=dict(action)))
        task.command(connection, wire.Say(cid="s", seat=0, text="What a pity."))
        await asyncio.sleep(1)
        assert [json.loads(text).get("code") for text in line.texts if '"cid":' in text] == ["old-board", None]
        await rooms.close()

    scene(play)


@pytest.mark.parametrize("earlier", [1, 99])
def test_a_game_of_other_rules_does_not_go_on(monkeypatch: pytest.MonkeyPatch, earlier: int) -> None:
    """Revision 1 stands in no log: it is what tables have that say nothing."""

    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        monkeypatch.setattr("branchline.server.room.table.RULES_REVISION", earlier)
        monkeypatch.setattr("branchline.server.room.new_table.RULES_REVISION", earlier)
        rooms = boot()
        seated = await rooms.create_table(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
        await rooms.close()
        monkeypatch.undo()
        rooms = boot()
        task = await rooms.get(seated.table)
        assert task is not None
        assert task.room.table.retired == "old-rules"
        await rooms.close()

    scene(play)


def test_the_points_of_a_finished_game_outlive_its_rules(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    party = started("cards", people=2)
    party.play_randomly(Random(seed))
    points = [sheet.total for sheet in party.table.game.outcome(party.table.state).sheets]
    assert party.views.state().points == points
    summary = party.room.summary()
    monkeypatch.setattr("branchline.server.room.table.RULES_REVISION", 99)
    room = Room.load(party.table.id, party.entries, party.now, summary)
    assert (room.table.retired, room.table.status, room.table.points) == ("old-rules", "finished", points)
    assert room.summary() == summary, "also after somebody has said something there"


def test_a_server_that_closes_says_goodbye_and_lets_nobody_in() -> None:
    async def play(disk: Disk, boot: Callable[..., Rooms]) -> None:
        rooms = boot()
        seated = await rooms.create_table(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
        _, line = await join(rooms, seated)
        await rooms.close()
        assert line.code == "restart"
        with pytest.raises(StoreError):
            await rooms.get(seated.table)

    scene(play)
