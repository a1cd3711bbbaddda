"""Build a station: any city without one, for one, two or three cards of a color (E-16, E-17)."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, BuildStation
from branchline.core.cards import holds, minus
from branchline.core.events import StationBuilt
from branchline.core.game import Step
from branchline.core.ids import CityId, CitySet, Seat
from branchline.core.refusals import Refusal
from branchline.core.states.state import State, with_player
from branchline.core.states.stock import Stock
from branchline.rules.board.payment.payment import sets_of_one_color
from branchline.rules.board.turn import end_turn
from branchline.rules.city_options import CityOptions

ACTIONS = (BuildStation,)


def built_cities(state: State) -> CitySet:
    taken = 0
    for player in state.players:
        taken |= player.built
    return taken


def options(state: State, seat: Seat) -> Sequence[Action]:
    player = state.players[seat]
    number = player.built.bit_count() + 1
    if number > state.board.rules.stations:
        return ()
    pays = sets_of_one_color(state.board, player.hand, number)
    return CityOptions(BuildStation, state.board.building_sites & ~built_cities(state), pays)


def refusal(state: State, seat: Seat, action: BuildStation) -> Refusal | None:
    player = state.players[seat]
    number = player.built.bit_count() + 1
    if number > state.board.rules.stations:
        return Refusal.NO_STATIONS_LEFT
    if not is_site(state, action.city):
        return Refusal.UNKNOWN_CITY
    if built_cities(state) >> action.city & 1:
        return Refusal.CITY_OCCUPIED
    if not holds(player.hand, action.pay):
        return Refusal.CARDS_NOT_HELD
    return None if action.pay in sets_of_one_color(state.board, player.hand, number) else Refusal.WRONG_PAYMENT


def is_site(state: State, city: CityId) -> bool:
    return city >= 0 and bool(state.board.building_sites >> city & 1)


def perform(state: State, seat: Seat, action: BuildStation) -> Step[State]:
    player = state.players[seat]
    after = player._replace(hand=minus(player.hand, action.pay), built=player.built | 1 << action.city)
    stock = Stock(state)
    stock.discard(action.pay)
    stock.events.append(StationBuilt(seat, action.city, action.pay))
    return end_turn(state, with_player(state, seat, after), stock)
