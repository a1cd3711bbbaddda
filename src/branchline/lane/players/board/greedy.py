"""The greedy player: each ticket by its quickest path, every route claimed as soon as the hand can pay for it."""

from __future__ import annotations

from branchline.lane.compile import inner
from branchline.lane.layout import (
    CLAIM,
    DRAW_TICKETS,
    FIRST_TICKETS,
    KEEP,
    KEEP_FIRST,
    SECOND_CARD,
    TICKET_OFFER,
    TURN,
    Board,
    Game,
)
from branchline.lane.players.board.draws import rate_draws
from branchline.lane.players.board.hasty import rate_claims, rate_plain, want_all
from branchline.lane.players.board.layout import GREY, MINE, NEVER, OPEN, BoardWork, Facts, Mind, Plan
from branchline.lane.players.board.memory import note_origin, still_stands
from branchline.lane.players.board.network import add_legs, connect_legs, forget_paths
from branchline.lane.players.board.position import is_nearly_over
from branchline.lane.players.board.weights import MIN_PRICE, NEW_TICKET_PIECES, TICKET_PIECES, TURNS_PER_POINT
from branchline.lane.players.wide import wide

_NEW_TICKETS = 500.0


@inner
def rate_greedy(board: Board, game: Game, seat: int, work: BoardWork) -> None:
    """Give every legal action its value."""
    rate_plain(board, game, seat, work)
    if game.phase == TURN or game.phase == SECOND_CARD:
        _rate_turn(board, game, seat, work)
    elif game.phase == FIRST_TICKETS or game.phase == TICKET_OFFER:
        _set_prices(board, work.facts, work.mind)
        _rate_offer(board, game, seat, work)


@inner
def _rate_turn(board: Board, game: Game, seat: int, work: BoardWork) -> None:
    mind = work.mind
    planned = _want_ticket_routes(board, game, seat, work)
    if planned == 0:
        want_all(board, work)
    _value_cards(board, work)
    rate_draws(board, game, work)
    rate_claims(board, work)
    if planned > 0 and is_nearly_over(board, game):  # Whatever can be claimed, if nothing planned can.
        for i in range(work.listed[0]):
            code = work.codes[i]
            route = board.code_what[code]
            if board.code_verb[code] == CLAIM and not mind.wanted[route]:
                work.values[i] = _NEW_TICKETS + board.route_worth[route]
    in_play = board.pieces_kept if board.pieces_kept > 0 else board.pieces[0] + board.pieces[1]
    if planned == 0 and mind.total_pieces > NEW_TICKET_PIECES * in_play and not is_nearly_over(board, game):
        for i in range(work.listed[0]):
            if board.code_verb[work.codes[i]] == DRAW_TICKETS:
                work.values[i] = _NEW_TICKETS


@inner
def _set_prices(board: Board, facts: Facts, mind: Mind) -> None:
    """The price of each route: its turns less a little for its points, nothing for the own ones."""
    forget_paths(board, mind)
    for route in range(board.route_count):
        price = NEVER
        if mind.route_state[route] == MINE:
            price = 0.0
        elif mind.route_state[route] == OPEN:
            price = max(MIN_PRICE, facts.turns_needed[route] - TURNS_PER_POINT * board.route_worth[route])
        mind.price[route] = price


@inner
def _want_ticket_routes(board: Board, game: Game, seat: int, work: BoardWork) -> int:
    """Want the quickest paths of all open tickets that can still be completed, each using the ones before it."""
    mind, plan = work.mind, work.plans[seat]
    for route in range(board.route_count):
        mind.wanted[route] = 0
    if not still_stands(board, game, seat, mind, plan):
        _find_ticket_routes(board, work, plan)
        note_origin(board, game, seat, mind, plan)
    for place in range(plan.route_count):
        mind.wanted[plan.routes[place]] = 1
    return plan.route_count


@inner
def _find_ticket_routes(board: Board, work: BoardWork, plan: Plan) -> None:
    facts, mind = work.facts, work.mind
    plan.route_count = mind.legs = 0
    if mind.open_count == 0:
        return
    _set_prices(board, facts, mind)
    for place in range(mind.open_count):
        before = mind.legs
        add_legs(board, mind, mind.open[place])
        if not connect_legs(board, facts, mind, wide(0)):
            mind.legs = before
    connect_legs(board, facts, mind, wide(0))
    for place in range(mind.network_count[0]):
        if mind.claimable[mind.network[0, place]]:
            plan.routes[plan.route_count] = mind.network[0, place]
            plan.serves[plan.route_count] = mind.network_serves[0, place]
            plan.route_count += 1


@inner
def _rate_offer(board: Board, game: Game, seat: int, work: BoardWork) -> None:
    """Keep the tickets of the most points, as many as the pieces suffice for; beyond that the cheapest to miss."""
    worthy = _worthy_tickets(board, game, seat, work)
    for i in range(work.listed[0]):
        verb = board.code_verb[work.codes[i]]
        if verb in (KEEP, KEEP_FIRST):
            kept = board.way_kept[board.code_what[work.codes[i]]]
            for place in range(game.offered[seat]):
                if worthy >> place & 1:
                    work.values[i] += 1000.0 if kept >> place & 1 else -1000.0


@inner
def _worthy_tickets(board: Board, game: Game, seat: int, work: BoardWork) -> int:
    """The places in the offer of the tickets that can be completed beside those held."""
    mind = work.mind
    mind.legs = 0
    for place in range(mind.open_count):
        add_legs(board, mind, mind.open[place])
    worthy = tried = 0
    for _ in range(game.offered[seat]):
        best, most = -1, -1
        for place in range(game.offered[seat]):
            points = board.ticket_points[game.offers[seat, place]]
            if not tried >> place & 1 and points > most:
                best, most = place, points
        tried |= 1 << best
        before = mind.legs
        add_legs(board, mind, wide(game.offers[seat, best]))
        spaces = 0
        possible = connect_legs(board, work.facts, mind, wide(0))
        for place in range(mind.network_count[0]):
            spaces += board.route_length[mind.network[0, place]]
        if possible and spaces <= TICKET_PIECES * (mind.pieces[0] + mind.pieces[1]):
            worthy |= 1 << best
        else:
            mind.legs = before
    return worthy


@inner
def _value_cards(board: Board, work: BoardWork) -> None:
    """The value of each kind of card: 1.1 if its group is short, else 0.1, more where it can pay for a grey route."""
    facts, mind, short = work.facts, work.mind, work.needs[0].short
    for group in range(facts.groups + 1):
        short[group] = 0.0
    grey = 0
    for route in range(board.route_count):
        if mind.wanted[route]:
            group = facts.color_group[route]
            if group == GREY:
                grey |= 1 << board.route_deck[route]
            else:
                short[group] += board.route_length[route]
    for kind in range(board.kinds):
        short[facts.kind_group[kind]] -= mind.hand[0, kind] * facts.covers[kind]
    for kind in range(board.wild):
        group = facts.kind_group[kind]
        fits = 1.0 if short[group] > 0 else 0.0
        if fits == 0.0 and grey >> (group // facts.colors) & 1:
            fits = 0.4 - 0.08 * short[group]
        mind.card_value[kind] = (0.1 + fits) * facts.covers[kind]
    mind.card_value[board.wild] = 1.3
