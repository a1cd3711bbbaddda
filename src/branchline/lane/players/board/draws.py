"""Draws: what each is worth, given the value of each kind of card in `mind.card_value`."""

from __future__ import annotations

import numpy as np

from branchline.lane.compile import inner
from branchline.lane.layout import DRAW_BLIND, DRAW_FACE_UP, SECOND_CARD, Board, Game
from branchline.lane.players.board.layout import NEVER, BoardWork, Mind

_BETTER_REFILL = 1e-4
_FIRST_THE_BEST = 1e-3
"""Of two cards that are worth the same together, the better one is taken first: the display may be flushed."""


@inner
def rate_draws(board: Board, game: Game, work: BoardWork) -> float:
    """Rate every draw by the card and the best second one that may follow; give the best value, -NEVER without any."""
    mind = work.mind
    _value_blind(board, game, mind)
    refill = 0
    for deck in range(1, board.sorts):
        if mind.blind_value[deck] > mind.blind_value[refill]:
            refill = deck
    first, second, at = _two_best(board, game, mind)
    best = -NEVER
    for i in range(work.listed[0]):
        code = work.codes[i]
        verb = board.code_verb[code]
        if verb not in (DRAW_FACE_UP, DRAW_BLIND):
            continue
        follows = 0.0 if game.phase == SECOND_CARD else first
        if verb == DRAW_BLIND:
            value = mind.blind_value[board.code_what[code]]
        else:
            slot = np.int64(board.code_what[code])
            kind = game.display[slot]
            if kind < 0:
                work.values[i] = -NEVER
                continue
            value = mind.card_value[kind]
            if kind == board.wild:
                follows = 0.0
            elif slot == at and game.phase != SECOND_CARD:
                follows = second
            if board.code_more[code] == refill:
                value += _BETTER_REFILL
        value += follows + _FIRST_THE_BEST * value
        work.values[i] = value
        best = max(best, value)
    return best


@inner
def _value_blind(board: Board, game: Game, mind: Mind) -> None:
    """The expected value of the top card of each deck."""
    for deck in range(board.sorts):
        mind.blind_value[deck] = -NEVER
        if game.deck_size[deck] > 0:
            total = 0.0
            for kind in range(board.kinds):
                if board.kind_deck[kind] == deck:
                    total += mind.unseen[deck, kind] * mind.card_value[kind]
            mind.blind_value[deck] = total / max(1, mind.unseen_size[deck])


@inner
def _two_best(board: Board, game: Game, mind: Mind) -> tuple[float, float, int]:
    """The two best second cards, and the place of the first of them; a blind draw can be repeated."""
    first, second, at = -NEVER, -NEVER, -1
    for slot in range(board.slots):
        kind = game.display[slot]
        if kind >= 0 and kind != board.wild:
            value = mind.card_value[kind]
            if value > first:
                first, second, at = value, first, slot
            elif value > second:
                second = value
    for deck in range(board.sorts):
        value = mind.blind_value[deck]
        if value > first:
            first, second, at = value, value, -1
        elif value > second:
            second = value
    return first, second, at
