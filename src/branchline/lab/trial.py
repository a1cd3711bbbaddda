"""A trial: one match that a worker can play by itself, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from itertools import permutations
from typing import Any

from branchline.bots.bot import Bot, Budget
from branchline.bots.match import LIMIT, Fault, MatchResult, play
from branchline.bots.registry import make_bot, plugins
from branchline.core.printed import Printed
from branchline.games import find
from branchline.lab.isolated import Apart
from branchline.notation.records.record import Record, record_line, record_of


@dataclass(frozen=True, slots=True)
class Trial:
    """Which game, who sits where, and the seed of the deal. The same trial gives the same match on every machine."""

    game: str
    edition: str | None
    bots: tuple[str, ...]
    seed: int
    iterations: int | None = None

    @property
    def key(self) -> str:
        return f"{self.game}/{self.edition or ''}/{','.join(self.bots)}/{self.seed}/{self.iterations or ''}"


@dataclass(frozen=True, slots=True)
class Finding:
    """What the arena keeps of a match, by seat."""

    key: str
    bots: tuple[str, ...]
    seed: int
    scores: tuple[int, ...]
    tickets: tuple[int, ...]
    wins: tuple[float, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    faults: tuple[int, ...]
    troubles: tuple[str, ...]
    """The first fault of each seat in words, or nothing."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def finding_from(data: dict[str, Any]) -> Finding:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Finding(**values)


find_once = cache(find)
"""What a trial is about, read once: a worker plays many trials on the same board."""


@cache
def _bot(name: str, game: str, edition: str | None, iterations: int | None) -> Bot:
    """Bots of other packages think in processes of their own, since nobody knows what they do."""
    if name in plugins():
        return Apart(name, partial(_made, name, game, edition, iterations))
    bot, _ = _made(name, game, edition, iterations)
    return bot


@cache
def _made(name: str, game: str, edition: str | None, iterations: int | None) -> tuple[Bot, Printed]:
    played = find_once(game, edition)
    return make_bot(name, played, None if iterations is None else Budget(iterations=iterations)), played.printed


def play_trial(trial: Trial, limit: float = LIMIT) -> MatchResult:
    game = find_once(trial.game, trial.edition)
    bots = [_bot(name, trial.game, trial.edition, trial.iterations) for name in trial.bots]
    return play(game, bots, trial.seed, limit=limit)


def record_of_trial(trial: Trial, result: MatchResult) -> Record:
    """The record of a trial that was played; a seat is called by its bot and its number."""
    names = [f"{bot} {seat}" for seat, bot in enumerate(trial.bots, 1)]
    actions = [(decision.seat, decision.action) for decision in result.decisions]
    return record_of(find_once(trial.game, trial.edition), names, trial.seed, actions, result.outcome)


def run_trial(trial: Trial) -> Finding:
    """Play a trial and keep what the arena needs."""
    return finding_of(trial, play_trial(trial))


def run_recorded(trial: Trial) -> tuple[Finding, str]:
    """Play a trial, keep what the arena needs, and write the line of its record."""
    result = play_trial(trial)
    return finding_of(trial, result), record_line(record_of_trial(trial, result))


def finding_of(trial: Trial, result: MatchResult) -> Finding:
    seats = range(len(trial.bots))
    winners = result.outcome.winners
    mine = [[decision for decision in result.decisions if decision.seat == seat] for seat in seats]
    faults = [[fault for fault in result.faults if fault.seat == seat] for seat in seats]
    return Finding(
        key=trial.key,
        bots=trial.bots,
        seed=trial.seed,
        scores=tuple(sheet.total for sheet in result.outcome.sheets),
        tickets=tuple(sheet.tickets_completed for sheet in result.outcome.sheets),
        wins=tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats),
        seconds=tuple(sum(decision.seconds for decision in decisions) for decisions in mine),
        decisions=tuple(len(decisions) for decisions in mine),
        faults=tuple(map(len, faults)),
        troubles=tuple(_told(found[0]) if found else "" for found in faults),
    )


def _told(fault: Fault) -> str:
    return f"decision {fault.number}: {fault.trouble.value}{': ' if fault.detail else ''}{fault.detail}"


def seatings(lineup: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Every different way to seat these bots, each once."""
    return tuple(sorted(set(permutations(lineup))))


def paired_trials(
    game: str, edition: str | None, lineup: Sequence[str], seeds: range, iterations: int | None = None
) -> Iterator[list[Trial]]:
    """For each deal, the same seed with all seatings: luck of the deal falls on everybody alike."""
    for seed in seeds:
        yield [Trial(game, edition, seating, seed, iterations) for seating in seatings(lineup)]
