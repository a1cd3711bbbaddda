"""The text in which a finished game from a real table is written down, read into lines by player and by what they tell.

The format forgives much: keys in every language, lists in one line or in many, comments, any order. See
docs/score-format.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from branchline.data.faults import Fault, Faulty, did_you_mean
from branchline.notation.typed.names import fold, spoken

MAX_CHARACTERS: Final = 200_000

# The words for each are the messages `scorecard.KEY` of the catalogs, in every language.
TABLE_KEYS: Final = ("game", "edition", "players")
PLAYER_KEYS: Final = ("routes", "tickets", "stations", "harbors", "exchanged", "completed", "missed", "stack")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that was written, and the line it stands in."""

    line: int
    text: str


@dataclass(slots=True)
class PlayerEntry:
    """A player, with everything that was written about it."""

    name: str
    line: int
    items: dict[str, list[Item]] = field(default_factory=dict)

    def of(self, key: str) -> Sequence[Item]:
        return self.items.get(key, ())


@dataclass(slots=True)
class Scorecard:
    """A finished game as it was written down."""

    place: str
    table: dict[str, Item] = field(default_factory=dict)
    players: list[PlayerEntry] = field(default_factory=list)


def read_scorecard(text: str, place: str) -> Scorecard:
    """Read the lines; `Faulty` names every line that fits nowhere."""
    if len(text) > MAX_CHARACTERS:
        raise Faulty([Fault(place, f"is longer than {MAX_CHARACTERS:,} characters, too long for one game")])
    reading = _ScorecardReading(place)
    for number, raw in enumerate(text.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*", "", raw).strip()
        if line:
            reading.line(number, line)
    reading.finish()
    if reading.faults:
        raise Faulty(reading.faults)
    return reading.scorecard


class _ScorecardReading:
    def __init__(self, place: str) -> None:
        self.scorecard = Scorecard(place)
        self.faults: list[Fault] = []
        self.key: str | None = None

    def fault(self, line: int, message: str) -> None:
        self.faults.append(Fault(f"{self.scorecard.place}: line {line}", message))

    def line(self, number: int, line: str) -> None:
        if heading := re.fullmatch(r"\[(.+)\]", line):
            self.player(number, heading[1].strip())
            return
        before, colon, after = line.partition(":")
        key = spoken("scorecard").get(fold(before)) if colon else None
        if key == "player":
            self.player(number, after.strip())
        elif key is not None and key in TABLE_KEYS:
            self.about_table(number, key, after.strip())
        elif key is not None:
            self.key = key
            self.add(number, after)
        elif colon and not after.strip():
            self.player_or_typo(number, before.strip())
        else:
            self.add(number, line.lstrip("-*•· "))

    def player(self, number: int, name: str) -> None:
        if any(other.name.casefold() == name.casefold() for other in self.scorecard.players):
            self.fault(number, f"there are two players called '{name}'")
        self.scorecard.players.append(PlayerEntry(name, number))
        self.key = None

    def player_or_typo(self, number: int, word: str) -> None:
        """`Ada:` opens a player like `[Ada]`; what looks much like a key was meant to be one."""
        hint = did_you_mean(fold(word), spoken("scorecard"))
        if hint:
            self.fault(number, f"unknown key '{word}'{hint}; a player's name stands in brackets: [{word}]")
        else:
            self.player(number, word)

    def about_table(self, number: int, key: str, value: str) -> None:
        self.key = None
        if not value:
            self.fault(number, f"'{key}' says nothing")
        elif key in self.scorecard.table:
            self.fault(number, f"'{key}' was said in line {self.scorecard.table[key].line} already")
        else:
            self.scorecard.table[key] = Item(number, value)

    def add(self, number: int, values: str) -> None:
        """Put the values, separated by commas or semicolons, under the last key."""
        if self.key is None or not self.scorecard.players:
            missing = "a player, such as [Ada]," if not self.scorecard.players else "a key, such as 'routes:',"
            self.fault(number, f"'{values.strip()}' stands before {missing} that it could belong to")
            return
        items = self.scorecard.players[-1].items.setdefault(self.key, [])
        items += [Item(number, value.strip()) for value in re.split(r"[,;]", values) if value.strip()]

    def finish(self) -> None:
        """A list of players, where there is one, gives the seats; it must name those that are described."""
        if "game" not in self.scorecard.table:
            self.faults.insert(0, Fault(self.scorecard.place, "which game? Begin with a line such as 'game: usa'"))
        if "players" not in self.scorecard.table:
            return
        said = self.scorecard.table["players"]
        names = [name.strip() for name in re.split(r"[,;]", said.text) if name.strip()]
        if len(names) == 1 and names[0].isdecimal():
            if int(names[0]) != len(self.scorecard.players):
                self.fault(
                    said.line, f"{names[0]} players were announced, but {len(self.scorecard.players)} are described"
                )
            return
        described = {player.name.casefold(): player for player in self.scorecard.players}
        for name in names:
            if name.casefold() not in described:
                described[name.casefold()] = PlayerEntry(name, said.line)
        order: Mapping[str, int] = {name.casefold(): seat for seat, name in enumerate(names)}
        for name, player in described.items():
            if name not in order:
                self.fault(player.line, f"'{player.name}' is not among the players of line {said.line}")
        self.scorecard.players = sorted(described.values(), key=lambda player: order.get(player.name.casefold(), 99))
