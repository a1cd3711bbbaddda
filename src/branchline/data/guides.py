"""Guided first games: for each board its fixed deal, its seats, and what the gentle bots there wish to do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from branchline.data.files import read_tables

GUIDES: Final = Path(__file__).parent / "guides.toml"


class Guide(NamedTuple):
    """Whoever is guided has the first seat and begins. `wishes` are beginnings of actions as they are typed."""

    seats: int
    seed: int
    wishes: tuple[str, ...]


@cache
def guides() -> Mapping[str, Guide]:
    """The guided games, by the id of their board."""
    return MappingProxyType({board: _guide(table) for board, table in read_tables(GUIDES).items()})


def _guide(table: Any) -> Guide:
    return Guide(table["seats"], table["seed"], tuple(table["wishes"]))
