"""What can be played, and what is printed on boards and cards, as HTTP gives it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import field

from branchline.server.wire.common import Body, defined


class EditionOffered(Body):
    """An edition: a sentence about it, and one on where its tickets come from where that is worth telling."""

    id: str
    name: str
    names: dict[str, str]
    note: str
    notes: dict[str, str]
    source: str
    sources: dict[str, str]


class GalleryFacts(Body):
    """What the gallery tells about a board: counts, and what its rules have beyond claiming routes for tickets.

    `turns` is about how many each player has, 0 where nobody knows; `gallery.<feature>` says what a feature is.
    """

    cities: int
    routes: int
    tickets: int
    turns: int
    features: list[str]


class BoardOffered(Body):
    """A board, or a set of cards, as it is offered to people: names by language, the default edition first.

    `game` says by whose rules it is played; several boards may share them. `file` is the digest of the file of a board
    that is the server's own, empty for one of the package. `guide`: it has a guided first game.
    """

    board: str
    file: str
    game: str
    name: str
    names: dict[str, str]
    editions: list[EditionOffered]
    seat_counts: list[int]
    open_stacks: bool
    color_names: dict[str, dict[str, str]]
    facts: GalleryFacts
    guide: bool = False


class Offers(Body):
    """GET /api/boards: what can be played here, and against whom (weakest first; `bot.<level>` names it).

    `keep_unfinished` and `keep_finished` are the days for which a game is kept that nobody touches; 0 is for ever.
    """

    protocol: int
    boards: list[BoardOffered]
    levels: list[str]
    keep_unfinished: int
    keep_finished: int


class PrintedCity(Body):
    id: str
    name: str
    names: dict[str, str]
    at: tuple[float, float]
    harbor: bool = False
    junction: bool = False


class PrintedBoard(Body):
    """GET /api/boards/{board}/{edition}: all that is printed on board and cards, and how the board is drawn.

    `file` is the digest of the board's file where it is somebody's own: it was sent, or came from
    GET /api/board-files/{file}/{edition}. Then `offered` is what a list of boards tells about it.
    """

    id: str
    file: str
    name: str
    names: dict[str, str]
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
    offered: BoardOffered | None = None
    drawing: Annotated[dict[str, Any], defined("Drawing")] | None = None
