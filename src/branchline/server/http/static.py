"""The browser table as files; where it has not been built, one honest page that says so."""

from __future__ import annotations

import mimetypes
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from branchline.server.http.responses import problem

STATIC: Final = files("branchline") / "web" / "static"
FOR_EVER: Final = "public, max-age=31536000, immutable"
WORKER: Final = "sw.js"
"""The service worker. It lies at the root, so that it may look after every page."""
POLICY_FOR_WORKER: Final = "default-src 'none'; connect-src 'self'; script-src 'self'; frame-ancestors 'none'"
"""A worker obeys the policy of its own answer: that for data would forbid it to fetch anything."""
_KINDS: Final = {WORKER: "text/javascript", "manifest.webmanifest": "application/manifest+json"}
"""Where a system's own table may say something else, or nothing."""
_PLACE: Final = re.compile(r"[a-z0-9/-]*")
NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Branchline</title>
<h1>Branchline</h1>
<p>The server is running, but the browser table has not been built into this installation.
<p>In a checkout, <code>make web</code> builds it. Programs can play already: see <code>docs/protocol.md</code>.
<ul>
<li><a href="/api/boards">What can be played here</a>
<li><a href="/api/tables">Public tables</a>
</ul>
</html>
"""


async def page(request: Request) -> Response:
    """A file of the browser table. Any other address of plain words is one that the table itself understands."""
    path: str = request.path_params["path"]
    found = _file(path)
    if found is None and (path.startswith("assets/") or not _PLACE.fullmatch(path)):
        return problem(404, "not-found")
    if found is None:
        return _index()
    kind = _KINDS.get(path) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    headers = {"cache-control": FOR_EVER if path.startswith("assets/") else "no-cache"}
    if path == WORKER:
        headers["content-security-policy"] = POLICY_FOR_WORKER
    return Response(found.read_bytes(), media_type=kind, headers=headers)


def _index() -> Response:
    index = STATIC / "index.html"
    text = index.read_text("utf-8") if index.is_file() else NOT_BUILT
    return HTMLResponse(text, headers={"cache-control": "no-cache"})


@cache
def _names() -> frozenset[str]:
    """Every file that there is; what is not among them is not looked for."""
    return frozenset(_walk(STATIC, "")) if STATIC.is_dir() else frozenset()


def _walk(folder: Traversable, prefix: str) -> list[str]:
    names = []
    for entry in folder.iterdir():
        names += _walk(entry, f"{prefix}{entry.name}/") if entry.is_dir() else [f"{prefix}{entry.name}"]
    return names


def _file(path: str) -> Traversable | None:
    return STATIC.joinpath(*path.split("/")) if path in _names() else None


class PagePath(StringConvertor):
    """Any path but those of programs: to ask them in a wrong way must not look like a page that is missing."""

    regex = "(?!(?:api|ws)(?:/|$)).*"


register_url_convertor("page", PagePath())

ROUTES: Final = [Route("/{path:page}", page)]
