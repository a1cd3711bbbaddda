"""The moves that come into question in a decision: what was played, and what the compiled planner thinks of."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Final

from branchline.bots.bot import Decision
from branchline.bots.compiled import CompiledBot
from branchline.bots.reason import because
from branchline.core.actions import (
    Action,
    BuildHarbor,
    BuildStation,
    ClaimRoute,
    DrawFaceUp,
    KeepTickets,
    SettleTickets,
)

MAX_IDEAS: Final = 6
"""The planner's ideas that are tried, the best first; besides them the best one of each other kind of action."""


class Candidates:
    """`moves[0]` is what was played; `planned` is the place of what the planner would have done."""

    def __init__(self, light: CompiledBot, view: Any, played: Action, legal: Sequence[Action], rng: Random) -> None:
        ideas = _ideas(light, view, legal, rng)
        same = _exactly(view, played)
        self.moves = [Decision(played), *(idea for idea in ideas if _exactly(view, idea.action) != same)]
        self.planned = 0
        if ideas and _exactly(view, ideas[0].action) != same:
            self.planned = 1
        for idea in ideas:
            if _exactly(view, idea.action) == same:
                self.moves[0] = Decision(played, idea.reason)

    def codes(self, light: CompiledBot, view: Any) -> list[int]:
        return [light.code(view, move.action) for move in self.moves]


def _ideas(light: CompiledBot, view: Any, legal: Sequence[Action], rng: Random) -> list[Decision]:
    """The planner's ideas, the one that it would follow first; of each sort one."""
    if isinstance(legal[0], SettleTickets):
        return [Decision(legal[0], because("best-settlement"))]
    found: dict[Hashable, Decision] = {}
    kinds: set[type[Action]] = set()
    for idea in light.ideas(view, rng):
        kind = type(idea.action)
        if len(found) < MAX_IDEAS or kind not in kinds:
            found.setdefault(sort_of(view, idea.action), idea)
            kinds.add(kind)
    return list(found.values())


def sort_of(view: Any, action: Action) -> Hashable:
    """Actions of one sort are tried only once: the same route with other cards, the same card in another place."""
    match action:
        case ClaimRoute(what) | BuildStation(what) | BuildHarbor(what):
            return type(action), what
        case DrawFaceUp(slot, refill):
            return type(action), view.display[slot], refill
        case KeepTickets(kept):
            return type(action), frozenset(kept)
        case _:
            return action


def _exactly(view: Any, action: Action) -> Hashable:
    """With which cards something was paid for is a part of what was played."""
    return action if isinstance(action, ClaimRoute | BuildStation | BuildHarbor) else sort_of(view, action)
