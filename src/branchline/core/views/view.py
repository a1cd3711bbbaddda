"""What a seat, or a spectator, may know of a board game: another type than the state, built up by whitelist."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from branchline.core.actions import KeepTickets
from branchline.core.ids import Cards, CitySet, Kind, Pieces, RouteSet, Seat, TicketId, TicketSet
from branchline.core.knowledge.memory import Memory
from branchline.core.phases import FirstPieces, FirstTickets, Phase, TicketOffer
from branchline.core.printed.board import Board
from branchline.core.states.state import State, closed_routes


class PlayerSeen(NamedTuple):
    """What everybody sees of a player."""

    hand_size: int
    ticket_count: int
    pieces: Pieces
    box: Pieces
    routes: RouteSet
    built: CitySet
    points: int


class Own(NamedTuple):
    """What only the viewer knows: its cards and tickets."""

    hand: Cards
    tickets: TicketSet


@dataclass(frozen=True, slots=True)
class ChoosingTickets:
    """First tickets, as a viewer sees them: its own offer, and who has chosen."""

    offer: tuple[TicketId, ...]
    chosen: tuple[bool, ...]
    mine: KeepTickets | None


@dataclass(frozen=True, slots=True)
class ChoosingPieces:
    """First pieces: who has chosen, and the viewer's own choice."""

    chosen: tuple[bool, ...]
    pieces: Pieces | None


@dataclass(frozen=True, slots=True)
class OfferSeen:
    """Tickets offered to the seat to act; others see only how many."""

    count: int
    tickets: tuple[TicketId, ...] | None


PhaseSeen: TypeAlias = Phase | ChoosingTickets | ChoosingPieces | OfferSeen


class View(NamedTuple):
    """The table from one seat (None: a spectator). `players` lists every seat, the viewer's own too.

    `closed` are the free lanes that the viewer, whatever it holds, can no longer claim because of the other lane; to a
    spectator they are those that nobody can (B-15).

    Whoever has watched the game may add `memory`: it makes imagined worlds agree with all that was seen.
    """

    board: Board
    seat: Seat | None
    phase: PhaseSeen
    turn: Seat
    own: Own | None
    players: tuple[PlayerSeen, ...]
    closed: RouteSet
    display: tuple[Kind | None, ...]
    deck_sizes: tuple[int, ...]
    discards: tuple[Cards, ...]
    tickets_left: int
    turns_left: int | None
    passes: int
    idle: int
    memory: Memory | None = None

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<view of {self.board.id} for {who}: seat {self.turn} in {self.phase!r}>"


def view_of(state: State, viewer: Seat | None) -> View:
    own = None
    if viewer is not None:
        player = state.players[viewer]
        own = Own(player.hand, player.tickets)
    return View(
        board=state.board,
        seat=viewer,
        phase=_phase_seen(state, viewer),
        turn=state.turn,
        own=own,
        players=tuple(
            PlayerSeen(
                hand_size=sum(player.hand),
                ticket_count=player.tickets.bit_count(),
                pieces=player.pieces,
                box=player.box,
                routes=player.routes,
                built=player.built,
                points=player.points,
            )
            for player in state.players
        ),
        closed=_closed_lanes(state, viewer),
        display=state.display,
        deck_sizes=tuple(sum(deck) for deck in state.decks),
        discards=state.discards,
        tickets_left=len(state.tickets),
        turns_left=state.turns_left,
        passes=state.passes,
        idle=state.idle,
    )


def _closed_lanes(state: State, viewer: Seat | None) -> RouteSet:
    closed = closed_routes(state, viewer)
    for player in state.players:
        closed &= ~player.routes
    return closed


def _phase_seen(state: State, viewer: Seat | None) -> PhaseSeen:
    match state.phase:
        case FirstTickets(offers, choices):
            return ChoosingTickets(
                offer=() if viewer is None else offers[viewer],
                chosen=tuple(choice is not None for choice in choices),
                mine=None if viewer is None else choices[viewer],
            )
        case FirstPieces(choices):
            return ChoosingPieces(
                chosen=tuple(choice is not None for choice in choices),
                pieces=None if viewer is None else choices[viewer],
            )
        case TicketOffer(tickets):
            return OfferSeen(len(tickets), tickets if viewer == state.turn else None)
        case phase:
            return phase  # a turn, a second card, a toll and the end lie open
