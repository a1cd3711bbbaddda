"""Claim a route: pay its cards, place the pieces, score (B-11 to B-16); a tunnel is dug first (E-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from branchline.core.actions import Action, ClaimRoute
from branchline.core.bits import members, nth_member
from branchline.core.cards import holds, minus, with_one
from branchline.core.events import RouteClaimed, TunnelDug
from branchline.core.game import LazyActions, Step
from branchline.core.ids import TRAINS, Cards, Pieces, RouteId, RouteSet, Seat
from branchline.core.phases import Toll
from branchline.core.printed.board import Board
from branchline.core.refusals import Refusal
from branchline.core.states.state import State, closed_routes, with_hand, with_player, with_route
from branchline.core.states.stock import Stock
from branchline.rules.board.payment.payment import Price, Tier, payable, pays_for, prices
from branchline.rules.board.payment.terrain import Group, pair_groups
from branchline.rules.board.turn import end_turn

ACTIONS = (ClaimRoute,)


class Claims(LazyActions[Action]):
    """Every free route with every payment for it: plain routes in tiers, those over hard terrain in groups."""

    __slots__ = ("_free", "_groups", "_prices", "_size", "_tiers")

    def __init__(self, free: RouteSet, prices: Sequence[Price], tiers: Sequence[Tier], groups: Sequence[Group]) -> None:
        self._free = free
        self._prices = prices
        self._tiers = tiers
        self._groups = groups
        size = 0
        for routes, _ in tiers:
            size += (routes & free).bit_count()
        for routes, pays in groups:
            size += (routes & free).bit_count() * len(pays)
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[ClaimRoute]:
        for routes, paid in self._tiers:
            for route in members(routes & self._free):
                yield ClaimRoute(RouteId(route), paid[self._prices[route]])
        for routes, pays in self._groups:
            for route in members(routes & self._free):
                for pay in pays:
                    yield ClaimRoute(RouteId(route), pay)

    @overload
    def __getitem__(self, index: int) -> ClaimRoute: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> ClaimRoute | Sequence[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index += self._size
        if index >= 0:
            free = self._free
            for tier, paid in self._tiers:
                routes = tier & free
                size = routes.bit_count()
                if index < size:
                    route = nth_member(routes, index)
                    return ClaimRoute(RouteId(route), paid[self._prices[route]])
                index -= size
            for group, pays in self._groups:
                routes = group & free
                size = routes.bit_count() * len(pays)
                if index < size:
                    which, how = divmod(index, len(pays))
                    return ClaimRoute(RouteId(nth_member(routes, which)), pays[how])
                index -= size
        raise IndexError(index)


def options(state: State, seat: Seat) -> Sequence[Action]:
    board = state.board
    player = state.players[seat]
    free = within_stock(board, player.pieces) & ~closed_routes(state, seat)
    if not free:
        return ()
    hand = player.hand
    groups = pair_groups(board, hand) if free & board.hard_terrain else ()
    return Claims(free, prices(board), payable(board, hand), groups)


def within_stock(board: Board, pieces: Pieces) -> RouteSet:
    """Routes that the player has enough pieces for (B-13)."""
    fitting = board.fitting[0][pieces[0]]
    for deck in range(1, len(pieces)):
        fitting |= board.fitting[deck][pieces[deck]]
    return fitting


def refusal(state: State, seat: Seat, action: ClaimRoute) -> Refusal | None:
    board = state.board
    player = state.players[seat]
    if action.route not in range(len(board.routes)):
        return Refusal.UNKNOWN_ROUTE
    route = board.routes[action.route]
    if any(other.routes >> action.route & 1 for other in state.players):
        return Refusal.ROUTE_TAKEN
    if closed_routes(state, seat) >> action.route & 1:  # B-15
        return Refusal.TWIN_TAKEN
    if route.length > player.pieces[route.deck]:
        return Refusal.TOO_FEW_PIECES
    if not holds(player.hand, action.pay):
        return Refusal.CARDS_NOT_HELD
    return None if pays_for(board, route, action.pay) else Refusal.WRONG_PAYMENT


def perform(state: State, seat: Seat, action: ClaimRoute) -> Step[State]:
    if state.board.routes[action.route].tunnel:
        return _dig(state, seat, action)
    player = state.players[seat]
    hand = minus(player.hand, action.pay)
    stock = Stock(state)
    stock.discard(action.pay)
    return claimed(state, seat, action.route, hand, action.pay, stock)


def claimed(state: State, seat: Seat, route_id: RouteId, hand: Cards, pay: Cards, stock: Stock) -> Step[State]:
    """The route is the player's, and the turn is over."""
    route = state.board.routes[route_id]
    points = state.board.worth[route_id]  # B-14
    player = state.players[seat]
    pieces = list(player.pieces)
    pieces[route.deck] -= route.length
    after = with_route(player, route_id, hand, tuple(pieces), points)
    stock.events.append(RouteClaimed(seat, route_id, pay, points))
    return end_turn(state, with_player(state, seat, after), stock)


def _dig(state: State, seat: Seat, action: ClaimRoute) -> Step[State]:
    """Turn up cards for a tunnel; what is laid out is in no pile meanwhile (E-8, E-13)."""
    stock = Stock(state)
    there_are = sum(stock.decks[TRAINS]) + sum(stock.discards[TRAINS])
    turned_up = stock.draw_several([TRAINS] * min(state.board.rules.tunnel_cards, there_are))
    revealed = state.board.no_cards
    for kind in turned_up:
        revealed = with_one(revealed, kind)
    extra = toll(action.pay, revealed)
    stock.events.append(TunnelDug(seat, action.route, action.pay, tuple(turned_up), extra))
    stock.renew(TRAINS)  # E-13: before the toll is decided
    player = state.players[seat]
    hand = minus(player.hand, action.pay)
    if extra == 0:
        stock.discard(action.pay)
        stock.discard(revealed)  # E-12
        return claimed(state, seat, action.route, hand, action.pay, stock)
    stock.close()
    return Step(
        state._replace(
            phase=Toll(action.route, action.pay, revealed, extra),
            players=with_player(state, seat, with_hand(player, hand)),
            display=stock.display,
            decks=stock.decks,
            discards=stock.discards,
            rng=stock.rng,
        ),
        tuple(stock.events),
    )


def toll(laid: Cards, revealed: Cards) -> int:
    """Turned-up wilds, and cards of the color played; for wilds alone, only wilds count (E-9, E-10)."""
    matching = sum(count for kind, count in enumerate(revealed[:-1]) if laid[kind])
    return matching + revealed[-1]
