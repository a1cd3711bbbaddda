"""What the gallery tells about a board besides its name: what there is on it, how long it takes, what is special."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.server import wire

CARDS_A_TURN: Final = 2
TICKET_TURNS: Final = 2
"""Turns in which a player usually draws tickets."""


def facts_of(game: AnyGame) -> wire.GalleryFacts:
    """Count what is printed; of a game without a board there are only tickets and cards."""
    printed = game.printed
    cities = sum(not city.junction for city in printed.cities)
    if not isinstance(printed, Board):
        return wire.GalleryFacts(cities=cities, routes=0, tickets=len(printed.tickets), turns=0, features=["no-board"])
    return wire.GalleryFacts(
        cities=cities,
        routes=len(printed.routes),
        tickets=len(printed.tickets),
        turns=_turns(printed),
        features=list(_features(printed)),
    )


def _turns(board: Board) -> int:
    """About how many turns a player has: to claim with all pieces, to draw the cards for that, and some for tickets."""
    rules = board.rules
    pieces = (rules.pieces_kept or sum(rules.pieces)) - rules.end_at
    claims = pieces * len(board.routes) / sum(route.length for route in board.routes)
    draws = max(0, pieces - sum(rules.deal)) / CARDS_A_TURN
    return round(claims + draws + TICKET_TURNS)


def _features(board: Board) -> Iterator[str]:
    """What the rules have for this board beyond claiming routes for tickets; `gallery.FEATURE` says it."""
    rules, routes = board.rules, board.routes
    for name, is_there in (
        ("longest-path", rules.longest_bonus > 0),
        ("tunnels", any(route.tunnel for route in routes)),
        ("ferries", any(route.wilds for route in routes)),
        ("stations", rules.stations > 0),
        ("long-tickets", any(ticket.long for ticket in board.tickets)),
        ("ships", any(route.deck for route in routes)),
        ("pairs", any(route.pairs for route in routes)),
        ("tours", any(ticket.is_tour for ticket in board.tickets)),
        ("harbors", rules.harbors > 0),
        ("pieces", rules.pieces_kept > 0),
    ):
        if is_there:
            yield name
