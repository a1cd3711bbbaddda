"""A table of a TOML file that hands out checked values and notes a fault for each that is missing, wrong or unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard
from unicodedata import category

from branchline.data.faults import Fault, Place, did_you_mean, shown
from branchline.messages import LANGUAGES

MAX_NUMBER = 1000
"""No number in a game is bigger; a slip of the keyboard that is, is a fault here and not a long wait later."""
MAX_TEXT = 300
FARTHEST = 1e6
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that leave no mark on the screen."""


class TomlTable:
    """Ask for each key that the format knows, then `close`: what was never asked for is an unknown key.

    A value that is missing or wrong is noted and replaced by a harmless one, so that reading goes on and finds the
    rest. `sound` says whether that happened.
    """

    def __init__(self, values: Mapping[str, object] | None, place: str, faults: list[Fault]) -> None:
        """Take the values as parsed; None stands for a table that is missing, which is fault enough."""
        self._values = values or {}
        self._missing = values is None
        self._asked: set[str] = set()
        self._faults = faults
        self.place = place if isinstance(place, Place) else Place(place)
        self.sound = not self._missing

    def fault(self, message: str, key: str = "") -> None:
        self.sound = False
        self._faults.append(Fault(self.place, message, key))

    def has(self, key: str) -> bool:
        self._asked.add(key)
        return key in self._values

    def listed(self) -> tuple[str, ...]:
        """Give the keys that the file has here, for tables whose keys are names of the author's choice."""
        return tuple(self._values)

    def overlaid(self, changes: TomlTable) -> TomlTable:
        """Give this table with changes put over it; its faults are those of the changes."""
        return TomlTable(_merged(self._values, changes._values), changes.place, self._faults)

    def close(self) -> None:
        for key in self._values:
            if key not in self._asked:
                known = did_you_mean(key, self._asked) or f"; known here: {', '.join(sorted(self._asked))}"
                self.fault(f"unknown key '{key}'{known}", key)

    def text(self, key: str, default: str | None = None) -> str:
        if not self._present(key, default is None):
            return default or ""
        value = self._values[key]
        if isinstance(value, str) and is_line(value) and (is_visible(value) or (default == "" and not value)):
            return value
        self._wrong(key, f"a visible text in one line, of at most {MAX_TEXT} characters")
        return default or ""

    def choice(self, key: str, known: Sequence[str], default: str | None = None) -> str:
        value = self.text(key, default)
        if self.has(key) and value and value not in known:
            hint = did_you_mean(value, known)
            self.fault(f"{key} is {shown(value)}, but must be one of: {', '.join(known)}{hint}", key)
            return known[0]
        return value

    def flag(self, key: str) -> bool:
        value = self._values[key] if self._present(key, needed=False) else False
        if isinstance(value, bool):
            return value
        self._wrong(key, "true or false")
        return False

    def whole(self, key: str, default: int | None = None, least: int = 0, most: int = MAX_NUMBER) -> int:
        if not self._present(key, default is None):
            return least if default is None else default
        value = self._values[key]
        if is_whole(value, least, most):
            return value
        self._wrong(key, f"a whole number from {least} to {most}")
        return least if default is None else default

    def wholes(self, key: str, default: tuple[int, ...] | None = None, least: int = 0) -> tuple[int, ...]:
        if not self._present(key, default is None):
            return default or ()
        value = self._values[key]
        if isinstance(value, list) and value:
            numbers = tuple(item for item in value if is_whole(item, least, MAX_NUMBER))
            if len(numbers) == len(value):
                return numbers
        self._wrong(key, f"a list of whole numbers from {least} to {MAX_NUMBER}, like [4]")
        return default or ()

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        if not self._present(key, default is None):
            return default or ()
        value = self._values[key]
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._wrong(key, 'a list of texts, like ["a", "b"]')
        return default or ()

    def flag_or_texts(self, key: str) -> bool | tuple[str, ...]:
        return self.texts(key, ()) if isinstance(self._values.get(key), list) else self.flag(key)

    def place_on_map(self, key: str) -> tuple[float, float]:
        if not self._present(key, needed=True):
            return (0.0, 0.0)
        value = self._values[key]
        match value:
            case [x, y] if is_coordinate(x) and is_coordinate(y):
                return (float(x), float(y))
        self._wrong(key, "two numbers, like [21.0, 52.2]: longitude and latitude")
        return (0.0, 0.0)

    def names(self, key: str = "names") -> Mapping[str, str]:
        """Read names by language; a language without one uses the plain name."""
        table = self.table(key)
        names = {language: table.text(language) for language in LANGUAGES if table.has(language)}
        table.close()
        self.sound = self.sound and table.sound
        return names

    def table(self, key: str, needed: bool = False) -> TomlTable:
        value = self._values[key] if self._present(key, needed) else None if needed else {}
        if value is not None and not isinstance(value, Mapping):
            self._wrong(key, f"a table, written under [{key}]")
            value = None
        return TomlTable(value, self.place.part(key), self._faults)

    def tables(self, key: str, needed: bool = False) -> list[TomlTable]:
        """Read a list of tables; the place of each is its number and, where it has one, its id."""
        value = self._values[key] if self._present(key, needed) else []
        if not isinstance(value, list) or (needed and key in self._values and not value):
            self._wrong(key, f"a list of tables, each written under [[{key}]]")
            return []
        return [self._entry(key, number, item) for number, item in enumerate(value, 1)]

    def _entry(self, key: str, number: int, item: object) -> TomlTable:
        if isinstance(item, Mapping):
            return TomlTable(item, self.place.entry(key, number, _label(item)), self._faults)
        place = self.place.entry(key, number, "")
        self._faults.append(Fault(place, f'is {shown(item)}, but must be a table in braces, like {{ id = "..." }}'))
        return TomlTable(None, place, self._faults)

    def _present(self, key: str, needed: bool) -> bool:
        present = self.has(key)
        if needed and not present and not self._missing:
            self.fault(f"{key} is missing", key)
        return present

    def _wrong(self, key: str, wanted: str) -> None:
        self.fault(f"{key} is {shown(self._values[key])}, but must be {wanted}", key)


def is_line(text: str) -> bool:
    return text.isprintable() and len(text) <= MAX_TEXT


def is_visible(text: str) -> bool:
    """Whether there is something to be seen: more than spaces, blank signs, and marks without a letter."""
    return any(c not in BLANKS and not c.isspace() and not category(c).startswith("M") for c in text)


def is_whole(value: object, least: int, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_coordinate(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and -FARTHEST <= value <= FARTHEST


def _merged(base: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
    result = dict(base)
    for key, change in changes.items():
        old = result.get(key)
        result[key] = _merged(old, change) if isinstance(old, Mapping) and isinstance(change, Mapping) else change
    return result


def _label(item: Mapping[str, object]) -> str:
    for key in ("id", "between", "cities"):
        match item.get(key):
            case str(text):
                return f" ({text[:60]})"
            case [*parts]:
                return f" ({'--'.join(map(str, parts))[:60]})"
    return ""
