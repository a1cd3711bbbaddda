"""The greedy player of the Card Game: collects the colors of its tickets and lays each row once it is long enough."""

from __future__ import annotations

from branchline.lane.cards.layout import DRAW_TICKETS, LAY_ROW, LAY_THREE, CardGame, Cards
from branchline.lane.compile import inner
from branchline.lane.layout import FIRST_TICKETS, TICKET_OFFER, TURN
from branchline.lane.players.cards.draws import consider_nothing, rate_draws
from branchline.lane.players.cards.hasty import paid_tickets, rate_keeping
from branchline.lane.players.cards.layout import CardMind, CardWork
from branchline.lane.players.cards.position import can_lay, find_shortage, on_the_way, row_size
from branchline.lane.players.cards.weights import LONG_ROW, USEFUL_SHARE

_ROW = 1000.0
_THREE = 900.0
_TICKETS = 500.0
_NOBODY = -1


@inner
def rate_greedy(cards: Cards, game: CardGame, seat: int, work: CardWork) -> None:
    """Give every legal action its value."""
    mind = work.mind
    consider_nothing(work)
    if game.phase == TICKET_OFFER and mind.ending:
        rate_keeping(cards, game, seat, work, paid_tickets(cards, game, seat, mind))
    elif game.phase in (FIRST_TICKETS, TICKET_OFFER):
        rate_keeping(cards, game, seat, work, _collectable(cards, game, seat, mind))
    else:
        find_shortage(cards, mind)
        for kind in range(cards.wild):
            mind.card_value[kind] = 1.0 if mind.short[kind] > mind.hand[0, kind] else 0.2
        mind.card_value[cards.wild] = 1.6
        rate_draws(cards, game, work, 0.0)
        if game.phase == TURN:
            _rate_turn(cards, game, work)


@inner
def _rate_turn(cards: Cards, game: CardGame, work: CardWork) -> None:
    mind = work.mind
    plenty = game.deck_size > 4 * game.seats
    to_draw = 0
    for color in range(cards.wild):
        to_draw += max(0, mind.short[color] - mind.hand[0, color])
    ready = to_draw <= mind.hand[0, cards.wild] and plenty
    for i in range(work.listed[0]):
        code = work.codes[i]
        verb, color = cards.code_verb[code], cards.code_what[code]
        if verb == DRAW_TICKETS and (ready or mind.ending):
            work.values[i] = _TICKETS
        elif verb == LAY_ROW and not mind.ending and can_lay(mind, color):
            useful = min(mind.hand[0, color], mind.short[color])
            least = max(LONG_ROW if plenty else cards.least_row, row_size(mind, color) + 1)
            count = min(mind.hand[0, color], max(useful, least))
            wilds = max(0, least - count)
            if useful > 0 and wilds <= 1 and cards.code_count[code] == count and cards.code_wilds[code] == wilds:
                work.values[i] = _ROW + useful
        elif verb == LAY_THREE and not mind.ending:
            others = _is_needed(mind, cards.code_count[code]) and _is_needed(mind, cards.code_wilds[code])
            if _is_needed(mind, color) and others:
                work.values[i] = _THREE


@inner
def _is_needed(mind: CardMind, color: int) -> bool:
    return mind.row_seat[0, color] == _NOBODY and mind.hand[0, color] > 0 and mind.short[color] > 0


@inner
def _collectable(cards: Cards, game: CardGame, seat: int, mind: CardMind) -> int:
    """The places of the tickets of the most points per card, as many as the expected cards pay for."""
    halves = 2.0 if mind.half_to_come else 1.0
    expected = USEFUL_SHARE * game.deck_size / game.seats * halves + mind.stack[cards.wild] + mind.hand[0, cards.wild]
    for color in range(cards.wild):
        mind.total[color] = mind.asked[color]
    kept = tried = 0
    for _ in range(game.offered[seat]):
        best, most = -1, 0.0
        for place in range(game.offered[seat]):
            ticket = game.offers[seat, place]
            asks = 0
            for color in range(cards.wild):
                asks += cards.needs[ticket, color]
            rate = cards.points[ticket] / max(1, asks)
            if not tried >> place & 1 and (best < 0 or rate > most):
                best, most = place, rate
        tried |= 1 << best
        ticket = game.offers[seat, best]
        short = 0
        for color in range(cards.wild):
            asked = mind.total[color] + cards.needs[ticket, color]
            short += max(0, asked - on_the_way(mind, color) - mind.hand[0, color])
        if short <= expected:
            kept |= 1 << best
            for color in range(cards.wild):
                mind.total[color] += cards.needs[ticket, color]
    return kept
