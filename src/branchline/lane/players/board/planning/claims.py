"""The planner's claims: which route, when, and with which cards; and tolls of tunnels (E-8 to E-13)."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import NONE
from branchline.lane.compile import inner
from branchline.lane.layout import CLAIM, LEAVE_TUNNEL, PAY_TOLL, Board, Game
from branchline.lane.players.board.layout import MAX_PLANNED, NEVER, OPEN, BoardWork, Mind, Plan
from branchline.lane.players.board.network import detour
from branchline.lane.players.board.planning.needs import find_needs
from branchline.lane.players.board.planning.plan import delay_cost, set_prices, steps, urgency
from branchline.lane.players.board.position import hand_size, pieces_of
from branchline.lane.players.board.weights import (
    CARD_DISCOUNT,
    CLAIM_BONUS,
    CONTENTION,
    ROUTE_DANGER,
    SPARE_CARD,
    TURN_IN_CARDS,
)
from branchline.lane.players.wide import wide

_FOR_POINTS = MAX_PLANNED
"""The purpose of a claim for points alone: the rest of the plan is all of it."""
_NO_PURPOSE = -1
_TRAINS = 0
_MAX_DETOUR = 10.0


@inner
def rate_claims(board: Board, game: Game, seat: int, work: BoardWork, plan: Plan, best_draw: float) -> float:
    """Rate every claim for a ticket or for points; in the last turn also any other, by its points. Give the best."""
    mind, best = work.mind, -NEVER
    _note_purposes(board, work, plan)
    hurry = mind.turns <= steps(plan) + 1
    bonus = CLAIM_BONUS * work.facts.scarcity
    for i in range(work.listed[0]):
        code = work.codes[i]
        if board.code_verb[code] != CLAIM:
            continue
        route = wide(board.code_what[code])
        purpose = mind.purpose[route]
        if purpose == _NO_PURPOSE:
            if mind.turns <= 1:
                work.values[i] = best_draw + 0.002 + 1e-5 * board.route_worth[route]
            continue
        _know_rest(board, work, plan, purpose)
        value = bonus - _payment_cost(board, work, board.code_pay[code], purpose)
        if board.route_tunnel[route]:
            value -= TURN_IN_CARDS * (1 - _chance_of_passing(board, game, mind, board.pays[board.code_pay[code]]))
        if purpose == _FOR_POINTS:
            value += 4.0 if work.needs[0].missing <= 0 else 0.0
        else:
            value += _risk_of_waiting(board, game, seat, work, plan, route, purpose)
            if hurry:
                value += 10.0 + board.route_worth[route]
            elif work.needs[0].missing <= 0:
                value += 5.0
        work.values[i] = value
        best = max(best, value)
    return best


@inner
def _note_purposes(board: Board, work: BoardWork, plan: Plan) -> None:
    """What each route would be claimed for; the other lane of a double route serves as well."""
    mind = work.mind
    for route in range(board.route_count):
        mind.purpose[route] = _NO_PURPOSE
    if mind.turns > steps(plan) + 1:
        delay = delay_cost(mind.turns, plan, 1.0)
        for place in range(mind.point_count):
            route = mind.point_routes[place]
            if mind.point_missing[place] <= 0 and delay <= board.route_worth[route]:
                _note_lanes(work, route, wide(_FOR_POINTS))
    for place in range(plan.route_count):
        _note_lanes(work, plan.routes[place], place)
        mind.rest_known[place] = 0
    mind.rest_known[_FOR_POINTS] = 0


@inner
def _note_lanes(work: BoardWork, route: int, purpose: int) -> None:
    work.mind.purpose[route] = purpose
    twin = work.facts.twin[route]
    if twin >= 0 and work.mind.route_state[twin] == OPEN:
        work.mind.purpose[twin] = purpose


@inner
def _know_rest(board: Board, work: BoardWork, plan: Plan, purpose: int) -> None:
    """Note what the rest of the plan needs, and has to spare, when one of its routes is claimed."""
    mind = work.mind
    if mind.rest_known[purpose]:
        return
    mind.rest_known[purpose] = 1
    needs = work.needs[0]
    if purpose != _FOR_POINTS:
        needs = work.needs[1]
        find_needs(board, work.facts, mind, plan, purpose, wide(0), needs)
    mind.rest_missing[purpose] = needs.missing
    for group in range(work.facts.groups):
        mind.rest_spare[purpose, group] = needs.spare[group]


@inner
def _payment_cost(board: Board, work: BoardWork, pay: int, purpose: int) -> float:
    """What a payment takes from the rest of the plan, in cards that fit: wilds, what is saved, what is needed."""
    facts, mind, cards = work.facts, work.mind, board.pays[pay]
    wild = 1.2 if mind.rest_missing[purpose] > 0 or mind.harbor_count > 0 else 0.6
    cost = wild * cards[board.wild]
    for kind in range(board.wild):
        if cards[kind] > 0:
            mind.used[facts.kind_group[kind]] += cards[kind] * facts.covers[kind]
            if mind.harbor_count > 0:
                cost += cards[kind] * mind.keeping[kind]
    for kind in range(board.wild):
        group = facts.kind_group[kind]
        spaces, spare = mind.used[group], mind.rest_spare[purpose, group]
        if spaces > 0:
            cost += SPARE_CARD * min(spaces, spare) + max(0.0, spaces - spare)
            mind.used[group] = 0.0
    return cost


@inner
def _chance_of_passing(board: Board, game: Game, mind: Mind, pay: Any) -> float:
    """The chance that the cards left in hand cover the toll, if each card turned up is a random unseen one."""
    if game.deck_size[_TRAINS] == 0 or mind.unseen_size[_TRAINS] <= 0:  # E-13
        return 1.0
    matching = float(mind.unseen[_TRAINS, board.wild])
    spare = mind.hand[0, board.wild] - pay[board.wild]
    for kind in range(board.wild):
        if pay[kind] > 0:
            matching += mind.unseen[_TRAINS, kind]
            spare += mind.hand[0, kind] - pay[kind]
            break
    likely = matching / mind.unseen_size[_TRAINS]
    cards = board.tunnel_cards
    chance, ways = 0.0, 1.0
    for toll in range(min(spare, cards) + 1):
        chance += ways * likely**toll * (1 - likely) ** (cards - toll)
        ways = ways * (cards - toll) / (toll + 1)
    return chance


@inner
def _risk_of_waiting(board: Board, game: Game, seat: int, work: BoardWork, plan: Plan, route: int, place: int) -> float:
    """What not claiming a route now may cost, in cards: the chance that a rival claims it, times the detour."""
    mind, twin = work.mind, work.facts.twin[route]
    both_lanes = game.seats >= board.both_lanes_from
    if twin >= 0 and both_lanes and mind.route_state[twin] == OPEN:
        return 0.0
    chance = 0.0
    length = board.route_length[route]
    for rival in range(game.seats):
        if rival != seat and hand_size(board, game, rival) >= length and pieces_of(board, game, rival) >= length:
            touches = _touches(board, game, rival, board.route_a[route])
            touches += _touches(board, game, rival, board.route_b[route])
            wanted = 1 + 2 * touches + CONTENTION * work.facts.scarcity * board.route_worth[route]
            chance += ROUTE_DANGER * wanted
    if chance == 0.0:
        return 0.0
    if plan.detour[place] < 0:
        set_prices(board, work, CARD_DISCOUNT)
        around = detour(board, work.facts, mind, route) - mind.price[route]
        plan.detour[place] = max(0.0, min(_MAX_DETOUR, around))
    return chance * TURN_IN_CARDS * plan.detour[place]


@inner
def _touches(board: Board, game: Game, rival: int, city: int) -> int:
    """1 where a rival has a route to a city, else 0."""
    for w in range(board.words):
        if (game.routes[rival, w] & board.routes_at[city, w]) != NONE:
            return 1
    return 0


@inner
def rate_toll(board: Board, game: Game, work: BoardWork, plan: Plan) -> None:
    """Pay, unless that costs the rest of the plan more than a lost turn does."""
    mind = work.mind
    place = wide(_FOR_POINTS)
    for other in range(plan.route_count):
        if plan.routes[other] == game.toll_route:
            place = other
    mind.rest_known[place] = 0
    _know_rest(board, work, plan, place)
    mind.rest_missing[place] = 1.0  # A wild always has its price here.
    leave = -TURN_IN_CARDS * urgency(work.facts, mind.turns, plan) if mind.turns > 1 else 1 - NEVER
    for i in range(work.listed[0]):
        code = work.codes[i]
        if board.code_verb[code] == PAY_TOLL:
            work.values[i] = -_payment_cost(board, work, board.code_pay[code], place)
        elif board.code_verb[code] == LEAVE_TUNNEL:
            work.values[i] = leave
