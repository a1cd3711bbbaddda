"""What happened, for logs, animation and referees.

An event is complete; `seen_by` gives what one viewer (a seat, or None for a spectator) may know of it. What is hidden
is None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TypeAlias

from branchline.core.ids import Cards, CityId, Color, DeckId, Kind, Pieces, RouteId, Seat, TicketId


@dataclass(frozen=True, slots=True)
class _Public:
    """Everybody sees the whole of it."""

    def seen_by(self, viewer: Seat | None) -> Event:
        return self  # type: ignore[return-value]  # every subclass is in the union


@dataclass(frozen=True, slots=True)
class GameStarted(_Public):
    """The seat that starts (B-1)."""

    first: Seat


@dataclass(frozen=True, slots=True)
class CardsDealt:
    seat: Seat
    count: int
    cards: Cards | None

    def seen_by(self, viewer: Seat | None) -> CardsDealt:
        return self if viewer == self.seat else CardsDealt(self.seat, self.count, None)


@dataclass(frozen=True, slots=True)
class DisplayDealt(_Public):
    """The whole display, as it lies after the deal."""

    display: tuple[Kind | None, ...]


@dataclass(frozen=True, slots=True)
class DisplayFlushed(_Public):
    """Too many wilds were face up; all face-up cards are discarded (B-6)."""

    display: tuple[Kind | None, ...]


@dataclass(frozen=True, slots=True)
class DeckReshuffled(_Public):
    """A deck was made anew from these discards (B-7)."""

    deck: DeckId
    cards: Cards


@dataclass(frozen=True, slots=True)
class CardTaken(_Public):
    """A face-up card was taken."""

    seat: Seat
    slot: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class CardTurnedUp(_Public):
    """A place of the display was filled from a deck (B-3)."""

    slot: int
    deck: DeckId
    kind: Kind


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card was drawn blind."""

    seat: Seat
    deck: DeckId
    kind: Kind | None

    def seen_by(self, viewer: Seat | None) -> CardDrawn:
        return self if viewer == self.seat else CardDrawn(self.seat, self.deck, None)


@dataclass(frozen=True, slots=True)
class DrawingStopped(_Public):
    """One card is all that the seat draws: it leaves it at that (C-8), or nothing is left to draw from (B-8, C-15)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TicketsOffered:
    seat: Seat
    count: int
    tickets: tuple[TicketId, ...] | None

    def seen_by(self, viewer: Seat | None) -> TicketsOffered:
        return self if viewer == self.seat else TicketsOffered(self.seat, self.count, None)


@dataclass(frozen=True, slots=True)
class ChoiceMade(_Public):
    """A seat has made its secret choice; nothing more is known before all have."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TicketsKept:
    """How many were kept and returned is open; which ones is known to their owner alone."""

    seat: Seat
    count: int
    returned_count: int
    kept: tuple[TicketId, ...] | None
    returned: tuple[TicketId, ...] | None

    def seen_by(self, viewer: Seat | None) -> TicketsKept:
        return self if viewer == self.seat else TicketsKept(self.seat, self.count, self.returned_count, None, None)


@dataclass(frozen=True, slots=True)
class TicketDeckChanged:
    """Returned tickets were shuffled into the ticket deck or under it; its order afterwards is for referees only."""

    count: int
    order: tuple[TicketId, ...] | None

    def seen_by(self, viewer: Seat | None) -> TicketDeckChanged:
        return TicketDeckChanged(self.count, None)


@dataclass(frozen=True, slots=True)
class PiecesChosen(_Public):
    """Revealed when every seat has chosen (W-6)."""

    seat: Seat
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class TurnStarted(_Public):
    seat: Seat


@dataclass(frozen=True, slots=True)
class RouteClaimed(_Public):
    """`pay` is all that the route cost, a tunnel's toll included."""

    seat: Seat
    route: RouteId
    pay: Cards
    points: int


@dataclass(frozen=True, slots=True)
class TunnelDug(_Public):
    """The cards laid out for a tunnel, the cards turned up in their order, and how many more are due (E-8, E-9)."""

    seat: Seat
    route: RouteId
    laid: Cards
    revealed: tuple[Kind, ...]
    extra: int


