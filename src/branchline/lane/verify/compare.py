"""One game in core and lane: states, all legal actions and their codes, compared at every decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.lane.engine import LaneGame, Row, lane_of

MAX_COMPARED = 500
"""So many of the legal actions are compared; only settlements can be more, and they are counted in full."""
SHOWN = 6
"""So many of the actions that differ are told."""


@dataclass(frozen=True)
class Difference:
    """Where core and lane part: `what` says how, the decisions before it were the same in both."""

    board: str
    edition: str
    seats: int
    seed: int
    decision: int
    what: str
    core: str
    lane: str

    def __str__(self) -> str:
        where = f"{self.board} ({self.edition}), {self.seats} players, seed {self.seed}, decision {self.decision}"
        return f"{where}: {self.what}\ncore: {self.core}\nlane: {self.lane}"


Choose = Callable[[Sequence[Any], Random], int]


def uniform(legal: Sequence[Any], random: Random) -> int:
    return random.randrange(len(legal))


def by_verb(legal: Sequence[Action], random: Random) -> int:
    """Choose a kind of action first in every second case, so that rare kinds come up as often as common ones."""
    if random.random() < 0.5:
        return random.randrange(len(legal))
    verb = random.choice(sorted({type(action).__name__ for action in legal}))
    return random.choice([i for i, action in enumerate(legal) if type(action).__name__ == verb])


class Differ(Exception):
    """What differs, in the core's words and in the lane's."""

    def __init__(self, what: str, core: object, lane: object) -> None:
        super().__init__(what)
        self.what, self.core, self.lane = what, str(core), str(lane)


def compare_game(game: AnyGame, seats: int, seed: int, choose: Choose = uniform) -> tuple[int, Difference | None]:
    """Play one random game in both and compare them; also tells how many decisions were the same."""
    lane = lane_of(game)
    random = Random(seed)
    row = lane.start(seats, seed)
    state = game.start(seats, seed).state
    decision = 0
    try:
        while True:
            _same_state(lane, state, row)
            actors = game.actors(state)
            if not actors:
                break
            if lane.actor(row) != actors[0]:
                raise Differ("who decides", actors, lane.actor(row))
            seat = random.choice(actors)
            legal, codes = same_actions(lane, state, row, seat, random)
            chosen = choose(legal, random)
            lane.perform(row, seat, codes[chosen])
            state = game.perform(state, seat, legal[chosen]).state
            decision += 1
        same_score(lane.score_of(game.outcome(state)), lane.score(row))
    except Differ as differ:
        place = game.board_id, game.edition, seats, seed, decision
        return decision, Difference(*place, differ.what, differ.core, differ.lane)
    return decision, None


def _same_state(lane: LaneGame, state: Any, row: Row) -> None:
    mine = lane.state(row)
    if mine != state:
        fields = [name for name, a, b in zip(state._fields, state, mine, strict=True) if a != b]
        raise Differ(f"the states differ in {', '.join(fields)}", tuple(state), tuple(mine))
    if lane.state(lane.row(state)) != state:
        raise Differ("the state is another one after a way there and back", tuple(state), "")


def same_actions(
    lane: LaneGame, state: Any, row: Row, seat: Seat, random: Random, most: int = MAX_COMPARED
) -> tuple[Sequence[Action], Sequence[int]]:
    """Compare what may be done, and give it; of a great many settlements a sample, in its order."""
    legal, codes = lane.game.legal(state, seat), lane.legal(row, seat)
    if len(legal) != len(codes):
        raise Differ("the legal actions differ", f"{len(legal)} in {tuple(state)}", len(codes))
    if len(legal) > most:
        places = sorted({0, *random.sample(range(len(legal)), most), len(legal) - 1})
        legal, codes = [legal[i] for i in places], [codes[i] for i in places]
    legal, codes = list(legal), list(codes)
    mine = [lane.action(state, seat, code) for code in codes]
    if mine != legal:
        only_core = [action for action in legal if action not in mine][:SHOWN]
        only_lane = [action for action in mine if action not in legal][:SHOWN]
        told = "the legal actions differ" if only_core or only_lane else "the legal actions stand in another order"
        raise Differ(told, f"only here: {only_core} in {tuple(state)}", f"only here: {only_lane}")
    back = [lane.code(state, seat, action) for action in legal]
    if back != codes:
        raise Differ("the codes of the same actions differ", back, codes)
    return legal, codes


def same_score(theirs: Any, mine: Any) -> None:
    fields = [name for name in mine.dtype.names if (theirs[name] != mine[name]).any()]
    if fields:
        core, lane = ({name: record[name].tolist() for name in fields} for record in (theirs, mine))
        raise Differ(f"the scores differ in {', '.join(fields)}", core, lane)
