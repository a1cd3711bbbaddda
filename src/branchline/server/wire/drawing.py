"""The drawing of a board as `branchline.draw` writes it; docs/drawing.md says what each figure means.

The server passes the document on as it is. These types are its schema, from which the page's types are generated.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from branchline.server.wire.common import Body

Point = tuple[float, float]
SlotPlace = tuple[float, float, float]
"""The middle of a space and its angle in degrees."""
NameLine = tuple[str, float, float]
"""A line of a name, with the place where it begins."""


class DrawnLabel(Body):
    """A name on the board. `texts` has its lines by language; "" is the lettering of the board."""

    anchor: Literal["start", "middle", "end"]
    box: tuple[float, float, float, float]
    texts: dict[str, list[NameLine]]


class DrawnCity(Body):
    """The disc of a city; a junction has no name."""

    at: Point
    radius: float
    junction: bool | UnsetType = UNSET
    label: DrawnLabel | UnsetType = UNSET


class DrawnRoute(Body):
    """The spaces of a route and the lines under them as SVG paths; `wilds` are the spaces that demand a locomotive."""

    slots: list[SlotPlace]
    lines: list[str]
    width: float | UnsetType = UNSET
    wilds: list[int] | UnsetType = UNSET


class DrawnExit(Body):
    """Where routes leave a board that wraps, with the name of the city to which they lead."""

    to: str
    routes: list[str]
    at: Point
    label: DrawnLabel


class DrawnLand(Body):
    """What lies under the routes: SVG paths, and the mountain signs as foot and half width."""

    land: str
    lakes: str
    rivers: str
    borders: str
    peaks: list[tuple[float, float, float]]


class Drawing(Body):
    """How a board is drawn, in units of its own canvas."""

    key: str
    format: int
    size: Point
    wraps: bool
    slot: Point
    font: float
    exit_font: float
    art: DrawnLand
    cities: dict[str, DrawnCity]
    routes: dict[str, DrawnRoute]
    exits: list[DrawnExit]
