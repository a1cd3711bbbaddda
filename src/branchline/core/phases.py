"""What is pending in a game, with the data that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from branchline.core.actions import KeepTickets
from branchline.core.ids import Cards, Pieces, RouteId, TicketId


@dataclass(frozen=True, slots=True)
class FirstTickets:
    """Every seat secretly keeps some of its first tickets; a choice stays hidden until all are made."""

    offers: tuple[tuple[TicketId, ...], ...]
    choices: tuple[KeepTickets | None, ...]


@dataclass(frozen=True, slots=True)
class FirstPieces:
    """Every seat secretly chooses its pieces (W-6)."""

    choices: tuple[Pieces | None, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """The seat to act starts its turn."""


@dataclass(frozen=True, slots=True)
class SecondCard:
    """The first card has been drawn; the second is due (B-2)."""


@dataclass(frozen=True, slots=True)
class TicketOffer:
    """The seat to act chooses among tickets it has drawn."""

    tickets: tuple[TicketId, ...]


@dataclass(frozen=True, slots=True)
class Toll:
    """A tunnel has been attempted with `laid`; `extra` more cards are due (E-8 to E-11)."""

    route: RouteId
    laid: Cards
    revealed: Cards
    extra: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """Every seat chooses which tickets its stack completes (C-16)."""

    choices: tuple[tuple[TicketId, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """Nobody may act."""


Phase: TypeAlias = FirstTickets | FirstPieces | Turn | SecondCard | TicketOffer | Toll | Settlement | Finished

TURN = Turn()
SECOND_CARD = SecondCard()
FINISHED = Finished()