@dataclass(frozen=True, slots=True)
class TunnelLeft(_Public):
    """The toll was not paid; the cards laid out went back to the hand (E-11)."""

    seat: Seat
    route: RouteId


@dataclass(frozen=True, slots=True)
class StationBuilt(_Public):
    seat: Seat
    city: CityId
    pay: Cards


@dataclass(frozen=True, slots=True)
class HarborBuilt(_Public):
    seat: Seat
    city: CityId
    pay: Cards


@dataclass(frozen=True, slots=True)
class PiecesExchanged(_Public):
    seat: Seat
    give: DeckId
    count: int


@dataclass(frozen=True, slots=True)
class Passed(_Public):
    seat: Seat


@dataclass(frozen=True, slots=True)
class LastTurns(_Public):
    """The end has been triggered by this seat; `turns` more turns are played in all."""

    seat: Seat
    turns: int


@dataclass(frozen=True, slots=True)
class NothingNew(_Public):
    """Nobody has got anything new for so many whole rounds; after `left` more of them the game ends (B-10a)."""

    rounds: int
    left: int


@dataclass(frozen=True, slots=True)
class YardAdvanced(_Public):
    """One card of each row moved from the yard to the on-the-track stack (C-4)."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class RowEmptied(_Public):
    """The last card of a row has moved onto the track, so the row leaves the yard and its color is free (C-4)."""

    seat: Seat
    color: Color


@dataclass(frozen=True, slots=True)
class RowLaid(_Public):
    seat: Seat
    color: Color
    cards: Cards


@dataclass(frozen=True, slots=True)
class TrainRobbed(_Public):
    """`robber` played more cards of a color, and `victim` discards that row (C-11)."""

    robber: Seat
    victim: Seat
    color: Color
    cards: Cards


@dataclass(frozen=True, slots=True)
class StackRevealed(_Public):
    """An on-the-track stack is turned over at the settlement (C-16)."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class TicketsSettled:
    """Tickets completed at a settlement. Completed tickets are shown; the others stay secret."""

    seat: Seat
    tickets: tuple[TicketId, ...]
    points: int

    def seen_by(self, viewer: Seat | None) -> TicketsSettled:
        return self


class EndReason(Enum):
    """Why no more turns are played."""

    LAST_TURNS = "last-turns"
    ALL_PASSED = "all-passed"  # B-10
    NOTHING_NEW = "nothing-new"  # B-10a


@dataclass(frozen=True, slots=True)
class HalfEnded(_Public):
    """The first half is over; a new deck of these cards was shuffled (C-19)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class GameEnded(_Public):
    """The last turn has been played; what follows is the scoring."""

    reason: EndReason


Event: TypeAlias = (
    GameStarted
    | CardsDealt
    | DisplayDealt
    | DisplayFlushed
    | DeckReshuffled
    | CardTaken
    | CardTurnedUp
    | CardDrawn
    | DrawingStopped
    | TicketsOffered
    | ChoiceMade
    | TicketsKept
    | TicketDeckChanged
    | PiecesChosen
    | TurnStarted
    | RouteClaimed
    | TunnelDug
    | TunnelLeft
    | StationBuilt
    | HarborBuilt
    | PiecesExchanged
    | Passed
    | LastTurns
    | NothingNew
    | YardAdvanced
    | RowEmptied
    | RowLaid
    | TrainRobbed
    | StackRevealed
    | TicketsSettled
    | HalfEnded
    | GameEnded
)

# The events of almost every step, of which there are few different ones: each is made once.
card_taken: Callable[[Seat, int, Kind], CardTaken] = cache(CardTaken)
card_turned_up: Callable[[int, DeckId, Kind], CardTurnedUp] = cache(CardTurnedUp)
card_drawn: Callable[[Seat, DeckId, Kind], CardDrawn] = cache(CardDrawn)
turn_started: Callable[[Seat], TurnStarted] = cache(TurnStarted)
