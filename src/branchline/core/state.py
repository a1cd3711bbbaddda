"""Everything true about a board game, and nothing that can be derived from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from branchline.core.board import Board
from branchline.core.events import Event
from branchline.core.game import Step
from branchline.core.ids import Cards, CitySet, Kind, Pieces, RouteSet, Seat, TicketId, TicketSet
from branchline.core.phases import Phase
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


_Player: TypeAlias = tuple[Cards, Pieces, Pieces, RouteSet, TicketSet, CitySet, int]
_State: TypeAlias = tuple[
    Board,
    Phase,
    Seat,
    tuple[Player, ...],
    tuple[Kind | None, ...],
    tuple[Cards, ...],
    tuple[Cards, ...],
    tuple[TicketId, ...],
    int | None,
    int,
    int,
    Rng,
]

# What every step makes, out of all its fields in their order: quicker than by name, where a class goes the long way.
player_of: Callable[[_Player], Player] = partial(tuple.__new__, Player)
state_of: Callable[[_State], State] = partial(tuple.__new__, State)
step_of: Callable[[tuple[State, tuple[Event, ...]]], Step[State]] = partial(tuple.__new__, Step)


def closed_routes(state: State, seat: Seat) -> RouteSet:
    """Routes that this seat can no longer claim, whatever it holds (B-13, B-15)."""
    players = state.players
    taken = 0
    for player in players:
        taken |= player.routes
    both_lanes = len(players) >= state.board.rules.both_lanes_from
    return taken | state.board.twins_of(players[seat].routes if both_lanes else taken)


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
    players[seat] = player_of((tuple(counts), pieces, box, routes, tickets, built, points))
    return tuple(players)


def with_hand(player: Player, hand: Cards) -> Player:
    _, pieces, box, routes, tickets, built, points = player
    return player_of((hand, pieces, box, routes, tickets, built, points))
