"""Play a match between bots: each gets views with memory, its actions are checked, its faults are recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from branchline.bots.bot import Bot
from branchline.bots.guard import Guard, GuardedDecision, Trouble
from branchline.bots.reason import Reason
from branchline.bots.registry import FALLBACK, bot_names, make_bot
from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.game import AnyGame, Options
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.core.rng import Seed
from branchline.core.score import Outcome
from branchline.notation.records.seed_text import seed_text

DECISION_SECONDS: Final = 20.0
"""The limit for one decision: far more than any budget, so that only a bot that hangs meets it."""


class MatchDecision(NamedTuple):
    """One decision of a match. `seconds` is what the bot itself took, before any fallback."""

    seat: Seat
    action: Action
    seconds: float
    reason: Reason | None
    trouble: Trouble | None


@dataclass(frozen=True, slots=True)
class BotFault:
    """A decision that a bot lost to the fallback."""

    number: int
    seat: Seat
    bot: str
    trouble: Trouble
    detail: str


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match: the same for the same seed, bots and budgets in iterations, apart from the times."""

    state: Any
    outcome: Outcome
    decisions: tuple[MatchDecision, ...]
    faults: tuple[BotFault, ...]


def play_match(
    game: AnyGame,
    bots: Sequence[Bot],
    seed: Seed,
    options: Options | None = None,
    *,
    limit: float | None = DECISION_SECONDS,
    fallback: Bot | None = None,
) -> MatchResult:
    """Play one match, a bot in each seat. `fallback` decides where a bot crashes, hangs or answers illegally."""
    match = _Match(game, bots, seed, options or Options(), limit, fallback or _fallback(game))
    while not game.is_over(match.state):
        for seat in game.actors(match.state):
            match.decide(seat)
    return MatchResult(match.state, game.outcome(match.state), tuple(match.decisions), tuple(match.faults))


def decision_rng(seed: Seed, seat: Seat, number: int) -> Random:
    """The generator for one decision, independent of earlier ones: any decision can be repeated by itself."""
    return Random(f"{seed_text(seed)} {seat} {number}")


def _fallback(game: AnyGame) -> Bot:
    return make_bot(FALLBACK if FALLBACK in bot_names(game) else "random", game)


class _Match:
    """A match being played."""

    def __init__(
        self, game: AnyGame, bots: Sequence[Bot], seed: Seed, options: Options, limit: float | None, fallback: Bot
    ) -> None:
        self._game = game
        self._seed = seed
        self._guards = [Guard(bot, fallback, limit) for bot in bots]
        step = game.start(len(bots), seed, options)
        self.state = step.state
        self._memories = [nothing_seen(game.printed, len(bots), Seat(seat)) for seat in range(len(bots))]
        self._remember(step.events)
        self.decisions: list[MatchDecision] = []
        self.faults: list[BotFault] = []

    def decide(self, seat: Seat) -> None:
        game, state = self._game, self.state
        view = game.view(state, seat)._replace(memory=self._memories[seat])
        number = len(self.decisions)
        legal = game.legal(state, seat)
        rng = decision_rng(self._seed, seat, number)
        decided = self._guards[seat].decide(view, legal, rng, lambda action: game.refusal(state, seat, action) is None)
        self._record(number, seat, decided)
        step = game.perform(state, seat, decided.action)
        self.state = step.state
        self._remember(step.events)

    def _record(self, number: int, seat: Seat, decided: GuardedDecision) -> None:
        self.decisions.append(MatchDecision(seat, decided.action, decided.seconds, decided.reason, decided.trouble))
        if decided.trouble is not None:
            name = getattr(self._guards[seat].bot, "name", "?")
            self.faults.append(BotFault(number, seat, name, decided.trouble, decided.detail))

    def _remember(self, events: Sequence[Event]) -> None:
        for seat, memory in enumerate(self._memories):
            self._memories[seat] = remember_all(memory, events)
