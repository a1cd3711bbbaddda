"""A table of the Card Game for learned players: the planner thinks first, the network weighs what it found."""

from __future__ import annotations

from typing import Any, NamedTuple

from branchline.lane.cards.layout import SETTLEMENT, CardGame, Cards
from branchline.lane.cards.scoring import score_game
from branchline.lane.cards.setup import set_up
from branchline.lane.cards.step import actor, perform
from branchline.lane.compile import jit
from branchline.lane.layout import NOTHING
from branchline.lane.learned.card_features import describe_moves
from branchline.lane.learned.card_moves import gather_moves
from branchline.lane.learned.card_position import describe_position
from branchline.lane.learned.network import Choice
from branchline.lane.players.cards.decide import decide
from branchline.lane.players.cards.layout import CardWork
from branchline.lane.players.cards.memory import begin_watching, watch
from branchline.lane.players.names import PLANNER

_PLANNER = PLANNER


class CardTable(NamedTuple):
    """A set of cards, with room to think in; who sits there sees which cards are taken."""

    cards: Cards
    work: CardWork


@jit
def deal_cards(table: CardTable, game: CardGame, seats: int, seed: Any) -> None:
    set_up(table.cards, game, seats, seed, NOTHING)


@jit
def sit_down_at_cards(table: CardTable, game: CardGame) -> None:
    begin_watching(table.cards, game, table.work.mind)


@jit
def asked_at_cards(table: CardTable, game: CardGame) -> int:
    return actor(game)


@jit
def decide_at_cards(table: CardTable, game: CardGame, player: int, seat: int, rng: Any) -> int:
    return decide(player, table.cards, game, seat, table.work, rng)


@jit
def consider_cards(table: CardTable, game: CardGame, seat: int, rng: Any, choice: Choice) -> None:
    """Gather and describe the moves that come into question, the planner's first; of settlements the best one alone."""
    work = table.work
    chosen = decide(_PLANNER, table.cards, game, seat, work, rng)
    if game.phase == SETTLEMENT:
        choice.count, choice.codes[0] = 1, chosen
        return
    best = 0
    while work.codes[best] != chosen:
        best += 1
    gather_moves(table.cards, game, work, best, choice)
    if choice.count > 1:
        describe_position(table.cards, game, seat, work, choice.position)
        describe_moves(table.cards, game, seat, work, choice)


@jit
def act_at_cards(table: CardTable, game: CardGame, seat: int, code: int) -> None:
    watch(table.cards, game, table.work.mind, seat, code)
    perform(table.cards, game, seat, code, table.work.forks)


@jit
def score_cards(table: CardTable, game: CardGame, score: Any) -> None:
    score_game(table.cards, game, score)
