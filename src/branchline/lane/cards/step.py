"""One decision: who decides, what may be decided, and what comes of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane import tickets as offers
from branchline.lane.bits import whole
from branchline.lane.cards import draw, lay, layout, tickets
from branchline.lane.cards.layout import (
    DRAW_BLIND,
    DRAW_FACE_UP,
    DRAW_TICKETS,
    KEEP,
    KEEP_FIRST,
    LAY_ROW,
    LAY_THREE,
    SETTLEMENT,
    STOP,
    CardGame,
    Cards,
    Forks,
)
from branchline.lane.cards.settle import settle
from branchline.lane.cards.settlements import choice_at, count_choices
from branchline.lane.cards.turn import end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import FINISHED, FIRST_TICKETS, NOTHING, SECOND_CARD, TICKET_OFFER, TURN

_PASS = layout.PASS


@jit
def actor(game: CardGame) -> int:
    """The seat to be asked; secret choices are asked for in seat order. NOTHING when the game is over."""
    if game.phase in (FIRST_TICKETS, SETTLEMENT):
        for seat in range(game.seats):
            if game.choices[seat] == NOTHING:
                return seat
    return NOTHING if game.phase == FINISHED else game.turn


@jit
def legal(cards: Cards, game: CardGame, seat: int, out: Any) -> int:
    """Write down the codes of all that the seat may do, in the order of `game.legal`; settlements are counted only."""
    phase = game.phase
    if phase == SECOND_CARD:
        return draw.options(cards, game, out, 0)
    if phase == TURN:
        count = draw.options(cards, game, out, 0)
        if game.queue_size > 0:
            out[count] = cards.code_tickets
            count += 1
        count = lay.options(cards, game, seat, out, count)
        if count == 0:  # C-13
            out[0] = _PASS
            count = 1
        return count
    if phase == TICKET_OFFER:
        return offers.options(cards, game, seat, out, 0)
    if phase == FIRST_TICKETS:
        return offers.first_options(cards, out, 0)
    return 0


@jit
def settlement_code(cards: Cards, forks: Forks, index: int) -> int:
    """The code of a settlement by its number among those that `count_choices` has counted."""
    return cards.code_settle + np.int64(choice_at(forks, index))


@jit
def perform(cards: Cards, game: CardGame, seat: int, code: int, forks: Forks) -> None:
    """Do what a code says. It trusts its caller: an illegal code leaves nonsense behind."""
    if code == cards.code_best:
        count_choices(cards, game, seat, forks)
        settle(cards, game, seat, settlement_code(cards, forks, 0))
        return
    if code >= cards.code_settle:
        settle(cards, game, seat, code)
        return
    verb, what = cards.code_verb[code], whole(cards.code_what[code])
    count, wilds = whole(cards.code_count[code]), whole(cards.code_wilds[code])
    if verb == DRAW_FACE_UP:
        draw.draw_face_up(cards, game, seat, what)
    elif verb == DRAW_BLIND:
        draw.draw_blind(cards, game, seat)
    elif verb == LAY_ROW:
        lay.lay_row(cards, game, seat, what, count, wilds)
    elif verb == LAY_THREE:
        lay.lay_three(cards, game, seat, what, count, wilds)
    elif verb == DRAW_TICKETS:
        tickets.draw_tickets(cards, game, seat)
    elif verb == KEEP:
        tickets.keep(cards, game, seat, what)
    elif verb == KEEP_FIRST:
        tickets.keep_first(cards, game, seat, code)
    elif verb == STOP:
        end_turn(cards, game, 0)
    else:  # C-13
        end_turn(cards, game, game.idle + 1)
