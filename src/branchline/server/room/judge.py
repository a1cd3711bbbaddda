"""The one place where a table's commands are judged. No socket, no clock, no storage inside.

`handle` applies a command to the room and says what became of it. The caller commits the entries first, then sends the
reply, then tells everybody. If they could not be kept, the room is ahead of its log and must be rebuilt from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from branchline.server import wire
from branchline.server.limits import MAX_TABLE_CHANGES
from branchline.server.room import playing, seating, table_talk
from branchline.server.room.commands import BotPlay, Command, Refuse, Result, Resume, Sit, Tick, refused
from branchline.server.room.facts import Fact
from branchline.server.room.room import Room

Judge: TypeAlias = Callable[[Room, Any, float], list[Fact]]
"""Gives the facts that a command makes, its own last; raises `Refuse` where it cannot be carried out."""

_JUDGES: Final[Mapping[type, Judge]] = {
    Sit: seating.sit,
    wire.Leave: seating.leave,
    wire.Rename: seating.rename,
    wire.AddEntropy: seating.add_entropy,
    wire.Arrange: seating.arrange,
    wire.Start: seating.start,
    wire.Play: playing.play,
    BotPlay: playing.bot_play,
    Tick: playing.tick,
    Resume: playing.resume,
    wire.Return: playing.come_back,
    wire.StandIn: playing.stand_in,
    wire.Say: table_talk.say,
    wire.Mute: table_talk.mute,
    wire.Pace: table_talk.pace,
    wire.AskTakeback: table_talk.ask_takeback,
    wire.AnswerTakeback: table_talk.answer_takeback,
    wire.Rematch: table_talk.rematch,
}
# Refused at a table whose people have changed more than anybody could need; the game goes on.
_LIMITED: Final = (
    Sit,
    wire.Leave,
    wire.Rename,
    wire.AddEntropy,
    wire.Arrange,
    wire.StandIn,
    wire.Mute,
    wire.Pace,
    wire.AskTakeback,
    wire.AnswerTakeback,
)
# All that people can still do where the game cannot go on.
_WITHOUT_THE_GAME: Final = (wire.Say, wire.Mute, wire.Rename, wire.Rematch)


def handle(room: Room, command: Command, now: float, holders: frozenset[str] = frozenset()) -> Result:
    """Judge a command from a connection whose tokens have these hashes, and apply what it makes."""
    try:
        actor = actor_of(room, command, holders)
        if (known := room.known(actor, command.cid)) is not None:
            return Result(wire.Ack(cid=command.cid, version=known), [])
        _demand_possible(room, command)
        facts = _JUDGES[type(command)](room, command, now)
    except Refuse as refuse:
        return Result(refused(command, refuse.code, refuse.detail, refuse.need), [])
    applied = room.apply(facts, actor, command.cid, now)
    return Result(wire.Ack(cid=command.cid, version=room.table.version), applied)


def actor_of(room: Room, command: Command, holders: frozenset[str]) -> str:
    """Under which name a command stands in the log; refuses whoever does not hold the seat."""
    match command:
        case Sit(holder=holder):
            return f"sit.{holder[:16]}"
        case BotPlay() | Tick() | Resume():
            return "server"
        case _:
            return f"{command.seat}.{room.held(command.seat, holders).holder[:16]}"


def _demand_possible(room: Room, command: Command) -> None:
    retired = room.table.retired
    if retired is not None and not isinstance(command, _WITHOUT_THE_GAME):
        raise Refuse(retired)
    if isinstance(command, _LIMITED) and room.table.table_changes >= MAX_TABLE_CHANGES:
        raise Refuse("too-many")
