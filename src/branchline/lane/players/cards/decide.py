"""One decision of a compiled player of the Card Game, and whole games of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane.bits import bit
from branchline.lane.cards.layout import SETTLE, SETTLEMENT, CardGame, Cards
from branchline.lane.cards.settlements import count_choices
from branchline.lane.cards.step import actor, legal, perform, settlement_code
from branchline.lane.compile import jit
from branchline.lane.layout import FIRST_TICKETS, NOTHING
from branchline.lane.players.cards.greedy import rate_greedy
from branchline.lane.players.cards.hasty import lacking, rate_hasty
from branchline.lane.players.cards.layout import CardWork
from branchline.lane.players.cards.memory import begin_watching, watch
from branchline.lane.players.cards.planner import rate_planner
from branchline.lane.players.cards.position import look
from branchline.lane.players.names import GREEDY, HASTY, RANDOM
from branchline.lane.players.told import note
from branchline.lane.rng import below

_RANDOM, _HASTY, _GREEDY = RANDOM, HASTY, GREEDY


@jit
def decide(player: int, cards: Cards, game: CardGame, seat: int, work: CardWork, rng: Any) -> int:
    """The code that a player chooses for a seat; `work` has all legal codes then, with their values.

    `player` is a number of `names`, `rng` the two words of a generator: the planner imagines offers of tickets.
    """
    if game.phase == SETTLEMENT:
        work.listed[0] = 0
        return _settlement(player, cards, game, seat, work, rng)
    listed = legal(cards, game, seat, work.codes)
    work.listed[0] = listed
    if player == _RANDOM or listed == 1:
        for i in range(listed):
            work.values[i] = 0.0
        return np.int64(work.codes[below(rng, listed) if listed > 1 else 0])  # type: ignore[return-value]
    look(cards, game, seat, work.mind)
    if player == _HASTY:
        rate_hasty(cards, game, seat, work)
    elif player == _GREEDY:
        rate_greedy(cards, game, seat, work)
    else:
        rate_planner(cards, game, seat, work, rng)
    best = 0
    for i in range(1, listed):
        if work.values[i] > work.values[best]:
            best = i
    return np.int64(work.codes[best])  # type: ignore[return-value]


@jit
def _settlement(player: int, cards: Cards, game: CardGame, seat: int, work: CardWork, rng: Any) -> int:
    """The best settlement; any one for the random player (C-16, C-17)."""
    choices = count_choices(cards, game, seat, work.forks)
    if choices > 0:
        return settlement_code(cards, work.forks, below(rng, choices) if player == _RANDOM else 0)
    return cards.code_settle + _most_points_first(cards, game, seat, work)


@jit
def _most_points_first(cards: Cards, game: CardGame, seat: int, work: CardWork) -> int:
    """A settlement of a stack with too many ways to count: ticket by ticket, the most points first."""
    mind = work.mind
    look(cards, game, seat, mind)
    for color in range(cards.wild):
        mind.total[color] = 0
    settled = np.uint64(0)
    for _ in range(mind.open_count):
        best = -1
        for place in range(mind.open_count):
            ticket = mind.open[place]
            if ticket >= 0 and (best < 0 or cards.points[ticket] > cards.points[mind.open[best]]):
                best = place
        ticket = mind.open[best]
        mind.open[best] = -1
        for color in range(cards.wild):
            mind.total[color] += cards.needs[ticket, color]
        if lacking(cards, mind, 0) <= mind.stack[cards.wild]:
            settled |= bit(ticket)
        else:
            for color in range(cards.wild):
                mind.total[color] -= cards.needs[ticket, color]
    return np.int64(settled)  # type: ignore[return-value]


@jit
def play_all(
    cards: Cards, games: Any, actors: Any, players: Any, work: CardWork, chances: Any, told: Any, opening: bool
) -> int:
    """Play every game to its end, or only until all have chosen their first tickets; tell how many decisions it took.

    In game i, `players[i, seat]` is the number of the player in a seat, `chances[i]` a generator of the players' own;
    `told[i]` notes who decided how often, and what. For one game alone, give slices of one.
    """
    taken = 0
    for i in range(len(games)):
        game = games[i]
        begin_watching(cards, game, work.mind)
        seat = actor(game)
        while seat != NOTHING and (game.phase == FIRST_TICKETS or not opening):
            code = decide(players[i, seat], cards, game, seat, work, chances[i])
            if code < cards.code_best:
                note(told[i], seat, cards.code_verb[code], code)
            else:
                note(told[i], seat, SETTLE, NOTHING)
            watch(cards, game, work.mind, seat, code)
            perform(cards, game, seat, code, work.forks)
            taken += 1
            seat = actor(game)
        actors[i] = seat
    return taken
