"""Compares all that clients were told and processes did with the log and the true time, after a simulation."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import msgspec

from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.room import Room
from branchline.server.room.table import Table
from branchline.server.store.contract import LogEntry
from branchline.server.views.steps import step_of
from branchline.server.views.table_view import TableViews
from tests.server.simulation.client import Client
from tests.server.simulation.journal import Kept, is_of_the_driver

GRACE: Final = 8.0
"""Seconds that a decision may take on top of its clock: the tick, the stand-in, commits that fail and are repeated."""
WRITTEN_WITHIN: Final = 0.5
"""How far the time that an entry says may lie ahead of the true time."""


def audit(entries: list[LogEntry], clients: list[Client], *, whole: bool, told_from: int = 0) -> None:
    """`told_from` is the version at which the simulation began: nobody was shown the table before."""
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "the log has gaps"
    assert all(first.at <= second.at for first, second in pairwise(entries)), "time ran backwards"
    commands = [(entry.actor, entry.cid) for entry in entries]
    assert len(set(commands)) == len(commands), "a command was carried out twice"
    check_acks(entries, clients)
    viewers = {seat for client in clients for seat in client.updates}
    steps, views = replay(entries, viewers, told_from)
    for client in clients:
        check_story(client, steps, views)
    room = Room.load(entries[0].table, entries, entries[-1].at)
    assert room.table.game.problems(room.table.state) == ()
    for client in clients:
        check_last_look(client, room)
    if whole:
        assert room.table.status == "finished"


def check_acks(entries: list[LogEntry], clients: list[Client]) -> None:
    """What was acknowledged is in the log, under its own id, at the version that was told."""
    for client in clients:
        for cid, (kind, version) in client.acks.items():
            found = entries[version - 1].cid == cid
            repeated = kind == "rematch" and any(b'"rematched"' in each.body for each in entries[:version])
            assert found or repeated, f"{client.name}: {cid} was acknowledged and is lost"


def replay(entries: list[LogEntry], viewers: set[int | None], told_from: int) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Every step and every view, for every viewer, as they should have been told."""
    table = Table(entries[0].table)
    viewed = TableViews(Room(table, 0.0))
    steps: dict[Any, Any] = {}
    views: dict[Any, Any] = {}
    for entry in entries:
        applied = table.apply(entry)
        moved = isinstance(applied.fact, facts.Started | facts.Played | facts.TakenBack)
        for viewer in viewers:
            seat = None if viewer is None else Seat(viewer)
            steps[viewer, entry.seq] = as_sent(step_of(table.game.printed, applied, seat))
            known = views.get((viewer, entry.seq - 1))
            if entry.seq >= told_from:
                views[viewer, entry.seq] = as_sent(viewed.view(seat)) if moved or known is None else known
    return steps, views


def as_sent(message: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


def check_story(client: Client, steps: dict[Any, Any], views: dict[Any, Any]) -> None:
    for (seat, version), step in client.steps.items():
        assert step == steps[seat, version], f"{client.name} was told something else than applied at {version}"
    for seat, version, view in client.views:
        assert view == views[seat, version], f"{client.name} saw another table than there was at {version}"


def check_last_look(client: Client, room: Room) -> None:
    assert client.version == room.table.version, f"{client.name} does not know the end"
    for viewer, look in client.updates.items():
        seat = None if viewer is None else Seat(viewer)
        expected: wire.SeatUpdate = TableViews(room).seat_update(seat, [], moved=True)
        told = as_sent(expected)
        for part in ("view", "decision", "choices"):
            assert look[part] == told[part], f"{client.name} has another {part} than the table"
    assert lasting(client.state) == lasting(as_sent(TableViews(room).state())), f"{client.name} knows another table"


def lasting(state: dict[str, Any]) -> dict[str, Any]:
    """What is told about a table, without its version and without who is connected, which has messages of its own."""
    kept = {name: value for name, value in state.items() if name not in ("version", "host", "spectators")}
    return kept | {"seats": [seat | {"connected": None} for seat in state["seats"]]}


def check_drivers(kept: list[Kept]) -> None:
    """Bots and clocks move a table only through the process that holds its lease at that moment."""
    for each in kept:
        if is_of_the_driver(each.fact):
            assert each.driver == each.process, (
                f"{each.process} wrote entry {each.entry.seq} ({type(each.fact).__name__}) and {each.driver} drives"
            )


def check_times(kept: list[Kept]) -> None:
    """No process writes a time that has not come yet, whatever the clock of its machine says."""
    for each in kept:
        ahead = each.entry.at - each.at
        assert ahead <= WRITTEN_WITHIN, f"{each.process} wrote entry {each.entry.seq} {ahead:.1f} s ahead of time"


def check_nobody_held_the_table(kept: list[Kept], entries: list[LogEntry], since: float, until: float) -> None:
    """No decision takes longer than its clock, whatever people send, counted in true time within calm weather."""
    table = Table(entries[0].table)
    written = {each.entry.seq: each.at for each in kept}
    held: dict[tuple[Seat, int], float] = {}
    turns: dict[Seat, int] = {}
    states: list[Any] = []  # Kept, so that no id is used twice; a state that is taken back to is the same once more.
    before = since
    for entry in (*entries, None):
        at = until if entry is None else written.get(entry.seq, since)
        now = min(max(at, since), until)
        for seat in table.asked:
            key = (seat, id(table.state))
            held[key] = held.get(key, 0.0) + now - before
        before = now
        if entry is not None:
            applied = table.apply(entry)
            if isinstance(applied.fact, facts.Played):
                turns[Seat(applied.fact.seat)] = turns.get(Seat(applied.fact.seat), 0) + 1
            states.append(table.state)
    match getattr(table, "clock", None):
        case wire.MoveClock(seconds=seconds):
            longest = max(held.values(), default=0.0)
            assert longest <= seconds + GRACE, f"a decision took {longest:.1f} s on a clock of {seconds} s"
        case wire.GameClock(seconds=seconds, increment=increment):
            for seat in {seat for seat, _ in held}:
                took = sum(time for (who, _), time in held.items() if who == seat)
                most = seconds + (turns.get(seat, 0) + 1) * (increment + GRACE)
                assert took <= most, f"seat {seat} took {took:.1f} s on a game clock that gives {most:.1f} s"


def check_rematch(entries: list[LogEntry], following: list[LogEntry], clients: list[Client]) -> None:
    """Whoever asked, and wherever: one table follows, which exists, and everybody is told of the same."""
    (rematched,) = [fact for entry in entries if isinstance(fact := facts.read(entry.body), facts.Rematched)]
    assert {client.state["rematch"] for client in clients} == {rematched.table}
    created = facts.read(following[0].body)
    assert isinstance(created, facts.Created)
    assert len(created.chairs) == len(clients[0].state["seats"])
