"""What a seed has in store: the table, who sits there, where it is kept, and what goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from branchline.games import game_names, load_game
from branchline.server import wire
from tests.server.simulation.network import Weather

CLOCKS: tuple[wire.ClockRule, ...] = (
    wire.NoClock(),
    wire.NoClock(),
    wire.MoveClock(seconds=10),
    wire.GameClock(seconds=60, increment=2),
)
EVERYWHERE = ("kill", "kill", "partition", "slow", "fill", "spoil")
ON_THE_WAY_TO_THE_DATABASE = ("stand_still", "stop_renewing", "stop_renewing", "cut", "deafen", "deafen")
"""Faults by the names that they have in `Storm`, those that come more often twice."""


@dataclass
class Plan:
    """`whole` plays the game to its end, `late` begins shortly before it and goes on to the rematch.

    `forced` is what is so whatever the seed would have, for whoever looks for something.
    """

    seed: int
    whole: bool = False
    moves: int = 32
    forced: Mapping[str, Any] = field(default_factory=dict)
    rng: Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = rng = Random(self.seed)
        self.store: Literal["sqlite", "postgres"] = "postgres" if rng.random() < 0.6 else "sqlite"
        self.processes = 1 if self.store == "sqlite" else rng.choice((2, 2, 3))
        self.game = rng.choice(game_names())
        self.late = not self.whole and rng.random() < 0.08
        self.seats = 2 if self.late else rng.choice([count for count in load_game(self.game).seat_counts if count < 5])
        self.people = 2 if self.late else rng.randint(1, self.seats)
        self.is_hot_seat = self.people > 1 and not self.late and rng.random() < 0.15
        self.clock = rng.choice(CLOCKS)
        can_be_hostile = self.people > 1 and not self.is_hot_seat and not self.late
        self.hostile = can_be_hostile and rng.random() < (0.05 if isinstance(self.clock, wire.NoClock) else 0.5)
        self.storm = rng.choice([5.0, 20.0, 40.0])
        self.weather = Weather(
            delay=rng.choice([0.01, 0.1, 0.5]),
            reorder=rng.choice([0.0, 0.1, 0.3]),
            duplicate=rng.choice([0.0, 0.1, 0.3]),
            drop=rng.choice([0.0, 0.05, 0.2]),
            break_off=rng.choice([0.0, 0.0, 0.02]),
        )
        self.fault_every = rng.choice([None, 8.0, 4.0, 2.0])
        self.faults = EVERYWHERE if self.store == "sqlite" else (*EVERYWHERE, *ON_THE_WAY_TO_THE_DATABASE)
        self.kills_at_commits = rng.choice([0.0, 0.0, 0.1, 0.3])
        self.failures = rng.choice([0.0, 0.0, 0.05])
        self.clocks_wrong_by = rng.choice([0.0, 15.0])
        for name, value in self.forced.items():
            assert hasattr(self, name), f"a plan has no {name}"
            setattr(self, name, value)

    def new_table(self) -> wire.NewTable:
        persons: list[wire.SeatPlan] = [
            wire.MySeat(name=f"p{number}") if number == 0 or self.is_hot_seat else wire.OpenSeat()
            for number in range(self.people)
        ]
        bots: list[wire.SeatPlan] = [wire.BotSeat(level="random")] * (self.seats - self.people)
        return wire.NewTable(
            cid=f"{self.seed:0>24}", board=self.game, seats=persons + bots, clock=self.clock, pace=0.1, entropy="aa"
        )

    def told(self) -> dict[str, Any]:
        """What somebody who looks for a fault wants to know first."""
        names = ("seed", "game", "seats", "people", "store", "processes", "clock", "hostile", "late", "storm")
        return {name: getattr(self, name) for name in names}
