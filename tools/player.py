"""Players for tests and load: real clients of the wire that make random legal moves and never give up.

A player needs no rules. It comes back when the connection breaks, sends the command that was not answered again under
the same id, and checks that the versions it is told follow each other without a gap.
"""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PROTOCOL = 2
MAX_MESSAGE_BYTES = 1 << 22
# Refusals after which the same command may succeed.
PASSING = {"unavailable", "too-fast"}


class Step(msgspec.Struct):
    """All that a player reads of a step."""

    step: str
    version: int
    seat: int | None = None
    by: str = ""


class SeatUpdate(msgspec.Struct):
    """What one seat sees; parts that a player may not need are left as text until it does."""

    steps: list[Step]
    view: msgspec.Raw
    decision: int | None = None
    choices: msgspec.Raw = msgspec.Raw(b"[]")


class Table(msgspec.Struct):
    status: str


class Told(msgspec.Struct):
    """Any message of the server; what a player does not read is passed over."""

    type: str
    version: int = 0
    updates: list[SeatUpdate] = []
    cid: str | None = None
    code: str = ""
    detail: str = ""
    table: Table | None = None


read = msgspec.json.Decoder(Told).decode
read_choices = msgspec.json.Decoder(list[dict[str, Any]]).decode


class Move(msgspec.Struct):
    """A command on its way: sent perhaps several times, answered once."""

    cid: str
    decision: int
    action: dict[str, Any]
    sent: float
    version: int | None = None


class Wrong(AssertionError):
    """The server did what it must never do."""


class Server:
    """Where the server is, and from which address of this machine a player comes."""

    def __init__(self, port: int, host: str = "127.0.0.1", source: str | None = None) -> None:
        self.host = host
        self.port = port
        self.source = (source, 0) if source else None

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send a request; `OSError` when the server does not answer, or asks to try later."""
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=self.source)
        try:
            content = json.dumps(body).encode()
            head = f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: application/json\r\n"
            writer.write(f"{head}Content-Length: {len(content)}\r\nConnection: close\r\n\r\n".encode() + content)
            answer = await reader.read()
        finally:
            writer.close()
        top, _, text = answer.partition(b"\r\n\r\n")
        if not top:
            raise ConnectionError("no answer")
        status = int(top.split()[1])
        if status in (429, 503):
            raise ConnectionError(f"try later: {status}")
        if status >= 400:
            raise Wrong(f"POST {path}: {status} {text.decode()}")
        found: dict[str, Any] = json.loads(text)
        return found

    def dial(self, table: str = "") -> "connect":
        """Open a WebSocket; a table in its address lets proxies keep the table's connections together."""
        return connect(
            f"ws://{self.host}:{self.port}/ws" + (f"?table={table}" if table else ""),
            compression=None,
            ping_interval=None,
            max_size=MAX_MESSAGE_BYTES,
            open_timeout=20,
            close_timeout=1,
            local_addr=self.source,
        )


