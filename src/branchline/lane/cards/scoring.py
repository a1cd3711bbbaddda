"""The final scoring of the Card Game, and the tie-breaks (C-20 to C-22)."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import NONE, ONE, count, lowest
from branchline.lane.cards.layout import CardGame, Cards
from branchline.lane.choose import lead
from branchline.lane.compile import jit

BY_POINTS, BY_TICKETS, BY_BONUS_CARDS, SHARED = 0, 1, 2, 4


@jit
def score_game(cards: Cards, game: CardGame, score: Any) -> None:
    """Fill in the score sheets of all seats."""
    for seat in range(game.seats):
        done, missed = game.completed[seat], game.tickets[seat]
        score.tickets[seat] = points_of(cards, done) - points_of(cards, missed)  # C-20
        score.completed[seat] = count(done)
        score.big_cities[seat] = score.big_city_points[seat] = 0
    for city in range(cards.big_cities):
        most = 0
        for seat in range(game.seats):
            most = max(most, count(game.completed[seat] & cards.big_naming[city]))
        for seat in range(game.seats):  # C-21: all tied players score it; without a completed ticket nobody does
            if most > 0 and count(game.completed[seat] & cards.big_naming[city]) == most:
                score.big_cities[seat] += 1
                score.big_city_points[seat] += cards.big_points[city]
    for seat in range(game.seats):
        score.total[seat] = score.tickets[seat] + score.big_city_points[seat]
    _judge(game, score)


@jit
def points_of(cards: Cards, tickets: Any) -> int:
    points = 0
    while tickets != NONE:
        points += cards.points[lowest(tickets)]
        tickets &= tickets - ONE
    return points


@jit
def _judge(game: CardGame, score: Any) -> None:
    """Most points win, then most tickets, then most bonus cards (C-22)."""
    leaders = lead(game.seats, (1 << game.seats) - 1, score.total)
    decided_by = BY_POINTS
    if leaders & (leaders - 1):
        leaders, decided_by = lead(game.seats, leaders, score.completed), BY_TICKETS
    if leaders & (leaders - 1):
        leaders, decided_by = lead(game.seats, leaders, score.big_cities), BY_BONUS_CARDS
    score.winners = leaders
    score.decided_by = SHARED if leaders & (leaders - 1) else decided_by
