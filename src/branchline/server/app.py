"""The application: HTTP for what happens before and after a game, a WebSocket for each table, the browser table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from branchline.server.bot_processes.pool import BotPool, BotProcesses
from branchline.server.http import analyses, invitation, jobs, openapi, puzzles, replays, static, tables
from branchline.server.http.address import ClientAddress, address_of, is_local
from branchline.server.http.boards import catalog, designs
from branchline.server.http.filter import RequestFilter
from branchline.server.http.responses import JSON, problem, problem_of
from branchline.server.http.security import Origins, SafeHeaders
from branchline.server.http.state import ServerState, rooms_of, state_of
from branchline.server.http.tcp import IDLE_SECONDS, HttpProtocol, WebSocketProtocol
from branchline.server.limits import MAX_CONNECTIONS
from branchline.server.live.jobs import Jobs
from branchline.server.live.retention import Retention
from branchline.server.live.rooms import Rooms
from branchline.server.live.steady_clock import SteadyClock
from branchline.server.live.websocket import serve_connection
from branchline.server.metrics import CONTENT_TYPE, METRICS
from branchline.server.network import Listening
from branchline.server.room.commands import Refuse
from branchline.server.settings import Settings
from branchline.server.store.contract import Store, StoreError

log = logging.getLogger(__name__)

UVICORN: Final[dict[str, Any]] = {
    "http": HttpProtocol,
    "ws": WebSocketProtocol,
    "ws_max_size": 32_768,
    "ws_per_message_deflate": False,  # It costs more memory for each connection than the table itself.
    "ws_ping_interval": 20.0,
    "ws_ping_timeout": 20.0,
    "server_header": False,
    "access_log": False,
    "proxy_headers": False,  # It believes addresses that strangers wrote; `ClientAddress` does not.
    "timeout_keep_alive": IDLE_SECONDS,
}
"""How uvicorn must be set up for this application."""


def create_app(
    open_store: Callable[[], Awaitable[Store]],
    settings: Settings = Settings(),  # noqa: B008  # frozen
    bots: Callable[[], BotPool] = BotProcesses,
) -> Starlette:
    """The whole server as an ASGI application; it opens the store when it starts and closes it when it ends."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await open_store()
        retention = Retention(settings.keep_unfinished, settings.keep_finished)
        began = await store.time()
        rooms = Rooms(
            store,
            bots(),
            now=SteadyClock(lambda: began),
            retention=retention,
            new_tables=state_of(app).new_tables,
            own_boards=settings.boards,
        )
        state_of(app).rooms = rooms
        state_of(app).jobs = Jobs(store, rooms.now)
        rooms.begin()
        sweeping = asyncio.create_task(state_of(app).tcp.sweep_for_ever(), name="branchline-sweep")
        try:
            yield
        finally:
            sweeping.cancel()
            await state_of(app).jobs.close()
            await rooms.close()
            await store.close()

    origins = Origins(settings.allowed)
    app = Starlette(
        routes=[
            WebSocketRoute("/ws", _socket),
            Route("/healthz", _healthz),
            Route("/metrics", _metrics),
            Route("/api/openapi.json", _openapi),
            *tables.ROUTES,
            *catalog.ROUTES,
            *designs.ROUTES,
            *invitation.ROUTES,
            *replays.ROUTES,
            *puzzles.ROUTES,
            *analyses.ROUTES,
            *jobs.ROUTES,
            *static.ROUTES,
        ],
        middleware=[
            Middleware(ClientAddress, proxies=settings.proxies),
            Middleware(SafeHeaders, https=settings.is_https),
            Middleware(GZipMiddleware, minimum_size=2_000, compresslevel=5),
            Middleware(RequestFilter),
        ],
        exception_handlers={
            Refuse: _refused,
            StoreError: _unavailable,
            HTTPException: _http_problem,
            Exception: _failed,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # An address is right or wrong; nobody is sent elsewhere.
    app.state.server = ServerState(settings, origins, Listening(settings.network != "never"))
    return app


async def _socket(socket: WebSocket) -> None:
    """Only a page that is allowed to gets as far as a connection; everybody else sees a plain refusal (ASVS 4.4.2)."""
    state = state_of(socket.app)
    rooms = state.rooms
    allowed = state.origins.permits(socket.headers)
    address = address_of(socket.scope)
    may_try = allowed and rooms.connections < MAX_CONNECTIONS and state.connections.take(address, rooms.now())
    if not may_try or not state.slots.take(address):
        log.info("connection refused" if allowed else "origin refused", extra={"address": address})
        await socket.close(1008)
        return
    try:
        await socket.accept()
        await serve_connection(socket, rooms, address)
    finally:
        state.slots.release(address)


async def _healthz(request: Request) -> Response:
    """Tell whether moves can be kept and read again; why not is for the log, since anybody may ask."""
    fault = await rooms_of(request).store.fault()
    if fault is None:
        return PlainTextResponse("ok\n")
    log.error("the store has a fault", extra={"reason": fault})
    return PlainTextResponse("the store has a fault\n", 503)


async def _metrics(request: Request) -> Response:
    if not state_of(request.app).settings.public_metrics and not is_local(request.scope):
        return problem(403, "only-at-host-machine")
    return Response(METRICS.text(), media_type=CONTENT_TYPE)


async def _openapi(request: Request) -> Response:
    return Response(openapi.text(), media_type=JSON, headers={"cache-control": "no-cache"})


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refuse)
    return problem_of(error)


async def _unavailable(request: Request, error: Exception) -> Response:
    log.error("a request failed", extra={"reason": str(error)})
    return problem(503, "unavailable")


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {404: "not-found", 405: "wrong-method"}
    response = problem(error.status_code, codes.get(error.status_code, "bad-message"))
    response.headers.update(error.headers or {})
    return response


async def _failed(request: Request, error: Exception) -> Response:
    return problem(500, "failed")
