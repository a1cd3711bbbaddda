"""Replays the log after a simulation and compares with it everything that clients were told."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

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


def audit(entries: list[LogEntry], clients: list[Client], *, whole: bool) -> None:
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "the log has gaps"
    assert all(first.at <= second.at for first, second in pairwise(entries)), "time ran backwards"
    commands = [(entry.actor, entry.cid) for entry in entries]
    assert len(set(commands)) == len(commands), "a command was carried out twice"
    check_acks(entries, clients)
    viewers = {seat for client in clients for seat in client.updates}
    steps, views = replay(entries, viewers)
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
        for cid, (_, version) in client.acks.items():
            assert entries[version - 1].cid == cid, f"{client.name}: {cid} was acknowledged and is lost"


def replay(entries: list[LogEntry], viewers: set[int | None]) -> tuple[dict[Any, Any], dict[Any, Any]]:
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
            views[viewer, entry.seq] = as_sent(viewed.view(seat)) if moved or known is None else known
    return steps, views


def as_sent(message: Any) -> Any:
    return json.loads(msgspec.json.encode(message))


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
