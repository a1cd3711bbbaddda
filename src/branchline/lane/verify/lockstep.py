"""Many games in core and lane, step by step together: states and choices at every decision, lists of them at some.

What is compared at every decision of every game: who decides, how many actions are legal, that the action which the
core chooses is among the lane's under its code, and the whole state that comes of it. The list of all legal actions, in
its order, is compared at one decision in `CLOSELY`; `compare_game` does so at each, and takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.phases import Settlement
from branchline.lane.cards.codes import CardSpace
from branchline.lane.codes import Space
from branchline.lane.engine import LaneGame, Rows, lane_of
from branchline.lane.layout import NOTHING
from branchline.lane.marks import all_touched
from branchline.lane.rng import seeds_as_words
from branchline.lane.verify.board import BoardPacking
from branchline.lane.verify.cards import CardPacking
from branchline.lane.verify.compare import Differ, Difference, by_verb, same_actions, same_score
from branchline.lane.verify.packing import Packing

CLOSELY: Final = 16
SETTLEMENTS: Final = 8
"""So many ways to settle are compared, of the thousands that there can be; they are counted in full."""


def compare_games(game: AnyGame, seats: int, seeds: Sequence[int]) -> tuple[int, Difference | None]:
    """Play one random game for each seed in both, and compare them; also tells how many decisions were the same."""
    games = _Games(game, seats, seeds)
    try:
        while games.playing:
            games.step()
        games.score()
    except _DifferIn as differ:
        where = game.board_id, game.edition, seats, seeds[differ.place], games.steps
        why = differ.why
        return games.decisions, Difference(*where, why.what, why.core, why.lane)
    return games.decisions, None


class _DifferIn(Exception):
    """In which game something differs."""

    def __init__(self, place: int, why: Differ) -> None:
        super().__init__(place, why)
        self.place, self.why = place, why


class _Games:
    """The same games twice: `states` of the core, `rows` of the lane."""

    def __init__(self, game: AnyGame, seats: int, seeds: Sequence[int]) -> None:
        self.game, self.lane = game, lane_of(game)
        self.packing = packing_of(self.lane, seats)
        size = len(seeds)
        self.states: list[Any] = [game.start(seats, seed).state for seed in seeds]
        self.packed = [self.packing.pack(state) for state in self.states]
        self.rows: Rows = np.zeros(size, self.lane.record)
        self.actors = np.zeros(size, np.int16)
        self.lane.reset_rows(self.rows, self.actors, seats, seeds_as_words(seeds), NOTHING)
        self.mask = np.zeros((size, self.lane.space.size), np.bool_)
        self.touched = all_touched(size, self.lane.space.size)
        self.codes: NDArray[np.int32] = np.zeros(size, np.int32)
        self.randoms = [Random(seed) for seed in seeds]
        self.playing = list(range(size))
        self.steps = self.decisions = 0

    def step(self) -> None:
        """Compare all games as they stand, and do one decision in each."""
        self._same_states()
        asked = self._who_decides()
        self.lane.mask_rows(self.rows, asked, self.touched, self.mask)
        counts = np.count_nonzero(self.mask, axis=1).tolist()
        settling: list[int] = []
        for place in self.playing:
            state, seat = self.states[place], Seat(int(asked[place]))
            try:
                if isinstance(state.phase, Settlement):
                    settling.append(place)
                    action = self._settle(place, seat)
                else:
                    action = self._choose(place, seat, counts[place])
            except Differ as why:
                raise _DifferIn(place, why) from None
            self.states[place] = self.game.perform(state, seat, action).state
            self.packed[place] = self.packing.pack(self.states[place])
        asked[settling] = NOTHING
        self.lane.step_rows(self.rows, asked, self.codes)
        self.actors = asked
        for place in settling:
            self.actors[place] = self.lane.actor(self.rows[place : place + 1])
        self.decisions += len(self.playing)
        self.steps += 1
        self.playing = [place for place in self.playing if not self.game.is_over(self.states[place])]
        if not self.playing:
            self._same_states()

    def _same_states(self) -> None:
        mine = self.packing.rows(self.rows)
        core = b"".join(self.packed)
        if mine.tobytes() == core:
            return
        theirs = np.frombuffer(core, self.packing.record)
        place = int(np.argmax((_bytes(theirs) != _bytes(mine)).any(axis=1)))
        fields = [name for name in mine.dtype.names or () if (theirs[place][name] != mine[place][name]).any()]
        core_told, lane_told = ({name: record[place][name].tolist() for name in fields} for record in (theirs, mine))
        raise _DifferIn(place, Differ(f"the states differ in {', '.join(fields)}", core_told, lane_told))

    def _who_decides(self) -> NDArray[np.int16]:
        """The seat that is asked in each game: any of those that choose in secret."""
        asked = np.full(len(self.rows), NOTHING, np.int16)
        for place in self.playing:
            actors = self.game.actors(self.states[place])
            if actors[0] != self.actors[place]:
                raise _DifferIn(place, Differ("who decides", actors, self.actors[place]))
            asked[place] = actors[0] if len(actors) == 1 else self.randoms[place].choice(actors)
        return asked

    def _choose(self, place: int, seat: Seat, count: int) -> Action:
        """Choose an action at random, and see that the lane has it under its code."""
        state, random = self.states[place], self.randoms[place]
        legal = self.game.legal(state, seat)
        if len(legal) != count:
            raise Differ("the legal actions differ", f"{len(legal)} in {tuple(state)}", count)
        if random.random() * CLOSELY < 1:
            listed = list(legal)
            row = self.rows[place : place + 1]
            if [self.lane.code(state, seat, each) for each in listed] != self.lane.legal(row, seat):
                same_actions(self.lane, state, row, seat, random)  # It tells what differs.
            action = listed[by_verb(listed, random)]
        else:
            action = legal[random.randrange(count)]
        code = self.lane.code(state, seat, action)
        if not self.mask[place, code]:
            raise Differ("the legal actions differ", f"only here: {action} in {tuple(state)}", "")
        self.codes[place] = code
        return action

    def _settle(self, place: int, seat: Seat) -> Action:
        """A settlement has no place in a mask, and is compared and done by itself."""
        row = self.rows[place : place + 1]
        listed, codes = same_actions(self.lane, self.states[place], row, seat, self.randoms[place], SETTLEMENTS)
        chosen = self.randoms[place].randrange(len(listed))
        self.lane.perform(row, seat, codes[chosen])
        return listed[chosen]

    def score(self) -> None:
        scores = np.zeros(len(self.rows), self.lane.sheets)
        self.lane.score_rows(self.rows, scores)
        for place, state in enumerate(self.states):
            try:
                same_score(self.lane.score_of(self.game.outcome(state)), scores[place])
            except Differ as why:
                raise _DifferIn(place, why) from None


def _bytes(records: NDArray[Any]) -> NDArray[np.uint8]:
    return records.view(np.uint8).reshape(len(records), -1)


def packing_of(lane: LaneGame, seats: int) -> Packing:
    if isinstance(lane.space, CardSpace):
        return CardPacking(lane.space, seats)
    assert isinstance(lane.space, Space)
    return BoardPacking(lane.space, seats)
