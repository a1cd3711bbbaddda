"""Who sits where before the game, and its start."""

from __future__ import annotations

from branchline.core.revision import RULES_REVISION
from branchline.server import wire
from branchline.server.limits import MAX_SEAT_CHANGES
from branchline.server.room import facts
from branchline.server.room.chairs import Chair, OpenChair, PersonChair, label
from branchline.server.room.commands import Refuse, Sit
from branchline.server.room.levels import plays
from branchline.server.room.room import Room
from branchline.server.text import cleaned, look_alike


def sit(room: Room, command: Sit, now: float) -> list[facts.Fact]:
    _demand_open(room)
    chairs = room.table.chairs
    seat = command.seat
    if seat is None:
        seat = next((number for number, chair in enumerate(chairs) if isinstance(chair, OpenChair)), None)
        if seat is None:
            raise Refuse("table-full")
    if not isinstance(_chair(room, seat), OpenChair):
        raise Refuse("seat-taken")
    if room.table.changes[seat, facts.Sat] >= MAX_SEAT_CHANGES:
        raise Refuse("too-many")
    sat = facts.Sat(seat, free_name(room, seat, command.name), command.holder)
    return [sat, facts.EntropyAdded(seat, command.entropy)] if command.entropy else [sat]


def leave(room: Room, command: wire.Leave, now: float) -> list[facts.Fact]:
    match room.table.status:
        case "open":
            return [facts.Left(command.seat)]
        case "playing" if not room.table.person(command.seat).away:
            return room.with_consent(facts.Away(command.seat, "left"))
        case _:
            raise Refuse("not-open")


def rename(room: Room, command: wire.Rename, now: float) -> list[facts.Fact]:
    return [facts.Renamed(command.seat, free_name(room, command.seat, command.name))]


def add_entropy(room: Room, command: wire.AddEntropy, now: float) -> list[facts.Fact]:
    _demand_open(room)
    return [facts.EntropyAdded(command.seat, command.entropy)]


def arrange(room: Room, command: wire.Arrange, now: float) -> list[facts.Fact]:
    """A person keeps the seat while connected and a minute longer; then the seat may be given away."""
    room.demand_host(command.seat)
    _demand_open(room)
    chair = _chair(room, command.target)
    if isinstance(chair, PersonChair) and (room.is_expected(command.target) or command.target == command.seat):
        raise Refuse("seat-taken")
    if command.level is not None and not plays(command.level, room.table.game):
        raise Refuse("unknown-level")
    return [facts.Arranged(command.target, command.level)]


def start(room: Room, command: wire.Start, now: float) -> list[facts.Fact]:
    """The game begins under today's rules, whenever the table was made."""
    room.demand_host(command.seat)
    _demand_open(room)
    table = room.table
    if any(isinstance(chair, OpenChair) for chair in table.chairs):
        raise Refuse("seat-open")
    if (table.revision, table.digest) == (RULES_REVISION, table.game.digest):
        return [facts.Started()]
    return [facts.Started(RULES_REVISION, table.game.digest)]


def readable(name: str) -> str:
    shown = cleaned(name)
    if not shown:
        raise Refuse("bad-message", "the name has nothing that can be read")
    return shown[: wire.MAX_NAME]


def free_name(room: Room, seat: int, name: str) -> str:
    """The name as it will be read; nobody takes one that others at the table know somebody else by."""
    shown = readable(name)
    others = (label(chair) for number, chair in enumerate(room.table.chairs) if number != seat)
    if any(other and look_alike(shown, other) for other in others):
        raise Refuse("name-taken")
    return shown


def _demand_open(room: Room) -> None:
    if room.table.status != "open":
        raise Refuse("not-open")


def _chair(room: Room, seat: int) -> Chair:
    if seat not in range(len(room.table.chairs)):
        raise Refuse("no-such-seat")
    return room.table.chairs[seat]
