"""Who sits where before the game, and its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.server import wire
from branchline.server.bot_processes.levels import plays
from branchline.server.room import facts
from branchline.server.room.commands import Judgement, Refuse, Sit, only
from branchline.server.room.table import Chair
from branchline.server.text import cleaned

if TYPE_CHECKING:
    from branchline.server.room.room import Room


def sit(room: Room, command: Sit, now: float) -> Judgement:
    _demand_open(room)
    chairs = room.table.chairs
    seat = command.seat
    if seat is None:
        seat = next((number for number, chair in enumerate(chairs) if chair.kind == "open"), None)
        if seat is None:
            raise Refuse("table-full")
    _chair(room, seat)
    if chairs[seat].kind != "open":
        raise Refuse("seat-taken")
    sat = facts.Sat(seat, readable(command.name), command.holder)
    return only(sat, facts.Mixed(seat, command.entropy)) if command.entropy else only(sat)


def leave(room: Room, command: wire.Leave, now: float) -> Judgement:
    match room.table.status:
        case "open":
            return only(facts.Left(command.seat))
        case "playing" if not room.table.chairs[command.seat].away:
            return room.with_consent(facts.Away(command.seat, "left"))
        case _:
            raise Refuse("not-open")


def rename(room: Room, command: wire.Rename, now: float) -> Judgement:
    return only(facts.Renamed(command.seat, readable(command.name)))


def mix(room: Room, command: wire.Mix, now: float) -> Judgement:
    _demand_open(room)
    return only(facts.Mixed(command.seat, command.entropy))


def arrange(room: Room, command: wire.Arrange, now: float) -> Judgement:
    """A person keeps the seat for as long as they are connected; the seat of one who is gone may be given away."""
    room.demand_host(command.seat)
    _demand_open(room)
    chair = _chair(room, command.target)
    if chair.is_person and (room.is_here(command.target) or command.target == command.seat):
        raise Refuse("seat-taken")
    if command.level is not None and not plays(command.level, room.table.game):
        raise Refuse("unknown-level")
    return only(facts.Arranged(command.target, command.level))


def start(room: Room, command: wire.Start, now: float) -> Judgement:
    room.demand_host(command.seat)
    _demand_open(room)
    if any(chair.kind == "open" for chair in room.table.chairs):
        raise Refuse("seat-open")
    return only(facts.Started())


def readable(name: str) -> str:
    shown = cleaned(name)
    if not shown:
        raise Refuse("bad-message", "the name has nothing that can be read")
    return shown[: wire.MAX_NAME]


def _demand_open(room: Room) -> None:
    if room.table.status != "open":
        raise Refuse("not-open")


def _chair(room: Room, seat: int) -> Chair:
    if seat not in range(len(room.table.chairs)):
        raise Refuse("no-such-seat")
    return room.table.chairs[seat]
