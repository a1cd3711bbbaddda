"""Draw the boards of the package anew and measure them: layouts/*.json, thumbs.json, and SVG previews if asked.

Usage: python tools/draw_boards.py [--check] [--preview FOLDER] [BOARD ...]
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from branchline.core.printed.board import Board
from branchline.data.load import load_board
from branchline.draw import draw
from branchline.draw.check import measure
from branchline.draw.drawing import hints_for
from branchline.draw.drawing_json import Drawing, read_drawing
from branchline.draw.preview import svg
from branchline.draw.thumb import thumb

BOARDS = ("usa", "europe", "world", "great-lakes", "polska", "romania")
LAYOUTS = Path(__file__).parents[1] / "src" / "branchline" / "draw" / "layouts"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "boards", nargs="*", metavar="BOARD", help="names or files of boards; all of the package if none"
    )
    parser.add_argument("--check", action="store_true", help="draw nothing, measure what is committed")
    parser.add_argument("--preview", type=Path, help="write an SVG picture of each board into this folder")
    given = parser.parse_args()
    for name in given.boards or BOARDS:
        board = load_board(name)
        committed = LAYOUTS / f"{board.id}.json"
        if given.check:
            values = json.loads(committed.read_text("utf-8"))
        else:
            start = time.perf_counter()
            values = draw(board, hints_for(board.id))
            print(f"{board.id}: drawn in {time.perf_counter() - start:.0f} s")
            if board.id in BOARDS:
                committed.write_text(dump(values), "utf-8")
        report(board, values)
        if given.preview:
            given.preview.mkdir(parents=True, exist_ok=True)
            (given.preview / f"{board.id}.svg").write_text(picture(board, values), "utf-8")
    if not given.check:
        write_thumbs()


def dump(values: Mapping[str, Any]) -> str:
    """JSON with a line for each city and route, so that a change shows where it is."""
    lines = []
    for key, value in values.items():
        if isinstance(value, dict) and key != "art":
            inner = ",\n".join(f" {compact(name)}:{compact(item)}" for name, item in value.items())
            lines.append(f"{compact(key)}:{{\n{inner}\n}}")
        else:
            lines.append(f"{compact(key)}:{compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def colors_of(board: Board) -> dict[str, str]:
    return {route.id: "any" if route.color is None else board.colors[route.color] for route in board.routes}


def write_thumbs() -> None:
    thumbs = {}
    for name in BOARDS:
        file = LAYOUTS / f"{name}.json"
        if file.exists():
            layout = read_drawing(json.loads(file.read_text("utf-8")))
            thumbs[name] = thumb(layout, colors_of(load_board(name)))
    (LAYOUTS / "thumbs.json").write_text(dump(thumbs), "utf-8")


def report(board: Board, values: Drawing) -> None:
    found = measure(read_drawing(values))
    text = dump(values).encode()
    print(
        f"{board.id}: {values['size'][0]} × {values['size'][1]}, {len(text) / 1000:.0f} kB"
        f" ({len(gzip.compress(text)) / 1000:.0f} kB gzipped), slots {found.slot_min:.1f} to {found.slot_max:.1f}"
        f" ({found.desktop_pixels:.0f} px on a laptop, {found.phone_pixels:.0f} px on a phone),"
        f" sharpest turn {found.sharpest:.0f}°, {len(found.clashes)} clashes, {len(found.crossings)} crossings,"
        f" {len(found.outside)} outside"
    )
    for line in (*map(str, found.clashes), *found.crossings, *found.outside):
        print("  ", line)


def picture(board: Board, values: Drawing) -> str:
    return svg(
        read_drawing(values),
        colors_of(board),
        tunnels=frozenset(route.id for route in board.routes if route.tunnel),
        sea=frozenset(route.id for route in board.routes if route.deck),
        marked={route.id: route.wilds or route.pairs for route in board.routes},
    )


if __name__ == "__main__":
    main()
