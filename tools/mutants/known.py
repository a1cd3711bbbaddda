"""Mutants that no test can kill, or that nobody wants to: named in `known.toml`, each with its reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from tools.mutants.changes import Mutant


class Known(NamedTuple):
    """Mutants of one function: this change, wherever the function has it. `equivalent` ones are not counted at all."""

    path: str
    function: str
    was: str
    becomes: str
    reason: str
    equivalent: bool

    def covers(self, mutant: Mutant) -> bool:
        return (self.path, self.function, self.was, self.becomes) == (
            mutant.path,
            mutant.function,
            mutant.was,
            mutant.becomes,
        )


FILE: Final = Path(__file__).with_name("known.toml")


def known_mutants() -> list[Known]:
    with FILE.open("rb") as opened:
        tables = tomllib.load(opened)
    found = []
    for kind, is_equivalent in (("equivalent", True), ("accepted", False)):
        for each in tables.get(kind, ()):
            for becomes in each["becomes"] if isinstance(each["becomes"], list) else [each["becomes"]]:
                place = (f"src/branchline/{each['file']}", each["function"])
                found.append(Known(*place, each["was"], becomes, each["reason"], is_equivalent))
    return found


def reason_for(mutant: Mutant, known: list[Known]) -> Known | None:
    return next((each for each in known if each.covers(mutant)), None)
