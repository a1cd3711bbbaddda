"""One decision of a compiled player, and whole games of them."""

from __future__ import annotations

from typing import Any

from branchline.lane.board.step import actor, legal, perform
from branchline.lane.compile import jit
from branchline.lane.layout import FIRST_TICKETS, NOTHING, Board, Game
from branchline.lane.players.board.greedy import rate_greedy
from branchline.lane.players.board.hasty import rate_hasty
from branchline.lane.players.board.layout import BoardWork
from branchline.lane.players.board.planning.planner import rate_planner
from branchline.lane.players.board.position import look
from branchline.lane.players.names import GREEDY, HASTY, RANDOM
from branchline.lane.players.told import note
from branchline.lane.rng import below

_RANDOM, _HASTY, _GREEDY = RANDOM, HASTY, GREEDY


@jit
def forget(work: BoardWork) -> None:
    """Another game begins, or another world: plans of the one before are none of its own."""
    for seat in range(len(work.plans)):
        work.plans[seat].known = 0


@jit
def decide(player: int, board: Board, game: Game, seat: int, work: BoardWork, rng: Any) -> int:
    """The code that a player chooses for a seat; `work` has all legal codes then, with their values.

    `player` is a number of `names`, `rng` the two words of a generator that only the random player asks.
    """
    count = legal(board, game, seat, work.desk, work.codes)
    work.listed[0] = count
    if player == _RANDOM or count == 1:
        for i in range(count):
            work.values[i] = 0.0
        return work.codes[below(rng, count) if count > 1 else 0]
    look(board, work.facts, game, seat, work.mind)
    if player == _HASTY:
        rate_hasty(board, game, seat, work)
    elif player == _GREEDY:
        rate_greedy(board, game, seat, work)
    else:
        rate_planner(board, game, seat, work)
    best = 0
    for i in range(1, count):
        if work.values[i] > work.values[best]:
            best = i
    return work.codes[best]


@jit
def play_all(
    board: Board, games: Any, actors: Any, players: Any, work: BoardWork, chances: Any, told: Any, opening: bool
) -> int:
    """Play every game to its end, or only until all have chosen their first tickets; tell how many decisions it took.

    In game i, `players[i, seat]` is the number of the player in a seat, `chances[i]` a generator of the players' own;
    `told[i]` notes who decided how often, and what. For one game alone, give slices of one.
    """
    taken = 0
    for i in range(len(games)):
        game = games[i]
        forget(work)
        seat = actor(game)
        while seat != NOTHING and (game.phase == FIRST_TICKETS or not opening):
            code = decide(players[i, seat], board, game, seat, work, chances[i])
            note(told[i], seat, board.code_verb[code], code)
            perform(board, game, seat, code)
            taken += 1
            seat = actor(game)
        actors[i] = seat
    return taken
