"""Bodies of HTTP: reading them within limits, and writing answers and problems."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from branchline.server import wire
from branchline.server.limits import MAX_BODY_BYTES
from branchline.server.room.commands import Refuse
from branchline.server.wire.decode import Reader, Unreadable

T = TypeVar("T")
JSON: Final = "application/json"
_encoder = msgspec.json.Encoder()

# Whatever is not listed is the asker's fault.
_STATUS: Final = {
    "only-at-host-machine": 403,
    "unknown-table": 404,
    "unknown-board": 404,
    "unknown-job": 404,
    "unknown-puzzle": 404,
    "too-fast": 429,
    "too-many": 429,
    "too-big": 413,
    "no-fast-lane": 501,
    "unavailable": 503,
    "seat-taken": 409,
    "cid-used": 409,
    "name-taken": 409,
    "table-full": 409,
    "not-open": 409,
    "not-finished": 409,
    "old-rules": 409,
    "old-board": 409,
    "no-network": 409,
}


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(_encoder.encode(body), status, headers, JSON)


def problem(status: int, code: str, detail: str = "") -> Response:
    return answer(wire.Problem(code=code, detail=detail), status)


def problem_of(refused: Refuse) -> Response:
    return problem(_STATUS.get(refused.code, 400), refused.code, refused.detail)


async def body_of(request: Request, kind: type[T], most: int = MAX_BODY_BYTES) -> T:
    """The body of a request, as the type that it must be."""
    try:
        return Reader(kind).read(await bytes_of(request, most))
    except Unreadable as unreadable:
        raise Refuse("bad-message", str(unreadable)) from None


async def bytes_of(request: Request, most: int) -> bytes:
    """The body of a request, no longer than allowed.

    It must be declared as JSON, which a foreign page cannot do without asking first (ASVS 3.5.2).
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refuse("bad-message", f"the body must be {JSON}")
    parts = bytearray()
    try:
        async for part in request.stream():
            parts += part
            if len(parts) > most:
                raise Refuse("too-big")
    except ClientDisconnect:
        raise Refuse("bad-message", "the body was cut off") from None  # Nobody will read it; nobody should log it.
    return bytes(parts)
