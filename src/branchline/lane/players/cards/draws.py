"""Draws of train cards, given the value of each kind in `mind.card_value` (C-8)."""

from __future__ import annotations

from branchline.lane.cards.layout import DRAW_BLIND, DRAW_FACE_UP, STOP, CardGame, Cards
from branchline.lane.compile import inner
from branchline.lane.layout import SECOND_CARD
from branchline.lane.players.cards.layout import NEVER, CardWork

_FIRST_THE_BEST = 1e-3


@inner
def rate_draws(cards: Cards, game: CardGame, work: CardWork, bonus: float) -> None:
    """Rate every draw by the card and the best second one that may follow, and `bonus` for drawing at all."""
    mind = work.mind
    blind = 0.0
    for kind in range(cards.kinds):
        blind += mind.unseen[kind] * mind.card_value[kind]
    blind /= max(1, mind.unseen_size)
    first, second, at = blind, blind, -1
    for slot in range(game.display_size):
        kind = game.display[slot]
        if kind != cards.wild:
            value = mind.card_value[kind]
            if value > first:
                first, second, at = value, max(first, blind), slot
            elif value > second:
                second = value
    last = game.phase == SECOND_CARD or game.deck_size < 2
    for i in range(work.listed[0]):
        code = work.codes[i]
        verb, slot = cards.code_verb[code], cards.code_what[code]
        if verb == DRAW_BLIND:
            value, follows = blind, first
        elif verb == DRAW_FACE_UP:
            kind = game.display[slot]
            value, follows = mind.card_value[kind], second if slot == at else first
            if kind == cards.wild:
                follows = 0.0
        elif verb == STOP:
            value, follows = 0.0, 0.0
        else:
            continue
        work.values[i] = value * (1 + _FIRST_THE_BEST) + bonus + (0.0 if last else max(0.0, follows))


@inner
def consider_nothing(work: CardWork) -> None:
    for i in range(work.listed[0]):
        work.values[i] = -NEVER
