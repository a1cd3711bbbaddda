"""The best move of a puzzle against every other legal one, also those that no player thinks of."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import inf
from random import Random
from typing import Any, Final

from branchline.analysis.candidates import sort_of
from branchline.analysis.judge import Judge, leads
from branchline.core.actions import Action, SettleTickets

FAR: Final = 15.0
"""Points behind the best move that make a move hopeless after the first worlds."""
STAGES: Final = ((12, inf), (48, FAR), (256, 8.0))
"""All moves are tried in so many worlds, and those that are not further behind than so many points in so many more:
few worlds among many moves would always find one that seems ahead by chance."""
AT_ONCE: Final = 16
"""Moves that are played out at a time, which keeps the memory small."""


def other_moves(view: Any, legal: Sequence[Action], known: Iterable[Action]) -> list[Action]:
    """One legal action of every sort that is not among those known; of settlements the first is the best by rule."""
    if isinstance(legal[0], SettleTickets):
        return []
    seen: set[Hashable] = {sort_of(view, action) for action in known}
    others = []
    for action in legal:
        sort = sort_of(view, action)
        if sort not in seen:
            seen.add(sort)
            others.append(action)
    return others


def least_lead(judge: Judge, view: Any, best: Action, others: Sequence[Action], seed: str) -> float:
    """By how many points the best move is ahead of the nearest of the others; none of them is further than `FAR`."""
    first, found = Random(seed).getrandbits(48), dict.fromkeys(others, FAR)
    for worlds, farthest in STAGES:
        near = [action for action, lead in found.items() if lead <= farthest]
        found = _leads_over(judge, view, best, near, range(first, first + worlds))
        first += 2 * worlds
    return min(found.values(), default=FAR)


def _leads_over(judge: Judge, view: Any, best: Action, others: Sequence[Action], seeds: range) -> dict[Action, float]:
    """The points by which the best move is ahead of each of the others, in the same worlds for all."""
    imagined = judge.playouts.imagination(view).worlds(seeds)
    chances = range(seeds.stop, seeds.stop + len(seeds))
    found: dict[Action, float] = {}
    for start in range(0, len(others), AT_ONCE):
        some = others[start : start + AT_ONCE]
        codes = [judge.light.code(view, action) for action in (best, *some)]
        values = leads(judge.playouts.after(imagined, view.seat, codes, chances))[:, :, view.seat].mean(axis=1)
        found |= dict(zip(some, (values[0] - values[1:]).tolist(), strict=True))
    return found
