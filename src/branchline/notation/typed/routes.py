"""Routes as people name them: by id, or by their two cities in either order and any language."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.bits import members
from branchline.core.ids import Cards, CityId, RouteId
from branchline.core.printed.board import Board
from branchline.core.printed.contract import Printed
from branchline.notation.typed.names import ParseError, fold, spoken, take_city


def take_route(printed: Printed, tokens: Sequence[str]) -> tuple[list[RouteId], list[str]]:
    """The lanes between the two cities that the tokens begin with, and the tokens after them."""
    if not isinstance(printed, Board):
        raise ParseError("no-routes-here")
    tokens = [token for token in tokens if fold(token)]
    if tokens and tokens[0].casefold() in printed.route_ids:
        return [printed.route_ids[tokens[0].casefold()]], tokens[1:]
    a, rest = take_city(printed, tokens)
    if rest and spoken("word").get(fold(rest[0])) == "to":
        rest = rest[1:]
    b, rest = take_city(printed, rest)
    return lanes_between(printed, a, b), rest


def lanes_between(board: Board, a: CityId, b: CityId) -> list[RouteId]:
    lanes = [RouteId(route) for route in members(board.routes_at[a] & board.routes_at[b])]
    if not lanes or a == b:
        known = ", ".join(neighbors(board, a))
        raise ParseError("no-route", a=board.cities[a].name, b=board.cities[b].name, known=known)
    return lanes


def neighbors(board: Board, city: CityId) -> tuple[str, ...]:
    """The names of the cities that a route joins with this one."""
    ends = (board.routes[route] for route in members(board.routes_at[city]))
    return tuple(sorted({board.cities[route.b if route.a == city else route.a].name for route in ends}))


def fitting_lanes(printed: Printed, lanes: list[RouteId], cards: Cards) -> list[RouteId]:
    """The lanes that cards of this color can pay for; all of them if none fits."""
    assert isinstance(printed, Board)
    colors = {printed.kinds[kind].color for kind, count in enumerate(cards[:-1]) if count}
    fit = [lane for lane in lanes if printed.routes[lane].color is None or colors <= {printed.routes[lane].color}]
    return fit or lanes
