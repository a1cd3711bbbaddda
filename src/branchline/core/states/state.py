"""Everything true about a board game, and nothing that can be derived from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

from branchline.core.events import Event
from branchline.core.game import Step
from branchline.core.ids import Cards, CitySet, Kind, Pieces, RouteId, RouteSet, Seat, TicketId, TicketSet
from branchline.core.phases import Phase
from branchline.core.printed.board import Board
from branchline.core.rng import Rng


class Player(NamedTuple):
    """What one player has. `built` are the cities of its stations or harbors; `points` those scored during play."""

    hand: Cards
    pieces: Pieces
    box: Pieces
    routes: RouteSet
    tickets: TicketSet
    built: CitySet
    points: int


class State(NamedTuple):
    """A whole game. Undrawn decks are counts, so that there is no order to leak; the ticket deck is a queue.

    `turns_left` is None until the end is triggered; `passes` counts the turns passed in a row (B-10), `idle` those in a
    row that brought nobody a new route, building, ticket or card (B-10a).
    """

    board: Board
    phase: Phase
    turn: Seat
    players: tuple[Player, ...]
    display: tuple[Kind | None, ...]
    decks: tuple[Cards, ...]
    discards: tuple[Cards, ...]
    tickets: tuple[TicketId, ...]
    turns_left: int | None
    passes: int
    idle: int
    rng: Rng

    def __repr__(self) -> str:
        return f"<{self.board.id}: {len(self.players)} seats, seat {self.turn} in {self.phase!r}>"


class Stocked(Protocol):
    """The cards that nobody holds, and what happened to them: `core.stock.Stock`, as far as a new state needs it."""

    display: tuple[Kind | None, ...]
    decks: tuple[Cards, ...]
    discards: tuple[Cards, ...]
    rng: Rng
    events: list[Event]


# Making a named tuple out of all its fields in their order is three times as quick as calling its class. Every step
# makes a state and a player, so this module does it; nothing else may (tests/core/test_state.py).
_player: Final[Callable[[tuple[Any, ...]], Player]] = partial(tuple.__new__, Player)
_state: Final[Callable[[tuple[Any, ...]], State]] = partial(tuple.__new__, State)
_step: Final[Callable[[tuple[Any, ...]], Step[State]]] = partial(tuple.__new__, Step)


def next_step(
    state: State,
    stock: Stocked,
    *,
    phase: Phase,
    turn: Seat,
    players: tuple[Player, ...],
    tickets: tuple[TicketId, ...],
    turns_left: int | None,
    passes: int,
    idle: int,
) -> Step[State]:
    """The state after a step, with the cards as the step leaves them, and what happened on the way."""
    after = _state(
        (
            state.board,
            phase,
            turn,
            players,
            stock.display,
            stock.decks,
            stock.discards,
            tickets,
            turns_left,
            passes,
            idle,
            stock.rng,
        )
    )
    return _step((after, tuple(stock.events)))


def closed_routes(state: State, seat: Seat | None) -> RouteSet:
    """Routes that this seat, or with None everybody, can no longer claim, whatever they hold (B-13, B-15)."""
    players = state.players
    taken = 0
    for player in players:
        taken |= player.routes
    both_lanes = len(players) >= state.board.rules.both_lanes_from
    if both_lanes:
        return taken | state.board.twins_of(0 if seat is None else players[seat].routes)
    return taken | state.board.twins_of(taken)


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    players = list(state.players)
    players[seat] = player
    return tuple(players)


def with_card(state: State, seat: Seat, kind: Kind) -> tuple[Player, ...]:
    """The players, one of them with one card more."""
    players = list(state.players)
    hand, pieces, box, routes, tickets, built, points = players[seat]
    counts = list(hand)
    counts[kind] += 1
    players[seat] = _player((tuple(counts), pieces, box, routes, tickets, built, points))
    return tuple(players)


def with_hand(player: Player, hand: Cards) -> Player:
    _, pieces, box, routes, tickets, built, points = player
    return _player((hand, pieces, box, routes, tickets, built, points))


def with_route(player: Player, route: RouteId, hand: Cards, pieces: Pieces, points: int) -> Player:
    """The player with one route more, and what is left of hand and pieces."""
    _, _, box, routes, tickets, built, scored = player
    return _player((hand, pieces, box, routes | 1 << route, tickets, built, scored + points))


def with_tickets(player: Player, kept: TicketSet) -> Player:
    hand, pieces, box, routes, tickets, built, points = player
    return _player((hand, pieces, box, routes, tickets | kept, built, points))


def with_pieces(player: Player, pieces: Pieces, box: Pieces, cost: int) -> Player:
    """The player after an exchange with the box, and some points poorer."""
    hand, _, _, routes, tickets, built, points = player
    return _player((hand, pieces, box, routes, tickets, built, points - cost))
