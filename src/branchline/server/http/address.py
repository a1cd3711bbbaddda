"""Who asks: the address behind the proxies that we trust, and the part of it that one household has."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

FORWARDED: Final = "x-forwarded-for"


class ClientAddress:
    """Puts the address that our outermost proxy saw in the place of the innermost proxy's own."""

    def __init__(self, app: ASGIApp, proxies: int) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._proxies and scope["type"] in ("http", "websocket"):
            found = forwarded(Headers(scope=scope).getlist(FORWARDED), self._proxies)
            if found is not None:
                scope["client"] = (found, 0)
        await self._app(scope, receive, send)


def forwarded(headers: list[str], proxies: int) -> str | None:
    """Give the address that the first of so many proxies added: each adds one on the right of what strangers wrote."""
    addresses = [part.strip() for header in headers for part in header.split(",")]
    if len(addresses) < proxies:
        return None
    found = addresses[-proxies].removeprefix("[").partition("]")[0]
    return found if _parsed(found) else None


def address_of(scope: Any) -> str:
    """Whose credit a request is taken from."""
    client = scope.get("client")
    return network_of(client[0]) if client else "local"


def network_of(address: str) -> str:
    """Give the network that counts as one: of IPv6 a /64, since anybody who has one has all of its addresses."""
    parsed = _parsed(address)
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


def is_local(scope: Any) -> bool:
    """Whether this machine asks for itself; what a proxy passes on is somebody else's."""
    parsed = _parsed(scope["client"][0]) if scope.get("client") else None
    return parsed is not None and parsed.is_loopback and FORWARDED not in Headers(scope=scope)


def _parsed(address: str) -> Any:
    try:
        return ip_address(address.partition("%")[0])
    except ValueError:
        return None
