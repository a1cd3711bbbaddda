"""Reading records from files: one JSON document, or one record a line, with every fault and its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from branchline.core.game import Options
from branchline.core.ids import Seat
from branchline.core.rng import KEY_SIZE, Seed
from branchline.data.faults import Fault, Faulty, did_you_mean, shown
from branchline.notation.json.forms import Json
from branchline.notation.records.record import FORMAT, Record, RecordedAction, checksum_of
from branchline.notation.records.seed_text import read_seed

MAX_CHARACTERS: Final = 4_000_000
MAX_SEATS: Final = 9
MAX_ACTIONS: Final = 100_000
MAX_NAME: Final = 80
FIRST_REVISION: Final = 1
"""The rules of records from before records named their revision."""

KNOWN: Final = (
    "format",
    "branchline",
    "revision",
    "game",
    "board",
    "edition",
    "digest",
    "options",
    "seats",
    "seed",
    "board_file",
    "notes",
    "actions",
    "finished",
    "outcome",
    "checksum",
)


def read_records(path: Path) -> Iterator[Record]:
    """Every record of a file. A file with many has one in each line, so the first line is a record by itself."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            first = file.readline(MAX_CHARACTERS + 1)
            if not _is_whole(first):
                yield read_record(first + file.read(MAX_CHARACTERS + 1), path.name)
                return
            yield read_record(first, f"{path.name}: line 1")
            for number, line in enumerate(file, 2):
                if line.strip():
                    yield read_record(line, f"{path.name}: line {number}")
    except OSError as error:
        raise Faulty([Fault(str(path), f"cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise Faulty([Fault(str(path), "is not text in UTF-8")]) from None


def _is_whole(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def read_record(text: str, place: str) -> Record:
    """The record that a text is, or `Faulty` with everything that is wrong. Whether it replays is `replay`'s to say."""
    if len(text) > MAX_CHARACTERS:
        raise Faulty([Fault(place, f"is longer than {MAX_CHARACTERS:,} characters, too long for a record")])
    try:
        data = json.loads(text)
    except RecursionError:
        raise Faulty([Fault(place, "has brackets in brackets in brackets, too deep to read")]) from None
    except ValueError as error:
        raise Faulty([Fault(place, f"is not JSON: {error}")]) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        found = shown(data.get("format")) if isinstance(data, dict) else shown(data)
        raise Faulty([Fault(place, f"is not a record: the format should be '{FORMAT}', not {found}")])
    reading = _RecordReading(data, place)
    record = reading.record()
    if reading.faults:
        raise Faulty(reading.faults)
    return record


class _RecordReading:
    """A record while it is read: what is wrong is noted, and reading goes on, so that all is told at once."""

    def __init__(self, data: dict[str, Json], place: str) -> None:
        self.data = data
        self.place = place
        self.faults: list[Fault] = []

    def record(self) -> Record:
        for name in self.data:
            if name not in KNOWN:
                self.fault(name, f"has no place in a record{did_you_mean(name, KNOWN)}")
        seats = self.seats()
        return Record(
            game=self.text("game"),
            board=self.text("board", self.data.get("game")),
            edition=self.text("edition"),
            digest=self.text("digest"),
            seats=seats,
            seed=self.seed(),
            actions=self.actions(len(seats)),
            outcome=self.outcome(),
            options=self.options(len(seats)),
            version=self.text("branchline", "unknown"),
            revision=self.revision(),
            notes=self.object("notes"),
            board_file=self.board_file(),
            checksum=self.checksum(),
        )

    def fault(self, where: str, message: str) -> None:
        self.faults.append(Fault(f"{self.place}: {where}", message))

    def text(self, name: str, default: Json = None) -> str:
        value = self.data.get(name, default)
        if isinstance(value, str):
            return value
        self.fault(name, "is missing" if value is None else f"{shown(value)} is not a text")
        return ""

    def object(self, name: str) -> dict[str, Any]:
        value = self.data.get(name, {})
        if isinstance(value, dict):
            return value
        self.fault(name, f"{shown(value)} is not an object")
        return {}

    def list(self, name: str) -> list[Json]:
        value = self.data.get(name)
        if isinstance(value, list):
            return value
        self.fault(name, "is missing" if value is None else f"{shown(value)} is not a list")
        return []

    def seats(self) -> tuple[str, ...]:
        names = self.list("seats")
        if not all(isinstance(name, str) and 0 < len(name) <= MAX_NAME for name in names):
            self.fault("seats", f"every seat needs a name of at most {MAX_NAME} characters")
        if len(names) > MAX_SEATS:
            self.fault("seats", f"{len(names)} seats are too many")
        return tuple(map(str, names))

    def seed(self) -> Seed:
        value = self.data.get("seed")
        seed = read_seed(value) if isinstance(value, str) else None
        if seed is not None:
            return seed
        wanted = f"a number written as a text, nor 'key:' with {2 * KEY_SIZE} hexadecimal digits"
        self.fault("seed", "is missing" if value is None else f"{shown(value)} is not {wanted}")
        return 0

    def board_file(self) -> str:
        text = self.text("board_file", "")
        if "board_file" in self.data and not text.strip():
            self.fault("board_file", "is empty; the record of a game on a board of the package has none")
        return text

    def revision(self) -> int:
        value = self.data.get("revision", FIRST_REVISION)
        if type(value) is int and value >= FIRST_REVISION:
            return value
        self.fault("revision", f"{shown(value)} is not the number of a revision of the rules")
        return FIRST_REVISION

    def options(self, seats: int) -> Options:
        given = self.object("options")
        for name in given:
            if name not in ("first", "open_stacks"):
                self.fault(f"options: {name}", f"unknown option{did_you_mean(name, ('first', 'open_stacks'))}")
        first, open_stacks = given.get("first"), given.get("open_stacks", False)
        if first is not None and not self.is_seat(first, seats):
            self.fault("options: first", f"{shown(first)} is not a seat")
            first = None
        if not isinstance(open_stacks, bool):
            self.fault("options: open_stacks", f"{shown(open_stacks)} is not true or false")
        return Options(first=first, open_stacks=bool(open_stacks))

    def actions(self, seats: int) -> tuple[RecordedAction, ...]:
        found = []
        entries = self.list("actions")
        if len(entries) > MAX_ACTIONS:
            self.fault("actions", f"{len(entries):,} actions are too many")
            return ()
        for number, entry in enumerate(entries, 1):
            if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[1], str | dict):
                self.fault(f"action {number}", f"{shown(entry)} is not a seat with an action")
            elif not self.is_seat(entry[0], seats):
                self.fault(f"action {number}", f"{shown(entry[0])} is not a seat")
            else:
                found.append(RecordedAction(Seat(entry[0]), entry[1]))
        return tuple(found)

    def is_seat(self, value: Json, seats: int) -> bool:
        return type(value) is int and 0 <= value < seats

    def outcome(self) -> Json:
        value = self.data.get("outcome")
        if value is not None and not isinstance(value, dict):
            self.fault("outcome", f"{shown(value)} is not an object")
        finished = self.data.get("finished", value is not None)
        if finished is not (value is not None):
            said = "has an outcome" if value is not None else "has no outcome: its end is missing"
            self.fault("finished", f"is {shown(finished)}, but the record {said}")
        return value

    def checksum(self) -> str | None:
        value = self.data.get("checksum")
        if value is None:
            return None
        if value != checksum_of(self.data):
            self.fault("checksum", "does not fit: something in the record was changed after it was written")
        return str(value)
