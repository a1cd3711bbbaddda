"""A board in the making, as the designer of the page and the server tell it to each other."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from branchline.server.wire.common import Body

KeyPath = Annotated[
    list[str | int], Meta(max_length=16, description="keys and numbers, from 0, that lead to a place in the file")
]
FileTables = Annotated[dict[str, Any], Meta(description="all that a board file holds, as JSON")]


class NewDesign(Body):
    """POST /api/designs: the text of a board file, and with `tables` all that it is to hold instead.

    Comments, order and blank lines of the text stay where they are.
    """

    text: str
    tables: FileTables | None = None


class DesignChange(Body):
    """A value to be put at a place of the file; null takes away what is there."""

    path: KeyPath
    value: Any


class DesignFault(Body):
    """Something wrong: where, in English what, which check says so, and what would mend it, if that is plain."""

    path: KeyPath
    place: str
    message: str
    rule: str
    mend: list[DesignChange]


class Design(Body):
    """The answer: the text with these tables, the tables that it has (null where it is no TOML), all that is wrong.

    `drawable`: the map is sound, whatever else is missing; POST /api/designs/drawing draws it.
    """

    text: str
    tables: FileTables | None
    faults: list[DesignFault]
    drawable: bool


class DesignTemplate(Body):
    """What a new board can begin with; `size` is `small`, or `big` with the numbers of the printed game."""

    game: str
    size: str
    text: str
    tables: FileTables


class DesignTemplates(Body):
    """GET /api/designs."""

    templates: list[DesignTemplate]
