"""What is mutated, and which tests ought to notice."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]


class Area(NamedTuple):
    """Modules, as folders and files below src/branchline, and the tests of them, as folders and files below tests."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


def _in(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/test_{name}.py" for name in names)


_ROOM: Final = _in(
    "server",
    "board_identity", "fairness", "guides", "hints", "holding", "play_on", "playing", "resigning", "seating",
    "table_talk", "text", "time",
) + _in("store", "old_tables")  # fmt: skip
_OPTIMIZERS: Final = _in(
    "core", "best_settlement", "borrowing", "longest_path", "score", "settlement_choices", "tour", "work"
)  # fmt: skip
_ENDS: Final = _in(
    "rulebook",
    "cards_end", "cards_scoring", "europe_end", "europe_stations", "longest_path", "tickets", "usa", "world_end",
    "world_harbors", "world_tours",
)  # fmt: skip

# What stands under an earlier name is not mutated again under a later one. Of the tests only those that are quick and
# about the area are asked: whole games, other processes and browsers would kill more, and cost a hundred times as much.
AREAS: Final[dict[str, Area]] = {
    "fairness": Area(
        ("core/rng.py", "server/room/fairness.py", "notation/records/replay.py", "notation/records/seed_text.py"),
        ("fairness", *_in("core", "rng"), *_in("notation", "record"), *_in("server", "fairness")),
    ),
    "scoring": Area(
        ("rules/board/scoring.py", "rules/cards/scoring.py", "core/score.py", "core/optimize"),
        (*_OPTIMIZERS, *_ENDS, *_in("notation", "scorecard")),
    ),
    "views": Area(
        ("core/views", "core/events.py", "server/views"),
        (
            *_in("games", "secrets", "views"),
            *_in("notation", "prose"),
            *_in("server", "choices", "history", "schema", "secrets", "table_view"),
            *_ROOM,
        ),
    ),
    "rules": Area(("rules",), ("rulebook", *_in("games", "legality", "needs", "audit"))),
    "room": Area(("server/room",), _ROOM),
}


def sources(area: str) -> list[Path]:
    """The modules of an area."""
    taken: set[Path] = set()
    for name, each in AREAS.items():
        found = _files(ROOT / "src" / "branchline", each.modules, "*.py") - taken
        if name == area:
            return sorted(found)
        taken |= found
    raise ValueError(f"there is no area {area}")


def files_of_tests(area: str) -> list[Path]:
    """The files of tests of an area."""
    return sorted(_files(ROOT / "tests", AREAS[area].tests, "test_*.py"))


def _files(root: Path, places: tuple[str, ...], pattern: str) -> set[Path]:
    found = (root / place for place in places)
    return {file for place in found for file in ([place] if place.suffix else place.rglob(pattern))}
