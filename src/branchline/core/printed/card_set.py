"""The printed things of a game played with cards alone, as frozen values: cards, tickets, big cities, numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from branchline.core.bits import mask_of
from branchline.core.ids import Cards, CityId, Kind, TicketId, TicketSet
from branchline.core.printed.board import CardKind, City


@dataclass(frozen=True, slots=True)
class CardTicket:
    """A ticket between two cities, completed with cards: `needs` says how many of each color (C-1)."""

    id: str
    cities: tuple[CityId, CityId]
    points: int
    needs: tuple[int, ...]

    @property
    def long(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class BigCity:
    """A bonus card, for whoever completes the most tickets naming its city (C-21)."""

    city: CityId
    points: int


@dataclass(frozen=True, slots=True)
class CardRules:
    """The numbers of the game. With `second_half_seats` players the deck is gone through twice (C-18)."""

    first_wilds: int
    deal: int
    display: int
    first_offer: int
    first_keep: int
    offer: int
    least_row: int
    second_half_seats: tuple[int, ...]
    second_deal: int

    @property
    def first_long(self) -> int:
        return 0

    @property
    def first_return(self) -> str:
        """C-3: returned tickets are shuffled into the whole deck."""
        return "deck"


@dataclass(frozen=True, eq=False)
class CardSet:
    """A box of cards with everything printed on them. One object per loaded file; compared by identity.

    The first kinds are the colors, in their order; the wild is the last. `symbols` has one sign for each kind (C-23).
    """

    id: str
    name: str
    game: str
    edition: str
    digest: str
    seat_counts: tuple[int, ...]
    rules: CardRules
    colors: tuple[str, ...]
    symbols: tuple[str, ...]
    kinds: tuple[CardKind, ...]
    cities: tuple[City, ...]
    tickets: tuple[CardTicket, ...]
    big_cities: tuple[BigCity, ...]
    names: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        size = f"{len(self.kinds)} kinds of card, {len(self.tickets)} tickets"
        return f"<card set {self.id}, {self.edition} edition: {size}>"

    @cached_property
    def wild(self) -> Kind:
        return Kind(len(self.kinds) - 1)

    @cached_property
    def no_cards(self) -> Cards:
        return (0,) * len(self.kinds)

    @cached_property
    def all_cards(self) -> Cards:
        return tuple(kind.copies for kind in self.kinds)

    @cached_property
    def tickets_naming(self) -> tuple[TicketSet, ...]:
        """`tickets_naming[city]`: the tickets with that city on them."""
        return tuple(
            mask_of(i for i, ticket in enumerate(self.tickets) if city in ticket.cities)
            for city in range(len(self.cities))
        )

    @cached_property
    def city_ids(self) -> Mapping[str, CityId]:
        return {city.id: CityId(i) for i, city in enumerate(self.cities)}

    @cached_property
    def ticket_ids(self) -> Mapping[str, TicketId]:
        return {ticket.id: TicketId(i) for i, ticket in enumerate(self.tickets)}

    @cached_property
    def kind_ids(self) -> Mapping[str, Kind]:
        return {kind.id: Kind(i) for i, kind in enumerate(self.kinds)}
