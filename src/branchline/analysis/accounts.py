"""Luck and skill apart: what decisions brought, those of the seat and of its rivals, and what is left for the cards.

The chances at the start and the result at the end are known. A decision brings what the move that was played is worth
above the one that the planner would have made, since planners play all games out that the chances come from; whatever
these steps do not explain came from chance. Its mean over many games is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot

from branchline.analysis.findings import Estimate, SeatAccount, Worth, estimate
from branchline.analysis.judge import Gain, Judged
from branchline.analysis.racing import trust_in

COSTLIEST = 5


def account(
    seat: int, judged: Mapping[int, Judged], start: Worth, end: Worth, *, with_rivals: bool, decisions: int
) -> SeatAccount:
    """The account of one seat; `judged` has the decisions of everybody who was analyzed, by number."""
    own = [each for each in judged.values() if each.view.seat == seat]
    others = [each for each in judged.values() if each.view.seat != seat]
    mine = _sum([each.told(0, each.candidates.planned) for each in own if each.candidates.planned], seat)
    theirs = _sum([each.told(0, each.candidates.planned) for each in others if each.candidates.planned], seat)
    lost = _sum([each.told(each.better, 0) for each in own if each.better], seat)
    known = [start, mine, theirs] if with_rivals else [start, mine]
    return SeatAccount(
        seat=seat,
        start=start,
        end=end,
        luck=Worth(
            _rest(end.win, [part.win for part in known]),
            _rest(end.margin, [part.margin for part in known]),
        ),
        own=mine,
        rivals=theirs if with_rivals else None,
        lost=lost,
        decisions=decisions,
        costliest=costliest(judged, seat, COSTLIEST, likely_cost),
    )


def costliest(judged: Mapping[int, Judged], seat: int, most: int, cost: Callable[[Judged], float]) -> list[int]:
    """The numbers of the decisions that seem to have cost a seat most, the costliest first."""
    costs = {number: cost(each) for number, each in judged.items() if each.view.seat == seat}
    found = sorted((number for number in costs if costs[number] > 0), key=lambda number: -costs[number])
    return found[:most]


def likely_cost(judged: Judged) -> float:
    """What a decision has probably cost, in points: a large difference with a large error is mostly error."""
    if not judged.better:
        return 0.0
    lead = judged.compared(judged.better, 0).lead
    seat = judged.view.seat
    return float(lead.mean[seat] * trust_in(lead.error[seat]))


def possible_cost(judged: Judged) -> float:
    """What a decision may well have cost: those of which little is known yet are worth another look."""
    if not judged.better:
        return 0.0
    lead = judged.suspected(judged.better, 0).lead
    return float(lead.mean[judged.view.seat] + lead.error[judged.view.seat])


def worth_of(difference: Gain, seat: int) -> Worth:
    """What a difference is worth to a seat."""
    return Worth(
        estimate(difference.win.mean[seat], difference.win.error[seat]),
        estimate(difference.margin.mean[seat], difference.margin.error[seat]),
    )


def _sum(differences: Sequence[Gain], seat: int) -> Worth:
    parts = [worth_of(each, seat) for each in differences]
    return Worth(_total([part.win for part in parts]), _total([part.margin for part in parts]))


def _total(parts: Sequence[Estimate]) -> Estimate:
    return estimate(sum(part.mean for part in parts), hypot(*(part.error for part in parts)))


def _rest(end: Estimate, parts: Sequence[Estimate]) -> Estimate:
    known = _total(parts)
    return estimate(end.mean - known.mean, hypot(end.error, known.error))
