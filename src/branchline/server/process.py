"""One server process from its first socket to its last: listens, serves, and says goodbye before it ends."""

import asyncio
import contextlib
import gc
import logging
import random
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

import uvicorn
from starlette.applications import Starlette

from branchline.server.app import UVICORN, create_app
from branchline.server.http.state import state_of
from branchline.server.limits import MAX_CONNECTIONS
from branchline.server.network import CannotListen
from branchline.server.settings import Settings
from branchline.server.store.contract import Store, StoreError
from branchline.server.store.open import open_store

log = logging.getLogger(__name__)

# How long clients have to take the goodbye, and requests to end, before the process ends without them.
SHUTDOWN_SECONDS = 3.0
BACKLOG = 2048
# How often the store is asked whether it is well, and how long it may be unwell.
WATCH_SECONDS = 5.0
GIVE_UP_SECONDS = 30.0
# When there are so many objects more, Python looks for circles among the youngest. The other two numbers tell when it
# looks among the older ones: never by itself, but every so many seconds.
COLLECT = (1_000, 1_000_000, 1_000_000)
COLLECT_ALL_SECONDS = 300.0

# A file for each connection, and some for everything else.
OPEN_FILES = MAX_CONNECTIONS + 1_000

Ready = Callable[[Sequence[str]], None]
"""Gets the addresses at which others in the network reach the server, once people can arrive."""


def listen(host: str, port: int) -> socket.socket:
    """Open the socket on which people arrive; port 0 takes any that is free."""
    try:
        family = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise CannotListen(f"{host}:{port} cannot be listened on: {error.strerror or error}") from None


class Config(uvicorn.Config):
    """Uvicorn's settings, but every connection is pinged at an interval of its own.

    After a restart everybody comes back in the same second, and would be pinged in the same second for ever.
    """

    @property
    def ws_ping_interval(self) -> float | None:
        return self._ping_interval and self._ping_interval * random.uniform(0.75, 1.25)

    @ws_ping_interval.setter
    def ws_ping_interval(self, seconds: float | None) -> None:
        self._ping_interval = seconds


class TableServer(uvicorn.Server):
    """Uvicorn, but every table says goodbye and finishes its commits before the connections are closed."""

    def __init__(self, config: uvicorn.Config, app: Starlette, ready: Ready, *, open_at_once: bool) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
        self._open_at_once = open_at_once

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        listening = state_of(self._app).listening
        if sockets:
            host, port = sockets[0].getsockname()[:2]
            listening.begin(host, port, self.listen_also)
        if self._open_at_once and listening.may_open:
            await listening.open()
        self._ready(await listening.for_others())

    async def listen_also(self, host: str, port: int) -> None:
        """Let people arrive at one more address, as at the first; it is closed with the others."""
        make: Callable[..., asyncio.Protocol] = self.config.http_protocol_class
        protocol = partial(
            make,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        also = listen(host, port)
        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(protocol, sock=also, backlog=BACKLOG))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await state_of(self._app).rooms.close("restart")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_SECONDS):
                while self.server_state.connections:
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)


async def serve(listening: socket.socket, store: Store, settings: Settings, ready: Ready) -> None:
    """Serve until a signal comes, or the store fails; `ready` is called when people can arrive."""

    async def opened() -> Store:
        return store

    app = create_app(opened, settings)
    config = Config(
        app,
        log_config=None,
        lifespan="on",
        backlog=BACKLOG,
        timeout_graceful_shutdown=int(SHUTDOWN_SECONDS),
        **UVICORN,
    )
    server = TableServer(config, app, ready, open_at_once=settings.network == "at once")
    watching = asyncio.create_task(give_up_on(store, server), name="branchline-watch")
    try:
        await server.serve([listening])
    finally:
        watching.cancel()
    if watching.done() and not watching.cancelled():
        raise StoreError(f"The store has not answered for {GIVE_UP_SECONDS:g} s; start again when it can be reached.")


async def give_up_on(store: Store, server: uvicorn.Server) -> None:
    """End the server when it could not keep anything for a while: a new start may mend what waiting does not."""
    well = time.monotonic()
    while time.monotonic() - well < GIVE_UP_SECONDS:
        await asyncio.sleep(WATCH_SECONDS)
        if await store.healthy():
            well = time.monotonic()
    log.error("the store does not answer")
    server.should_exit = True


def allow_many_files() -> None:
    """Raise the number of files that this process may open: many systems begin with a thousand, and allow far more."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def calm_collector() -> None:
    """Let the garbage collector look at the youngest objects only, and never again at the code.

    Nearly all that a move leaves behind goes at once, without the collector. A thousand rooms with their connections
    are a million objects: a look at all of them takes a third of a second, in which everybody waits, and one at the
    middle-aged hardly less, for by and by each move makes a room's objects young again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


async def collect_all() -> None:
    """Collect old reference cycles, such as a closed connection's, every few minutes."""
    while True:
        await asyncio.sleep(COLLECT_ALL_SECONDS)
        began = time.perf_counter()
        found = gc.collect()
        log.info("collected", extra={"objects": found, "seconds": round(time.perf_counter() - began, 3)})


def run(listening: socket.socket, db: str | None, settings: Settings, ready: Ready) -> None:
    """Open the store and serve, on the fastest event loop that there is; `StoreError` when the store will not open."""

    async def main() -> None:
        store = await open_store(db)
        allow_many_files()
        calm_collector()
        collecting = asyncio.create_task(collect_all())
        try:
            await serve(listening, store, settings, ready)
        finally:
            collecting.cancel()
            await store.close()
            log.info("ended")

    # SIGTERM, which service managers send, is handled like Ctrl+C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    loop_factory = uvicorn.Config(app="", log_config=None).get_loop_factory()
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(main())
