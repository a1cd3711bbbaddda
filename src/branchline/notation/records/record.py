"""A whole game written down: who played what with which seed, every action, and how it was scored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from branchline import __version__
from branchline.core.actions import Action
from branchline.core.game import AnyGame, Options
from branchline.core.ids import Seat
from branchline.core.printed.board import Board
from branchline.core.revision import RULES_REVISION
from branchline.core.rng import Seed
from branchline.core.score import Outcome
from branchline.notation.json.codec import to_json
from branchline.notation.json.forms import Json
from branchline.notation.records.seed_text import seed_text
from branchline.notation.typed.text import action_text

FORMAT: Final = "branchline record 1"
SUFFIX: Final = ".branchline.json"

Written: TypeAlias = str | Mapping[str, Json]
"""An action in its text form or in its JSON form."""


class RecordedAction(NamedTuple):
    """One decision: who made it, and what it was."""

    seat: Seat
    action: Written


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that is needed to play a game again, and to check that it comes out the same."""

    game: str
    board: str
    edition: str
    digest: str
    seats: tuple[str, ...]
    seed: Seed
    actions: tuple[RecordedAction, ...]
    outcome: Json = None
    options: Options = field(default_factory=Options)
    version: str = __version__
    revision: int = RULES_REVISION
    notes: Mapping[str, Json] = field(default_factory=dict)
    board_file: str = ""
    """The text of the board's file, where it is somebody's own; empty for a board of the package."""
    checksum: str | None = field(default=None, compare=False)
    """As it was read; None in older records and in those that are not written yet."""


def record_of(
    game: AnyGame,
    seats: Sequence[str],
    seed: Seed,
    actions: Sequence[tuple[Seat, Action]],
    outcome: Outcome | None,
    options: Options | None = None,
) -> Record:
    """Write down a game that was just played; without an outcome, one that is still going on."""
    return Record(
        game=game.name,
        board=game.board_id,
        edition=game.edition,
        digest=game.digest,
        seats=tuple(seats),
        seed=seed,
        actions=tuple(RecordedAction(seat, action_text(game, action)) for seat, action in actions),
        outcome=None if outcome is None else outcome_json(game, outcome),
        options=options or Options(),
        board_file=game.printed.text if isinstance(game.printed, Board) else "",
    )


def outcome_json(game: AnyGame, outcome: Outcome) -> Json:
    """The score sheets with their totals; of a line only what it has."""
    return to_json(game.printed, outcome)


def header_json(record: Record) -> dict[str, Json]:
    """All but the actions and the outcome."""
    notes = {"notes": record.notes} if record.notes else {}
    board_file = {"board_file": record.board_file} if record.board_file else {}
    return {
        "format": FORMAT,
        "branchline": record.version,
        "revision": record.revision,
        "game": record.game,
        "board": record.board,
        "edition": record.edition,
        "digest": record.digest,
        "options": {"first": record.options.first, "open_stacks": record.options.open_stacks},
        "seats": list(record.seats),
        "seed": seed_text(record.seed),
        **board_file,
        **notes,
    }


def checksum_of(content: Mapping[str, Json]) -> str:
    """The SHA-256 of all that a record says, its checksum left out: keys sorted, no spaces, UTF-8."""
    said = {name: value for name, value in content.items() if name != "checksum"}
    canonical = json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _content(record: Record) -> dict[str, Json]:
    """All that a record says, but for its checksum."""
    actions = [list(entry) for entry in record.actions]
    ending = {"finished": record.outcome is not None, "outcome": record.outcome}
    return header_json(record) | {"actions": actions} | ending


def record_line(record: Record) -> str:
    """The record in one line, for files with many."""
    content = _content(record)
    return _compact(content | {"checksum": checksum_of(content)})


def record_text(record: Record) -> str:
    """The record for people to read: one line a decision, one line a line of the score."""
    head = [f"  {_compact(name)}: {_compact(value)}," for name, value in header_json(record).items()]
    actions = _rows([_compact(list(entry)) for entry in record.actions], "    ", "  ")
    tail = [
        f'  "actions": {actions},',
        f'  "finished": {_compact(record.outcome is not None)},',
        f'  "outcome": {_outcome_text(record.outcome)},',
        f'  "checksum": {_compact(checksum_of(_content(record)))}',
    ]
    return "\n".join(["{", *head, *tail, "}", ""])


def _outcome_text(outcome: Json) -> str:
    if not isinstance(outcome, dict):
        return _compact(outcome)
    parts = [
        f'"sheets": {_rows([_sheet_text(sheet) for sheet in outcome.get("sheets", [])], "      ", "    ")}',
        *(f"{_compact(name)}: {_compact(value)}" for name, value in outcome.items() if name != "sheets"),
    ]
    return "{\n    " + ",\n    ".join(parts) + "\n  }"


def _sheet_text(sheet: Json) -> str:
    lines = _rows([_compact(line) for line in sheet["lines"]], "        ", "      ")
    return f'{{"seat": {_compact(sheet["seat"])}, "total": {_compact(sheet["total"])}, "lines": {lines}}}'


def _rows(rows: Sequence[str], indent: str, outdent: str) -> str:
    return "[]" if not rows else "[\n" + ",\n".join(indent + row for row in rows) + f"\n{outdent}]"


def _compact(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False)
