"""The game itself: decisions of people, bots and stand-ins, and what happens when time passes."""

from __future__ import annotations

from typing import Any, Literal

from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.core.refusals import Refusal
from branchline.notation.json.codec import from_json, to_json
from branchline.notation.json.forms import BadJson
from branchline.server import wire
from branchline.server.room import clock, facts
from branchline.server.room.chairs import BotChair, plays_itself
from branchline.server.room.commands import BotPlay, Refuse, Resume, Tick, refused
from branchline.server.room.room import Room
from branchline.server.wire.decode import MAX_DETAIL


def play(room: Room, command: wire.Play, now: float) -> list[facts.Fact]:
    """A person who plays is back, whoever stood in."""
    action = readable_action(room, command.action)
    seat = Seat(command.seat)
    demand_not_resigned(room, seat)
    _demand_legal(room, seat, action)
    _demand_current(room, seat, command.decision)
    played = facts.Played(seat, written_action(room, action))
    return [facts.Returned(seat), played] if room.table.person(seat).away else [played]


def ask_hint(room: Room, command: wire.AskHint, now: float) -> list[facts.Fact]:
    demand_not_resigned(room, command.seat)
    if not room.table.allows_hints:
        raise Refuse("no-hints")
    _demand_current(room, Seat(command.seat), command.decision)
    return [facts.Hinted(command.seat, command.decision)]


def bot_play(room: Room, command: BotPlay, now: float) -> list[facts.Fact]:
    chair = room.table.chairs[command.seat]
    _demand_current(room, command.seat, command.decision)
    if not plays_itself(chair):
        raise Refuse("stale")
    _demand_legal(room, command.seat, command.action)
    by: Literal["stand-in", "bot"] = "bot" if isinstance(chair, BotChair) else "stand-in"
    return [facts.Played(command.seat, written_action(room, command.action), by, command.why)]


def tick(room: Room, command: Tick, now: float) -> list[facts.Fact]:
    gone: list[facts.Fact] = []
    for seat in room.table.asked:
        until = room.ends_at(seat)
        if until is not None and until <= now:
            end = clock.decides_until(room.table, seat)
            gone.append(facts.Away(seat, "time" if end is not None and end <= now else "absent"))
    return room.with_consent(*gone)


def resume(room: Room, command: Resume, now: float) -> list[facts.Fact]:
    """Only a clock that counts seconds, and that ran already when the server stopped, is worth an entry."""
    table = room.table
    ran = any(at < command.since for at in table.asked_at.values())
    counts = isinstance(table.clock, wire.MoveClock | wire.GameClock)
    return [facts.Resumed()] if ran and counts else []


def come_back(room: Room, command: wire.Return, now: float) -> list[facts.Fact]:
    demand_not_resigned(room, command.seat)
    if not room.table.person(command.seat).away:
        raise Refuse("not-away")
    if room.is_out_of_time(Seat(command.seat), now):
        raise Refuse("no-time")
    return [facts.Returned(command.seat)]


def resign(room: Room, command: wire.Resign, now: float) -> list[facts.Fact]:
    """The rules know no resigning, so a bot plays the seat to the end, and the record stays a whole game."""
    _demand_playing(room)
    demand_not_resigned(room, command.seat)
    return room.with_consent(facts.Away(command.seat, "resigned"))


def stand_in(room: Room, command: wire.StandIn, now: float) -> list[facts.Fact]:
    _demand_playing(room)
    target = Seat(command.target)
    if target not in room.table.people():
        raise Refuse("no-such-seat")
    if room.table.person(target).away:
        raise Refuse("seat-taken")
    at = room.replaceable_at(target)
    if at is None or now < at:
        raise Refuse("still-there")
    return room.with_consent(facts.Away(target, "asked"))


def ask(room: Room, command: wire.Ask, holders: frozenset[str]) -> wire.Answer | wire.Refused:
    """Say why an action is not possible, or that it is; nothing happens."""
    try:
        room.held(command.seat, holders)
        action = readable_action(room, command.action)
        _demand_playing(room)
    except Refuse as refuse:
        return refused(command, refuse.code, refuse.detail)
    seat = Seat(command.seat)
    refusal = room.table.game.refusal(room.table.state, seat, action)
    if refusal is None:
        return wire.Answer(cid=command.cid, refusal=None)
    return wire.Answer(cid=command.cid, refusal=refusal.value, need=_need(room, seat, action, refusal))


def readable_action(room: Room, data: dict[str, Any]) -> Action:
    try:
        action: Action = from_json(room.table.game.printed, Action, data)
    except BadJson as bad:
        raise Refuse("bad-action", str(bad)[:MAX_DETAIL]) from None
    return action


def written_action(room: Room, action: Action) -> dict[str, Any]:
    """In its own words again, so that the log has one form for an action, whatever a client left out."""
    written: dict[str, Any] = to_json(room.table.game.printed, action)
    return written


def demand_not_resigned(room: Room, seat: int) -> None:
    if room.table.status == "playing" and room.table.person(seat).away == "resigned":
        raise Refuse("resigned")


def _demand_playing(room: Room) -> None:
    if room.table.retired is not None:
        raise Refuse(room.table.retired)
    if room.table.status == "open":
        raise Refuse("not-playing")
    if room.table.status == "finished":
        raise Refuse("game-over")


def _demand_legal(room: Room, seat: Seat, action: Action) -> None:
    _demand_playing(room)
    refusal = room.table.game.refusal(room.table.state, seat, action)
    if refusal is not None:
        raise Refuse(refusal.value, need=_need(room, seat, action, refusal))


def _need(room: Room, seat: Seat, action: Action, refusal: Refusal) -> dict[str, Any] | None:
    """What the action takes that is refused, told from nothing but what the seat sees itself."""
    game = room.table.game
    found = game.need(game.view(room.table.state, seat), action, refusal)
    return None if found is None else to_json(game.printed, found)


def _demand_current(room: Room, seat: Seat, decision: int) -> None:
    _demand_playing(room)
    if room.table.asked.get(seat) != decision:
        raise Refuse("stale")
