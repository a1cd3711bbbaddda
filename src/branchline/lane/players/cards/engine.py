"""The compiled players of the Card Game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.events import TicketsOffered
from branchline.core.knowledge.memory import Memory
from branchline.lane.cards.engine import CardLane
from branchline.lane.engine import Row, Rows
from branchline.lane.players.cards.decide import decide, play_all
from branchline.lane.players.cards.layout import CardWork, new_card_work
from branchline.lane.players.cards.memory import UNKNOWN
from branchline.lane.players.play import Players


class CardPlayers(Players):
    """`work` has what the last decision came from (`layout.CardWork`)."""

    def __init__(self, lane: CardLane) -> None:
        self.cards = lane.cards
        self.work: CardWork = new_card_work(lane.space.size)
        self.values = self.work.values

    def play_rows(
        self,
        games: Rows,
        actors: NDArray[np.int16],
        players: NDArray[np.int64],
        chances: Any,
        told: NDArray[Any],
        opening: bool,
    ) -> int:
        return play_all(self.cards, games, actors, players, self.work, chances, told, opening)

    def decide_row(self, player: int, row: Row, seat: int, chance: Any) -> int:
        return int(decide(player, self.cards, row[0], seat, self.work, chance))

    def recall(self, seat: int, memory: Memory | None) -> None:
        mind = self.work.mind
        mind["known"][:], mind["offers"][:] = 0, UNKNOWN
        if memory is not None:
            for other, cards in enumerate(memory.known):
                mind["known"][other, : len(cards)] = cards
            mind["offers"][seat] = sum(type(event) is TicketsOffered and event.seat == seat for event in memory.tickets)

    def legal_codes(self) -> NDArray[np.int32]:
        return self.work.codes[: self.work.listed[0]]
