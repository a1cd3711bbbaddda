"""Non-interference: two games that a seat cannot tell apart give it the same observation and the same mask.

The other game of a pair is imagined by the core out of the seat's view: hidden cards, tickets and secret choices of
others are dealt anew, and so is the generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.lane.engine import LaneGame, Row, lane_of
from branchline.lane.layout import NOTHING
from branchline.lane.marks import words_for

Observe = Callable[[LaneGame, Row, int], NDArray[Any]]
"""Something that a seat is shown of a game."""

TAKEN: Final = 0.3
"""The part of the decisions that pairs are made of: neighbors differ little."""


class Pair(NamedTuple):
    """A game in the lane, and another one that the viewer cannot tell from it."""

    row: Row
    other: Row
    viewer: int
    place: str


@dataclass(frozen=True)
class Leak:
    """A pair that a seat can tell apart after all."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def observation(lane: LaneGame, row: Row, viewer: int) -> NDArray[Any]:
    return lane.observe(row, viewer)


def find_leak(game: AnyGame, pairs: int, seed: int, observe: Observe = observation) -> tuple[int, Leak | None]:
    """Compare so many pairs; also tells how many of them held other cards or tickets."""
    lane = lane_of(game)
    others = 0
    for number, pair in enumerate(pairs_of(game, seed)):
        if number == pairs:
            return others, None
        others += _hidden(pair.row) != _hidden(pair.other)
        here, there = observe(lane, pair.row, pair.viewer), observe(lane, pair.other, pair.viewer)
        if here.tobytes() != there.tobytes():
            return others, Leak(pair.place, f"the observation differs in {_fields(lane, pair, here, there)}")
        if (_mask(lane, pair.row, pair.viewer) != _mask(lane, pair.other, pair.viewer)).any():
            return others, Leak(pair.place, "the mask differs")
    raise AssertionError("games never end")


def pairs_of(game: AnyGame, seed: int) -> Iterator[Pair]:
    """Pairs out of random games without end, each watched by one seat; mostly when it is to decide."""
    lane, random = lane_of(game), Random(seed)
    while True:
        seats, deal = random.choice(game.seat_counts), random.getrandbits(32)
        viewer = Seat(random.randrange(seats))
        state, events = game.start(seats, deal)
        memory = remember_all(nothing_seen(game.printed, seats, viewer), events)
        decision = 0
        while actors := game.actors(state):
            if random.random() < (TAKEN if viewer == actors[0] else TAKEN / seats):
                place = f"{game.board_id}, {seats} players, seed {deal}, decision {decision}, seat {viewer}"
                world = game.imagine(game.view(state, viewer)._replace(memory=memory), random.getrandbits(32))
                yield Pair(lane.row(state), lane.row(world), viewer, place)
            legal = game.legal(state, actors[0])
            state, events = game.perform(state, actors[0], legal[random.randrange(len(legal))])
            memory = remember_all(memory, events)
            decision += 1


def _hidden(row: Row) -> bytes:
    return row["hands"].tobytes() + row["tickets"].tobytes() + row["offers"].tobytes()


def _mask(lane: LaneGame, row: Row, viewer: int) -> NDArray[np.bool_]:
    """What the viewer may choose, if it is its turn to."""
    mask = np.zeros((1, lane.space.size), np.bool_)
    decides = viewer if lane.actor(row) == viewer else NOTHING
    touched = np.zeros((1, words_for(lane.space.size)), np.uint64)
    lane.mask_rows(row, np.array([decides], np.int16), touched, mask)
    return mask[0]


def _fields(lane: LaneGame, pair: Pair, here: NDArray[Any], there: NDArray[Any]) -> str:
    layout, _ = lane.observation(int(pair.row["seats"][0]))
    if here.size != layout.size:
        return "something that is no field"
    mine, theirs = layout.named(here), layout.named(there)
    return ", ".join(name for name in mine if (mine[name] != theirs[name]).any())
