"""The one place where a table's commands are judged. No socket, no clock, no storage inside.

`handle` applies a command to the room and says what became of it. The caller commits the entries first, then sends the
reply, then tells everybody. If they could not be kept, the room is ahead of its log and must be rebuilt from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final, TypeAlias

import msgspec

from branchline.server import wire
from branchline.server.limits import MAX_HOST_CHANGES, MAX_SEAT_CHANGES
from branchline.server.room import facts, playing, seating, table_talk
from branchline.server.room.commands import BotPlay, Command, Refuse, Result, Resume, Sit, Tick, refused
from branchline.server.room.facts import Fact
from branchline.server.room.room import Known, Room

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
    wire.AskHint: playing.ask_hint,
    BotPlay: playing.bot_play,
    Tick: playing.tick,
    Resume: playing.resume,
    wire.Return: playing.come_back,
    wire.Resign: playing.resign,
    wire.StandIn: playing.stand_in,
    wire.Say: table_talk.say,
    wire.Mute: table_talk.mute,
    wire.Pace: table_talk.pace,
    wire.AskTakeback: table_talk.ask_takeback,
    wire.AnswerTakeback: table_talk.answer_takeback,
    wire.Rematch: table_talk.rematch,
}
Counted: TypeAlias = (
    wire.Rename
    | wire.AddEntropy
    | wire.Return
    | wire.Pace
    | wire.AskTakeback
    | wire.AnswerTakeback
    | wire.Arrange
    | wire.Mute
    | wire.AskHint
)
"""Commands that a seat may send so often only: one that has done more of it than anybody could need is refused.

To leave, to resign and to ask for a stand-in is always possible: nobody leaves more often than they sit or return.
"""
# What these commands make, which is counted.
_COUNTED: Final[Mapping[type[Counted], tuple[type[Fact], ...]]] = {
    wire.Rename: (facts.Renamed,),
    wire.AddEntropy: (facts.EntropyAdded,),
    wire.Return: (facts.Returned,),
    wire.Pace: (facts.Paced,),
    wire.AskTakeback: (facts.TakebackAsked, facts.TakenBack),
    wire.AnswerTakeback: (facts.TakebackAnswered,),
    wire.Arrange: (facts.Arranged,),
    wire.Mute: (facts.Muted,),
    wire.AskHint: (facts.Hinted,),
}
# What protects the table, and what somebody may want at every decision.
_ALLOWED_OFTEN: Final = (wire.Arrange, wire.Mute, wire.AskHint)
# All that people can still do where the game cannot go on.
_WITHOUT_THE_GAME: Final = (wire.Say, wire.Mute, wire.Rename, wire.Rematch)


def handle(room: Room, command: Command, now: float, holders: frozenset[str] = frozenset()) -> Result:
    """Judge a command from a connection whose tokens have these hashes, and apply what it makes."""
    room.presence.pass_time(now)
    try:
        actor = actor_of(room, command, holders)
        sent = digest_of(command)
        if (known := room.known(actor, command.cid)) is not None:
            _demand_the_same(room, command, known, sent)
            return Result(wire.Ack(cid=command.cid, version=known.version), [])
        _demand_possible(room, command)
        made = _JUDGES[type(command)](room, command, now)
    except Refuse as refuse:
        return Result(refused(command, refuse.code, refuse.detail, refuse.need), [])
    applied = room.apply(made, actor, command.cid, now, sent)
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


def digest_of(command: Command) -> str:
    """What tells a command from another with the same id; nothing for the server's own, which have none."""
    if not command.cid:
        return ""
    return sha256(msgspec.json.encode(command, order="sorted")).hexdigest()[:16]


def _demand_the_same(room: Room, command: Command, known: Known, sent: str) -> None:
    """An id stands for one command; entries of earlier versions do not say what was sent."""
    if known.sent and known.sent != sent:
        raise Refuse("cid-used", "another command had this id")
    if isinstance(command, Sit) and not room.table.seats_of(frozenset({command.holder})):
        raise Refuse("cid-used", "the seat that this request took was given up; sit down with a fresh cid")


def _demand_possible(room: Room, command: Command) -> None:
    retired = room.table.retired
    if retired is not None and not isinstance(command, _WITHOUT_THE_GAME):
        raise Refuse(retired)
    if isinstance(command, Counted):
        done = sum(room.table.changes[command.seat, kind] for kind in _COUNTED[type(command)])
        if done >= (MAX_HOST_CHANGES if isinstance(command, _ALLOWED_OFTEN) else MAX_SEAT_CHANGES):
            raise Refuse("too-many")
