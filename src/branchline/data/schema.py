"""The JSON Schema of board files, for editors: `python -m branchline.data.schema > docs/board.schema.json`.

The reader itself tells it: it reads a file of tables that hand out nothing and write down what they are asked for. What
a board needs as a whole (that routes name cities, that there are enough cards) only `branchline check` can say.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from branchline.core.printed.board import SEAT_COUNTS
from branchline.data.checks import sizes
from branchline.data.draft import FORMAT, draft_of
from branchline.data.load import homes
from branchline.data.read_rules import WORD
from branchline.data.toml_table import FARTHEST, MAX_NUMBER, MAX_TEXT, TomlTable
from branchline.messages import LANGUAGES

Schema: TypeAlias = dict[str, Any]

NAME = "name-of-the-author-s-choice"
"""Stands for every key that the author of a file may choose: an edition, a color."""
ID = f"^{WORD.pattern}$"
JOINED_ID = f"^{WORD.pattern}(--{WORD.pattern})*$"
TEXT: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}


class AskedTable(TomlTable):
    """A table that has nothing, and remembers each key that it is asked for as the schema of its value."""

    def __init__(self, key: str = "") -> None:
        super().__init__({}, key, [])
        self.key = key
        self.properties: dict[str, Schema] = {}
        self.needed: list[str] = []
        self._parts: dict[str, AskedTable] = {}

    def schema(self) -> Schema:
        properties = self.properties | {key: _with(self.properties[key], part) for key, part in self._parts.items()}
        any_name = properties.pop(NAME, None)
        found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        if any_name is not None:
            found["patternProperties"] = {ID: any_name}
        if self.needed:
            found["required"] = self.needed
        return found

    def listed(self) -> tuple[str, ...]:
        return (NAME,) if self.key in ("edition", "names") else ()

    def text(self, key: str, default: str | None = None) -> str:
        self._note(key, _word(key, optional=default is not None), default is None)
        return default or ""

    def choice(self, key: str, known: Sequence[str], default: str | None = None) -> str:
        self._note(key, {"enum": list(known)}, default is None)
        return default or known[0]

    def flag(self, key: str) -> bool:
        self._note(key, {"type": "boolean"}, False)
        return False

    def whole(self, key: str, default: int | None = None, least: int = 0, most: int = MAX_NUMBER) -> int:
        found: Schema = {"const": FORMAT} if key == "format" else {"type": "integer", "minimum": least, "maximum": most}
        self._note(key, found, default is None)
        return least if default is None else default

    def wholes(self, key: str, default: tuple[int, ...] | None = None, least: int = 0) -> tuple[int, ...]:
        item: Schema = {"type": "integer", "minimum": least, "maximum": MAX_NUMBER}
        if key == "seats":
            item = {"enum": list(SEAT_COUNTS)}
        self._note(key, {"type": "array", "minItems": 1, "items": item}, default is None)
        return default or ()

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        most = {"minItems": 2, "maxItems": 2} if key == "between" else {"minItems": 3 if key == "cities" else 1}
        self._note(key, {"type": "array", **most, "items": {"type": "string", "pattern": ID}}, default is None)
        return (NAME,) if key == "colors" else ()

    def flag_or_texts(self, key: str) -> bool | tuple[str, ...]:
        items = {"type": "array", "minItems": 1, "items": {"type": "string"}}
        self._note(key, {"anyOf": [{"type": "boolean"}, items]}, False)
        return False

    def place_on_map(self, key: str) -> tuple[float, float]:
        number = {"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST}
        self._note(key, {"type": "array", "minItems": 2, "maxItems": 2, "items": number}, True)
        return (0.0, 0.0)

    def names(self, key: str = "names") -> Mapping[str, str]:
        properties = dict.fromkeys(LANGUAGES, TEXT)
        self._note(key, {"type": "object", "properties": properties, "additionalProperties": False}, False)
        return {}

    def table(self, key: str, needed: bool = False) -> TomlTable:
        return self._part(key, {}, needed)

    def tables(self, key: str, needed: bool = False) -> list[TomlTable]:
        most = MOST.get(key)
        limits = ({"minItems": 1} if needed else {}) | ({"maxItems": most} if most else {})
        return [self._part(key, {"type": "array", **limits}, needed)]

    def _part(self, key: str, around: Schema, needed: bool) -> AskedTable:
        self._note(key, around, needed)
        return self._parts.setdefault(key, AskedTable(key))

    def _note(self, key: str, value: Schema, needed: bool) -> None:
        self.properties.setdefault(key, value)
        if needed and key not in self.needed:
            self.needed.append(key)


MOST = {"city": sizes.MAX_CITIES, "route": sizes.MAX_ROUTES, "ticket": sizes.MAX_TICKETS}


def _with(around: Schema, part: AskedTable) -> Schema:
    return {**around, "items": part.schema()} if around else part.schema()


def _word(key: str, *, optional: bool) -> Schema:
    """The form of a text, where the reader looks at it more closely afterwards."""
    if key == "id":
        return {"type": "string", "pattern": JOINED_ID if optional else ID}
    if key == "game":
        return {"enum": list(homes())}
    if key == "suffix":
        return {"type": "string", "pattern": f"^(-{WORD.pattern})?$"}
    return {"type": "string", "maxLength": MAX_TEXT} if optional else TEXT


def schema() -> Schema:
    """What the reader asks for. An edition may change any number of the rules, and need not name the others."""
    top = AskedTable()
    draft_of(top, "", [])
    found = top.schema()
    (edition,) = found["properties"]["edition"]["patternProperties"].values()
    edition["properties"]["rules"] = _nothing_needed(found["properties"]["rules"])
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A Branchline board",
        "description": "See docs/make-your-own-board.md. Generated by python -m branchline.data.schema.",
        **found,
    }


def _nothing_needed(value: Schema) -> Schema:
    kept = {key: part for key, part in value.items() if key != "required"}
    if "properties" in kept:
        kept["properties"] = {key: _nothing_needed(part) for key, part in kept["properties"].items()}
    return kept


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
