"""The arena: paired deals until there is enough, kept on disk so that a run that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from branchline.lab.executor import Crew, recorded
from branchline.lab.standings import is_settled, look_number
from branchline.lab.trial import Finding, Trial, finding_from, paired_trials, run_recorded, run_trial

BEGINNING: Final = '{"key": '
"""How every line of a ledger begins."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what, for how many deals. `until_settled` stops early, once every share is clearly not a fair one."""

    game: str
    edition: str | None
    lineup: tuple[str, ...]
    deals: int
    seed: int = 1
    until_settled: bool = False
    iterations: int | None = None

    def trials(self) -> Iterator[list[Trial]]:
        seeds = range(self.seed, self.seed + self.deals)
        return paired_trials(self.game, self.edition, self.lineup, seeds, self.iterations)


def lineup_of(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """The named bots; the last one fills the seats that are left."""
    return (*bots, *[bots[-1]] * (players - len(bots)))


def hold(
    contest: Contest,
    crew: Crew,
    ledger: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
    note: Callable[[str], object] | None = None,
) -> list[Finding]:
    """Play a contest. What a ledger holds already is not played again; what is played is added to it at once.

    `note` is given the line of the record of each game that is played.
    """
    known = read_ledger(ledger)
    findings: list[Finding] = []
    new = (trial for block in contest.trials() for trial in block if trial.key not in known)
    fresh = crew.work(run_trial, new) if note is None else recorded(crew, run_recorded, new, note)
    for blocks, block in enumerate(contest.trials(), start=1):
        findings += [known[trial.key] if trial.key in known else _kept(next(fresh), ledger) for trial in block]
        progress(blocks)
        look = look_number(blocks) if contest.until_settled else None
        if look is not None and is_settled(findings, look):
            break
    return findings


class NoLedger(ValueError):
    """A file that something else was written to: results must not be mixed into it."""


def read_ledger(ledger: Path | None) -> dict[str, Finding]:
    """A last line that was cut off when a run was stopped is left out, and played again."""
    found: dict[str, Finding] = {}
    if ledger is None or not ledger.exists():
        return found
    text = ledger.read_text("utf-8", errors="replace")
    if not text.startswith(BEGINNING[: len(text)]):
        raise NoLedger(f"{ledger}: this is no ledger of the arena; name another file")
    if text and not text.endswith("\n"):
        with ledger.open("a", encoding="utf-8") as file:
            file.write("\n")
    for line in text.splitlines():
        try:
            finding = finding_from(json.loads(line))
        except (json.JSONDecodeError, TypeError, AttributeError):
            continue
        found[finding.key] = finding
    return found


def _kept(finding: Finding, ledger: Path | None) -> Finding:
    if ledger is not None:
        ledger.parent.mkdir(parents=True, exist_ok=True)
        with ledger.open("a", encoding="utf-8") as file:
            file.write(json.dumps(finding.as_json()) + "\n")
    return finding
