"""A client as the protocol describes it: without rules, it sends commands again until they are answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from branchline.server.wire import PROTOCOL
from tests.server.simulation.network import SimulatedSocket

Connect = Callable[[Callable[[str | None], None]], SimulatedSocket | None]
PATIENCE = 2.0


class Broken(AssertionError):
    """The server did something that it promised not to do."""


@dataclass
class Sent:
    """A command on its way."""

    message: dict[str, Any]
    tries: int = 0
    at: float = 0.0


@dataclass
class Client:
    """Sits on the seats of its token (none: a spectator). What it was told is kept for the auditor."""

    name: str
    table: str
    token: str | None
    rng: Random
    connect: Connect
    version: int = 0
    updates: dict[int | None, dict[str, Any]] = field(default_factory=dict)
    steps: dict[tuple[int | None, int], Any] = field(default_factory=dict)
    views: list[tuple[int | None, int, Any]] = field(default_factory=list)
    acks: dict[str, tuple[str, int]] = field(default_factory=dict)
    refusals: list[tuple[str, str]] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)
    seats: list[int] = field(default_factory=list)
    rematches: set[str] = field(default_factory=set)
    outcome: Any = None
    pending: dict[str, Sent] = field(default_factory=dict)
    connections: int = 0
    is_resting: bool = False
    is_stopped: bool = False
    _socket: SimulatedSocket | None = None
    _inbox: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    _welcomed: bool = False
    _since: int | None = None
    _cids: int = 0
    _pinged: float = 0.0
    _decided: set[tuple[int, int]] = field(default_factory=set)

    async def run(self) -> None:
        while not self.is_stopped:
            self._inbox = asyncio.Queue()
            self._socket = self.connect(self._inbox.put_nowait)
            if self._socket is None:
                await asyncio.sleep(0.5)
                continue
            self.connections += 1
            self._hello()
            await self._converse(self._socket)
            await asyncio.sleep(self.rng.random() * 0.5)

    def _hello(self) -> None:
        since = self.version if self.version and self.rng.random() < 0.8 else self.rng.choice([None, 0])
        if since != self.version:
            self.version = since or 0
        self._since = since
        tokens = [] if self.token is None else [self.token]
        self._welcomed = False
        self._send({"type": "hello", "protocol": PROTOCOL, "table": self.table, "tokens": tokens, "since": since})

    def _send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    async def _converse(self, socket: SimulatedSocket) -> None:
        silent_since = asyncio.get_running_loop().time()
        while not self.is_stopped:
            now = asyncio.get_running_loop().time()
            try:
                text = await asyncio.wait_for(self._inbox.get(), 0.5)
            except TimeoutError:
                if not self._welcomed and now - silent_since > PATIENCE:
                    break
                self._act()
                if any(sent.tries > 6 for sent in self.pending.values()):
                    break
                continue
            silent_since = now
            if text is None or not self._take(msgspec.json.decode(text)):
                break
            self._act()
        for sent in self.pending.values():
            sent.tries, sent.at = 0, 0.0
        socket.break_off()

    def _take(self, message: dict[str, Any]) -> bool:
        """Digest a message; says whether the connection is still good."""
        match message["type"]:
            case "welcome":
                self._welcome(message)
            case "update":
                return self._update(message)
            case "ack":
                self._acked(message)
            case "refused" | "answer" if message["cid"] is not None:
                self._refused(message["cid"], message.get("code") or "answer")
            case "pong":
                return bool(message["version"] <= self.version)
            case "bye":
                return False
        return True

    def _welcome(self, message: dict[str, Any]) -> None:
        if self._welcomed and message["version"] < self.version:
            return  # A copy that the network delayed.
        if not self._welcomed and message["version"] < self.version:
            raise Broken(f"{self.name} knew version {self.version} and was shown {message['version']}")
        if not self._welcomed and message["complete"]:
            self._demand_steps(message, self._since)
        self._welcomed = True
        self.seats = message["seats"]
        self._learn(message)

    def _update(self, message: dict[str, Any]) -> bool:
        first = min(step["version"] for look in message["updates"] for step in look["steps"])
        if not self._welcomed or first > self.version + 1:
            return False
        self._demand_steps(message, first - 1)
        if message["version"] > self.version:
            self._learn(message)
        return True

    def _demand_steps(self, message: dict[str, Any], since: int | None) -> None:
        """Every seat is told everything that happened after a version, in order and without a gap."""
        expected = [] if since is None else list(range(since + 1, message["version"] + 1))
        for look in message["updates"]:
            if [step["version"] for step in look["steps"]] != expected:
                raise Broken(f"{self.name} knew version {since} and was not told all up to {message['version']}")

    def _learn(self, message: dict[str, Any]) -> None:
        self.version = message["version"]
        if message["table"] is not None:
            self.state = message["table"]
        if message["outcome"] is not None:
            self.outcome = message["outcome"]
        for look in message["updates"]:
            seat = look["seat"]
            for step in look["steps"]:
                known = self.steps.setdefault((seat, step["version"]), step)
                if known != step:
                    raise Broken(f"{self.name} was told two different things about version {step['version']}")
            if look["view"] is not None:
                self.updates[seat] = look
                self.views.append((seat, self.version, look["view"]))

    def _acked(self, message: dict[str, Any]) -> None:
        cid = message["cid"]
        sent = self.pending.pop(cid, None)
        known = self.acks.get(cid)
        if known is None:
            kind = "rematch" if cid in self.rematches else sent.message["type"] if sent else "?"
            self.acks[cid] = (kind, message["version"])
        elif known[1] != message["version"] and known[0] != "rematch":  # Asking again for one that is there is free.
            raise Broken(f"{self.name}: {cid} was acknowledged as {known[1]} and as {message['version']}")

    def _refused(self, cid: str, code: str) -> None:
        """What the server could not keep is sent again as it is; everything else is settled."""
        self.refusals.append((cid, code))
        if code != "unavailable":
            self.pending.pop(cid, None)

    def _act(self) -> None:
        if not self._welcomed:
            return
        now = asyncio.get_running_loop().time()
        for seat in () if self.is_resting else self.seats:
            self._decide(seat)
            self._whim(seat)
        if now - self._pinged >= 10.0:
            self._pinged = now
            self._send({"type": "ping"})
        for sent in self.pending.values():
            if now - sent.at >= PATIENCE:
                sent.at, sent.tries = now, sent.tries + 1
                self._send(sent.message)

    def _decide(self, seat: int) -> None:
        away = any(each["away"] for each in self.state.get("seats", []) if each["seat"] == seat)
        if away and self.rng.random() < 0.3 and not self._has_pending("return"):
            self.command("return", seat)
        if self.outcome is not None and not self.state.get("rematch") and not self._has_pending("rematch"):
            self.command("rematch", seat)
        if self.state.get("status") == "open" and not self._has_pending("start"):
            self.command("start", seat)
        takeback = self.state.get("takeback")
        if takeback and seat in takeback["missing"] and not self._has_pending("answer-takeback"):
            self.command("answer-takeback", seat, agree=self.rng.random() < 0.7)
        look = self.updates.get(seat)
        decision = look and look["decision"]
        if look is None or decision is None or away or self._has_pending("play"):
            return
        action = some_action(self.rng, look["choices"])
        self.command("play", seat, decision=decision, action=action)

    def _whim(self, seat: int) -> None:
        """Now and then people chat, ask, change their minds, or leave for a moment."""
        dice = self.rng.random()
        if dice < 0.01:
            self.command("say", seat, text=f"line {self._cids}")
        elif dice < 0.02 and self.state.get("status") == "playing":
            self.command("ask-takeback", seat)
        elif dice < 0.023 and self.state.get("status") == "playing":
            self.command("leave", seat)
        elif dice < 0.03:
            self.command("ask", seat, action={"do": "pass"})
        elif dice < 0.035:
            self.command("play", seat, decision=1, action={"do": "draw-blind", "deck": "trains"})

    def rest(self) -> None:
        """Begin nothing any more; what is under way is still sent until it is answered."""
        self.is_resting = True

    def _has_pending(self, kind: str) -> bool:
        return any(sent.message["type"] == kind for sent in self.pending.values())

    def command(self, kind: str, seat: int, **more: Any) -> None:
        self._cids += 1
        cid = f"{self.name}-{self._cids}"
        if kind == "rematch":
            self.rematches.add(cid)
        self.pending[cid] = Sent({"type": kind, "cid": cid, "seat": seat, **more}, at=-PATIENCE)


def some_action(rng: Random, choices: list[dict[str, Any]]) -> dict[str, Any]:
    """Any action that the choices stand for, put together without knowing a rule."""
    choice = rng.choice(choices)
    match choice["do"]:
        case "keep":
            count = rng.randint(choice["least"], len(choice["offer"]))
            kept = set(rng.sample(choice["offer"], count))
            return {
                "do": "keep",
                "kept": [ticket for ticket in choice["offer"] if ticket in kept],
                "returned": [ticket for ticket in choice["offer"] if ticket not in kept],
            }
        case "lay-three":
            chosen = set(rng.sample(choice["any_three"], 3))
            return {"do": "lay-three", "colors": [color for color in choice["any_three"] if color in chosen]}
        case "settle":
            return {"do": "settle", "tickets": choice["best"]}
        case do:
            lists = {name: values for name, values in choice.items() if isinstance(values, list)}
            return {"do": do, **{name: rng.choice(values) for name, values in lists.items()}}
