"""Play a match between bots: views with memory go in, checked actions come out, faults are noted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from branchline.bots.bot import Bot
from branchline.bots.guard import Decided, Guard, Trouble
from branchline.bots.reason import Reason
from branchline.bots.registry import FALLBACK, bot_names, make_bot
from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.game import Game, Options
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import Memory, nothing_seen, remember
from branchline.core.score import Outcome

LIMIT: Final = 20.0
"""Seconds for one decision: far more than any budget, so that only a bot that hangs meets it."""


class Decision(NamedTuple):
    """One decision of a match. `seconds` is what the bot itself took, before any fallback."""

    seat: Seat
    action: Action
    seconds: float
    why: Reason | None
    trouble: Trouble | None


@dataclass(frozen=True, slots=True)
class Fault:
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
    decisions: tuple[Decision, ...]
    faults: tuple[Fault, ...]


def play(
    game: Game[Any, Any],
    bots: Sequence[Bot],
    seed: int,
    options: Options | None = None,
    *,
    limit: float | None = LIMIT,
    fallback: Bot | None = None,
) -> MatchResult:
    """Play one match, a bot in each seat. `fallback` decides where a bot crashes, hangs or answers illegally."""
    match = _Match(game, bots, seed, options or Options(), limit, fallback or _fallback(game))
    while not game.is_over(match.state):
        for seat in game.actors(match.state):
            match.decide(seat)
    return MatchResult(match.state, game.outcome(match.state), tuple(match.decisions), tuple(match.faults))


def chance_for(seed: int, seat: Seat, number: int) -> Random:
    """Chance for one decision, whatever was decided before: any decision can be asked for again by itself."""
    return Random(f"{seed} {seat} {number}")


def _fallback(game: Game[Any, Any]) -> Bot:
    return make_bot(FALLBACK if FALLBACK in bot_names(game) else "random", game)


class _Match:
    """A match being played."""

    def __init__(
        self, game: Game[Any, Any], bots: Sequence[Bot], seed: int, options: Options, limit: float | None, fallback: Bot
    ) -> None:
        self._game = game
        self._seed = seed
        self._guards = [Guard(bot, fallback, limit) for bot in bots]
        step = game.start(len(bots), seed, options)
        self.state = step.state
        self._memories = [nothing_seen(game.printed, len(bots), Seat(seat)) for seat in range(len(bots))]
        self._watch(step.events)
        self.decisions: list[Decision] = []
        self.faults: list[Fault] = []

    def decide(self, seat: Seat) -> None:
        game, state = self._game, self.state
        view = game.view(state, seat)._replace(memory=self._memories[seat])
        number = len(self.decisions)
        legal = game.legal(state, seat)
        chance = chance_for(self._seed, seat, number)
        decided = self._guards[seat].decide(
            view, legal, chance, lambda action: game.refusal(state, seat, action) is None
        )
        self._note(number, seat, decided)
        step = game.perform(state, seat, decided.action)
        self.state = step.state
        self._watch(step.events)

    def _note(self, number: int, seat: Seat, decided: Decided) -> None:
        self.decisions.append(Decision(seat, decided.action, decided.seconds, decided.why, decided.trouble))
        if decided.trouble is not None:
            name = getattr(self._guards[seat].bot, "name", "?")
            self.faults.append(Fault(number, seat, name, decided.trouble, decided.detail))

    def _watch(self, events: Sequence[Event]) -> None:
        for seat, memory in enumerate(self._memories):
            self._memories[seat] = after(memory, events)


def after(memory: Memory, events: Sequence[Event]) -> Memory:
    """What a watcher remembers once these events have happened too."""
    for event in events:
        memory = remember(memory, event.seen_by(memory.seat))
    return memory
