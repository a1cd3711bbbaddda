"""What a player can decide: small frozen values, complete, with no results inside.

The `word` of an action is its name outside the program: in JSON, in typed text and in the message catalogs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from branchline.core.ids import TRAINS, Cards, CityId, Color, DeckId, Pieces, RouteId, TicketId


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keep some of the tickets just offered. The others go back, in the order given (B-21)."""

    word: ClassVar = "keep"
    kept: tuple[TicketId, ...]
    returned: tuple[TicketId, ...]


@dataclass(frozen=True, slots=True)
class ChoosePieces:
    """Choose the pieces to play with (W-6)."""

    word: ClassVar = "pieces"
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class DrawBlind:
    """Take the top card of a deck."""

    word: ClassVar = "draw-blind"
    deck: DeckId = TRAINS


@dataclass(frozen=True, slots=True)
class DrawFaceUp:
    """Take a face-up card; `refill` is the deck that fills its place (W-8)."""

    word: ClassVar = "draw"
    slot: int
    refill: DeckId = TRAINS


@dataclass(frozen=True, slots=True)
class StopDrawing:
    """Leave it at one card, where the rules allow it (C-8)."""

    word: ClassVar = "stop"


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Take tickets from the top of their deck."""

    word: ClassVar = "tickets"


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route, or attempt a tunnel, with these cards."""

    word: ClassVar = "claim"
    route: RouteId
    pay: Cards


@dataclass(frozen=True, slots=True)
class PayToll:
    """Add the cards that a tunnel turned out to cost (E-9)."""

    word: ClassVar = "toll"
    pay: Cards


@dataclass(frozen=True, slots=True)
class LeaveTunnel:
    """Take the cards back and end the turn (E-11)."""

    word: ClassVar = "leave"


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station in a city with these cards (E-16)."""

    word: ClassVar = "station"
    city: CityId
    pay: Cards


@dataclass(frozen=True, slots=True)
class BuildHarbor:
    """Build a harbor in a city with these cards (W-23)."""

    word: ClassVar = "harbor"
    city: CityId
    pay: Cards


@dataclass(frozen=True, slots=True)
class ExchangePieces:
    """Put `count` pieces of the sort `give` in the box and take as many of the other sort out (W-27)."""

    word: ClassVar = "exchange"
    give: DeckId
    count: int


@dataclass(frozen=True, slots=True)
class LayRow:
    """Play a row of one color into the rail yard (C-9)."""

    word: ClassVar = "lay"
    color: Color
    count: int
    wilds: int


@dataclass(frozen=True, slots=True)
class LayThree:
    """Play three cards of three different colors into the rail yard (C-9)."""

    word: ClassVar = "lay-three"
    colors: tuple[Color, Color, Color]


@dataclass(frozen=True, slots=True)
class SettleTickets:
    """Complete these tickets with the cards on the track (C-16)."""

    word: ClassVar = "settle"
    tickets: tuple[TicketId, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because nothing can be done (B-10, C-13)."""

    word: ClassVar = "pass"


Action: TypeAlias = (
    KeepTickets
    | ChoosePieces
    | DrawBlind
    | DrawFaceUp
    | StopDrawing
    | DrawTickets
    | ClaimRoute
    | PayToll
    | LeaveTunnel
    | BuildStation
    | BuildHarbor
    | ExchangePieces
    | LayRow
    | LayThree
    | SettleTickets
    | Pass
)
