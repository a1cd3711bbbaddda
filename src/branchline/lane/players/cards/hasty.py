"""The hasty player of the Card Game: lays the longest rows, one after the other, and ignores its tickets."""

from __future__ import annotations

from branchline.lane.cards.layout import DRAW_TICKETS, KEEP, KEEP_FIRST, LAY_ROW, CardGame, Cards
from branchline.lane.compile import inner
from branchline.lane.layout import FIRST_TICKETS, TICKET_OFFER, TURN
from branchline.lane.players.cards.draws import consider_nothing, rate_draws
from branchline.lane.players.cards.layout import CardMind, CardWork
from branchline.lane.players.cards.position import can_lay, row_size
from branchline.lane.players.cards.weights import LONG_ROW

_LAYING = 1000.0
_WORTHY = 1000.0


@inner
def rate_hasty(cards: Cards, game: CardGame, seat: int, work: CardWork) -> None:
    """Give every legal action its value."""
    mind = work.mind
    consider_nothing(work)
    if game.phase == TICKET_OFFER:
        rate_keeping(cards, game, seat, work, paid_tickets(cards, game, seat, mind))
    elif game.phase == FIRST_TICKETS:
        rate_keeping(cards, game, seat, work, 0)
    else:
        for kind in range(cards.wild):
            mind.card_value[kind] = 0.3 + 0.1 * mind.hand[0, kind]
        mind.card_value[cards.wild] = 0.9
        if game.deck_size > 0:
            rate_draws(cards, game, work, 0.0)
        if game.phase == TURN:
            _rate_rows(cards, work)


@inner
def _rate_rows(cards: Cards, work: CardWork) -> None:
    """All cards of a color, with wilds only up to a long row or what a robbery takes; tickets when nothing is left."""
    mind = work.mind
    for i in range(work.listed[0]):
        code = work.codes[i]
        if cards.code_verb[code] == DRAW_TICKETS:
            work.values[i] = -1.0
        elif cards.code_verb[code] == LAY_ROW and not mind.ending:
            color, count, wilds = cards.code_what[code], cards.code_count[code], cards.code_wilds[code]
            least = max(cards.least_row, row_size(mind, color) + 1)
            needed = max(0, max(least, LONG_ROW) - count)
            wanted = min(mind.hand[0, cards.wild], needed)
            if can_lay(mind, color) and count == mind.hand[0, color] and wilds == wanted and count + wilds >= LONG_ROW:
                work.values[i] = _LAYING + count


@inner
def rate_keeping(cards: Cards, game: CardGame, seat: int, work: CardWork, worthy: int) -> None:
    """Rate the ways to keep tickets: those at the places of the set `worthy`, and otherwise the cheapest to miss."""
    for i in range(work.listed[0]):
        code = work.codes[i]
        if cards.code_verb[code] in (KEEP, KEEP_FIRST):
            kept = cards.way_kept[cards.code_what[code]]
            value = 0.0
            for place in range(game.offered[seat]):
                if kept >> place & 1:
                    value -= cards.points[game.offers[seat, place]]
                if worthy >> place & 1:
                    value += _WORTHY if kept >> place & 1 else -_WORTHY
            work.values[i] = value


@inner
def paid_tickets(cards: Cards, game: CardGame, seat: int, mind: CardMind) -> int:
    """The places of the tickets that the stack pays for as it is, beside those held: the most points first."""
    held = lacking(cards, mind, -1) <= mind.stack[cards.wild]
    for color in range(cards.wild):
        mind.total[color] = mind.asked[color] if held else 0
    paid = tried = 0
    for _ in range(game.offered[seat]):
        best = -1
        for place in range(game.offered[seat]):
            if not tried >> place & 1:
                ticket = game.offers[seat, place]
                if best < 0 or cards.points[ticket] > cards.points[game.offers[seat, best]]:
                    best = place
        tried |= 1 << best
        ticket = game.offers[seat, best]
        for color in range(cards.wild):
            mind.total[color] += cards.needs[ticket, color]
        if lacking(cards, mind, 0) <= mind.stack[cards.wild]:
            paid |= 1 << best
        else:
            for color in range(cards.wild):
                mind.total[color] -= cards.needs[ticket, color]
    return paid


@inner
def lacking(cards: Cards, mind: CardMind, total: int) -> int:
    """Cards that the stack lacks for `mind.total`, or for the open tickets where `total` is below 0."""
    short = 0
    for color in range(cards.wild):
        asked = mind.asked[color] if total < 0 else mind.total[color]
        short += max(0, asked - mind.stack[color])
    return short
