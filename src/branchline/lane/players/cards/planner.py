"""The planner light of the Card Game: counts the deck, schedules its rows, and values every move in points."""

from __future__ import annotations

from typing import Any

from branchline.lane.cards.layout import DRAW_TICKETS, LAY_ROW, LAY_THREE, CardGame, Cards
from branchline.lane.compile import inner
from branchline.lane.layout import FIRST_TICKETS, SECOND_CARD, TICKET_OFFER
from branchline.lane.players.cards.draws import consider_nothing, rate_draws
from branchline.lane.players.cards.layout import CardMind, CardWork
from branchline.lane.players.cards.plan import make_plan, value_of
from branchline.lane.players.cards.position import row_size
from branchline.lane.players.cards.tickets import gain_of_drawing, rate_offer
from branchline.lane.players.cards.weights import DRAW_BONUS, ROBBED_CARD

_TRIAL = 1
_MAX_COLORS = 5
"""Colors among which threes are tried: those with the fewest cards in hand."""


@inner
def rate_planner(cards: Cards, game: CardGame, seat: int, work: CardWork, rng: Any) -> None:
    """Give every legal action its value, in points beyond doing nothing."""
    mind = work.mind
    consider_nothing(work)
    if game.phase in (FIRST_TICKETS, TICKET_OFFER):
        rate_offer(cards, game, seat, work)
        return
    make_plan(cards, game, mind)
    idle = value_of(cards, mind, 0, game.deck_size)
    _begin_trial(cards, mind)
    if game.deck_size > 0 and not mind.ending:
        _rate_draws(cards, game, work, idle)
    if game.phase != SECOND_CARD:
        _rate_lays(cards, game, work, idle)
        for i in range(work.listed[0]):
            if cards.code_verb[work.codes[i]] == DRAW_TICKETS:
                work.values[i] = gain_of_drawing(cards, game, mind, rng)


@inner
def _begin_trial(cards: Cards, mind: CardMind) -> None:
    for kind in range(cards.kinds):
        mind.hand[_TRIAL, kind] = mind.hand[0, kind]
    for color in range(cards.wild):
        mind.row_seat[_TRIAL, color] = mind.row_seat[0, color]
        mind.row_colored[_TRIAL, color] = mind.row_colored[0, color]
        mind.row_wilds[_TRIAL, color] = mind.row_wilds[0, color]


@inner
def _rate_draws(cards: Cards, game: CardGame, work: CardWork, idle: float) -> None:
    """The value of a card is what it adds to the plan, with two cards less in the deck."""
    mind = work.mind
    deck = max(0, game.deck_size - 2)
    base = value_of(cards, mind, 0, deck)
    for kind in range(cards.kinds):
        mind.hand[_TRIAL, kind] += 1
        mind.card_value[kind] = value_of(cards, mind, _TRIAL, deck) - base
        mind.hand[_TRIAL, kind] -= 1
    bonus = 0.0 if game.phase == SECOND_CARD else base - idle + DRAW_BONUS
    rate_draws(cards, game, work, bonus)


@inner
def _rate_lays(cards: Cards, game: CardGame, work: CardWork, idle: float) -> None:
    """Rows of all cards of a color with any number of wilds, robberies among them, and threes."""
    mind = work.mind
    few = _few_of(cards, mind)
    for i in range(work.listed[0]):
        code = work.codes[i]
        verb, color = cards.code_verb[code], cards.code_what[code]
        if verb == LAY_ROW:
            held, wilds = mind.hand[0, color], cards.code_wilds[code]
            robbed = row_size(mind, color)
            least = max(cards.least_row, robbed + 1)
            if cards.code_count[code] == held and wilds <= max(2, least - held):
                _lay(mind, color, held, wilds, cards.wild)
                gain = value_of(cards, mind, _TRIAL, game.deck_size) - idle
                _take_back(mind, color, cards.wild)
                work.values[i] = gain + ROBBED_CARD * robbed / (game.seats - 1)
        elif verb == LAY_THREE:
            second, third = cards.code_count[code], cards.code_wilds[code]
            if few >> color & few >> second & few >> third & 1:
                for each in (color, second, third):
                    _lay(mind, each, 1, 0, cards.wild)
                work.values[i] = value_of(cards, mind, _TRIAL, game.deck_size) - idle
                for each in (color, second, third):
                    _take_back(mind, each, cards.wild)


@inner
def _lay(mind: CardMind, color: int, count: int, wilds: int, wild: int) -> None:
    mind.hand[_TRIAL, color] -= count
    mind.hand[_TRIAL, wild] -= wilds
    mind.row_seat[_TRIAL, color] = mind.seat
    mind.row_colored[_TRIAL, color], mind.row_wilds[_TRIAL, color] = count, wilds


@inner
def _take_back(mind: CardMind, color: int, wild: int) -> None:
    mind.hand[_TRIAL, color], mind.hand[_TRIAL, wild] = mind.hand[0, color], mind.hand[0, wild]
    mind.row_seat[_TRIAL, color] = mind.row_seat[0, color]
    mind.row_colored[_TRIAL, color] = mind.row_colored[0, color]
    mind.row_wilds[_TRIAL, color] = mind.row_wilds[0, color]


@inner
def _few_of(cards: Cards, mind: CardMind) -> int:
    """The colors, as a set, of which the hand has the fewest cards, some at least, and that lie in no yard."""
    few = 0
    for _ in range(_MAX_COLORS):
        best = -1
        for color in range(cards.wild):
            free = mind.hand[0, color] > 0 and mind.row_seat[0, color] < 0 and not few >> color & 1
            if free and (best < 0 or mind.hand[0, color] < mind.hand[0, best]):
                best = color
        if best >= 0:
            few |= 1 << best
    return few
