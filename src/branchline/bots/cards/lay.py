"""Which cards the planner of the Card Game would lay: rows, robberies and threes, each with what it gains."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from branchline.bots.cards.plan import CardPlan
from branchline.bots.reason import Reason, because
from branchline.core.actions import LayRow, LayThree
from branchline.core.card_state import Row
from branchline.core.ids import Color

FEW = 5
"""Colors among which threes are tried."""


class Laying(NamedTuple):
    """A play into the yard, its gain over a turn without any, and the reason."""

    action: LayRow | LayThree
    gain: float
    why: Reason


def layings(plan: CardPlan, idle: float) -> Iterator[Laying]:
    """Every play worth a thought. `idle` is what the position is worth with nothing done."""
    yield from _rows(plan, idle)
    yield from _threes(plan, idle)


def _rows(plan: CardPlan, idle: float) -> Iterator[Laying]:
    sight, taste = plan.sight, plan.taste
    for color, row in enumerate(sight.yards):
        held = sight.hand[color]
        if not held or (row is not None and row.seat == sight.seat):
            continue
        robbed = 0 if row is None else row.size
        least = max(sight.cardset.rules.least_row, robbed + 1)
        for wilds in range(sight.hand[-1] + 1):
            if held + wilds < least or wilds > max(2, least - held):
                continue
            hand = list(sight.hand)
            hand[color] -= held
            hand[-1] -= wilds
            rows = list(sight.yards)
            rows[color] = Row(sight.seat, held, wilds)
            gain = plan.worth(tuple(hand), rows, sight.deck_size) - idle
            if row is not None:
                gain += taste.rob * robbed / (sight.seats - 1)
            yield Laying(LayRow(Color(color), held, wilds), gain, _why(color, held + wilds, row))


def _why(color: int, size: int, robbed: Row | None) -> Reason:
    if robbed is None:
        return because("lays-row", color=color, count=size)
    return because("robs", color=color, player=robbed.seat, count=robbed.size)


def _threes(plan: CardPlan, idle: float) -> Iterator[Laying]:
    sight = plan.sight
    free = [color for color in sight.colors if sight.hand[color] and sight.yards[color] is None]
    free = sorted(free, key=lambda color: sight.hand[color])[:FEW]
    for three in combinations(sorted(free), 3):
        hand = list(sight.hand)
        rows = list(sight.yards)
        for color in three:
            hand[color] -= 1
            rows[color] = Row(sight.seat, 1, 0)
        gain = plan.worth(tuple(hand), rows, sight.deck_size) - idle
        colors = (Color(three[0]), Color(three[1]), Color(three[2]))
        yield Laying(LayThree(colors), gain, because("lays-three"))
