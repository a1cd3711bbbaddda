"""The whole table on a screen of any size: the map beside the rest, above it, or only on request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from branchline.core.ids import CityId
from branchline.terminal.map import MapDrawing, MapSize
from branchline.terminal.panels import Panels, has_map
from branchline.terminal.places import places_of, window

WIDE: Final = 110
"""From so many columns on, cards and players stand beside the map."""
SIDE: Final = 38
MIN_ROWS: Final = 16
"""A map with fewer rows can hardly be read: on a low screen it is drawn on request, and has the screen to itself."""
ZOOM: Final = 2.2
LOG_ROWS: Final = 3


def show_table(console: Console, panels: Panels, happened: Sequence[str], question: str) -> None:
    """Everything that a person decides by, as much as the screen holds; what happened last stands below."""
    rows = console.size.height - 2
    if console.size.width >= WIDE and has_map(panels.view):
        columns = console.size.width - SIDE - 1
        log = happened[-max(LOG_ROWS, rows - _natural_rows(panels, columns) - 1) :]
        lines = draw_map(panels, columns, rows - len(log) - 1)
        beside = Table.grid(padding=(0, 1, 0, 0))
        beside.add_column(width=columns, no_wrap=True)
        beside.add_column(width=SIDE)
        beside.add_row(Group(*lines), Group(*replace(panels, width=SIDE).everything()))
        console.print(beside, soft_wrap=False)
    else:
        log = happened[-LOG_ROWS:]
        status = list(replace(panels, width=console.size.width).everything())
        left = rows - len(console.render_lines(Group(*status, *map(Text, log), Text(question))))
        if has_map(panels.view) and left >= MIN_ROWS:
            console.print(*draw_map(panels, console.size.width, left), sep="\n", soft_wrap=False)
        console.print(*status, sep="\n", soft_wrap=False)
    for line in log:
        console.print(Text(line, "dim"), soft_wrap=False)
    console.print(Text(question, "bold"))


def draw_map(panels: Panels, columns: int, rows: int, around: CityId | None = None) -> list[Text]:
    """The map in at most so many rows, fewer where it would be drawn too high."""
    places = places_of(panels.view.board)
    size = MapSize(columns, min(rows, _natural_rows(panels, columns)), window(places, around, ZOOM))
    return MapDrawing(panels.view, places, size, panels.narrator.city, panels.plain).lines()


def _natural_rows(panels: Panels, columns: int) -> int:
    """As many rows as the board is high for its width; a row is about as high as two columns are wide."""
    width, height = places_of(panels.view.board).size
    return max(8, round(columns * height / width / 2))
