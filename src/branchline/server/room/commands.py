"""What a room is asked besides the commands of the wire, and the two answers of its judges: facts, or a refusal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.bot_processes.messages import Why
from branchline.server.room import facts


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


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed; whoever has none left is stood in for."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The server is back since then after a pause, during which no clock should have run."""

    since: float


Command: TypeAlias = wire.Command | Sit | BotPlay | Tick | Resume


class Refuse(Exception):
    """A command that cannot be carried out; the code is for programs, the message catalogs have the sentence."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class Made(NamedTuple):
    """A fact that a command makes true; with the action, where it has been read already."""

    fact: facts.Fact
    action: Action | None = None


class Judgement(NamedTuple):
    """The facts in order, the command's own last. `founded` is a table that must exist before they are kept."""

    made: list[Made]
    founded: tuple[str, facts.Created] | None = None


def only(*made: facts.Fact) -> Judgement:
    return Judgement([Made(fact) for fact in made])
