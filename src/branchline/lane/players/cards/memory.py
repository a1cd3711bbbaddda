"""What everybody saw of hands in the Card Game: cards that were taken face up and not played since.

The record of a game does not tell it; who plays a whole game watches, and at a table the view's memory has it.
"""

from __future__ import annotations

from branchline.lane.cards.layout import DRAW_FACE_UP, DRAW_TICKETS, LAY_ROW, LAY_THREE, CardGame, Cards
from branchline.lane.compile import inner
from branchline.lane.players.cards.layout import CardMind

UNKNOWN = -1


@inner
def begin_watching(cards: Cards, game: CardGame, mind: CardMind) -> None:
    """Nothing was seen yet but the wilds that are handed out openly, if this is the beginning of a game (C-2)."""
    dealt = cards.first_wilds + cards.deal
    beginning = game.half == 1
    for seat in range(game.seats):
        held = 0
        for kind in range(cards.kinds):
            held += game.hands[seat, kind]
            mind.known[seat, kind] = 0
        beginning = beginning and held == dealt
    for seat in range(game.seats):
        mind.known[seat, cards.wild] = cards.first_wilds if beginning else 0
        mind.offers[seat] = 1 if beginning else UNKNOWN


@inner
def watch(cards: Cards, game: CardGame, mind: CardMind, seat: int, code: int) -> None:
    """Note what an action shows of a hand, before it is done."""
    if code >= cards.code_best:
        return
    verb, what = cards.code_verb[code], cards.code_what[code]
    if verb == DRAW_FACE_UP:
        mind.known[seat, game.display[what]] += 1
    elif verb == LAY_ROW:
        mind.known[seat, what] = max(0, mind.known[seat, what] - cards.code_count[code])
        mind.known[seat, cards.wild] = max(0, mind.known[seat, cards.wild] - cards.code_wilds[code])
    elif verb == LAY_THREE:
        for color in (what, cards.code_count[code], cards.code_wilds[code]):
            mind.known[seat, color] = max(0, mind.known[seat, color] - 1)
    elif verb == DRAW_TICKETS and mind.offers[seat] != UNKNOWN:
        mind.offers[seat] += 1
