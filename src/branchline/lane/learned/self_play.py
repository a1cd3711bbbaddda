"""Games between learned and compiled players, with the decisions of some seats written down for training."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.lane.compile import jit
from branchline.lane.layout import MAX_SEATS, NOTHING
from branchline.lane.learned.network import MOVE_SIZE, POSITION_SIZE, Choice, choose, foretell
from branchline.lane.learned.table import Table, act, asked, consider, deal, decide, score, sit_down

MAX_DECISIONS: Final = 5000
"""A game that is not over by then goes round in circles, and is left."""
_PLANNER_MOVES: Final = 0


class Notes(NamedTuple):
    """Decisions written down in the order in which they were made; `used` counts decisions and moves."""

    positions: NDArray[np.float32]
    moves: NDArray[np.float32]
    first: NDArray[np.int64]
    """The first of its moves."""
    listed: NDArray[np.int32]
    """How many moves came into question."""
    chosen: NDArray[np.int32]
    chance: NDArray[np.float32]
    """The one that the chosen move had."""
    foretold: NDArray[np.float32]
    owner: NDArray[np.int32]
    """Game and seat: game * MAX_SEATS + seat."""
    used: NDArray[np.int64]


def new_notes(decisions: int, moves: int) -> Notes:
    return Notes(
        positions=np.zeros((decisions, POSITION_SIZE), np.float32),
        moves=np.zeros((moves, MOVE_SIZE), np.float32),
        first=np.zeros(decisions, np.int64),
        listed=np.zeros(decisions, np.int32),
        chosen=np.zeros(decisions, np.int32),
        chance=np.zeros(decisions, np.float32),
        foretold=np.zeros((decisions, 2), np.float32),
        owner=np.zeros(decisions, np.int32),
        used=np.zeros(2, np.int64),
    )


@jit
def play_games(
    table: Table,
    game: Any,
    seats: int,
    seeds: Any,
    players: Any,
    noted: Any,
    networks: Any,
    bold: bool,
    choice: Choice,
    rng: Any,
    notes: Notes,
    scores: Any,
) -> None:
    """Play one game for each seed from the deal to the scores.

    `players[game, seat]` is the number of a network, or -1 minus the number of a compiled player; the decisions of the
    seats in `noted` are written down.
    """
    for number in range(len(seeds)):
        deal(table, game, seats, seeds[number])
        sit_down(table, game)
        for _ in range(MAX_DECISIONS):
            seat = asked(table, game)
            if seat == NOTHING:
                break
            who = players[number, seat]
            if who < 0 and not noted[number, seat]:
                code = decide(table, game, -1 - who, seat, rng)
            else:
                consider(table, game, seat, rng, choice)
                chosen = _PLANNER_MOVES
                if choice.count > 1:
                    # A planner whose moves are written down is to be imitated.
                    if who >= 0:
                        chosen = choose(networks[who], choice, rng, bold)
                    if noted[number, seat]:
                        if who >= 0:
                            foretell(networks[who], choice)
                        _note(choice, chosen, number * MAX_SEATS + seat, notes)
                code = choice.codes[chosen]
            act(table, game, seat, code)
        score(table, game, scores[number])


@jit
def _note(choice: Choice, chosen: int, owner: int, notes: Notes) -> None:
    at, first = notes.used[0], notes.used[1]
    if at == len(notes.listed) or first + choice.count > len(notes.moves):
        return
    notes.positions[at] = choice.position
    for n in range(choice.count):
        notes.moves[first + n] = choice.moves[n]
    notes.first[at], notes.listed[at] = first, choice.count
    notes.chosen[at], notes.chance[at] = chosen, choice.chance[chosen]
    notes.foretold[at] = choice.result
    notes.owner[at] = owner
    notes.used[0] = at + 1
    notes.used[1] = first + choice.count
