"""What people settle among themselves: chat, the pace of bots, taking back, a rematch."""

from __future__ import annotations

from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.room import clock, facts
from branchline.server.room.chairs import CHAT_BURST
from branchline.server.room.commands import Refuse
from branchline.server.room.room import Room
from branchline.server.room.table import Table
from branchline.server.room.takeback import last_moment
from branchline.server.room.tokens import rematch_id
from branchline.server.text import cleaned

CHAT_SECONDS = 10.0
"""A person's last few lines must not all be younger than this."""
MAX_CHAT_LINES = 1000


def say(room: Room, command: wire.Say, now: float) -> list[facts.Fact]:
    person = room.table.person(command.seat)
    text = cleaned(command.text)
    if not text:
        raise Refuse("bad-message", "the text has nothing that can be read")
    if person.muted:
        raise Refuse("muted")
    if room.table.chat_lines >= MAX_CHAT_LINES:
        raise Refuse("chat-full")
    if len(person.spoke_at) == CHAT_BURST and now - person.spoke_at[0] < CHAT_SECONDS:
        raise Refuse("too-fast")
    return [facts.Said(command.seat, text[: wire.MAX_TEXT])]


def mute(room: Room, command: wire.Mute, now: float) -> list[facts.Fact]:
    room.demand_host(command.seat)
    if command.target not in room.table.people():
        raise Refuse("no-such-seat")
    return [facts.Muted(command.target, command.muted)]


def pace(room: Room, command: wire.Pace, now: float) -> list[facts.Fact]:
    room.demand_host(command.seat)
    return [facts.Paced(command.pace)]


def takeback_refused(table: Table, seat: Seat) -> str | None:
    """Why a seat cannot ask now to take its last move back, as the code of a refusal; None when it can."""
    if table.status == "playing" and table.person(seat).away == "resigned":
        return "resigned"
    moment = last_moment(table.moments, seat)
    if moment is None:
        return "seen-since" if seat in table.sealed else "nothing-to-undo"
    if table.takeback is not None:
        return "question-open"
    return "no-time" if clock.is_used_up(table, seat, moment.used) else None


def ask_takeback(room: Room, command: wire.AskTakeback, now: float) -> list[facts.Fact]:
    seat = Seat(command.seat)
    refused = takeback_refused(room.table, seat)
    if refused is not None:
        raise Refuse(refused)
    moment = last_moment(room.table.moments, seat)
    assert moment is not None
    if room.consent_missing(seat, ()):
        return [facts.TakebackAsked(seat)]
    return [facts.TakenBack(seat, moment.version)]


def answer_takeback(room: Room, command: wire.AnswerTakeback, now: float) -> list[facts.Fact]:
    takeback = room.table.takeback
    seat = Seat(command.seat)
    if takeback is None or seat not in room.consent_missing(takeback.seat, takeback.agreed):
        raise Refuse("no-question")
    answered = facts.TakebackAnswered(seat, command.agree)
    return room.with_consent(answered, agreed=[seat]) if command.agree else [answered]


def rematch(room: Room, command: wire.Rematch, now: float) -> list[facts.Fact]:
    """The same people at a new table, which must exist before this is kept (`new_table.rematch_of`)."""
    table = room.table
    if table.status != "finished" and table.retired is None:
        raise Refuse("not-finished")
    if table.rematch is not None:
        return []
    return [facts.Rematched(rematch_id(table.id, table.key), command.seat, command.entropy)]
