"""Many games at once: rows of records, stepped in place, without a Python object for each decision."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import whole
from branchline.lane.cards.layout import SETTLEMENT, CardGame, Cards, Forks
from branchline.lane.cards.scoring import score_game
from branchline.lane.cards.settlements import count_choices
from branchline.lane.cards.setup import set_up
from branchline.lane.cards.step import actor, legal, perform, settlement_code
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING
from branchline.lane.marks import clear, mark
from branchline.lane.prefetch import AHEAD, HOT, WIDE, fetch_row
from branchline.lane.rng import below


@jit
def reset_all(cards: Cards, games: Any, actors: Any, seats: int, seeds: Any, first: int) -> None:
    """Deal every game anew from its seed."""
    for i in range(len(games)):
        set_up(cards, games[i], seats, seeds[i], first)
        actors[i] = actor(games[i])


@jit
def step_all(cards: Cards, games: Any, actors: Any, codes: Any, forks: Forks) -> None:
    """Do what the codes say, one in each game that is not over, and note who decides next."""
    for i in range(len(games)):
        if actors[i] != NOTHING:
            perform(cards, games[i], whole(actors[i]), whole(codes[i]), forks)
            actors[i] = actor(games[i])


@jit
def mask_all(cards: Cards, games: Any, actors: Any, codes: Any, touched: Any, out: Any) -> None:
    """Mark what may be done in each game: of settlements the best one; nothing in games that are over."""
    for i in range(len(games)):
        clear(out, touched, i)
        if actors[i] != NOTHING:
            mark(out, touched, i, codes, _listed(cards, games[i], whole(actors[i]), codes))


@jit
def step_and_mask_all(
    cards: Cards, games: Any, actors: Any, chosen: Any, codes: Any, forks: Forks, touched: Any, out: Any
) -> None:
    """Do what the codes say, and mark what may be done next: each record is fetched from memory once only."""
    for i in range(len(games)):
        fetch_row(games, i + AHEAD, HOT)
        fetch_row(out, i + AHEAD, WIDE)
        clear(out, touched, i)
        if actors[i] != NOTHING:
            perform(cards, games[i], whole(actors[i]), whole(chosen[i]), forks)
            actors[i] = actor(games[i])
            if actors[i] != NOTHING:
                mark(out, touched, i, codes, _listed(cards, games[i], whole(actors[i]), codes))


@jit
def _listed(cards: Cards, game: CardGame, seat: int, codes: Any) -> int:
    """What a mask marks: all that is legal, but of settlements the best one alone."""
    if game.phase == SETTLEMENT:
        codes[0] = cards.code_best
        return 1
    return legal(cards, game, seat, codes)


@jit
def score_all(cards: Cards, games: Any, out: Any) -> None:
    """Score every game as it stands."""
    for i in range(len(games)):
        score_game(cards, games[i], out[i])


@jit
def play_all(cards: Cards, games: Any, actors: Any, chance: Any, codes: Any, forks: Forks) -> int:
    """Play every game to its end at random, and tell how many decisions that took."""
    taken = 0
    for i in range(len(games)):
        taken += _play_out(cards, games[i], chance, codes, forks)
        actors[i] = NOTHING
    return taken


@jit
def _play_out(cards: Cards, game: CardGame, chance: Any, codes: Any, forks: Forks) -> int:
    decisions = 0
    seat = actor(game)
    while seat != NOTHING:
        if game.phase == SETTLEMENT:
            count = count_choices(cards, game, seat, forks)
            code = settlement_code(cards, forks, below(chance, count)) if count > 0 else cards.code_settle
        else:
            code = whole(codes[below(chance, legal(cards, game, seat, codes))])
        perform(cards, game, seat, code, forks)
        decisions += 1
        seat = actor(game)
    return decisions
