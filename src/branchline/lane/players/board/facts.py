"""The facts of a board as a record: neighbors, costs of routes in cards and turns, what a turn is worth."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from branchline.core.ids import SHIPS
from branchline.core.printed.board import Board
from branchline.lane.players.board.layout import FACTS, GREY

CARDS_PER_TURN: Final = 2
ONE_DECK_GROUPS: Final = 8
"""The color groups of a board with one deck of cards in eight colors."""


def facts_record(board: Board) -> Any:
    """All that compiled players want to know of a board beyond what the rules ask of it."""
    record = np.zeros(1, FACTS)[0]
    _write_cards(record, board)
    _write_routes(record, board)
    _write_ways(record, board)
    for number, ticket in enumerate(board.tickets):
        record["ticket_long"][number] = ticket.long
    record["points_per_turn"] = _points_per_turn(record, board)
    return record


def _write_cards(record: Any, board: Board) -> None:
    """A color group is all kinds of card that pay for the same colored routes: those of one color and one deck."""
    colors, decks = len(board.colors), len(board.rules.pieces)
    record["colors"], record["groups"] = colors, decks * colors
    record["scarcity"] = max(0.0, decks * colors / ONE_DECK_GROUPS - 1)
    for number, kind in enumerate(board.kinds):
        record["kind_group"][number] = decks * colors if kind.color is None else kind.deck * colors + kind.color
        record["covers"][number] = kind.covers
    covers = [_spaces_per_card(board, deck) for deck in range(decks)]
    record["spaces_per_card"][:decks] = covers
    pieces = board.rules.default_pieces or board.rules.pieces
    record["default_trains"] = pieces[0]
    spent = sum(count / cover for count, cover in zip(pieces, covers, strict=True))
    record["mean_spaces_per_card"] = sum(pieces) / spent


def _spaces_per_card(board: Board, deck: int) -> float:
    """The mean of spaces that a card covers; cards for two spaces lose one of them on routes of odd length."""
    kinds = [kind for kind in board.kinds if kind.deck == deck and kind.color is not None]
    mean = sum(kind.copies * kind.covers for kind in kinds) / sum(kind.copies for kind in kinds)
    return 1 + 0.8 * (mean - 1) if deck == SHIPS else mean


def _write_routes(record: Any, board: Board) -> None:
    lengths = [route.length for route in board.routes]
    record["mean_length"] = sum(length**2 for length in lengths) / sum(lengths)
    for number, route in enumerate(board.routes):
        record["twin"][number] = -1 if route.twin is None else route.twin
        grey = route.color is None
        record["color_group"][number] = GREY if grey else route.deck * len(board.colors) + (route.color or 0)
        record["wilds"][number], record["pairs"][number] = route.wilds, route.pairs
        covers = float(record["spaces_per_card"][route.deck])
        cards = (route.length + route.pairs) / covers + route.wilds + 0.7 * route.tunnel
        record["cards_needed"][number] = cards
        record["turns_needed"][number] = 1 + cards / CARDS_PER_TURN


def _write_ways(record: Any, board: Board) -> None:
    place = 0
    for city in range(len(board.cities)):
        record["way_first"][city] = place
        for number, route in enumerate(board.routes):
            if city in (route.a, route.b):
                record["way_city"][place] = route.b if route.a == city else route.a
                record["way_route"][place] = number
                place += 1
    record["way_first"][len(board.cities)] = place


def _points_per_turn(record: Any, board: Board) -> float:
    """Points per turn of a player who claims only the routes of the most points per turn until no piece is left."""
    rules = board.rules
    left = float(rules.pieces_kept or sum(rules.pieces))
    worth = [rules.points[route.length] for route in board.routes]
    turns_needed = record["turns_needed"]
    points = turns = 0.0
    taken: set[int] = set()
    for number in sorted(range(len(worth)), key=lambda route: -worth[route] / turns_needed[route]):
        route = board.routes[number]
        if left <= 0:
            break
        if route.twin is None or route.twin not in taken:
            taken.add(number)
            part = min(1.0, left / route.length)
            left -= route.length
            points += part * worth[number]
            turns += part * float(turns_needed[number])
    return points / turns if turns else 1.0
