"""Worlds that a seat finds likely: of all that agree with what it saw, rather those where rivals built for a reason.

`imagine` gives every possible world the same chance. There rivals mostly hold tickets that have nothing to do with what
they have built, and lose games that they would win: chances would be far too bright. So of many possible worlds one is
drawn by how well the tickets of rivals go with their routes, which everybody sees. Nothing that is hidden is looked at.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.core.bits import members
from branchline.core.printed.board import Board
from branchline.core.views.view import View
from branchline.lane.engine import LaneGame, Rows
from branchline.lane.imagine import Imagination

CANDIDATES: Final = 64
"""Possible worlds of which one is drawn."""

CONNECTED: Final = 4.0
"""Logarithm of how much more often a ticket is held whose cities are connected than one of which nothing is known,"""
UNTOUCHED: Final = -4.0
"""of one whose cities are not touched when all pieces are placed, and less so the more are left,"""
TOUCHED: Final = 2.5
"""and of one whose cities are all touched, but not connected."""


class LikelyWorlds:
    """Imagined worlds, drawn by likelihood; those of a game without a board are all alike."""

    def __init__(self, lane: LaneGame, view: Any) -> None:
        self._imagination = Imagination(lane, view)
        self._odds = ticket_odds(view) if isinstance(view, View) else None

    def worlds(self, seeds: range) -> Rows:
        """A world for each seed."""
        if self._odds is None or not self._odds.any():
            return self._imagination.worlds(seeds)
        first = seeds.start * CANDIDATES
        found = self._imagination.worlds(range(first, first + len(seeds) * CANDIDATES))
        chance = np.random.Generator(np.random.PCG64(seeds.start)).gumbel(size=len(found))
        drawn = (self._likelihood(found) + chance).reshape(len(seeds), CANDIDATES).argmax(axis=1)
        chosen: Rows = found[np.arange(len(seeds)) * CANDIDATES + drawn]
        return chosen

    def _likelihood(self, worlds: Rows) -> NDArray[np.float64]:
        """By world, the sum of the odds of all tickets that rivals hold in it."""
        assert self._odds is not None
        total = np.zeros(len(worlds))
        for seat, odds in enumerate(self._odds):
            for ticket in np.flatnonzero(odds).tolist():
                words = worlds["tickets"][:, seat, ticket >> 6]
                total += odds[ticket] * (words >> np.uint64(ticket & 63) & np.uint64(1))
        return total


def ticket_odds(view: View) -> NDArray[np.float64]:
    """By seat and ticket, the logarithm of how much more likely it is held than before anything was built."""
    board = view.board
    odds = np.zeros((len(view.players), len(board.tickets)))
    for seat, player in enumerate(view.players):
        if seat == view.seat or not player.routes:
            continue
        parts = _parts(board, player.routes)
        left, whole = sum(player.pieces), sum(player.pieces) + _spaces(board, player.routes)
        built = 1 - left / whole
        for number, ticket in enumerate(board.tickets):
            touched = [parts[city] for city in ticket.cities if city in parts]
            if len(touched) == len(ticket.cities) and len(set(touched)) == 1:
                odds[seat, number] = CONNECTED
            else:
                share = len(touched) / len(ticket.cities)
                odds[seat, number] = built * (UNTOUCHED + (TOUCHED - UNTOUCHED) * share)
    return odds


def _spaces(board: Board, routes: int) -> int:
    return sum(board.routes[route].length for route in members(routes))


def _parts(board: Board, routes: int) -> dict[int, int]:
    """The cities of somebody's routes, each with one that stands for its connected part."""
    parent: dict[int, int] = {}

    def root(city: int) -> int:
        while parent.setdefault(city, city) != city:
            city = parent[city]
        return city

    for route in members(routes):
        parent[root(board.routes[route].a)] = root(board.routes[route].b)
    return {city: root(city) for city in list(parent)}
