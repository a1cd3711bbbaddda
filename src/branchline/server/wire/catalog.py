"""What can be played, and what is printed on boards and cards, as HTTP gives it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import field

from branchline.server.wire.common import Body, defined


class EditionOffered(Body):
    id: str
    name: str
    names: dict[str, str]
    note: str
    notes: dict[str, str]


class GameOffered(Body):
    """A game as it is offered to people: names by language, the default edition first."""

    game: str
    name: str
    names: dict[str, str]
    editions: list[EditionOffered]
    seat_counts: list[int]
    open_stacks: bool
    color_names: dict[str, dict[str, str]]


class Offers(Body):
    """GET /api/games: what can be played here, and against whom (weakest first; `bot.<level>` names it)."""

    protocol: int
    games: list[GameOffered]
    levels: list[str]


class PrintedCity(Body):
    id: str
    name: str
    names: dict[str, str]
    at: tuple[float, float]
    harbor: bool = False
    junction: bool = False


class Printed(Body):
    """GET /api/boards/{game}/{edition}: all that is printed on board and cards, and how the board is drawn."""

    id: str
    name: str
    game: str
    edition: str
    digest: str
    seat_counts: list[int]
    colors: list[str]
    decks: list[str]
    rules: Annotated[dict[str, Any], defined("Rules")]
    kinds: list[Annotated[dict[str, Any], defined("CardKind")]]
    cities: list[PrintedCity]
    tickets: list[Annotated[dict[str, Any], defined("Ticket")]]
    routes: list[Annotated[dict[str, Any], defined("Route")]] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)
    big_cities: list[Annotated[dict[str, Any], defined("BigCity")]] = field(default_factory=list)
    drawing: Annotated[dict[str, Any], defined("Drawing")] | None = None
