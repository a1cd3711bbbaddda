"""How often the network that learns wins against one player, on deals that it does not learn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.lane.layout import MAX_SEATS
from branchline.lane.learned.network import MARGIN_UNIT
from branchline.lane.rng import seeds_as_words
from branchline.train.deals import tuning_deals
from branchline.train.self_play import SelfPlay, Task, results_of


def measure(tables: SelfPlay, networks: NDArray[Any], rival: int, rounds: int) -> dict[str, tuple[float, float, float]]:
    """By task: the share of games that the first network wins, its error, and the margin.

    `rival` is a network's place, or of a compiled player -1 less its number. With more than two players all rivals are
    the same. The deals are those of tuning, every seating of each.
    """
    won: dict[str, list[float]] = {}
    margins: dict[str, list[float]] = {}
    for number in range(rounds):
        tables.play([measuring_job(tables, networks, rival, number, part) for part in range(len(tables.tables))])
        for table in tables.tables:
            own = own_seats(table.games, table.task)
            results = results_of(table.scores, table.task.seats)[np.arange(table.games), own]
            won.setdefault(table.task.name, []).extend(results[:, 1])
            margins.setdefault(table.task.name, []).extend(results[:, 0])
    return {name: (*share(won[name]), MARGIN_UNIT * float(np.mean(margins[name]))) for name in won}


def measuring_job(tables: SelfPlay, networks: NDArray[Any], rival: int, number: int, part: int) -> dict[str, Any]:
    """One round of games of a task against a player; no two rounds have a deal in common."""
    table = tables.tables[part]
    players = np.full((table.games, MAX_SEATS), rival, np.int64)
    players[np.arange(table.games), own_seats(table.games, table.task)] = 0
    return {
        "seeds": tuning_deals(number, part, table.games, table.task.seats),
        "players": players,
        "noted": np.zeros_like(players, np.bool_),
        "networks": networks,
        "bold": False,
        "rng": seeds_as_words([number + 1])[0],
    }


def own_seats(games: int, task: Task) -> NDArray[np.int64]:
    """The network's seat in each game of a measurement: all in turn."""
    return np.arange(games) % task.seats


def share(won: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return float(np.mean(won)), float(np.std(won) / np.sqrt(len(won)))
