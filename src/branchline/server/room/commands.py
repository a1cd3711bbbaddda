"""What a room is asked besides the commands of the wire, and what becomes of any command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.room.facts import Why
from branchline.server.room.table import Applied


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat, any open one when none is named; comes by HTTP, because its answer is a token."""

    cid: str
    name: str
    holder: str
    seat: int | None = None
    entropy: str | None = None


@dataclass(frozen=True, slots=True)
class BotPlay:
    """A bot, or a stand-in, has decided."""

    seat: Seat
    decision: int
    action: Action
    why: Why | None = None
    cid: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """A clock may have run out; seats without time get a stand-in."""

    cid: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """The server is back after a pause during which no clock should have run; `since` is when it started."""

    since: float
    cid: str = ""


ServerCommand: TypeAlias = BotPlay | Tick | Resume
"""What nobody outside sends; it has no id of its own."""
Command: TypeAlias = wire.Command | Sit | ServerCommand


class Refuse(Exception):
    """A command that cannot be carried out; the code is for programs, the message catalogs have the sentence."""

    def __init__(self, code: str, detail: str = "", need: wire.Need | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.need = need


class Result(NamedTuple):
    """What became of a command: the reply, and what happened at the table because of it."""

    reply: wire.Ack | wire.Refused
    applied: list[Applied]


def refused(command: Command | wire.Ask, code: str, detail: str = "", need: wire.Need | None = None) -> wire.Refused:
    return wire.Refused(code=code, cid=command.cid or None, detail=detail, need=need)
