"""What was really kept, by which process and at which true time: seen from outside, where nobody can be mistaken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from branchline.server.room import facts
from branchline.server.store.contract import LogEntry
from tests.server.simulation.clock import true_time


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry, who wrote it and when; `driver` is the process that held the table's lease at that moment."""

    process: str
    at: float
    entry: LogEntry
    fact: facts.Fact
    driver: str | None


Watcher = Callable[[str, facts.Fact], None]


@dataclass
class Journal:
    """`watch` is called with every fact as it is kept, before anybody is answered."""

    kept: list[Kept] = field(default_factory=list)
    commits: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    versions: dict[str, int] = field(default_factory=dict)
    watch: Watcher = lambda process, fact: None

    def write(self, process: str, entries: list[LogEntry], driver: Callable[[str], str | None]) -> None:
        self.commits += 1
        before = len(self.kept)
        for entry in entries:
            self.versions[entry.table] = entry.seq
            try:
                fact = facts.read(entry.body)
            except msgspec.ValidationError:
                continue  # What a test has spoilt on purpose.
            holder = driver(entry.table) if is_of_the_driver(fact) else None
            self.kept.append(Kept(process, true_time(), entry, fact, holder))
            self.moves[entry.table] += isinstance(fact, facts.Played)
        for each in self.kept[before:]:
            self.watch(process, each.fact)

    def of(self, table: str) -> list[Kept]:
        return [each for each in self.kept if each.entry.table == table]


def is_of_the_driver(fact: facts.Fact) -> bool:
    """Whether only the process that drives a table does such a thing: moves of bots, and what time brings about."""
    match fact:
        case facts.Played(by=by):
            return by != "person"
        case facts.Away(why=why):
            return why in ("time", "absent")
        case facts.Resumed():
            return True
        case _:
            return False
