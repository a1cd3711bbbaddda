"""The position of the Card Game as a learned player sees it: a row of numbers of about one."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane.bits import count
from branchline.lane.cards.layout import CardGame, Cards
from branchline.lane.cards.scoring import points_of
from branchline.lane.compile import inner
from branchline.lane.layout import NOTHING
from branchline.lane.players.cards.layout import CardMind, CardWork
from branchline.lane.players.cards.plan import make_plan, risk, second_deck, turns_after
from branchline.lane.players.cards.position import on_the_way, row_size
from branchline.lane.players.cards.tickets import beyond, find_prospects
from branchline.lane.players.cards.weights import FAST_DECK_USE, SLOW_DECK_USE

_MOST_BEYOND = 3.0


@inner
def describe_position(cards: Cards, game: CardGame, seat: int, work: CardWork, out: Any) -> None:
    """The position as a row of numbers; what `describe_moves` reads of the mind is reckoned here."""
    mind = work.mind
    make_plan(cards, game, mind)
    find_prospects(cards, game, mind)
    out[:] = np.float32(0.0)
    out[game.phase] = 1.0
    _tell_time(cards, game, mind, out)
    _tell_own(cards, mind, out)
    _tell_tickets(cards, game, mind, out)
    _tell_rivals(cards, game, mind, out)


@inner
def _tell_time(cards: Cards, game: CardGame, mind: CardMind, out: Any) -> None:
    out[5] = game.deck_size / 60
    out[6] = turns_after(mind, game.deck_size, FAST_DECK_USE) / 10
    out[7] = turns_after(mind, game.deck_size, SLOW_DECK_USE) / 20
    out[8] = 1.0 if mind.ending else 0.0
    out[9] = game.turns_left / (2.0 * game.seats) if mind.ending else 0.0
    out[10] = 1.0 if game.half == 2 else 0.0
    if mind.half_to_come:
        out[11] = 1.0
        out[12] = second_deck(cards, game, mind) / 50
    out[11 + game.seats] = 1.0  # Two to four: 13 to 15.
    out[16] = game.queue_size / 40
    for slot in range(game.display_size):
        kind = game.display[slot]
        if kind == cards.wild:
            out[17] += np.float32(0.5)
        elif mind.asked[kind] > on_the_way(mind, kind) + mind.hand[0, kind]:
            out[18] += np.float32(0.33)
    out[19] = mind.unseen_wilds / 8
    out[63] = 1.0 if game.deck_size == 1 else 0.0


@inner
def _tell_own(cards: Cards, mind: CardMind, out: Any) -> None:
    """Hand, yard and track."""
    longest = second = 0
    for color in range(cards.wild):
        held = mind.hand[0, color]
        out[20] += held / 15
        if held == 1:
            out[21] += np.float32(0.2)
        elif held > 1:
            out[22] += np.float32(0.2)
        if held > longest:
            longest, second = held, longest
        elif held > second:
            second = held
        out[27] += mind.stack[color] / 20
        if mind.row_seat[0, color] == mind.seat:
            out[28] += np.float32(0.25)
            out[29] += row_size(mind, color) / 10
            out[30] += mind.row_wilds[0, color] / 4
            out[31] += risk(mind, color, row_size(mind, color), cards.wild) * row_size(mind, color) / 4
        elif mind.row_seat[0, color] != NOTHING:
            out[32] += np.float32(0.25)
            out[33] += row_size(mind, color) / 10
    out[23], out[24] = longest / 6, second / 6
    out[25] = mind.hand[0, cards.wild] / 4
    out[26] = mind.stack[cards.wild] / 4


@inner
def _tell_tickets(cards: Cards, game: CardGame, mind: CardMind, out: Any) -> None:
    out[34] = mind.open_count / 8
    points = 0.0
    for place in range(mind.open_count):
        points += cards.points[mind.open[place]]
    out[35] = points / 80
    lacks_track = lacks_yard = lacks_hand = 0.0
    for color in range(cards.wild):
        asked = mind.asked[color]
        out[36] += asked / 25
        lacks_track += max(0, asked - mind.stack[color])
        lacks_yard += max(0, asked - on_the_way(mind, color))
        lacks_hand += max(0, asked - on_the_way(mind, color) - mind.hand[0, color])
        mind.total[color] = asked
    out[37], out[38], out[39] = lacks_track / 20, lacks_yard / 20, lacks_hand / 10
    out[40] = mind.wilds / 6
    out[41] = mind.expected / 10
    out[42] = mind.spread / 4
    out[43] = bounded(beyond(cards, mind))
    out[44] = paid_points(cards, mind, False) / 60
    out[45] = paid_points(cards, mind, True) / 60
    out[46] = points_of(cards, game.completed[mind.seat]) / 100
    out[47] = max(0, mind.offers[mind.seat]) / 8


@inner
def _tell_rivals(cards: Cards, game: CardGame, mind: CardMind, out: Any) -> None:
    """The rival with the most cards on the track and in the yard, whoever is next, and all of them together."""
    most = furthest = -1
    own = cards_on_track(cards, game, mind.seat)
    hands = 0.0
    for other in range(game.seats):
        if other != mind.seat:
            track = cards_on_track(cards, game, other)
            if track > most:
                most, furthest = track, other
            hands += mind.cards_held[other]
    _tell_rival(cards, game, mind, furthest, out, 48)
    _tell_rival(cards, game, mind, (mind.seat + 1) % game.seats, out, 54)
    out[60] = hands / (15.0 * (game.seats - 1))
    out[61] = (own - most) / 10
    out[62] = (points_of(cards, game.completed[mind.seat]) - points_of(cards, game.completed[furthest])) / 50


@inner
def _tell_rival(cards: Cards, game: CardGame, mind: CardMind, rival: int, out: Any, at: int) -> None:
    out[at] = cards_on_track(cards, game, rival) / 20
    out[at + 1] = mind.cards_held[rival] / 15
    out[at + 2] = mind.known[rival, cards.wild] / 3
    out[at + 3] = count(game.tickets[rival]) / 8
    out[at + 4] = points_of(cards, game.completed[rival]) / 100
    out[at + 5] = mind.unknown[rival] / 15


@inner
def cards_on_track(cards: Cards, game: CardGame, seat: int) -> int:
    """Cards of a seat on the track and in the yard."""
    cards_there = np.int64(0)
    for kind in range(cards.kinds):
        cards_there += game.stacks[seat, kind]
    for color in range(cards.wild):
        if game.yard_seat[color] == seat:
            cards_there += game.yard_colored[color] + game.yard_wilds[color]
    return cards_there  # type: ignore[return-value]


@inner
def paid_points(cards: Cards, mind: CardMind, with_yard: bool) -> int:
    """The points of the open tickets that the track pays for, or track and yard: the most points first."""
    tried = paid = np.int64(0)
    wilds = mind.stack[cards.wild]
    for color in range(cards.wild):
        mind.total[color] = -mind.stack[color]
        if with_yard and mind.row_seat[0, color] == mind.seat:
            mind.total[color] -= mind.row_colored[0, color]
            wilds += mind.row_wilds[0, color]
    for _ in range(mind.open_count):
        best = -1
        for place in range(mind.open_count):
            if not tried >> place & 1 and (best < 0 or cards.points[mind.open[place]] > cards.points[mind.open[best]]):
                best = place
        tried |= 1 << best
        short = 0
        for color in range(cards.wild):
            mind.total[color] += cards.needs[mind.open[best], color]
            short += max(0, mind.total[color])
        if short <= wilds:
            paid += cards.points[mind.open[best]]
        else:
            for color in range(cards.wild):
                mind.total[color] -= cards.needs[mind.open[best], color]
    return paid  # type: ignore[return-value]


@inner
def bounded(number: float) -> float:
    """Standard deviations, as far as they matter."""
    return min(_MOST_BEYOND, max(-_MOST_BEYOND, number)) / 2
