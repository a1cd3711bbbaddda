"""What a new board begins with: a file without cities, for each game, small or with the numbers of the printed game."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from branchline.data.edit import edited
from branchline.data.files import BOARDS, read_tables

TEMPLATES = Path(__file__).parent / "templates"
PRINTED = ("rules", "palette")
"""The sections that a big board has from the board that its game is at home on."""


@dataclass(frozen=True, slots=True)
class Template:
    """The text of a file, and the same as tables."""

    game: str
    size: str
    text: str
    tables: dict[str, Any]


@cache
def templates() -> tuple[Template, ...]:
    found = []
    for path in sorted(TEMPLATES.glob("*.toml")):
        text = path.read_text("utf-8")
        tables = tomllib.loads(text)
        found.append(Template(path.stem, "small", text, tables))
        printed = read_tables(BOARDS / f"{path.stem}.toml")
        big = {key: value for key, value in tables.items() if key != "seats"} | {key: printed[key] for key in PRINTED}
        found.append(Template(path.stem, "big", edited(text, big), big))
    return tuple(found)
