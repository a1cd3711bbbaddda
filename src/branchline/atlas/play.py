"""Games of compiled players for the atlas: whole batches, seats in the order of play, every decision noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.printed.card_set import CardSet
from branchline.lane import layout
from branchline.lane.batch import Batch
from branchline.lane.bits import members_of
from branchline.lane.cards import layout as cards_layout
from branchline.lane.players.told import MAX_TOLD, SEATS_BELOW, TOLD

STRONG: Final = "planner"
BATCH: Final = 1000

Progress = Callable[[int], None]
"""Is told how many more games were played."""


@dataclass(frozen=True)
class Games:
    """Finished games. Seat 0 begins."""

    game: AnyGame
    seeds: range
    batch: Batch
    players: Sequence[str]
    """Who sat where, in all of these games."""
    offered: NDArray[np.bool_]
    """First offers, by game, seat and ticket."""
    opening: NDArray[np.bool_]
    """What was kept of them."""
    scores: Any
    told: Any

    @property
    def seats(self) -> int:
        return self.batch.seats

    def __len__(self) -> int:
        return len(self.batch.games)

    @cached_property
    def total(self) -> NDArray[np.float64]:
        """Points, by game and seat, as are the next two."""
        found: NDArray[np.float64] = self.scores["total"][:, : self.seats].astype(np.float64)
        return found

    @cached_property
    def margin(self) -> NDArray[np.float64]:
        """Points more than the mean of the others."""
        others: NDArray[np.float64] = (self.total.sum(axis=1, keepdims=True) - self.total) / (self.seats - 1)
        return self.total - others

    @cached_property
    def win(self) -> NDArray[np.float64]:
        """1, or the part of a shared victory."""
        won = (self.scores["winners"][:, None] >> np.arange(self.seats) & 1).astype(np.float64)
        share: NDArray[np.float64] = won / won.sum(axis=1, keepdims=True)
        return share

    @cached_property
    def decisions(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Every decision: its game, its seat, its verb, its code, and how far the game was, from 0 to 1."""
        count = self.told["decisions"]
        game, number = np.nonzero(np.arange(MAX_TOLD) < count[:, None])
        both = self.told["verbs"][game, number]
        codes = self.told["codes"][game, number]
        return game, both % SEATS_BELOW, both // SEATS_BELOW, codes, number / count[game]

    def members(self, field: str, count: int) -> NDArray[np.bool_]:
        """Sets that each seat has at the end, as a table by game, seat and member."""
        return _members(self.batch, field, count)

    def verb(self, name: str) -> int:
        """The number of a verb, by its name in the lane."""
        number: int = getattr(cards_layout if isinstance(self.game.printed, CardSet) else layout, name)
        return number

    def times(self, verb: int) -> NDArray[np.int64]:
        """How often each seat did something, by game and seat."""
        game, seat, verbs, _, _ = self.decisions
        done = verbs == verb
        counted = np.bincount(game[done] * self.seats + seat[done], minlength=len(self) * self.seats)
        return counted.reshape(len(self), self.seats)


def play(
    game: AnyGame,
    players: Sequence[str],
    games: int,
    seed: int,
    *,
    any_opening: bool = False,
    threads: int = 1,
    progress: Progress = lambda _: None,
) -> Iterator[Games]:
    """Play so many deals; with `any_opening` first tickets are kept at random, and only what follows is played well."""
    for start in range(seed, seed + games, BATCH):
        seeds = range(start, min(start + BATCH, seed + games))
        batch = Batch(game, len(players), len(seeds), min(threads, len(seeds)))
        batch.reset(seeds, first=Seat(0))
        count = len(game.printed.tickets)
        offered = _offers(batch, count)
        told = np.zeros(len(seeds), TOLD)
        batch.play_openings(seeds, "random" if any_opening else list(players), told=told)
        opening = _members(batch, "tickets", count)
        batch.play_out(seeds, list(players), told=told)
        scores = batch.new_scores()
        batch.score(scores)
        yield Games(game, seeds, batch, players, offered, opening, scores, told)
        progress(len(seeds))


def _members(batch: Batch, field: str, count: int) -> NDArray[np.bool_]:
    words = batch.games[field][:, : batch.seats].reshape(len(batch.games), batch.seats, -1)
    return members_of(words, count)


def _offers(batch: Batch, count: int) -> NDArray[np.bool_]:
    offers, sizes = batch.games["offers"][:, : batch.seats], batch.games["offered"][:, : batch.seats]
    offered = np.zeros((*sizes.shape, count), np.bool_)
    game, seat, place = np.nonzero(np.arange(offers.shape[2]) < sizes[:, :, None])
    offered[game, seat, offers[game, seat, place]] = True
    return offered
