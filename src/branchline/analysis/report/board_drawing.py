"""A moment of a game on its board: who has which routes, what was played, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, Final

from branchline.analysis.report.curve_drawing import COLORS
from branchline.core.actions import Action, BuildHarbor, BuildStation, ClaimRoute
from branchline.core.bits import members
from branchline.core.ids import CityId, RouteId
from branchline.core.printed.board import Board
from branchline.draw import drawing

PLAYED, BETTER = "#111111", "#00c853"
FREE: Final = "#d9d9d2"
CARD_COLORS: Final = {
    "purple": "#c9a3cd", "white": "#f6f4ec", "blue": "#9dbfe0", "yellow": "#f4e294",
    "orange": "#f2c08d", "black": "#8b8a8c", "red": "#e6a09c", "green": "#b0d09f",
}  # fmt: skip


class BoardDrawing:
    """Draws moments of games on one board; `symbol` has to stand in the page once."""

    def __init__(self, board: Board, language: str) -> None:
        self._board = board
        self._picture = drawing(board)
        self._language = language

    @property
    def symbol(self) -> str:
        width, height = self._picture["size"]
        return "\n".join(
            [
                f'<svg width="0" height="0" aria-hidden="true"><symbol id="board" viewBox="0 0 {width} {height}">',
                f'<rect width="{width}" height="{height}" fill="#dfe9ed"/>',
                f'<path d="{self._picture["art"]["land"]}" fill="#faf8f2" stroke="#b9c4c7" fill-rule="evenodd"/>',
                *(self._route(RouteId(route), self._free_color(route)) for route in range(len(self._board.routes))),
                "</symbol>",
                f'<symbol id="names" viewBox="0 0 {width} {height}">',
                *self._cities(),
                "</symbol></svg>",
            ]
        )

    def moment(self, state: Any, played: Action, better: Action, title: str) -> str:
        """The board before a decision: the routes of all, the move that was played, the better one."""
        width, height = self._picture["size"]
        out = [f'<svg viewBox="0 0 {width} {height}" role="img"><title>{escape(title)}</title><use href="#board"/>']
        for seat, player in enumerate(state.players):
            out += [self._route(RouteId(route), COLORS[seat], "#222") for route in members(player.routes)]
            out += [self._ring(CityId(city), COLORS[seat]) for city in members(player.built)]
        out += [*self._shown(played, PLAYED, "6 4"), *self._shown(better, BETTER), '<use href="#names"/>', "</svg>"]
        return "\n".join(out)

    def can_show(self, *actions: Action) -> bool:
        """Whether one of the actions has a place on the board."""
        return any(isinstance(action, ClaimRoute | BuildStation | BuildHarbor) for action in actions)

    def _shown(self, action: Action, color: str, dashes: str = "") -> Iterable[str]:
        match action:
            case ClaimRoute(route):
                line = f'stroke-dasharray="{dashes}" stroke-width="5"'
                return [self._route(route, "none", color, line)]
            case BuildStation(city) | BuildHarbor(city):
                return [self._ring(city, color)]
        return []

    def _free_color(self, route: int) -> str:
        color = self._board.routes[route].color
        return FREE if color is None else CARD_COLORS.get(self._board.colors[color], FREE)

    def _route(self, route: RouteId, fill: str, stroke: str = "#777", line: str = 'stroke-width=".6"') -> str:
        long, wide = self._picture["slot"]
        slots = "".join(
            f'<rect x="{-long / 2}" y="{-wide / 2}" width="{long}" height="{wide}" rx="2" '
            f'transform="translate({x} {y}) rotate({angle})"/>'
            for x, y, angle in self._picture["routes"][self._board.routes[route].id]["slots"]
        )
        return f'<g fill="{fill}" stroke="{stroke}" {line}>{slots}</g>'

    def _ring(self, city: CityId, color: str) -> str:
        x, y = self._picture["cities"][self._board.cities[city].id]["at"]
        return f'<circle cx="{x}" cy="{y}" r="13" fill="none" stroke="{color}" stroke-width="6"/>'

    def _cities(self) -> Iterator[str]:
        for city in self._picture["cities"].values():
            x, y = city["at"]
            yield f'<circle cx="{x}" cy="{y}" r="6" fill="#333"/>'
            if label := city.get("label"):
                for text, left, base in label["texts"].get(self._language) or label["texts"][""]:
                    yield (
                        f'<text x="{left}" y="{base}" font-size="{self._picture["font"]}" '
                        f'text-anchor="{label["anchor"]}" stroke="#faf8f2" stroke-width="3" paint-order="stroke">'
                        f"{escape(text)}</text>"
                    )
