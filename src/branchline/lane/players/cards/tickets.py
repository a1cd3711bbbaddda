"""The planner's tickets in the Card Game: which ones to keep together, and the value of drawing more."""

from __future__ import annotations

from math import erf, exp, pi, sqrt
from typing import Any

from branchline.lane.bits import NONE, bit, count
from branchline.lane.cards.layout import KEEP, KEEP_FIRST, CardGame, Cards
from branchline.lane.compile import inner
from branchline.lane.players.cards.layout import NEVER, CardMind, CardWork
from branchline.lane.players.cards.plan import second_deck, turns_after
from branchline.lane.players.cards.weights import (
    BIG_CITY_SHARE,
    FAST_DECK_USE,
    FITTING_SHARE,
    IMAGINED_OFFERS,
    MAX_OFFERS,
    MISSED_TICKET,
    SLOW_DECK_USE,
    TICKET_DRAW_MARGIN,
    TRAVEL_TURNS,
)
from branchline.lane.rng import below

_LAST_TURN = 100.0
"""In the last turn nothing but tickets is of any use, and none of them need be kept."""
_MAX_HELD = 48
_MAX_STEPS = 20_000
"""Of the search for the best settlement in the last turn; it is stopped then, which few games know."""


@inner
def find_prospects(cards: Cards, game: CardGame, mind: CardMind) -> None:
    """What the own cards are expected to pay for, those still to come included."""
    fast, slow = turns_after(mind, game.deck_size, FAST_DECK_USE), turns_after(mind, game.deck_size, SLOW_DECK_USE)
    turns = (fast + slow) / 2
    mind.wilds = float(mind.stack[cards.wild])
    if turns > 2 or mind.half_to_come:
        mind.wilds += 0.9 * mind.hand[0, cards.wild]
    held = 0.0
    for color in range(cards.wild):
        mind.have[color] = mind.stack[color]
        if mind.row_seat[0, color] == mind.seat:
            wilds = float(mind.row_wilds[0, color])
            mind.have[color] += 0.95 * min(float(mind.row_colored[0, color]), max(0.0, turns - wilds))
            mind.wilds += min(wilds, turns)
        fits = float(mind.hand[0, color])
        if not mind.half_to_come:
            fits = max(0.0, min(fits, turns - 1))
        mind.have[color] += 0.9 * fits
        held += fits
    drawn = max(0.0, turns - TRAVEL_TURNS) * (game.deck_size / game.seats) / max(1.0, turns)
    if mind.half_to_come:
        drawn += second_deck(cards, game, mind) / game.seats + cards.second_deal
    mind.expected = FITTING_SHARE * drawn
    mind.spread = sqrt(0.05 + 0.3 * drawn + 0.1 * held)


@inner
def credit(cards: Cards, ticket: int) -> float:
    """The points of a ticket, and a part of the bonus of every Big City that it names."""
    points = float(cards.points[ticket])
    for city in range(cards.big_cities):
        if (cards.big_naming[city] & bit(ticket)) != NONE:
            points += BIG_CITY_SHARE * cards.big_points[city]
    return points


@inner
def beyond(cards: Cards, mind: CardMind) -> float:
    """How far the cards of `mind.total` go beyond what is expected, in standard deviations."""
    short = 0.0
    for color in range(cards.wild):
        short += max(0.0, mind.total[color] - mind.have[color])
    return (short - mind.wilds - mind.expected) / mind.spread


@inner
def _loss(cards: Cards, mind: CardMind) -> float:
    """The expected loss by tickets that cannot be paid, if all together ask for the cards of `mind.total`.

    Normal approximation: the larger of the chance of a shortage and its mean over 1.5 cards, in missed tickets.
    """
    far = beyond(cards, mind)
    likely = 0.5 + 0.5 * erf(far / sqrt(2.0))
    mean = mind.spread * (far * likely + exp(-far * far / 2) / sqrt(2 * pi))
    return MISSED_TICKET * max(likely, mean / 1.5)


@inner
def _value_keeping(cards: Cards, mind: CardMind, size: int) -> None:
    """Fill in what each part of `mind.offer` adds to the open tickets."""
    before = 0.0
    for kept in range(1 << size):
        for color in range(cards.wild):
            mind.total[color] = mind.asked[color]
        value = 0.0
        for place in range(size):
            if kept >> place & 1:
                ticket = mind.offer[place]
                value += credit(cards, ticket)
                for color in range(cards.wild):
                    mind.total[color] += cards.needs[ticket, color]
        value -= _loss(cards, mind)
        if kept == 0:
            before = value
        mind.offer_value[kept] = value - before


@inner
def _value_settled(cards: Cards, mind: CardMind, size: int) -> None:
    """In the last turn nothing is uncertain: keep what the best settlement completes, the more alike the better."""
    best = _best_settled(cards, mind, size)
    for kept in range(1 << size):
        other, value = kept ^ best, 0.0
        while other:
            other &= other - 1
            value -= 1.0
        mind.offer_value[kept] = value


