"""The compiled players of a board game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.lane.board.engine import BoardLane
from branchline.lane.engine import Row, Rows
from branchline.lane.players.board.decide import decide, forget, play_all
from branchline.lane.players.board.facts import facts_record
from branchline.lane.players.board.layout import BoardWork, new_work
from branchline.lane.players.play import Players


class BoardPlayers(Players):
    """`work` has what the last decision came from: values, plan and needs (`layout.BoardWork`)."""

    def __init__(self, lane: BoardLane) -> None:
        self.board = lane.board
        self.work: BoardWork = new_work(facts_record(lane.space.board), lane.space.size)
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
        return play_all(self.board, games, actors, players, self.work, chances, told, opening)

    def decide_row(self, player: int, row: Row, seat: int, chance: Any) -> int:
        forget(self.work)
        return int(decide(player, self.board, row[0], seat, self.work, chance))

    def legal_codes(self) -> NDArray[np.int32]:
        return self.work.codes[: self.work.listed[0]]

    def ticket_for(self, seat: int, route: int) -> int | None:
        plan = self.work.plans[seat]
        if not plan["known"]:
            return None
        if route < 0:
            return int(plan["station_tickets"][0]) if plan["station_count"] else None
        planned = plan["routes"][: plan["route_count"]].tolist()
        for lane in (route, int(self.work.facts["twin"][route])):
            if lane in planned:
                return int(plan["serves"][planned.index(lane)])
        return None
