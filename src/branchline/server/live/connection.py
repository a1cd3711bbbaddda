"""One connection to a table, whatever carries it: which seats it holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from branchline.core.ids import Seat
from branchline.server import wire

_encoder = msgspec.json.Encoder()


def encoded(message: wire.ServerMessage) -> str:
    return _encoder.encode(message).decode()


class Transport(Protocol):
    """What carries a connection. Neither method waits."""

    def send(self, text: str) -> None:
        """Send a message some time soon, in order; a transport whose client cannot keep up closes itself."""

    def close(self, code: str) -> None:
        """Say `bye` with this code and close."""


class Connection:
    """`shown` are the hashes of the tokens that it showed; `holders` those that hold a seat here, `seats` which."""

    def __init__(self, transport: Transport, shown: Iterable[str], address: str = "") -> None:
        self.transport = transport
        self.address = address
        self.shown = frozenset(shown)
        self.holders: frozenset[str] = frozenset()
        self.seats: tuple[Seat, ...] = ()
        self.is_gone = False

    def send(self, message: wire.ServerMessage) -> None:
        self.transport.send(encoded(message))
