"""What is wrong with a file: every fault with its place, all of them raised together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeAlias

MAX_CHARACTERS = 600
KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys and numbers that lead to something in a file, counted from 0: `("route", 40, "length")`."""


class Place(str):
    """Where something stands in a file, as people read it: `europe.toml: route 41 (aber--brig)`. It knows its path."""

    path: KeyPath

    def __new__(cls, text: str, path: KeyPath = ()) -> Place:
        place = super().__new__(cls, text)
        place.path = path
        return place

    def part(self, key: str) -> Place:
        return Place(f"{self}: {key}", (*self.path, key))

    def named(self, key: str) -> Place:
        """Give a part whose name the author chose: `edition quick`."""
        return Place(f"{self} {key}", (*self.path, key))

    def entry(self, key: str, number: int, label: str) -> Place:
        """Give an entry of a list, which people count from 1."""
        return Place(f"{self}: {key} {number}{label}", (*self.path, key, number - 1))


@dataclass(frozen=True, slots=True)
class Change:
    """A value to be put somewhere in a file; None takes away what is there."""

    path: KeyPath
    value: object


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong, and where: `europe.toml: route 41 (aber--brig)`, `unknown city 'brigg'`."""

    place: str
    message: str
    key: str = ""
    """The key at that place that is wrong, where it is one."""
    mend: tuple[Change, ...] = ()
    """What would set it right, where there is one obvious way."""
    rule: str = ""
    """The check that found it: `double-routes-match`."""

    def __post_init__(self) -> None:
        """Whatever a file holds, a fault stays one line of plain text."""
        object.__setattr__(self, "place", Place(plain(self.place), self._place_path()))
        object.__setattr__(self, "message", plain(self.message))

    @property
    def path(self) -> KeyPath:
        """Where it is in the file; nothing for the file as a whole."""
        return (*self._place_path(), *([self.key] if self.key else []))

    def _place_path(self) -> KeyPath:
        return self.place.path if isinstance(self.place, Place) else ()

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def mended(place: str, **values: object) -> tuple[Change, ...]:
    """Set these keys at a place right, None for those that go; without any, the entry itself goes."""
    path = place.path if isinstance(place, Place) else ()
    return tuple(Change((*path, key), value) for key, value in values.items()) or (Change(path, None),)


class Faulty(Exception):
    """A file that cannot be used. As text it is one line a fault."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        # The same fault can be met twice, as when two editions share a number.
        told: dict[str, Fault] = {}
        for fault in faults:
            told.setdefault(str(fault), fault)
        self.faults = tuple(told.values())
        super().__init__("\n".join(map(str, self.faults)))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Give a hint to put behind a message about an unknown word, or nothing when no known one is near."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean '{near[0]}'?)" if near else ""


def plain(text: str) -> str:
    """Write line breaks, control codes and the like as escapes, and cut off what nobody would read."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return text if len(text) <= MAX_CHARACTERS else f"{text[: MAX_CHARACTERS - 3]}..."


def shown(value: object) -> str:
    """Write a value as its author would know it again, shortened to fit into one line."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
