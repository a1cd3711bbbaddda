"""What every answer carries so that browsers keep people safe, and which pages may talk to this server at all."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "object-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # OpenSlots on the board are set as style attributes; they load nothing.
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SAFE: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
POLICY_FOR_DATA: Final = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"
"""For answers that are no pages: whoever opens one in a browser gets nothing that could run."""
FOR_A_YEAR: Final = "max-age=31536000; includeSubDomains"


class SafeHeaders:
    """Puts the headers on every answer; an answer of the API is not kept in caches unless it says so itself."""

    def __init__(self, app: ASGIApp, *, https: bool) -> None:
        self._app = app
        self._headers = SAFE | ({"strict-transport-security": FOR_A_YEAR} if https else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if not headers.get("content-type", "").startswith("text/html"):
                    headers.setdefault("content-security-policy", POLICY_FOR_DATA)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, send_safe)


class Origins:
    """Which pages may use this server: its own, and those that were allowed by name.

    A page is the server's own when its origin is the address that the request was sent to. That address must be one
    that nobody else can point here: an IP address, a single-label (LAN) host name, or a name that was allowed. A
    program that is no browser sends no origin and needs no permission; it cannot be somebody else's page.
    """

    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = frozenset(origin.rstrip("/").lower() for origin in allowed)
        self._hosts = frozenset(urlsplit(origin).netloc for origin in self._allowed)

    def permits(self, headers: Headers) -> bool:
        host = headers.get("host", "").lower()
        origins = headers.getlist("origin")
        if not self._is_ours(host):
            return False
        if not origins:
            return True
        origin = origins[0].lower()
        if len(origins) > 1:
            return False
        return origin in self._allowed or origin in (f"http://{host}", f"https://{host}")

    def _is_ours(self, host: str) -> bool:
        if host in self._hosts:
            return True
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
        return _is_address(name) or (name != "" and "." not in name) or name.endswith((".local", ".localhost"))


def _is_address(name: str) -> bool:
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
