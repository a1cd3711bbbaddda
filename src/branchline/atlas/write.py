"""The files of the atlas: figures (JSON), the page of the docs (Markdown) and maps (SVG)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from branchline.atlas.page import page
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.lab.route_map import heat_map

MAPS: Final = {
    "claimed": ("How often each route is claimed: the redder, the more often", "of the games"),
    "early": ("How often each route is claimed in the first third of a game", "of the games"),
}


def write_atlas(game: AnyGame, atlas: Mapping[str, Any], command: str, out: Path, data: Path) -> list[Path]:
    """Write all files of one board, and tell which they are."""
    for folder in (out, data):
        folder.mkdir(parents=True, exist_ok=True)
    figures = data / f"{game.board_id}.json"
    figures.write_text(_json(atlas), encoding="utf-8")
    files, maps = [figures], {}
    if isinstance(game.printed, Board):
        for name, (shown, unit) in MAPS.items():
            picture = out / f"{game.board_id}-{name}.svg"
            picture.write_text(
                heat_map(game.printed, _values(game.printed, atlas, name), unit) + "\n", encoding="utf-8"
            )
            maps[shown] = picture.name
            files.append(picture)
    text = out / f"{game.board_id}.md"
    text.write_text(page(game, atlas, command, maps), encoding="utf-8")
    return [*files, text]


def _json(atlas: Mapping[str, Any]) -> str:
    """A line for each part, so that changes can be read."""
    parts = []
    for name, part in atlas.items():
        if name == "players":
            counts = (f'"{count}": {{\n{_lines(found, 3)}\n  }}' for count, found in part.items())
            parts.append(f' "players": {{\n  {(chr(10) + "  ").join(f"{each}," for each in counts)[:-1]}\n }}')
        else:
            parts.append(f" {json.dumps(name)}: {json.dumps(part)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lines(found: Mapping[str, Any], indent: int) -> str:
    space = " " * indent
    return ",\n".join(f"{space}{json.dumps(name)}: {json.dumps(part)}" for name, part in found.items())


def _values(board: Board, atlas: Mapping[str, Any], name: str) -> dict[str, float]:
    """What a map shows of each route, with the fewest players; the second lane of a double route as the first."""
    found = {}
    for route in next(iter(atlas["players"].values()))["routes"]:
        early = 1.0 if name == "claimed" else (route["early"] or {"mean": 0.0})["mean"]
        found[route["id"]] = route["claimed"]["mean"] * early
    for route in board.routes:
        if route.id not in found and route.twin is not None:
            found[route.id] = found[board.routes[route.twin].id]
    return found
