"""Everything true about a board game, and nothing that can be derived from it."""

from __future__ import annotations

from typing import NamedTuple

from branchline.core.board import Board
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

    `turns_left` is None until the end is triggered; `passes` counts the turns passed in a row (B-10).
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
    rng: Rng

    def __repr__(self) -> str:
        return f"<{self.board.id}: {len(self.players)} seats, seat {self.turn} in {self.phase!r}>"


def closed_routes(state: State, seat: Seat) -> RouteSet:
    """Routes that this seat can no longer claim, whatever it holds (B-13, B-15)."""
    players = state.players
    taken = 0
    for player in players:
        taken |= player.routes
    return taken | state.board.twins_of(taken if len(players) <= 3 else players[seat].routes)


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
    players[seat] = Player(tuple(counts), pieces, box, routes, tickets, built, points)
    return tuple(players)


def with_hand(player: Player, hand: Cards) -> Player:
    return Player(hand, player.pieces, player.box, player.routes, player.tickets, player.built, player.points)