async def insist(attempt: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
    """Try until the server answers; the request carries its own id, so it counts once."""
    while True:
        try:
            return await attempt()
        except (OSError, ValueError, IndexError):
            await asyncio.sleep(0.05)


class Seat(msgspec.Struct, frozen=True):
    """The right to play one seat of a table."""

    table: str
    token: str
    seat: int


async def gather_table(
    server: Callable[[], Server], game: str, players: int, *, bots: int = 0, level: str = "random"
) -> list[Seat]:
    """Make a table and sit down at it, each seat with a token of its own; the last to sit does not start it.

    The last seats can be bots' of a level.
    """
    people = players - bots
    cids = [secrets.token_urlsafe(24) for _ in range(people)]
    plan: list[dict[str, Any]] = [{"kind": "mine", "name": "player 0"}]
    plan += [{"kind": "open"}] * (people - 1) + [{"kind": "bot", "level": level}] * bots
    new = {"cid": cids[0], "board": game, "seats": plan}
    made = await insist(lambda: server().post("/api/tables", new))
    seats = [Seat(made["table"], made["token"], 0)]
    for number in range(1, people):
        sitting = {"cid": cids[number], "name": f"player {number}", "seat": number}
        path = f"/api/tables/{made['table']}/seats"
        sat = await insist(lambda path=path, sitting=sitting: server().post(path, sitting))  # type: ignore[misc]
        seats.append(Seat(made["table"], sat["token"], number))
    return seats


class Player:
    """Plays one seat to the end of the game, whatever happens to the connection."""

    def __init__(
        self,
        server: Callable[[], Server],
        seat: Seat,
        rng: Random,
        pause: Callable[[], float] = lambda: 0.0,
        answered: Callable[[Move, float], None] = lambda move, seconds: None,
        talked: Callable[[float], None] = lambda seconds: None,
        returned: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self._server = server
        self.seat = seat
        self._rng = rng
        self._pause = pause
        self._answered = answered
        self._talked = talked
        self._returned = returned
        self._socket: ClientConnection | None = None
        self._dialed = 0.0
        self._lines: dict[str, float] = {}
        self._version: int | None = None
        self._decision: int | None = None
        self._choices = msgspec.Raw(b"[]")
        self.under_way: Move | None = None
        self._start_cid = f"start-{secrets.token_hex(8)}"
        self._waiting: asyncio.TimerHandle | None = None
        self._last_decided = -1
        self._stood_in_at = -1
        self._failures = 0
        self.acknowledged: list[Move] = []
        self.connections = 0
        self.is_finished = False

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.is_finished:
            try:
                self._dialed = time.perf_counter()
                async with self._server().dial(self.seat.table) as socket:
                    self.connections += 1
                    self._socket = socket
                    await self._converse(socket)
            except (OSError, WebSocketException, TimeoutError):
                pass
            finally:
                self._socket = None
                self._lines.clear()
                self._drop_plan()
            if not self.is_finished:
                await asyncio.sleep(self._pause_before_return())

    async def say(self, text: str) -> None:
        """Say something, if there is a connection now; how soon it was kept is told to `talked`."""
        if self._socket is None or self._version is None:
            return
        cid = f"say-{secrets.token_hex(8)}"
        self._lines[cid] = time.perf_counter()
        with contextlib.suppress(WebSocketException, OSError):
            await self._send(self._socket, {"type": "say", "cid": cid, "text": text})

    def cut_off(self) -> None:
        """Lose the connection at once, without a good-bye."""
        if self._socket is not None:
            self._socket.transport.abort()

    def _pause_before_return(self) -> float:
        """Growing pauses, as the protocol asks for, though short ones; the more so the longer nobody answers."""
        self._failures = min(self._failures + 1, 6)
        return 0.02 * (1 << self._failures) * self._rng.uniform(0.5, 1.0)

    async def _converse(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "protocol": PROTOCOL, "table": self.seat.table, "tokens": [self.seat.token]}
        await socket.send(json.dumps(hello | {"since": self._version}))
        async for message in socket:
            told = read(message)
            match told.type:
                case "welcome":
                    await self._welcomed(socket, told)
                case "update":
                    self._updated(socket, told)
                case "ack" | "refused":
                    self._settled(socket, told)
            if self.is_finished:
                return

    async def _welcomed(self, socket: ClientConnection, told: Told) -> None:
        self._failures = 0
        if self.connections > 1:
            self._returned(time.perf_counter() - self._dialed)
        self._take_in(told, is_welcome=True)
        assert told.table is not None
        if told.table.status == "open" and self.seat.seat == 0:
            await self._send(socket, {"type": "start", "cid": self._start_cid})
        if self.under_way:
            await self._send_move(socket, self.under_way)
        else:
            self._plan(socket)

    def _updated(self, socket: ClientConnection, told: Told) -> None:
        self._take_in(told, is_welcome=False)
        self._plan(socket)

    def _take_in(self, told: Told, *, is_welcome: bool) -> None:
        """Take over what is new, and hold the server to its promise that nothing is missing or told twice."""
        (look,) = told.updates
        versions = [step.version for step in look.steps]
        if self._version is not None:
            if told.version < self._version:
                raise Wrong(f"{self.seat.table} stood at {self._version} and was shown as at {told.version}")
            expected = list(range(self._version + 1, told.version + 1))
            if versions != expected:
                raise Wrong(f"after version {self._version} of {self.seat.table} came {versions}, up to {told.version}")
        self._version = told.version
        for step in look.steps:
            if step.step == "played" and step.seat == self.seat.seat and step.by == "stand-in":
                self._stood_in_at = step.version
        if is_welcome or bytes(look.view) != b"null":
            self._decision, self._choices = look.decision, look.choices
        if told.table is not None and told.table.status == "finished":
            self.is_finished = True

    def _plan(self, socket: ClientConnection) -> None:
        """Decide when the pause is over, unless a decision is on its way or planned already."""
        decision = self._decision
        if decision is None or self.under_way or self._waiting or decision == self._last_decided:
            return
        loop = asyncio.get_running_loop()
        self._waiting = loop.call_later(self._pause(), lambda: void(loop.create_task(self._decide(socket))))

    def _drop_plan(self) -> None:
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None

    async def _decide(self, socket: ClientConnection) -> None:
        self._waiting = None
        if self._decision is None or self.under_way:
            return
        action = random_action(read_choices(self._choices), self._rng)
        cid = secrets.token_hex(8)
        self.under_way = Move(cid, self._decision, action, time.perf_counter())
        with contextlib.suppress(WebSocketException, OSError):
            await self._send_move(socket, self.under_way)

    async def _send_move(self, socket: ClientConnection, move: Move) -> None:
        command = {"type": "play", "cid": move.cid, "decision": move.decision, "action": move.action}
        await self._send(socket, command)

    async def _send(self, socket: ClientConnection, command: dict[str, Any]) -> None:
        await socket.send(json.dumps(command | {"seat": self.seat.seat}))

    def _settled(self, socket: ClientConnection, told: Told) -> None:
        if (spoken := self._lines.pop(told.cid or "", None)) is not None:
            if told.type == "ack":
                self._talked(time.perf_counter() - spoken)
            return
        loop = asyncio.get_running_loop()
        if told.type == "refused" and told.code in PASSING:
            loop.call_later(0.1, lambda: void(loop.create_task(self._send_again(socket, told.cid))))
            return
        if told.cid == self._start_cid:
            return
        move = self.under_way
        if move is None or told.cid != move.cid:
            raise Wrong(f"an answer to a command that nobody waits for: {told}")
        if told.type == "ack":
            move.version = told.version
            self.acknowledged.append(move)
            self._answered(move, time.perf_counter() - move.sent)
        elif self._stood_in_at <= move.decision:
            raise Wrong(f"a legal move was refused: {told.code} {told.detail}, {move.action}")
        self._last_decided = move.decision
        self.under_way = None
        self._plan(socket)

    async def _send_again(self, socket: ClientConnection, cid: str | None) -> None:
        """What could not be kept may be kept now; a connection that has ended meanwhile begins by sending it again."""
        with contextlib.suppress(WebSocketException, OSError):
            if cid == self._start_cid:
                await self._send(socket, {"type": "start", "cid": self._start_cid})
            elif self.under_way and self.under_way.cid == cid:
                await self._send_move(socket, self.under_way)


def random_action(choices: list[dict[str, Any]], rng: Random) -> dict[str, Any]:
    """Compose one of the actions that the choices stand for (docs/protocol.md)."""
    choice = rng.choice(choices)
    match choice["do"]:
        case "keep":
            offer = choice["offer"]
            kept = set(rng.sample(offer, rng.randint(choice["least"], len(offer))))
            returned = [ticket for ticket in offer if ticket not in kept]
            return {"do": "keep", "kept": [ticket for ticket in offer if ticket in kept], "returned": returned}
        case "lay-three":
            colors = choice["any_three"]
            return {"do": "lay-three", "colors": sorted(rng.sample(colors, 3), key=colors.index)}
        case "settle":
            return {"do": "settle", "tickets": choice["best"]}
        case do:
            fields = {name: rng.choice(values) for name, values in choice.items() if isinstance(values, list)}
            return {"do": do, **fields}


def void(_: object) -> None:
    """Take a value and give none."""
