"""Turns requests away before anybody reads them: those of pages that are not allowed, and those over the limit."""

from __future__ import annotations

import logging

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from branchline.server.http.address import address_of
from branchline.server.http.responses import problem
from branchline.server.http.state import state_of

log = logging.getLogger(__name__)


class RequestFilter:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            state = state_of(scope["app"])
            address = address_of(scope)
            if not state.origins.permits(Headers(scope=scope)):
                log.info("origin refused", extra={"address": address})
                await problem(403, "foreign-page")(scope, receive, send)
                return
            if not state.requests.take(address, state.rooms.now()):
                log.info("rate limited", extra={"address": address})
                await problem(429, "too-fast")(scope, receive, send)
                return
        await self._app(scope, receive, send)
