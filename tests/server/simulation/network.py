"""A network that delays, reorders, duplicates and drops, by the dice of one seed; and breaks connections off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from starlette.websockets import WebSocketDisconnect, WebSocketState


@dataclass
class Weather:
    """How bad the network is. Calm weather still delays a little, but keeps the order."""

    delay: float = 0.05
    reorder: float = 0.0
    duplicate: float = 0.0
    drop: float = 0.0
    break_off: float = 0.0

    def calm(self) -> None:
        self.reorder = self.duplicate = self.drop = self.break_off = 0.0


class Wire:
    """One direction of a connection."""

    def __init__(self, rng: Random, weather: Weather, deliver: Callable[[Any], None]) -> None:
        self._rng = rng
        self._weather = weather
        self._deliver = deliver
        self._last = 0.0
        self.is_cut = False

    def send(self, message: Any) -> None:
        rng, weather = self._rng, self._weather
        if rng.random() < weather.drop:
            return
        for _ in range(2 if rng.random() < weather.duplicate else 1):
            self._carry(message, in_order=rng.random() >= weather.reorder)

    def _carry(self, message: Any, *, in_order: bool) -> None:
        loop = asyncio.get_running_loop()
        at = loop.time() + self._rng.random() * self._weather.delay * (1 if in_order else 10)
        if in_order:
            at = self._last = max(at, self._last)
        loop.call_at(at, self._arrive, message)

    def _arrive(self, message: Any) -> None:
        if not self.is_cut:
            self._deliver(message)


class SimulatedSocket:
    """What the server holds of a connection: as much of Starlette's WebSocket as the server uses."""

    def __init__(self, rng: Random, weather: Weather, to_client: Callable[[str | None], None]) -> None:
        self._inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._rng = rng
        self._weather = weather
        self._to_client = Wire(rng, weather, to_client)
        self._to_server = Wire(rng, weather, self._inbox.put_nowait)
        self._hang_up = to_client
        self.application_state = WebSocketState.CONNECTED
        self.is_closed = False

    # --- The server's side ---

    async def receive(self) -> dict[str, Any]:
        text = None if self.is_closed else await self._inbox.get()
        if text is None:
            self.application_state = WebSocketState.DISCONNECTED
            return {"type": "websocket.disconnect", "code": 1006}
        return {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        if self.is_closed:
            raise WebSocketDisconnect(1006)
        self._to_client.send(text)
        if self._rng.random() < self._weather.break_off:
            self.break_off()

    async def close(self, code: int = 1000) -> None:
        self.application_state = WebSocketState.DISCONNECTED
        asyncio.get_running_loop().call_later(self._weather.delay * 2, self.break_off)

    # --- The client's side ---

    def send(self, text: str) -> None:
        if not self.is_closed:
            self._to_server.send(text)

    def break_off(self) -> None:
        """Both sides notice; what is under way is lost."""
        if not self.is_closed:
            self.is_closed = True
            self._to_client.is_cut = self._to_server.is_cut = True
            self._inbox.put_nowait(None)
            self._hang_up(None)
