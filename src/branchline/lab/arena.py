"""The arena: contests of paired deals, kept on disk so that a run that was stopped can go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from branchline.lab.compiled import are_compiled, compiled_results
from branchline.lab.executor import Executor, recorded
from branchline.lab.game_spec import (
    GameResult,
    GameSpec,
    paired_games,
    play_for_result,
    play_for_result_and_record,
    result_from_json,
)
from branchline.lab.standings import is_settled, look_number

LINE_START: Final = '{"key": '
"""How every line of a ledger begins."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what, for how many deals. `until_settled` stops once every share clearly differs from a fair one."""

    game: str
    edition: str | None
    lineup: tuple[str, ...]
    deals: int
    seed: int = 1
    until_settled: bool = False
    iterations: int | None = None

    def games(self) -> Iterator[list[GameSpec]]:
        seeds = range(self.seed, self.seed + self.deals)
        return paired_games(self.game, self.edition, self.lineup, seeds, self.iterations)


def lineup_of(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """The named bots; the last one fills the seats that are left."""
    return (*bots, *[bots[-1]] * (players - len(bots)))


def play_contest(
    contest: Contest,
    executor: Executor,
    ledger: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
    note: Callable[[str], object] | None = None,
) -> list[GameResult]:
    """Play a contest. What a ledger holds already is not played again; what is played is added to it at once.

    `note` is given the line of the record of each game that is played. Without it, compiled players play in the lane.
    """
    known = read_ledger(ledger)
    results: list[GameResult] = []
    new = (spec for block in contest.games() for spec in block if spec.key not in known)
    if note is None and are_compiled(contest.lineup):
        fresh = compiled_results(new, executor.threads)
    elif note is None:
        fresh = executor.map(play_for_result, new)
    else:
        fresh = recorded(executor, play_for_result_and_record, new, note)
    for blocks, block in enumerate(contest.games(), start=1):
        results += [known[spec.key] if spec.key in known else _kept(next(fresh), ledger) for spec in block]
        progress(blocks)
        look = look_number(blocks) if contest.until_settled else None
        if look is not None and is_settled(results, look):
            break
    return results


class NotALedger(ValueError):
    """A file with something else in it: results must not be mixed into it."""


def read_ledger(ledger: Path | None) -> dict[str, GameResult]:
    """The results in a ledger, by key. A last line that was cut off is left out, so that its game is played again."""
    found: dict[str, GameResult] = {}
    if ledger is None or not ledger.exists():
        return found
    text = ledger.read_text("utf-8", errors="replace")
    if not text.startswith(LINE_START[: len(text)]):
        raise NotALedger(f"{ledger}: this is no ledger of the arena; name another file")
    if text and not text.endswith("\n"):
        with ledger.open("a", encoding="utf-8") as file:
            file.write("\n")
    for line in text.splitlines():
        try:
            result = result_from_json(json.loads(line))
        except (json.JSONDecodeError, TypeError, AttributeError):
            continue
        found[result.key] = result
    return found


def _kept(result: GameResult, ledger: Path | None) -> GameResult:
    if ledger is not None:
        ledger.parent.mkdir(parents=True, exist_ok=True)
        with ledger.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result.as_json()) + "\n")
    return result
