"""One connection to a table, whatever carries it: what it holds, and what it has not read yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from branchline.core.ids import Seat
from branchline.server import wire

_encoder = msgspec.json.Encoder()


def encoded(message: wire.ServerMessage) -> str:
    return _encoder.encode(message).decode()


class Line(Protocol):
    """What carries a connection. Neither method waits."""

    def send(self, text: str) -> None:
        """Send a message some time soon, in order; a line that cannot keep up hangs up by itself."""

    def hang_up(self, code: str) -> None:
        """Say `bye` with this code and close."""


class Connection:
    """`holders` are the hashes of the tokens that it showed; `seats` those that they hold."""

    def __init__(self, line: Line, holders: Iterable[str]) -> None:
        self._line = line
        self.shown = frozenset(holders)
        self.holders: frozenset[str] = frozenset()
        self.seats: tuple[Seat, ...] = ()
        self.is_gone = False

    def send(self, message: wire.ServerMessage) -> None:
        self._line.send(encoded(message))

    def send_text(self, text: str) -> None:
        self._line.send(text)

    def hang_up(self, code: str) -> None:
        self._line.hang_up(code)
