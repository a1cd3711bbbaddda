"""Who plays whom while a network learns: itself, past selves, and the compiled players.

Against itself alone a network forgets how to meet a racer or a blocker; against scripted players alone it learns their
faults.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.lane.layout import MAX_SEATS
from branchline.lane.learned.network import NETWORK
from branchline.lane.players.names import player_number

PAST_SELVES: Final = 15
SELF_PLAY: Final = 0.5
"""The part of the games in which all seats are the newest self; half of the others are against past selves."""
FROZEN: Final = 1
"""The place of the network that is to be beaten, where there is one."""
SCRIPTED: Final = (("planner", 0.5), ("greedy", 0.2), ("hasty", 0.3))


@dataclass
class League:
    """The newest network in front, past selves behind it."""

    self_play: float = SELF_PLAY
    networks: NDArray[Any] = field(default_factory=lambda: np.zeros(1 + PAST_SELVES, NETWORK))
    past: int = 0
    kept: int = 0

    def renew(self, record: NDArray[Any]) -> None:
        self.networks[0] = record[0]

    def keep(self) -> None:
        """Remember the newest self; the oldest but one makes room, so that some very old ones stay."""
        place = self.past if self.past < PAST_SELVES else self.kept % PAST_SELVES
        self.networks[1 + place] = self.networks[0]
        self.past = min(PAST_SELVES, self.past + 1)
        self.kept += 1

    def seat(self, games: int, seats: int, rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
        """Players for so many games, and whose decisions are to be learned from: those of the newest self."""
        players = np.zeros((games, MAX_SEATS), np.int64)
        others = rng.random(games) >= self.self_play
        past = others & (rng.random(games) < 0.5) & (self.past > 0)
        learner = rng.integers(seats, size=games)
        is_other = others[:, None] & (np.arange(MAX_SEATS)[None, :] != learner[:, None])
        players[is_other & past[:, None]] = 1 + rng.integers(max(1, self.past), size=(is_other & past[:, None]).sum())
        scripted = is_other & ~past[:, None]
        numbers = [-1 - player_number(name) for name, _ in SCRIPTED]
        table = rng.choice(numbers, size=games, p=[share for _, share in SCRIPTED])
        players[scripted] = np.broadcast_to(table[:, None], players.shape)[scripted]
        return players, players == 0


class OneRival(League):
    """A frozen network in all other seats: whoever learns against it alone looks for the best answer to it."""

    def __init__(self, rival: NDArray[Any]) -> None:
        super().__init__()
        self.networks[FROZEN] = rival[0]

    def keep(self) -> None:
        """Past selves are not met here."""

    def seat(self, games: int, seats: int, rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
        players = np.full((games, MAX_SEATS), FROZEN, np.int64)
        players[np.arange(games), rng.integers(seats, size=games)] = 0
        return players, players == 0
