"""One game that a worker can play by itself (its specification), and what is kept of it (its result)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from itertools import permutations
from typing import Any

from branchline.bots.bot import Bot, Budget
from branchline.bots.match import DECISION_SECONDS, BotFault, MatchResult, play_match
from branchline.bots.registry import make_bot, plugins
from branchline.core.printed.contract import Printed
from branchline.games import find_game
from branchline.lab.isolated import IsolatedBot
from branchline.notation.records.record import Record, record_line, record_of


@dataclass(frozen=True, slots=True)
class GameSpec:
    """Which game, who sits where, and the seed of the deal. The same values give the same game on every machine."""

    game: str
    edition: str | None
    bots: tuple[str, ...]
    seed: int
    iterations: int | None = None

    @property
    def key(self) -> str:
        return f"{self.game}/{self.edition or ''}/{','.join(self.bots)}/{self.seed}/{self.iterations or ''}"


@dataclass(frozen=True, slots=True)
class GameResult:
    """What the arena keeps of a game, by seat."""

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
    """The first fault of each seat in words, or an empty string."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def result_from_json(data: dict[str, Any]) -> GameResult:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return GameResult(**values)


find_once = cache(find_game)
"""What a game is about, read once: a worker plays many games on the same board."""


@cache
def _bot(name: str, game: str, edition: str | None, iterations: int | None) -> Bot:
    """A bot by name; those of other packages get processes of their own, since they may do anything."""
    if name in plugins():
        return IsolatedBot(name, partial(_made, name, game, edition, iterations))
    bot, _ = _made(name, game, edition, iterations)
    return bot


@cache
def _made(name: str, game: str, edition: str | None, iterations: int | None) -> tuple[Bot, Printed]:
    played = find_once(game, edition)
    return make_bot(name, played, None if iterations is None else Budget(iterations=iterations)), played.printed


def play_game(spec: GameSpec, limit: float = DECISION_SECONDS) -> MatchResult:
    game = find_once(spec.game, spec.edition)
    bots = [_bot(name, spec.game, spec.edition, spec.iterations) for name in spec.bots]
    return play_match(game, bots, spec.seed, limit=limit)


def record_of_game(spec: GameSpec, match: MatchResult) -> Record:
    """The record of a game that was played; a seat is named by its bot and its number."""
    names = [f"{bot} {seat}" for seat, bot in enumerate(spec.bots, 1)]
    actions = [(decision.seat, decision.action) for decision in match.decisions]
    return record_of(find_once(spec.game, spec.edition), names, spec.seed, actions, match.outcome)


def play_for_result(spec: GameSpec) -> GameResult:
    """Play a game and give what the arena keeps."""
    return result_of(spec, play_game(spec))


def play_for_result_and_record(spec: GameSpec) -> tuple[GameResult, str]:
    """Play a game and give what the arena keeps, and the line of its record."""
    match = play_game(spec)
    return result_of(spec, match), record_line(record_of_game(spec, match))


def result_of(spec: GameSpec, match: MatchResult) -> GameResult:
    seats = range(len(spec.bots))
    winners = match.outcome.winners
    mine = [[decision for decision in match.decisions if decision.seat == seat] for seat in seats]
    faults = [[fault for fault in match.faults if fault.seat == seat] for seat in seats]
    return GameResult(
        key=spec.key,
        bots=spec.bots,
        seed=spec.seed,
        scores=tuple(sheet.total for sheet in match.outcome.sheets),
        tickets=tuple(sheet.tickets_completed for sheet in match.outcome.sheets),
        wins=tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats),
        seconds=tuple(sum(decision.seconds for decision in decisions) for decisions in mine),
        decisions=tuple(len(decisions) for decisions in mine),
        faults=tuple(map(len, faults)),
        troubles=tuple(_fault_text(found[0]) if found else "" for found in faults),
    )


def _fault_text(fault: BotFault) -> str:
    return f"decision {fault.number}: {fault.trouble.value}{': ' if fault.detail else ''}{fault.detail}"


def seatings(lineup: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Every different way to seat these bots, each once."""
    return tuple(sorted(set(permutations(lineup))))


def paired_games(
    game: str, edition: str | None, lineup: Sequence[str], seeds: range, iterations: int | None = None
) -> Iterator[list[GameSpec]]:
    """For each seed, a game with every seating, so that each bot gets the luck of every seat."""
    for seed in seeds:
        yield [GameSpec(game, edition, seating, seed, iterations) for seating in seatings(lineup)]
