"""What a learned player sees of the Card Game: the position (`card_position`) and each move in numbers of about one.

The compiled planner has thought about the position before: its values, its prospects and the risks that it sees are
most of what is told here. All of it comes from what the seat may know, since the planner knows no more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane.cards.layout import (
    DRAW_BLIND,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP,
    KEEP_FIRST,
    LAY_ROW,
    LAY_THREE,
    STOP,
    CardGame,
    Cards,
)
from branchline.lane.compile import inner
from branchline.lane.layout import NOTHING
from branchline.lane.learned.card_position import bounded, cards_on_track
from branchline.lane.learned.network import Choice, tell_value
from branchline.lane.players.cards.layout import NEVER, CardMind, CardWork
from branchline.lane.players.cards.plan import risk, turns_after
from branchline.lane.players.cards.position import on_the_way, row_size
from branchline.lane.players.cards.tickets import beyond, credit
from branchline.lane.players.cards.weights import FAST_DECK_USE
from branchline.lane.players.wide import wide

VERSION = 1
"""A change of what any of the numbers means raises it: weights learned before are refused then."""

_CARD = 5.0
"""Points that a card is worth on the track, about."""
_LEAST_VALUE = -NEVER / 2


@inner
def describe_moves(cards: Cards, game: CardGame, seat: int, work: CardWork, choice: Choice) -> None:
    """Every move as a row of numbers."""
    best = work.values[choice.places[0]]
    for n in range(choice.count):
        out, code, value = choice.moves[n], choice.codes[n], work.values[choice.places[n]]
        out[:] = np.float32(0.0)
        if value > _LEAST_VALUE:
            tell_value(value / _CARD, best / _CARD, out)
        out[16] = 1.0 if n == 0 else 0.0
        verb = cards.code_verb[code]
        if verb in (DRAW_FACE_UP, DRAW_BLIND):
            _tell_draw(cards, game, work.mind, code, out)
        elif verb == LAY_ROW:
            _tell_row(cards, game, work.mind, code, out)
        elif verb == LAY_THREE:
            _tell_three(cards, work.mind, code, out)
        elif verb in (KEEP, KEEP_FIRST):
            _tell_keep(cards, game, seat, work.mind, code, out)
        elif verb == DRAW_TICKETS:
            out[3] = 1.0
            out[34] = max(0, work.mind.offers[seat]) / 8
        elif verb == STOP:
            out[7] = 1.0
        else:
            out[8] = 1.0


@inner
def _tell_draw(cards: Cards, game: CardGame, mind: CardMind, code: int, out: Any) -> None:
    if cards.code_verb[code] == DRAW_BLIND:
        out[2] = 1.0
        for kind in range(cards.kinds):
            out[17] += mind.unseen[kind] * mind.card_value[kind] / (10.0 * max(1, mind.unseen_size))
        return
    kind = wide(game.display[cards.code_what[code]])
    out[17] = mind.card_value[kind] / 10
    if kind == cards.wild:
        out[1] = 1.0
    else:
        out[0] = 1.0
        _tell_color(cards, mind, kind, out)


@inner
def _tell_color(cards: Cards, mind: CardMind, color: int, out: Any) -> None:
    """A color: own cards, what is lacking, and what rivals have of it or may have."""
    lies = on_the_way(mind, color)
    held = mind.hand[0, color]
    out[18] = held / 5
    out[19] = min(2.0, max(-2.0, (mind.asked[color] - lies - held) / 3))
    out[20] = mind.unseen[color] / 10
    if mind.row_seat[0, color] == mind.seat:
        out[21] = row_size(mind, color) / 4
    elif mind.row_seat[0, color] != NOTHING:
        out[22] = row_size(mind, color) / 4
    most = 0
    for rival in range(mind.seats):
        if rival != mind.seat:
            most = max(most, mind.known[rival, color])
    out[23] = most / 3
    out[24] = mind.asked[color] / 5


@inner
def _tell_row(cards: Cards, game: CardGame, mind: CardMind, code: int, out: Any) -> None:
    color = wide(cards.code_what[code])
    laid, wilds = wide(cards.code_count[code]), wide(cards.code_wilds[code])
    _tell_color(cards, mind, color, out)
    turns = turns_after(mind, game.deck_size, FAST_DECK_USE)
    out[4] = 1.0
    out[25] = laid / 5
    out[26] = wilds / 3
    out[27] = (mind.hand[0, color] - laid) / 4
    out[28] = (mind.hand[0, cards.wild] - wilds) / 4
    out[29] = min(laid, max(0, mind.asked[color] - mind.stack[color])) / 4
    out[30] = min(laid + wilds, turns) / 5
    out[31] = max(0, laid + wilds - turns) / 4
    out[32] = risk(mind, color, laid + wilds, cards.wild)
    robbed = mind.row_seat[0, color]
    if robbed != NOTHING:
        out[33] = cards_on_track(cards, game, robbed) / 20


@inner
def _tell_three(cards: Cards, mind: CardMind, code: int, out: Any) -> None:
    out[5] = 1.0
    for color in (cards.code_what[code], cards.code_count[code], cards.code_wilds[code]):
        held = mind.hand[0, color]
        out[18] += held / 10
        out[27] += (held - 1) / 6
        out[20] += mind.unseen[color] / 30
        if mind.asked[color] > mind.stack[color]:
            out[29] += np.float32(0.25)
        out[32] += risk(mind, wide(color), 1, cards.wild) / 3
    out[25] = 0.6


@inner
def _tell_keep(cards: Cards, game: CardGame, seat: int, mind: CardMind, code: int, out: Any) -> None:
    out[6] = 1.0
    kept = cards.way_kept[cards.code_what[code]]
    for color in range(cards.wild):
        mind.total[color] = mind.asked[color]
    for place in range(game.offered[seat]):
        if kept >> place & 1:
            ticket = game.offers[seat, place]
            out[34] += np.float32(0.25)
            out[35] += cards.points[ticket] / 40
            out[36] += (credit(cards, ticket) - cards.points[ticket]) / 10
            for color in range(cards.wild):
                mind.total[color] += cards.needs[ticket, color]
                out[39] += cards.needs[ticket, color] / 10
    lacks = 0.0
    for color in range(cards.wild):
        lacks += max(0, mind.total[color] - on_the_way(mind, color) - mind.hand[0, color])
    out[37] = lacks / 10
    out[38] = bounded(beyond(cards, mind))
