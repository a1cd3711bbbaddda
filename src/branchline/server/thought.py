"""What passes between the server and the processes in which bots think: a question in pickle, an answer in JSON.

The server reads only JSON. A worker unpickles what its own server wrote, through a pipe that nobody else has.
"""

from __future__ import annotations

import io
import pickle
import struct
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

import msgspec

from branchline.core.actions import Action
from branchline.core.board import Board
from branchline.core.cardset import CardSet

HEAD = struct.Struct(">I")


class Thought(NamedTuple):
    """A decision to be made. The view and the legal actions are all that a bot gets."""

    level: str
    game: str
    edition: str
    seed: int
    view: Any
    legal: Sequence[Action]


class Answered(msgspec.Struct):
    action: dict[str, Any] | None
    fault: str | None


class _Writer(pickle.Pickler):
    """Boards and card sets are named by their game and edition; the worker has them too."""

    def __init__(self, file: BinaryIO, game: str, edition: str) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._name = (game, edition)

    def persistent_id(self, thing: Any) -> tuple[str, str] | None:
        return self._name if isinstance(thing, Board | CardSet) else None


def asked(thought: Thought) -> bytes:
    file = io.BytesIO()
    _Writer(file, thought.game, thought.edition).dump(thought)
    return file.getvalue()


def answered(action: dict[str, Any] | None, fault: str | None) -> bytes:
    return msgspec.json.encode(Answered(action, fault))


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
