"""Settlements in the lane: as many as in the core, in the same order, also for those who hoard."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.phases import Settlement
from branchline.core.states.card_state import CardState
from branchline.games import load_game
from branchline.lane.engine import lane_of


def at_the_settlement(game: AnyGame, stack: tuple[int, ...], tickets: int) -> CardState:
    """A table at which the first seat has this stack and these tickets, and all have to settle."""
    state: CardState = game.start(2, 1).state
    hoarder = state.players[0]._replace(stack=stack, tickets=tickets)
    return state._replace(phase=Settlement((None, None)), players=(hoarder, state.players[1]), turns_left=0)


@pytest.mark.parametrize("seed", range(25))
def test_any_stack_pays_for_the_same_choices(seed: int) -> None:
    random = Random(seed)
    game = load_game("cards")
    lane = lane_of(game)
    tickets = sum(1 << ticket for ticket in random.sample(range(46), random.randint(0, 14)))
    stack = (*(random.randint(0, 4) for _ in range(8)), random.randint(0, 5))
    state = at_the_settlement(game, stack, tickets)
    legal, codes = game.legal(state, Seat(0)), lane.legal(lane.row(state), 0)
    assert len(legal) == len(codes) >= 1
    for i in {0, *random.choices(range(len(legal)), k=60), len(legal) - 1}:
        assert lane.action(state, 0, codes[i]) == legal[i], (seed, i)


def test_who_hoards_is_offered_what_the_core_offers() -> None:
    game = load_game("cards")
    lane = lane_of(game)
    state = at_the_settlement(game, (10,) * 8 + (9,), (1 << 46) - 1)
    legal, codes = game.legal(state, Seat(0)), lane.legal(lane.row(state), 0)
    assert len(legal) == len(codes)
    assert lane.action(state, 0, codes[0]) == legal[0]
    assert lane.action(state, 0, codes[-1]) == legal[-1]
