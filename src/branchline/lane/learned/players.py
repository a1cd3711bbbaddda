"""The learned players of all games, from Python: the weights of the package, or others, on any board."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from branchline.data.files import BOARDS
from branchline.lane.board.engine import BoardLane
from branchline.lane.cards.engine import CardLane
from branchline.lane.engine import LaneGame, Row, Rows
from branchline.lane.learned.board_table import BoardTable
from branchline.lane.learned.card_table import CardTable
from branchline.lane.learned.network import CHOICE, MARGIN_UNIT, RESULTS, choose, foretell
from branchline.lane.learned.playouts import play_on
from branchline.lane.learned.table import Table, consider
from branchline.lane.learned.weights import BOARD_LOOKS, CARD_LOOKS, load_weights
from branchline.lane.players.board.decide import forget
from branchline.lane.players.board.engine import BoardPlayers
from branchline.lane.players.board.facts import facts_record
from branchline.lane.players.board.layout import new_work
from branchline.lane.players.cards.engine import CardPlayers
from branchline.lane.players.cards.layout import new_card_work
from branchline.lane.players.play import Players

_FOLDER: Final = BOARDS.parent / "learned"
BOARD_WEIGHTS: Final = _FOLDER / "boards.safetensors"
CARD_WEIGHTS: Final = _FOLDER / "cards.safetensors"
OWN_WEIGHTS: Final = _FOLDER / "boards"
"""Those that come with the package; how they were trained is told in docs/learned.md. The first play every board; some
boards have weights of their own, in a file of the board's id, which went on from there on that board alone."""


def looks_of(lane: LaneGame) -> str:
    """What a network that plays a game looks at."""
    return CARD_LOOKS if isinstance(lane, CardLane) else BOARD_LOOKS


def weights_of(lane: LaneGame) -> Path:
    """The weights of the package for a game."""
    if isinstance(lane, CardLane):
        return CARD_WEIGHTS
    own = OWN_WEIGHTS / f"{lane.game.board_id}.safetensors"
    return own if own.is_file() else BOARD_WEIGHTS


class LearnedPlayer(Players):
    """Decides as the network does. `choice` has what the last decision came from; where it had none, the planner's."""

    table: Table

    def _learn(self, lane: LaneGame, weights: Path | None) -> None:
        self.network: Any = load_weights(weights or weights_of(lane), looks_of(lane))[0]
        self.choice: Any = np.zeros(1, CHOICE)[0]

    def decide_row(self, player: int, row: Row, seat: int, chance: Any) -> int:
        """The likeliest move; `player` is the network, whatever its number."""
        consider(self.table, row[0], seat, chance, self.choice)
        if self.choice["count"] == 1:
            return int(self.choice["codes"][0])
        return int(self.choice["codes"][choose(self.network, self.choice, chance, False)])

    def foretold(self) -> tuple[float, float]:
        """What the network expects after a decision between several moves: the margin in points, the chance to win."""
        foretell(self.network, self.choice)
        margin, odds = self.choice["result"]
        return float(margin) * MARGIN_UNIT, 1.0 / (1.0 + float(np.exp(-odds)))

    def chances(self) -> NDArray[np.float32]:
        """How likely each of the moves of the last decision was, the planner's first."""
        found: NDArray[np.float32] = self.choice["chance"][: self.choice["count"]]
        return found

    def moves(self) -> list[tuple[int, float]]:
        """The codes of the last decision with their chances, the likeliest first; none where there was no choice."""
        if self.choice["count"] == 1:
            return []
        codes = self.choice["codes"][: self.choice["count"]].tolist()
        return sorted(zip(codes, self.chances().tolist(), strict=True), key=lambda move: -move[1])

    def play_on(
        self, games: Rows, actors: NDArray[np.int16], seat: int, turns: int, chances: NDArray[np.uint64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Play games on, the network in all seats, until a seat has had so many turns and is asked again.

        Gives the margin in points and the chance to win that it expects for that seat then, by game; not a number
        where the game is over.
        """
        foretold = np.zeros((len(games), RESULTS), np.float32)
        play_on(self.table, games, actors, seat, turns, self.network, self.choice, chances, foretold)
        margins, odds = foretold.astype(np.float64).T
        return margins * MARGIN_UNIT, 1.0 / (1.0 + np.exp(-odds))


class LearnedBoardPlayer(LearnedPlayer, BoardPlayers):
    """The learned player of the board games."""

    def __init__(self, lane: BoardLane, weights: Path | None = None) -> None:
        BoardPlayers.__init__(self, lane)
        self.table = BoardTable(self.board, self.work, lane.work)
        self._learn(lane, weights)

    def decide_row(self, player: int, row: Row, seat: int, chance: Any) -> int:
        forget(self.work)
        return super().decide_row(player, row, seat, chance)


class LearnedCardPlayer(LearnedPlayer, CardPlayers):
    """The learned player of the Card Game."""

    def __init__(self, lane: CardLane, weights: Path | None = None) -> None:
        CardPlayers.__init__(self, lane)
        self.table = CardTable(self.cards, self.work)
        self._learn(lane, weights)


def learned_player(lane: LaneGame, weights: Path | None = None) -> LearnedPlayer:
    """The learned player of a game, with the weights of the package or others."""
    if isinstance(lane, CardLane):
        return LearnedCardPlayer(lane, weights)
    return LearnedBoardPlayer(cast("BoardLane", lane), weights)


def new_table(lane: LaneGame) -> Table:
    """A table without players, with room of its own: each thread needs one."""
    if isinstance(lane, CardLane):
        return CardTable(lane.cards, new_card_work(lane.space.size))
    on_board = cast("BoardLane", lane)
    work = new_work(facts_record(on_board.space.board), on_board.space.size)
    return BoardTable(on_board.board, work, on_board.work)
