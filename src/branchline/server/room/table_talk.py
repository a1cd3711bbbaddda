"""What people settle among themselves: chat, the pace of bots, taking back, a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.ids import Seat
from branchline.core.revision import RULES_REVISION
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.commands import Judgement, Refuse, only
from branchline.server.room.takeback import last_moment
from branchline.server.room.tokens import following_secret, rematch_id
from branchline.server.text import cleaned

if TYPE_CHECKING:
    from branchline.server.room.room import Room

CHAT_SECONDS = 10.0
"""A seat's last five lines must not all be younger than this."""
MOST_SAID = 1000


def say(room: Room, command: wire.Say, now: float) -> Judgement:
    chair = room.table.chairs[command.seat]
    text = cleaned(command.text)
    if not text:
        raise Refuse("bad-message", "the text has nothing that can be read")
    if chair.muted:
        raise Refuse("muted")
    if room.table.said_count >= MOST_SAID:
        raise Refuse("chat-full")
    if len(chair.said) == chair.said.maxlen and now - chair.said[0] < CHAT_SECONDS:
        raise Refuse("too-fast")
    return only(facts.Said(command.seat, text[: wire.LONGEST_TEXT]))


def mute(room: Room, command: wire.Mute, now: float) -> Judgement:
    room.demand_host(command.seat)
    if command.target not in room.table.people():
        raise Refuse("no-such-seat")
    return only(facts.Muted(command.target, command.muted))


def pace(room: Room, command: wire.Pace, now: float) -> Judgement:
    room.demand_host(command.seat)
    return only(facts.Paced(command.pace))


def undo(room: Room, command: wire.Undo, now: float) -> Judgement:
    seat = Seat(command.seat)
    moment = last_moment(room.table.moments, seat)
    if moment is None:
        raise Refuse("nothing-to-undo")
    if room.table.question is not None:
        raise Refuse("question-open")
    if room.consent_missing(seat, set()):
        return only(facts.Asked(seat))
    return only(facts.Undone(seat, moment.version))


def agree(room: Room, command: wire.Agree, now: float) -> Judgement:
    question = room.table.question
    seat = Seat(command.seat)
    if question is None or seat not in room.consent_missing(question.seat, question.agreed):
        raise Refuse("no-question")
    answered = facts.Answered(seat, command.agree)
    if not command.agree:
        return only(answered)
    return room.with_consent(answered, agreed={seat})


def rematch(room: Room, command: wire.Rematch, now: float) -> Judgement:
    """The same people at a new table: the same tokens hold their seats. Who had left and is not here has left."""
    table = room.table
    if table.status != "finished":
        raise Refuse("not-finished")
    if table.rematch is not None:
        return Judgement([])
    chairs = [
        facts.Chair("open")
        if chair.away and not room.is_here(seat)
        else facts.Chair(_kind(chair.kind), chair.name, chair.level, chair.holder)
        for seat, chair in enumerate(table.chairs)
    ]
    created = facts.Created(
        board=table.game.board_id,
        game=table.game.name,
        edition=table.game.edition,
        digest=table.game.digest,
        options=table.options,
        clock=table.clock,
        pace=table.pace,
        public=table.public,
        chairs=chairs,
        secret=following_secret(table.key, "secret"),
        key=following_secret(table.key, "key"),
        revision=RULES_REVISION,
    )
    following = rematch_id(table.id, table.key)
    return Judgement(only(facts.Rematched(following)).made, (following, created))


def _kind(kind: str) -> facts.ChairKind:
    return "bot" if kind == "bot" else "person"
