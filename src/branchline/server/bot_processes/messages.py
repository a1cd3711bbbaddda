"""What passes between the server and its bot processes: a request in pickle, a reply in JSON.

The server reads only JSON. A worker unpickles what its own server wrote, through a pipe that nobody else has.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

import msgspec

from branchline.bots.pickling import dumps
from branchline.bots.reason import Reason
from branchline.core.actions import Action
from branchline.server.room.facts import Why

HEAD = struct.Struct(">I")


class GameName(NamedTuple):
    """How a worker finds a game: by its board's id, or where that is somebody's own, by the digest of its file.

    `text` is the file itself, for a worker that does not know it yet.
    """

    board: str
    edition: str
    file: str = ""
    text: str = ""


class BotRequest(NamedTuple):
    """A decision to be made. The view and the legal actions are all that a bot gets."""

    level: str
    game: GameName
    seed: int
    view: Any
    legal: Sequence[Action]


class BotDecision(NamedTuple):
    """What a bot decided, and why; the reason is for after the game."""

    action: Action
    why: Why | None = None


class BotReply(msgspec.Struct):
    """`unknown_board` asks for the same request once more, with the text of the board's file."""

    action: dict[str, Any] | None
    why: Why | None = None
    unknown_board: bool = False
    fault: str | None = None


def encode_request(request: BotRequest) -> bytes:
    return dumps(request, request.game)


def encode_reply(action: dict[str, Any], why: Reason | None) -> bytes:
    values = (
        {name: list(value) if isinstance(value, tuple) else value for name, value in why.values.items()} if why else {}
    )
    return msgspec.json.encode(BotReply(action, Why(why.key, values) if why else None))


def encode_failure(fault: str) -> bytes:
    return msgspec.json.encode(BotReply(None, fault=fault))


def encode_unknown_board() -> bytes:
    return msgspec.json.encode(BotReply(None, unknown_board=True))


def decode_reply(frame: bytes) -> BotReply:
    return msgspec.json.decode(frame, type=BotReply)


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