@inner
def _best_settled(cards: Cards, mind: CardMind, size: int) -> int:
    """The places in `mind.offer` of what the stack pays for in the best settlement of all open tickets and the offer.

    Branch and bound, the most valuable tickets first. An open ticket that is completed counts twice its points: they
    are won instead of lost (C-17, C-20).
    """
    items = _list_items(cards, mind, size)
    for color in range(cards.wild):
        mind.total[color] = -mind.stack[color]
    value, best = 0.0, -1.0
    taken = chosen = item = 0
    for _ in range(_MAX_STEPS):
        if item == items or value + mind.item_rest[item] <= best:
            if item == items and value > best:
                best, chosen = value, taken
            item -= 1
            while item >= 0 and mind.item_taken[item] == 0:
                item -= 1
            if item < 0:
                break
            mind.item_taken[item] = 0
            _ask(cards, mind, mind.item_ticket[item], -1)
            value -= mind.item_value[item]
            taken &= ~(1 << item)
        else:
            _ask(cards, mind, mind.item_ticket[item], 1)
            if _short(cards, mind) <= mind.stack[cards.wild]:
                mind.item_taken[item] = 1
                value += mind.item_value[item]
                taken |= 1 << item
            else:
                mind.item_taken[item] = 0
                _ask(cards, mind, mind.item_ticket[item], -1)
        item += 1
    kept = 0
    for item in range(items):
        if chosen >> item & 1 and mind.item_place[item] >= 0:
            kept |= 1 << mind.item_place[item]
    return kept


@inner
def _list_items(cards: Cards, mind: CardMind, size: int) -> int:
    """List the open tickets and those of the offer by their value, and what all from each one on are worth together."""
    count = min(mind.open_count, _MAX_HELD)
    for item in range(count + size):
        place = item - count
        ticket = mind.offer[place] if place >= 0 else mind.open[item]
        worth = credit(cards, ticket) + (0 if place >= 0 else cards.points[ticket])
        at = item
        while at > 0 and mind.item_value[at - 1] < worth:
            mind.item_value[at], mind.item_ticket[at] = mind.item_value[at - 1], mind.item_ticket[at - 1]
            mind.item_place[at] = mind.item_place[at - 1]
            at -= 1
        mind.item_value[at], mind.item_ticket[at], mind.item_place[at] = worth, ticket, max(-1, place)
    mind.item_rest[count + size] = 0.0
    for item in range(count + size - 1, -1, -1):
        mind.item_rest[item] = mind.item_rest[item + 1] + mind.item_value[item]
    return count + size


@inner
def _short(cards: Cards, mind: CardMind) -> int:
    """Cards of `mind.total` for which there is nothing but wilds."""
    short = 0
    for color in range(cards.wild):
        short += max(0, mind.total[color])
    return short


@inner
def _ask(cards: Cards, mind: CardMind, ticket: int, times: int) -> None:
    for color in range(cards.wild):
        mind.total[color] += times * cards.needs[ticket, color]


@inner
def rate_offer(cards: Cards, game: CardGame, seat: int, work: CardWork) -> None:
    """Rate every way to keep tickets of an offer."""
    mind = work.mind
    size = game.offered[seat]
    for place in range(size):
        mind.offer[place] = game.offers[seat, place]
    if mind.ending and not mind.half_to_come:
        _value_settled(cards, mind, size)
    else:
        find_prospects(cards, game, mind)
        _value_keeping(cards, mind, size)
    for i in range(work.listed[0]):
        code = work.codes[i]
        if cards.code_verb[code] in (KEEP, KEEP_FIRST):
            work.values[i] = mind.offer_value[cards.way_kept[cards.code_what[code]]]


@inner
def gain_of_drawing(cards: Cards, game: CardGame, mind: CardMind, rng: Any) -> float:
    """What the best choice of an offer adds on average, over random offers of tickets that may be in the deck."""
    if mind.ending and not mind.half_to_come:
        return _LAST_TURN
    gone = game.tickets[mind.seat]
    for seat in range(game.seats):
        gone |= game.completed[seat]
    left = 0
    for ticket in range(cards.ticket_count):
        if (gone & bit(ticket)) == NONE:
            mind.deck[left] = ticket
            left += 1
    size = min(cards.offer, game.queue_size, left)
    if size == 0:
        return 0.0
    find_prospects(cards, game, mind)
    total = 0.0
    for _ in range(IMAGINED_OFFERS):
        for place in range(size):
            other = place + below(rng, left - place)
            mind.deck[place], mind.deck[other] = mind.deck[other], mind.deck[place]
            mind.offer[place] = mind.deck[place]
        _value_keeping(cards, mind, size)
        best = -NEVER
        for kept in range(1 << size):
            best = max(best, mind.offer_value[kept])
        total += best
    offers = mind.offers[mind.seat]
    if offers < 0:  # Nobody counted: about one for every two tickets.
        offers = count(game.tickets[mind.seat] | game.completed[mind.seat]) // 2
    return total / IMAGINED_OFFERS - TICKET_DRAW_MARGIN - max(0, offers - MAX_OFFERS)
