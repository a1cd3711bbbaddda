"""What a player can decide: small frozen values, complete, with no results inside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from branchline.core.ids import TRAINS, Cards, CityId, Color, DeckId, Pieces, RouteId, TicketId


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keep some of the tickets just offered. The others go back, in the order given (B-21)."""

    kept: tuple[TicketId, ...]
    returned: tuple[TicketId, ...]


@dataclass(frozen=True, slots=True)
class ChoosePieces:
    """Choose the pieces to play with (W-6)."""

    pieces: Pieces


@dataclass(frozen=True, slots=True)
class DrawBlind:
    """Take the top card of a deck."""

    deck: DeckId = TRAINS


@dataclass(frozen=True, slots=True)
class DrawFaceUp:
    """Take a face-up card; `refill` is the deck that fills its place (W-8)."""

    slot: int
    refill: DeckId = TRAINS


@dataclass(frozen=True, slots=True)
class StopDrawing:
    """Leave it at one card, where the rules allow it (C-8)."""


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Take tickets from the top of their deck."""


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route, or attempt a tunnel, with these cards."""

    route: RouteId
    pay: Cards


@dataclass(frozen=True, slots=True)
class PayToll:
    """Add the cards that a tunnel turned out to cost (E-9)."""

    pay: Cards


@dataclass(frozen=True, slots=True)
class LeaveTunnel:
    """Take the cards back and end the turn (E-11)."""


@dataclass(frozen=True, slots=True)
class BuildStation:
    city: CityId
    pay: Cards


@dataclass(frozen=True, slots=True)
class BuildHarbor:
    city: CityId
    pay: Cards


@dataclass(frozen=True, slots=True)
class ExchangePieces:
    """Put `count` pieces of the sort `give` in the box and take as many of the other sort out (W-27)."""

    give: DeckId
    count: int


@dataclass(frozen=True, slots=True)
class LayRow:
    """Play a row of one color into the rail yard (C-9)."""

    color: Color
    count: int
    wilds: int


@dataclass(frozen=True, slots=True)
class LayThree:
    """Play three cards of three different colors into the rail yard (C-9)."""

    colors: tuple[Color, Color, Color]


@dataclass(frozen=True, slots=True)
class SettleTickets:
    """Complete these tickets with the cards on the track (C-16)."""

    tickets: tuple[TicketId, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because nothing can be done (B-10, C-13)."""


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
