"""What is wrong with a file: every fault with its place, all of them raised together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

MAX_CHARACTERS = 600


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong, and where: `europe.toml: route 41 (aber--brig)`, `unknown city 'brigg'`."""

    place: str
    message: str

    def __post_init__(self) -> None:
        """Whatever a file holds, a fault stays one line of plain text."""
        object.__setattr__(self, "place", plain(self.place))
        object.__setattr__(self, "message", plain(self.message))

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


class Faulty(Exception):
    """A file that cannot be used. As text it is one line a fault."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        # The same fault can be met twice, as when two editions share a number.
        self.faults = tuple(dict.fromkeys(faults))
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
