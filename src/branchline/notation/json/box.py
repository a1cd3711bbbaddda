"""Everything printed on a board and its cards, as JSON: what a program needs to know of a game besides its course."""

from __future__ import annotations

from dataclasses import fields

from branchline.core.game import AnyGame
from branchline.core.printed.board import Board, City
from branchline.core.printed.card_set import CardSet
from branchline.notation.json.codec import to_json
from branchline.notation.json.forms import Json
from branchline.notation.printed import words_for


def printed_json(game: AnyGame) -> dict[str, Json]:
    """Cities, routes, tickets, cards and the numbers of the rules; the order of each list is that of the file."""
    printed = game.printed
    return {
        "id": printed.id,
        "name": printed.name,
        "names": dict(printed.names),
        "game": game.name,
        "edition": game.edition,
        "digest": game.digest,
        "seat_counts": list(game.seat_counts),
        "colors": list(printed.colors),
        "decks": list(words_for(printed, "deck")),
        "rules": to_json(printed, printed.rules),
        "kinds": [to_json(printed, kind) for kind in printed.kinds],
        "cities": [_city(city) for city in printed.cities],
        "tickets": [to_json(printed, ticket) for ticket in printed.tickets],
        "routes": [to_json(printed, route) for route in printed.routes] if isinstance(printed, Board) else [],
        "symbols": list(printed.symbols) if isinstance(printed, CardSet) else [],
        "big_cities": [to_json(printed, city) for city in printed.big_cities] if isinstance(printed, CardSet) else [],
    }


def _city(city: City) -> dict[str, Json]:
    values = {field.name: getattr(city, field.name) for field in fields(city)}
    return values | {"names": dict(city.names), "at": list(city.at)}
