"""How strong and weak players differ: what each of them does in games against each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.atlas.play import STRONG, Games, Progress, play
from branchline.atlas.sums import RunningMeans
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board

WEAK: Final = ("greedy", "hasty")
PLAYERS: Final = (STRONG, *WEAK)


def strength(game: AnyGame, deals: int, seed: int, threads: int, progress: Progress) -> dict[str, dict[str, Any]]:
    """Games of the strong player against each of the weak ones, as few as can play, every deal in all seatings."""
    least = min(game.seat_counts)
    sums: dict[str, dict[str, RunningMeans]] = {player: {} for player in PLAYERS}
    for weak in WEAK:
        for place in range(least):
            players = [STRONG if seat == place else weak for seat in range(least)]
            for games in play(game, players, deals, seed, threads=threads, progress=progress):
                for name, values in _habits(games):
                    for seat, player in enumerate(players):
                        part = values[:, seat]
                        known = ~np.isnan(part)
                        means = sums[player].setdefault(name, RunningMeans(1))
                        means.add(np.zeros(int(known.sum()), np.int64), part[known])
    return {player: {name: means.told(0) for name, means in found.items()} for player, found in sums.items()}


def _habits(games: Games) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """What is told of each player, by game and seat; not a number where there is nothing to tell."""
    seats, scores = games.seats, games.scores
    yield "win", games.win
    yield "score", games.total
    yield "draws", games.times(games.verb("DRAW_TICKETS")).astype(np.float64)
    blind, shown = (games.times(games.verb(name)).astype(np.float64) for name in ("DRAW_BLIND", "DRAW_FACE_UP"))
    with np.errstate(invalid="ignore", divide="ignore"):
        yield "blind", blind / (blind + shown)
        yield "cards", blind + shown
        printed = games.game.printed
        completed = scores["completed"][:, :seats].astype(np.float64)
        yield "completed", completed
        if isinstance(printed, Board):
            yield "missed", (scores["finish"][:, :seats] > 0).sum(axis=2) - completed
            owned = games.members("routes", len(printed.routes))
            lengths = np.array([route.length for route in printed.routes], np.float64)
            yield "routes", owned.sum(axis=2).astype(np.float64)
            yield "length", (owned @ lengths) / owned.sum(axis=2)
            yield "hand", games.batch.games["hands"][:, :seats].sum(axis=2).astype(np.float64)
            yield "longest", (scores["longest_bonus"][:, :seats] > 0).astype(np.float64)
        else:
            yield "missed", games.members("tickets", len(printed.tickets)).sum(axis=2).astype(np.float64)
            laid = games.times(games.verb("LAY_ROW")) + games.times(games.verb("LAY_THREE"))
            yield "rows", laid.astype(np.float64)
