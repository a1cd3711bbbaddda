"""How a bot plays for a person who is away: it takes on no tickets that the person has not asked for."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from branchline.bots.bot import Bot, Decision, decision_of
from branchline.bots.reason import because
from branchline.core.actions import Action, DrawTickets, KeepTickets
from branchline.core.game import AnyGame


def restrained(legal: Sequence[Action]) -> Sequence[Action]:
    """What a stand-in may do: it draws tickets only where nothing else is possible, and keeps as few as it must."""
    if not legal:
        return legal
    if isinstance(legal[0], KeepTickets):
        offered = [choice for choice in legal if isinstance(choice, KeepTickets)]
        least = min(len(choice.kept) for choice in offered)
        return [choice for choice in offered if len(choice.kept) == least]
    if DrawTickets() not in legal:
        return legal
    return [action for action in legal if not isinstance(action, DrawTickets)] or legal


class StandInBot:
    """Plays as `inner` does, within what a stand-in may do."""

    name = "stand-in"

    def __init__(self, inner: Bot, game: AnyGame) -> None:
        self._inner = inner
        self._points = [ticket.points for ticket in game.printed.tickets]

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action | Decision:
        allowed = restrained(legal)
        if isinstance(allowed[0], KeepTickets):
            return self._keep(view, legal, allowed, rng)
        if not isinstance(allowed[0], DrawTickets):
            view = view._replace(tickets_left=0)  # It makes no plans with tickets that it may not draw.
        return self._inner.decide(view, allowed, rng)

    def _keep(self, view: Any, legal: Sequence[Action], allowed: Sequence[Action], rng: Random) -> Decision:
        """Of the tickets that the bot would keep, those with the fewest points to lose."""
        choice = decision_of(self._inner.decide(view, legal, rng))
        if choice.action in allowed:
            return choice
        wanted = choice.action.kept if isinstance(choice.action, KeepTickets) else ()

        def rank(action: Action) -> tuple[int, int]:
            assert isinstance(action, KeepTickets)
            unwanted = sum(ticket not in wanted for ticket in action.kept)
            return unwanted, sum(self._points[ticket] for ticket in action.kept)

        best = min(allowed, key=rank)
        assert isinstance(best, KeepTickets)
        reason = because("fitting-tickets", tickets=best.kept) if best.kept else because("no-ticket-fits")
        return Decision(best, reason)
