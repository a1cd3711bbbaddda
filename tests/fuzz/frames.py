"""Malformed frames: valid messages, damaged in their structure or their bytes, and what never was a message."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, cast

import msgspec

from branchline.server import wire
from branchline.server.limits import MAX_FRAME_BYTES
from branchline.server.wire.decode import Reader, Unreadable
from tests.server.test_schema import validator

Message = dict[str, Any]

# Stand for text that no JSON encoder writes; they are put in once the rest is encoded.
_RAW: Final[dict[bytes, bytes]] = {
    b'"@nan"': b"NaN",
    b'"@inf"': b"-Infinity",
    b'"@exp"': b"1e999",
    b'"@int"': b"9" * 400,
    b'"@hex"': b"0x1f",
    b'"@zero"': b"00",
    b'"@half"': b'"\\ud83d"',
    b'"@bad"': b'"\xc3\x28"',
    b'"@over"': b'"\xc0\xaf"',
    b'"@nul"': b'"\x00"',
    b'"@none"': b"",
    b'"@word"': b"undefined",
}
_ODD: Final[list[Any]] = [
    None, True, False, 0, -1, 5, 10**9, 2**63, -(2**63), 0.5, -0.0, 1e300, "", "x", "0", "é", "\u202e", "a\n", "A" * 65,
    "a" * 301, [], {}, [[]], [None], {"": 0}, {"type": "ping"}, ["red"], {"red": -1}, {"red": 2**70}, "null",
    *(mark.decode()[1:-1] for mark in _RAW),
]  # fmt: skip
_BAD_BYTES: Final = [
    b"\xff",
    b"\xfe",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\x80",
    b"\x00",
    b"\xef\xbb\xbf",
]
_SIGNS: Final = b'{}[]",:\\/ \n\t\x00-+.eE0159truefalsnd'
_KEYS: Final = [
    "type",
    "cid",
    "seat",
    "action",
    "decision",
    "text",
    "level",
    "pay",
    "kept",
    "x",
    "",
    "__proto__",
    "Type",
]

_reader: Reader[wire.ClientMessage] = Reader(cast(Any, wire.ClientMessage))
_fits = validator("ClientMessage")


def is_malformed(frame: str | bytes) -> bool:
    """Whether a frame is no message of the protocol, by the word of the published schema where the server reads it.

    Damage may leave a message whole. What the server reads must be whole, but for an action, which the rules read.
    """
    try:
        _reader.read(frame)
    except Unreadable:
        return True
    message = json.loads(frame)
    if _fits.is_valid(message):
        return False
    assert _fits.is_valid(message | {"action": {"do": "pass"}}), f"the server reads what its schema forbids: {frame!r}"
    return True


class Damage:
    """Makes malformed frames out of valid messages, by the dice of one seed."""

    def __init__(self, rng: Random, messages: list[Message]) -> None:
        self._rng = rng
        self._messages = messages
        self._texts = [msgspec.json.encode(message) for message in messages]
        kinds: list[tuple[int, Callable[[], bytes]]] = [
            (30, self._damaged_bytes),
            (6, self._spliced),
            (36, self._damaged_fields),
            (10, self._two_of_a_key),
            (8, self._noise),
            (7, self._tokens),
            (2, self._nested),
            (1, self._long),
        ]
        self._kinds = [kind for weight, kind in kinds for _ in range(weight)]

    def frames(self, count: int) -> Iterator[str | bytes]:
        """So many malformed frames, as text where they are text."""
        made = 0
        while made < count:
            frame = self.frame()
            if is_malformed(frame):
                made += 1
                yield frame

    def frame(self) -> str | bytes:
        data = self._rng.choice(self._kinds)()[:MAX_FRAME_BYTES]
        if self._rng.random() < 0.5:
            return data
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data

    def oversize(self) -> str:
        """Valid, but for its size."""
        return json.dumps(self._rng.choice(self._messages)) + " " * MAX_FRAME_BYTES

    # --- Bytes ---

    def _damaged_bytes(self) -> bytes:
        rng = self._rng
        data = bytearray(rng.choice(self._texts))
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            at = rng.randrange(len(data) + 1)
            match rng.randrange(7):
                case 0:
                    data[at : at + 1] = bytes((rng.randrange(256),))
                case 1:
                    del data[at : at + rng.randrange(1, 9)]
                case 2:
                    data[at:at] = rng.choice(_BAD_BYTES)
                case 3:
                    data[at:at] = data[at : at + rng.randrange(1, 20)]
                case 4:
                    del data[at:]
                case 5:
                    data[at : at + 1] = bytes((rng.choice(_SIGNS),))
                case _:
                    data += rng.choice((b"}", b"x", b",", b"{}", b"\x00", b"]", b"null"))
        return bytes(data)

    def _spliced(self) -> bytes:
        one, two = self._rng.choice(self._texts), self._rng.choice(self._texts)
        return one[: self._rng.randrange(len(one) + 1)] + two[self._rng.randrange(len(two) + 1) :]

    def _noise(self) -> bytes:
        return self._rng.randbytes(self._rng.choice((0, 1, 2, 7, 40, 200)))

    def _tokens(self) -> bytes:
        return bytes(self._rng.choices(_SIGNS, k=self._rng.randrange(1, 60)))

    # --- Structure ---

    def _damaged_fields(self) -> bytes:
        rng = self._rng
        message = dict(rng.choice(self._messages))
        inner = message.get("action")
        target = message
        if inner is not None and rng.random() < 0.5:
            target = message["action"] = dict(inner)
        name = rng.choice(list(target))
        match rng.randrange(6):
            case 0:
                del target[name]
            case 1:
                target[rng.choice(_KEYS)] = rng.choice(_ODD)
            case 2:
                target[name.upper()] = target.pop(name)
            case 3:
                target[name] = [target[name]]
            case _:
                target[name] = rng.choice(_ODD)
        return _encoded(message)

    def _two_of_a_key(self) -> bytes:
        """The same key again, with something else behind it."""
        rng = self._rng
        text = rng.choice(self._texts)
        key, value = rng.choice(_KEYS), _encoded(rng.choice(_ODD))
        again = b'"%s":%s' % (key.encode(), value)
        return b"{" + again + b"," + text[1:] if rng.random() < 0.3 else text[:-1] + b"," + again + b"}"

    def _nested(self) -> bytes:
        rng = self._rng
        depth = rng.choice((2, 10, 100, 500, 950, 1_000, 2_000, 2_700))
        opened, closed = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b'{"action":', b"}"), (b'[{"type":', b"}]")))
        depth = min(depth, MAX_FRAME_BYTES // (len(opened) + len(closed)) - 20)
        inside = opened * depth + (closed * depth if rng.random() < 0.8 else b"")
        head = rng.choice(
            (b"", b'{"type":"ask","cid":"a","seat":0,"action":{"do":', b'{"type":"hello","tokens":', b'{"z":')
        )
        return head + inside + b"}" * head.count(b"{")

    def _long(self) -> bytes:
        """Near the greatest size: a long text, a long list, a long number, many keys."""
        rng = self._rng
        room = rng.randrange(1_000, MAX_FRAME_BYTES - 200)
        long: Any = rng.choice(
            ("w" * room, ["wild"] * (room // 8), {f"k{n}": n for n in range(room // 12)}, "@long", "\\" * (room // 2))
        )
        message = dict(rng.choice(self._messages))
        if "action" in message and rng.random() < 0.7:
            message["action"] = message["action"] | {rng.choice(list(message["action"])): long}
        else:
            message[rng.choice(list(message))] = long
        return _encoded(message).replace(b'"@long"', b"7" * room)


def _encoded(value: Any) -> bytes:
    data = msgspec.json.encode(value)
    if b'"@' in data:
        for mark, raw in _RAW.items():
            data = data.replace(mark, raw)
    return data
