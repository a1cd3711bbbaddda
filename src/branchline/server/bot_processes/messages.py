"""What passes between the server and the processes in which bots think: a question in pickle, an answer in JSON.

The server reads only JSON. A worker unpickles what its own server wrote, through a pipe that nobody else has.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

import msgspec

from branchline.bots.pickling import dumps
from branchline.bots.reason import Reason, tell
from branchline.core.actions import Action
from branchline.core.printed import Printed

HEAD = struct.Struct(">I")


class Thought(NamedTuple):
    """A decision to be made. The view and the legal actions are all that a bot gets."""

    level: str
    board: str
    edition: str
    seed: int
    view: Any
    legal: Sequence[Action]


class Why(msgspec.Struct, omit_defaults=True):
    """A bot's reason for its decision, as `branchline.bots.reason` tells it."""

    key: str
    values: dict[str, int | list[int]] = {}

    def told(self, printed: Printed, language: str, names: Sequence[str]) -> str | None:
        """The sentence; None for a reason that no catalog has, as a bot from elsewhere may give."""
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in self.values.items()}
        try:
            return tell(Reason(self.key, values), printed, language, names)
        except (LookupError, TypeError, ValueError):
            return None


class Decided(NamedTuple):
    """What a bot decided, and why; the reason is for after the game."""

    action: Action
    why: Why | None = None


class Answered(msgspec.Struct):
    action: dict[str, Any] | None
    why: Why | None = None
    fault: str | None = None


def asked(thought: Thought) -> bytes:
    return dumps(thought, (thought.board, thought.edition))


def answered(action: dict[str, Any], why: Reason | None) -> bytes:
    values = (
        {name: list(value) if isinstance(value, tuple) else value for name, value in why.values.items()} if why else {}
    )
    return msgspec.json.encode(Answered(action, Why(why.key, values) if why else None))


def failed(fault: str) -> bytes:
    return msgspec.json.encode(Answered(None, fault=fault))


def read_answer(frame: bytes) -> Answered:
    return msgspec.json.decode(frame, type=Answered)


def write_frame(sink: BinaryIO, frame: bytes) -> None:
    sink.write(HEAD.pack(len(frame)) + frame)
    sink.flush()


def read_frame(source: BinaryIO) -> bytes | None:
    """The next frame, or None when the other side has closed."""
    head = source.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (size,) = HEAD.unpack(head)
    return source.read(size)
