"""Games between compiled players, from Python: for any game of the lane, whole rows of games at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from branchline.core.knowledge.memory import Memory
from branchline.lane.engine import LaneGame, Row, Rows
from branchline.lane.players.names import player_number
from branchline.lane.rng import seeds_as_words
from branchline.rules.cards.game import CardGame

if TYPE_CHECKING:
    from branchline.lane.board.engine import BoardLane
    from branchline.lane.cards.engine import CardLane


class Players(ABC):
    """The compiled players of one game, with room to think in; each thread needs its own."""

    values: NDArray[np.float64]
    """After a decision: what the player thinks of each legal code, in the order of `legal`."""

    @abstractmethod
    def play_rows(
        self,
        games: Rows,
        actors: NDArray[np.int16],
        players: NDArray[np.int64],
        chances: Any,
        told: NDArray[Any],
        opening: bool,
    ) -> int:
        """Play all games, `players[i, seat]` by number, to their end or only until first tickets are chosen.

        Tells how many decisions that took; `told` tells more (`told.TOLD`).
        """

    @abstractmethod
    def decide_row(self, player: int, row: Row, seat: int, chance: Any) -> int:
        """The code that a player chooses."""

    @abstractmethod
    def legal_codes(self) -> NDArray[np.int32]:
        """The codes among which the last decision was made."""

    def ticket_for(self, seat: int, route: int) -> int | None:
        """The ticket for which the seat's plan of the last decision has a route; None where it has none.

        Below 0 it is the route that the next station is to borrow.
        """
        return None

    def recall(self, seat: int, memory: Memory | None) -> None:
        """Take from memory what a record does not tell; without it, nothing is known."""
        return

    def decide(self, player: str, row: Row, seat: int, seed: int = 0, memory: Memory | None = None) -> int:
        """The code that a player of this name chooses for a seat; the seed is for the player's own chance."""
        self.recall(seat, memory)
        return self.decide_row(player_number(player), row, seat, seeds_as_words([seed])[0])


def new_players(lane: LaneGame) -> Players:
    """The compiled players of a game in the lane."""
    # Each sort of game is compiled when somebody asks for it.
    if isinstance(lane.game, CardGame):
        from branchline.lane.players.cards.engine import CardPlayers

        return CardPlayers(cast("CardLane", lane))
    from branchline.lane.players.board.engine import BoardPlayers

    return BoardPlayers(cast("BoardLane", lane))
