"""Build a harbor: in a harbor city with an own route, for two train and two ship cards (W-23, W-24)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from branchline.core.actions import Action, BuildHarbor
from branchline.core.bits import mask_of, members
from branchline.core.cards import holds, minus
from branchline.core.events import HarborBuilt
from branchline.core.game import Step
from branchline.core.ids import Cards, CityId, CitySet, Kind, RouteSet, Seat
from branchline.core.printed.board import BOARDS_REMEMBERED, Board
from branchline.core.refusals import Refusal
from branchline.core.states.state import State, with_player
from branchline.core.states.stock import Stock
from branchline.rules.board.station import built_cities, is_site
from branchline.rules.board.turn import end_turn
from branchline.rules.city_options import CityOptions

ACTIONS = (BuildHarbor,)

CARDS_OF_EACH_DECK = 2


@lru_cache(maxsize=BOARDS_REMEMBERED)
def harbor_kinds(board: Board) -> tuple[tuple[Kind, Kind], ...]:
    """For each color, the train card and the ship card that bear the harbor symbol (W-2)."""
    return tuple(
        (train, ship)
        for train, ship in (
            tuple(Kind(i) for i, kind in enumerate(board.kinds) if kind.color == color and kind.harbor)
            for color in range(len(board.colors))
        )
    )


def payments(board: Board, hand: Cards) -> list[Cards]:
    """Two of each deck of one color with the symbol, wilds standing in for any; fewest wilds first."""
    most = CARDS_OF_EACH_DECK
    least = 2 * most - hand[-1]
    found: dict[Cards, None] = {}
    for train, ship in harbor_kinds(board):
        if hand[train] + hand[ship] < least:
            continue
        for trains in range(min(hand[train], most) + 1):
            for ships in range(min(hand[ship], most) + 1):
                wilds = 2 * most - trains - ships
                if wilds <= hand[-1]:
                    pay = list(board.no_cards)
                    pay[train], pay[ship], pay[-1] = trains, ships, wilds
                    found[tuple(pay)] = None
    return sorted(found, key=lambda pay: pay[-1])


def _reached(state: State, seat: Seat) -> CitySet:
    """Harbor cities where one of the player's routes ends."""
    routes = state.players[seat].routes
    return mask_of([city for city, ending in _harbors(state.board) if routes & ending])


@lru_cache(maxsize=BOARDS_REMEMBERED)
def _harbors(board: Board) -> tuple[tuple[CityId, RouteSet], ...]:
    """The harbor cities, each with the routes that end there."""
    return tuple((CityId(city), board.routes_at[city]) for city in members(board.harbor_cities))


def options(state: State, seat: Seat) -> Sequence[Action]:
    player = state.players[seat]
    if player.built.bit_count() >= state.board.rules.harbors or not player.routes:
        return ()
    pays = payments(state.board, player.hand)
    if not pays:
        return ()
    return CityOptions(BuildHarbor, _reached(state, seat) & ~built_cities(state), pays)


def refusal(state: State, seat: Seat, action: BuildHarbor) -> Refusal | None:
    player = state.players[seat]
    if player.built.bit_count() >= state.board.rules.harbors:
        return Refusal.NO_HARBORS_LEFT
    if not is_site(state, action.city):
        return Refusal.UNKNOWN_CITY
    if not state.board.harbor_cities >> action.city & 1:
        return Refusal.NOT_A_HARBOR_CITY
    if built_cities(state) >> action.city & 1:
        return Refusal.CITY_OCCUPIED
    if not _reached(state, seat) >> action.city & 1:
        return Refusal.NO_ROUTE_TO_CITY
    if not holds(player.hand, action.pay):
        return Refusal.CARDS_NOT_HELD
    return None if action.pay in payments(state.board, player.hand) else Refusal.WRONG_PAYMENT


def perform(state: State, seat: Seat, action: BuildHarbor) -> Step[State]:
    player = state.players[seat]
    after = player._replace(hand=minus(player.hand, action.pay), built=player.built | 1 << action.city)
    stock = Stock(state)
    stock.discard(action.pay)
    stock.events.append(HarborBuilt(seat, action.city, action.pay))
    return end_turn(state, with_player(state, seat, after), stock)
