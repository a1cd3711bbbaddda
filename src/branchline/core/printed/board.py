"""The printed things of a board game, as frozen values: cities, routes, tickets, cards, and the rules' numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Final

from branchline.core.bits import mask_of
from branchline.core.ids import (
    TRAINS,
    Cards,
    CityId,
    CitySet,
    Color,
    DeckId,
    Kind,
    Pieces,
    RouteId,
    RouteSet,
    TicketId,
)

# What holds for a board that does not say otherwise.
SEAT_COUNTS: Final = (2, 3, 4, 5)
BOTH_LANES_FROM: Final = 4
TUNNEL_CARDS: Final = 3

BOARDS_REMEMBERED: Final = 128
"""For so many boards is remembered what was worked out about them; people may bring any number of their own."""


@dataclass(frozen=True, slots=True)
class City:
    id: str
    name: str
    names: Mapping[str, str] = field(default_factory=dict)
    at: tuple[float, float] = (0.0, 0.0)
    harbor: bool = False
    junction: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """A route between two cities; `color` None is grey. A twin is the other lane of a double route (B-15)."""

    id: str
    a: CityId
    b: CityId
    length: int
    color: Color | None
    deck: DeckId = TRAINS
    tunnel: bool = False
    wilds: int = 0
    pairs: int = 0
    wraps: bool = False
    twin: RouteId | None = None


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket; a tour has more than two cities and may be worth less when connected out of order (W-21)."""

    id: str
    cities: tuple[CityId, ...]
    points: int
    connected: int
    penalty: int
    long: bool = False
    unconfirmed: bool = False

    @property
    def is_tour(self) -> bool:
        return len(self.cities) > 2


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of card: its color (None is wild), its deck, the spaces that one card covers, the harbor symbol."""

    id: str
    color: Color | None
    copies: int
    deck: DeckId = TRAINS
    covers: int = 1
    harbor: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of a game. What is absent from a game is zero or empty.

    With fewer players than `both_lanes_from`, one lane of a double route stays closed (B-15). So many cards as
    `tunnel_cards` says are turned up for a tunnel (E-8).
    """

    deal: tuple[int, ...]
    display: tuple[int, ...]
    flush_at: int
    first_offer: int
    first_long: int
    first_keep: int
    first_return: str
    offer: int
    keep: int
    pieces: Pieces
    pieces_kept: int
    default_pieces: Pieces
    end_at: int
    last_turns: int
    points: tuple[int, ...]
    longest_bonus: int = 0
    stations: int = 0
    station_points: int = 0
    harbors: int = 0
    harbor_points: tuple[int, ...] = ()
    harbor_penalty: int = 0
    both_lanes_from: int = BOTH_LANES_FROM
    tunnel_cards: int = TUNNEL_CARDS


def file_digest(text: str) -> str:
    """The SHA-256 of a board file, in hexadecimal digits."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, eq=False)
class Board:
    """A board with everything printed on it. One object per loaded file; compared by identity.

    `text` is the whole file of a board of somebody's own, so that it can go wherever the board is played; empty for a
    board of the package, which is everywhere.
    """

    id: str
    name: str
    game: str
    edition: str
    digest: str
    rules: Rules
    colors: tuple[str, ...]
    kinds: tuple[CardKind, ...]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    text: str = ""

    def __repr__(self) -> str:
        size = f"{len(self.cities)} cities, {len(self.routes)} routes, {len(self.tickets)} tickets"
        return f"<board {self.id}, {self.edition} edition: {size}>"

    @cached_property
    def file(self) -> str:
        """What names the file of a board of somebody's own: the SHA-256 of its text. Empty for one of the package."""
        return file_digest(self.text) if self.text else ""

    @cached_property
    def wild(self) -> Kind:
        return Kind(len(self.kinds) - 1)

    @cached_property
    def no_cards(self) -> Cards:
        return (0,) * len(self.kinds)

    @cached_property
    def full_decks(self) -> tuple[Cards, ...]:
        """Every card of each deck, before the deal."""
        return tuple(
            tuple(kind.copies if kind.deck == deck else 0 for kind in self.kinds)
            for deck in range(len(self.rules.display))
        )

    @cached_property
    def first_lanes(self) -> RouteSet:
        """First lanes of double routes; the loader puts the second lane at the next number."""
        return mask_of(i for i, route in enumerate(self.routes) if route.twin is not None and route.twin > i)

    @cached_property
    def fitting(self) -> tuple[tuple[RouteSet, ...], ...]:
        """`fitting[deck][pieces]`: the routes of that deck that so many pieces can fill (B-13)."""
        return tuple(
            tuple(
                mask_of(i for i, route in enumerate(self.routes) if route.deck == deck and route.length <= pieces)
                for pieces in range(self.rules.pieces[deck] + 1)
            )
            for deck in range(len(self.rules.pieces))
        )

    @cached_property
    def spans(self) -> tuple[tuple[CityId, CityId, int], ...]:
        """Of each route, the cities that it joins and its length."""
        return tuple((route.a, route.b, route.length) for route in self.routes)

    @cached_property
    def joins(self) -> tuple[tuple[CityId, CityId], ...]:
        """Of each route, the cities that it joins."""
        return tuple((route.a, route.b) for route in self.routes)

    @cached_property
    def worth(self) -> tuple[int, ...]:
        """Of each route, the points for claiming it (B-14)."""
        return tuple(self.rules.points[route.length] for route in self.routes)

    @cached_property
    def stops(self) -> tuple[CitySet, ...]:
        """Of each ticket, the cities that it names."""
        return tuple(mask_of(ticket.cities) for ticket in self.tickets)

    @cached_property
    def ticket_decks(self) -> tuple[list[TicketId], list[TicketId]]:
        """The tickets in the order of the file: the long ones, and all others."""
        every = [TicketId(i) for i in range(len(self.tickets))]
        return [i for i in every if self.tickets[i].long], [i for i in every if not self.tickets[i].long]

    @cached_property
    def hard_terrain(self) -> RouteSet:
        """Routes some of whose spaces take a pair of cards (W-17)."""
        return mask_of(i for i, route in enumerate(self.routes) if route.pairs)

    @cached_property
    def harbor_cities(self) -> CitySet:
        return mask_of(i for i, city in enumerate(self.cities) if city.harbor)

    @cached_property
    def building_sites(self) -> CitySet:
        """Cities where something may be built: every one but the junctions, which are no cities."""
        return mask_of(i for i, city in enumerate(self.cities) if not city.junction)

    @cached_property
    def routes_at(self) -> tuple[RouteSet, ...]:
        """`routes_at[city]`: the routes that end there."""
        return tuple(
            mask_of(i for i, route in enumerate(self.routes) if city in (route.a, route.b))
            for city in range(len(self.cities))
        )

    @cached_property
    def city_ids(self) -> Mapping[str, CityId]:
        return {city.id: CityId(i) for i, city in enumerate(self.cities)}

    @cached_property
    def route_ids(self) -> Mapping[str, RouteId]:
        return {route.id: RouteId(i) for i, route in enumerate(self.routes)}

    @cached_property
    def ticket_ids(self) -> Mapping[str, TicketId]:
        return {ticket.id: TicketId(i) for i, ticket in enumerate(self.tickets)}

    @cached_property
    def kind_ids(self) -> Mapping[str, Kind]:
        return {kind.id: Kind(i) for i, kind in enumerate(self.kinds)}

    def twins_of(self, routes: RouteSet) -> RouteSet:
        first = self.first_lanes
        return ((routes & first) << 1) | ((routes >> 1) & first)
