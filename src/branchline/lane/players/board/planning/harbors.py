"""Harbors: in which cities to build, and which cards to save for it (W-23 to W-26)."""

from __future__ import annotations

from branchline.lane.compile import inner
from branchline.lane.layout import Board
from branchline.lane.players.board.facts import CARDS_PER_TURN
from branchline.lane.players.board.layout import MINE, OPEN, Mind, Plan
from branchline.lane.players.board.weights import DRAWS_PER_HARBOR_CARD
from branchline.rules.board.harbor import CARDS_OF_EACH_DECK

_OF_EACH = CARDS_OF_EACH_DECK


@inner
def find_harbors(board: Board, mind: Mind, plan: Plan) -> float:
    """Note the best cities for harbors among those that completed tickets and goals name; give their points in all."""
    mind.harbor_count = 0
    if mind.harbors_left <= 0:
        return 0.0
    for city in range(board.city_count):
        mind.named[city] = 0
    for place in range(mind.done_count):
        _name_cities(board, mind, mind.done[place])
    for place in range(plan.goal_count):
        _name_cities(board, mind, plan.goals[place])
    points = 0.0
    for _ in range(mind.harbors_left):
        best, worth = -1, 0.0
        for site in range(board.harbor_sites):
            city = board.harbor_cities[site]
            if mind.named[city] > 0 and mind.built_state[city] == OPEN:
                here = board.harbor_points[min(mind.named[city], board.harbor_steps - 1)] + board.harbor_penalty
                if here > worth:
                    best, worth = city, float(here)
        if best < 0:
            break
        mind.named[best] = 0
        mind.harbor_city[mind.harbor_count], mind.harbor_worth[mind.harbor_count] = best, worth
        mind.harbor_count += 1
        points += worth
    return points


@inner
def _name_cities(board: Board, mind: Mind, ticket: int) -> None:
    for stop in range(board.ticket_length[ticket]):
        mind.named[board.ticket_stops[ticket, stop]] += 1


@inner
def _progress(board: Board, mind: Mind, color: int) -> int:
    """Harbor cards of a color in hand that count."""
    held = 0
    for deck in range(2):
        held += min(mind.hand[0, board.harbor_cards[color, deck]], _OF_EACH)
    return held


@inner
def harbor_turns(board: Board, mind: Mind) -> float:
    """The turns that all harbors left take: to draw the missing cards in the colors furthest on, and to build."""
    if mind.harbors_left <= 0:
        return 0.0
    return mind.harbors_left + DRAWS_PER_HARBOR_CARD * _missing(board, mind) / CARDS_PER_TURN


@inner
def _missing(board: Board, mind: Mind) -> int:
    """Cards that the harbors left still need, in the colors that are furthest on."""
    missing, harbors = 0, mind.harbors_left
    for step in range(2 * _OF_EACH, -1, -1):
        for color in range(board.harbor_colors):
            if harbors > 0 and _progress(board, mind, color) == step:
                missing += 2 * _OF_EACH - step
                harbors -= 1
    return max(0, missing - mind.hand[0, board.wild])


@inner
def value_savings(board: Board, mind: Mind) -> None:
    """For the colors furthest on, one for each harbor to come and one more: what a harbor card is worth, or costs."""
    for kind in range(board.kinds):
        mind.keeping[kind] = mind.saving[kind] = 0.0
    place = 0
    for step in range(2 * _OF_EACH, -1, -1):
        for color in range(board.harbor_colors):
            if place > mind.harbor_count or mind.harbor_count == 0 or _progress(board, mind, color) != step:
                continue
            for deck in range(2):
                kind = board.harbor_cards[color, deck]
                if mind.hand[0, kind] < _OF_EACH:
                    mind.saving[kind] = (0.5 + 0.5 * step) * (1.0 if place < mind.harbor_count else 0.5)
                if mind.hand[0, kind] <= _OF_EACH and place < mind.harbor_count:
                    mind.keeping[kind] = 0.4 + 0.4 * step
            place += 1


@inner
def reached_site(board: Board, mind: Mind) -> int:
    """The place of the best site where one of the own routes ends; -1 for none."""
    for place in range(mind.harbor_count):
        city = mind.harbor_city[place]
        for route in range(board.route_count):
            if mind.route_state[route] == MINE and (board.route_a[route] == city or board.route_b[route] == city):
                return place
    return -1
