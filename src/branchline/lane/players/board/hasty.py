"""The hasty player: claims the routes of the most points per turn, one after the other, and ignores its tickets."""

from __future__ import annotations

from branchline.lane.compile import inner
from branchline.lane.layout import (
    CHOOSE_PIECES,
    CLAIM,
    KEEP,
    KEEP_FIRST,
    LEAVE_TUNNEL,
    PAY_TOLL,
    SECOND_CARD,
    TURN,
    Board,
    Game,
)
from branchline.lane.players.board.draws import rate_draws
from branchline.lane.players.board.layout import GREY, NEVER, BoardWork
from branchline.lane.players.board.position import is_nearly_over

_CLAIMING = 1000.0
_WILD_COST = 0.3


@inner
def rate_hasty(board: Board, game: Game, seat: int, work: BoardWork) -> None:
    """Give every legal action its value."""
    rate_plain(board, game, seat, work)
    if game.phase == TURN or game.phase == SECOND_CARD:
        want_best_paid(board, work)
        _value_cards(board, work)
        rate_draws(board, game, work)
        if is_nearly_over(board, game):
            want_all(board, work)
        rate_claims(board, work)


@inner
def rate_plain(board: Board, game: Game, seat: int, work: BoardWork) -> None:
    """What needs no plan: few and cheap tickets, the usual pieces, tolls as they come; nothing else is considered."""
    for i in range(work.listed[0]):
        code = work.codes[i]
        verb = board.code_verb[code]
        value = -NEVER
        if verb in (KEEP, KEEP_FIRST):
            kept = board.way_kept[board.code_what[code]]
            value = 0.0
            for place in range(game.offered[seat]):
                if kept >> place & 1:
                    value -= board.ticket_penalty[game.offers[seat, place]]
        elif verb == CHOOSE_PIECES:
            value = -abs(board.code_what[code] - work.facts.default_trains)
        elif verb == PAY_TOLL:
            value = 1.0 - _WILD_COST * board.pays[board.code_pay[code], board.wild]
        elif verb == LEAVE_TUNNEL:
            value = -100.0
        work.values[i] = value


@inner
def rate_claims(board: Board, work: BoardWork) -> None:
    """Wanted routes above all, by their points, with as few wilds as possible."""
    for i in range(work.listed[0]):
        code = work.codes[i]
        if board.code_verb[code] == CLAIM and work.mind.wanted[board.code_what[code]]:
            pay = board.code_pay[code]
            cards = 0
            for kind in range(board.kinds):
                cards += board.pays[pay, kind]
            wilds = board.pays[pay, board.wild]
            points = board.route_worth[board.code_what[code]]
            work.values[i] = _CLAIMING + points - 0.01 * (cards + 2 * wilds)


@inner
def want_all(board: Board, work: BoardWork) -> None:
    for route in range(board.route_count):
        work.mind.wanted[route] = work.mind.claimable[route]


@inner
def want_best_paid(board: Board, work: BoardWork) -> None:
    """The claimable routes of the most points per turn."""
    mind = work.mind
    most = 0.0
    for route in range(board.route_count):
        if mind.claimable[route]:
            most = max(most, board.route_worth[route] / work.facts.turns_needed[route])
    for route in range(board.route_count):
        rate = board.route_worth[route] / work.facts.turns_needed[route]
        mind.wanted[route] = 1 if mind.claimable[route] and rate > most - 1e-9 else 0


@inner
def _value_cards(board: Board, work: BoardWork) -> None:
    """The value of each kind of card for the wanted routes: more with each space of its group already in hand."""
    facts, mind = work.facts, work.mind
    held, useful = work.needs[0].spare, work.needs[0].short
    for group in range(facts.groups + 1):
        held[group] = useful[group] = 0.0
    for kind in range(board.kinds):
        held[facts.kind_group[kind]] += mind.hand[0, kind] * facts.covers[kind]
    for route in range(board.route_count):
        if mind.wanted[route]:
            group = facts.color_group[route]
            if group != GREY:
                useful[group] = 1.0
            else:
                first = board.route_deck[route] * facts.colors
                for other in range(first, first + facts.colors):
                    useful[other] = 1.0
    for kind in range(board.kinds):
        group = facts.kind_group[kind]
        value = 0.5 + 0.08 * held[group] if useful[group] > 0 else 0.1
        mind.card_value[kind] = value * facts.covers[kind]
    mind.card_value[board.wild] = 1.2
