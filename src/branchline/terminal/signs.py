"""Signs for colors and letters for players: whatever a color says, a sign beside it says too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_uppercase
from typing import Final, NamedTuple

from branchline.core.ids import Color, Seat
from branchline.core.printed.contract import Printed


class Sign(NamedTuple):
    """One character, and the color of the terminal that goes with it."""

    mark: str
    style: str


# The marks of the browser table, as far as letters can: a moon, a heart, a ring, a flash, a leaf, a drop, a star of
# snow, a spade.
_SIGNS: Final[Mapping[str, Sign]] = {
    "purple": Sign("☾", "magenta"),
    "red": Sign("♥", "red"),
    "orange": Sign("○", "dark_orange"),
    "yellow": Sign("ϟ", "yellow"),
    "green": Sign("♣", "green"),
    "blue": Sign("♦", "blue"),
    "white": Sign("*", "bold"),
    "black": Sign("♠", "bright_black"),
}
_OTHERS: Final = "◇△□▽◁▷✚✕"
"""For the colors of somebody's own board that no catalog names."""

WILD: Final = Sign("★", "bold cyan")
ANY: Final = Sign("·", "")
CITY: Final = "●"
TICKET_CITY: Final = "◉"

_PLAYERS: Final = ("black on bright_yellow", "white on blue", "white on red", "black on green", "white on magenta")


def sign_of(printed: Printed, color: Color | None, *, plain: bool = False) -> Sign:
    """The sign of a color; None is a route that takes any. A plain terminal, which has no such signs, gets letters."""
    if color is None:
        return ANY._replace(mark=".") if plain else ANY
    name = printed.colors[color]
    if plain:
        return Sign(_letters(printed.colors)[color], _SIGNS[name].style if name in _SIGNS else "")
    others = [each for each in printed.colors if each not in _SIGNS]
    return _SIGNS[name] if name in _SIGNS else Sign(_OTHERS[others.index(name) % len(_OTHERS)], "")


def _letters(colors: Iterable[str]) -> list[str]:
    """A small letter for each color, of its own word where that is free."""
    taken: list[str] = []
    for color in colors:
        wanted = [*(letter for letter in color.lower() if letter.isalpha()), *"abcdefghijklmnopqrstuvwxyz"]
        taken.append(next((letter for letter in wanted if letter not in taken), "?"))
    return taken


def player_sign(seat: Seat) -> Sign:
    """A capital letter on the player's color."""
    return Sign(ascii_uppercase[seat], _PLAYERS[seat % len(_PLAYERS)])
