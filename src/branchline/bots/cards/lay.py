"""What the planner of the Card Game may play into the yard: rows, robberies and threes, each with its gain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from branchline.bots.cards.plan import CardPlan
from branchline.bots.move import Move
from branchline.bots.reason import Reason, because
from branchline.core.actions import LayRow, LayThree
from branchline.core.ids import Color
from branchline.core.states.card_state import Row

MAX_COLORS = 5
"""Colors among which threes are tried."""


def lay_moves(plan: CardPlan, idle: float) -> Iterator[Move]:
    """Every play that is compared. `idle` is the value of the position with nothing done."""
    yield from _rows(plan, idle)
    yield from _threes(plan, idle)


def _rows(plan: CardPlan, idle: float) -> Iterator[Move]:
    position, weights = plan.position, plan.weights
    for color, row in enumerate(position.yards):
        held = position.hand[color]
        if not held or (row is not None and row.seat == position.seat):
            continue
        robbed = 0 if row is None else row.size
        least = max(position.cardset.rules.least_row, robbed + 1)
        for wilds in range(position.hand[-1] + 1):
            if held + wilds < least or wilds > max(2, least - held):
                continue
            hand = list(position.hand)
            hand[color] -= held
            hand[-1] -= wilds
            rows = list(position.yards)
            rows[color] = Row(position.seat, held, wilds)
            gain = plan.value(tuple(hand), rows, position.deck_size) - idle
            if row is not None:
                gain += weights.robbed_card * robbed / (position.seats - 1)
            yield Move(LayRow(Color(color), held, wilds), _reason(color, held + wilds, row), gain)


def _reason(color: int, size: int, robbed: Row | None) -> Reason:
    if robbed is None:
        return because("lays-row", color=color, count=size)
    return because("robs", color=color, player=robbed.seat, count=robbed.size)


def _threes(plan: CardPlan, idle: float) -> Iterator[Move]:
    position = plan.position
    free = [color for color in position.colors if position.hand[color] and position.yards[color] is None]
    free = sorted(free, key=lambda color: position.hand[color])[:MAX_COLORS]
    for three in combinations(sorted(free), 3):
        hand = list(position.hand)
        rows = list(position.yards)
        for color in three:
            hand[color] -= 1
            rows[color] = Row(position.seat, 1, 0)
        gain = plan.value(tuple(hand), rows, position.deck_size) - idle
        colors = (Color(three[0]), Color(three[1]), Color(three[2]))
        yield Move(LayThree(colors), because("lays-three"), gain)
