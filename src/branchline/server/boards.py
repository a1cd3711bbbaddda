"""What can be played here, and everything printed on a board and its cards: clients hold no boards of their own."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from branchline.core.board import Board, City
from branchline.data.load import Box, load_box
from branchline.data.load_cards import load_card_box
from branchline.games import game_names, load_game
from branchline.notation.codec import to_json
from branchline.notation.printed import Printed, words_for
from branchline.server import wire
from branchline.server.bots import levels


@cache
def offers() -> wire.Offers:
    return wire.Offers(
        protocol=wire.PROTOCOL, games=[_game_offered(name) for name in game_names()], levels=list(levels())
    )


def _game_offered(name: str) -> wire.GameOffered:
    game = load_game(name)
    box = _box(name)
    return wire.GameOffered(
        game=name,
        name=box.name,
        names=dict(box.names),
        editions=[
            wire.EditionOffered(id=each.id, name=each.name, names=dict(each.names), note=each.note)
            for each in box.editions
        ],
        seat_counts=list(game.seat_counts),
        open_stacks=not isinstance(game.printed, Board),
        color_names={color: dict(names) for color, names in box.color_names.items()},
    )


def _box(name: str) -> Box:
    return load_box(name) if isinstance(load_game(name).printed, Board) else load_card_box()


@cache
def printed_of(name: str, edition: str) -> wire.Printed:
    """Everything printed; `KeyError` or `Faulty` for what there is not."""
    game = load_game(name, edition)
    printed: Printed = game.printed
    board = isinstance(printed, Board)
    return wire.Printed(
        id=printed.id,
        name=printed.name,
        game=game.name,
        edition=game.edition,
        digest=game.digest,
        seat_counts=list(game.seat_counts),
        colors=list(printed.colors),
        decks=list(words_for(printed, "deck")),
        rules=to_json(printed, printed.rules),
        kinds=[to_json(printed, kind) for kind in printed.kinds],
        cities=[_city(city) for city in printed.cities],
        tickets=[to_json(printed, ticket) for ticket in printed.tickets],
        routes=[to_json(printed, route) for route in printed.routes] if isinstance(printed, Board) else [],
        symbols=[] if isinstance(printed, Board) else list(printed.symbols),
        big_cities=[] if isinstance(printed, Board) else [to_json(printed, city) for city in printed.big_cities],
        layout=_layout(printed.id) if board else None,
    )


def _city(city: City) -> wire.PrintedCity:
    return wire.PrintedCity(
        id=city.id, name=city.name, names=dict(city.names), at=city.at, harbor=city.harbor, junction=city.junction
    )


def _layout(board: str) -> dict[str, Any] | None:
    """The drawing that ships with the package, if it does."""
    file = files("branchline.draw") / "layouts" / f"{board}.json"
    if not file.is_file():
        return None
    layout: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return layout
