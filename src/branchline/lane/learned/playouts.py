"""Games played on by the learned player in all seats: for a few turns, or to their end."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING, TURN
from branchline.lane.learned.network import Choice, Network, choose, foretell, weigh
from branchline.lane.learned.table import Table, act, asked, consider, sit_down


@jit
def play_on(
    table: Table,
    games: Any,
    actors: Any,
    own: int,
    turns: int,
    network: Network,
    choice: Choice,
    chances: Any,
    foretold: Any,
) -> None:
    """Play every game on until a seat has had so many turns and is asked again, or to its end.

    `foretold[i]` is what the network expects for that seat then (`network.RESULTS`), from what the seat knows; not a
    number where the game is over.
    """
    for i in range(len(games)):
        game = games[i]
        foretold[i, :] = np.nan
        sit_down(table, game)
        left = turns
        seat = asked(table, game)
        while seat != NOTHING:
            consider(table, game, seat, chances[i], choice)
            if choice.count > 1:
                if seat == own and game.phase == TURN:
                    if left == 0:
                        weigh(network, choice)
                        foretell(network, choice)
                        foretold[i, :] = choice.result
                        break
                    left -= 1
                code = choice.codes[choose(network, choice, chances[i], False)]
            else:
                code = choice.codes[0]
            act(table, game, seat, code)
            seat = asked(table, game)
        actors[i] = seat
