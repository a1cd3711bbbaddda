"""The tables of games that were played in the lane, column by column: the same as `tables` makes game by game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.core.score import Source
from branchline.lab.compiled import PlayedBatch, play_batches
from branchline.lab.game_spec import GameSpec
from branchline.lab.table_files import TableFiles
from branchline.lab.tables import SCHEMAS
from branchline.notation.json.codec import word_of

MAX_DECISIONS_TOLD: Final = 10_000
"""The table of decisions has the first so many games of a run: those of a million would fill a disk."""

Columns = dict[str, Any]


def gather_compiled(
    specs: Iterable[GameSpec], threads: int, folder: Path, progress: Callable[[], None] = lambda: None
) -> dict[str, pl.LazyFrame]:
    """Play all games in the lane into tables; `folder` holds what is too long for memory as long as they are used."""
    files = TableFiles(folder, SCHEMAS)
    done = 0
    for played in play_batches(specs, threads):
        tables = _Tables(played)
        columns = {
            "games": tables.games(),
            "seats": tables.seats(),
            "tickets": tables.tickets(),
            "claims": tables.claims(),
            "decisions": tables.decisions(max(0, MAX_DECISIONS_TOLD - done)),
        }
        for name, found in columns.items():
            files.add(name, pl.DataFrame(found, schema=SCHEMAS[name]))
        for _ in played.specs:
            done += 1
            progress()
    return files.frames()


class _Tables:
    """The columns of one batch. Rows go game by game and, within one, seat by seat."""

    def __init__(self, played: PlayedBatch) -> None:
        self._played = played
        self._games = played.batch.games
        self._scores = played.scores
        self._seed = np.array([spec.seed for spec in played.specs], np.int64)
        self._bots = np.array([spec.bots for spec in played.specs], object)
        seats = np.arange(played.seats)
        self._won = (self._scores["winners"][:, None] >> seats & 1).astype(np.float64)

    def games(self) -> Columns:
        played, game = self._played, self._played.game
        count = len(played.specs)
        return {
            "seed": self._seed,
            "game": [game.name] * count,
            "board": [game.board_id] * count,
            "players": np.full(count, played.seats, np.int8),
            "decisions": played.told["decisions"],
            "winners": [np.flatnonzero(row).tolist() for row in self._won],
            "decided_by": [_decided_by(game.printed)[number] for number in self._scores["decided_by"].tolist()],
            "winning_score": self._scores["total"][:, : played.seats].max(axis=1),
            "faults": np.zeros(count, np.int32),
        }

    def seats(self) -> Columns:
        played, scores, seats = self._played, self._scores, self._played.seats
        completed = scores["completed"][:, :seats].reshape(-1)
        known = {source.value: field for source, field in _SOURCES.items() if field in (scores.dtype.names or ())}
        nothing = np.zeros(len(played.specs) * seats, np.int32)
        game, seat, _ = self._held
        held = np.bincount(game * seats + seat, minlength=len(nothing))
        return {
            "seed": np.repeat(self._seed, seats),
            "seat": np.tile(np.arange(seats), len(played.specs)),
            "bot": self._bots.reshape(-1).tolist(),
            "win": (self._won / self._won.sum(axis=1, keepdims=True)).reshape(-1),
            "score": scores["total"][:, :seats].reshape(-1),
            **{
                source.value: scores[known[source.value]][:, :seats].reshape(-1) if source.value in known else nothing
                for source in Source
            },
            "tickets_completed": completed,
            "tickets_missed": held - completed,
            "decisions": played.told["decided"][:, :seats].reshape(-1),
        }

    @cached_property
    def _held(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The tickets of all seats: game, seat and ticket of each."""
        seats, count = self._played.seats, len(self._played.game.printed.tickets)
        if "finish" in (self._scores.dtype.names or ()):
            game, seat, ticket = np.nonzero(self._scores["finish"][:, :seats, :count])
        else:
            held = _members(self._games["tickets"] | self._games["completed"], seats, count)
            game, seat, ticket = np.nonzero(held)
        return game, seat, ticket

    def tickets(self) -> Columns:
        seats, printed = self._played.seats, self._played.game.printed.tickets
        game, seat, ticket = self._held
        worth, completed = self._ticket_points(game, seat, ticket)
        opening = _members(self._played.opening, seats, len(printed))
        return {
            "seed": self._seed[game],
            "seat": seat,
            "bot": self._bots[game, seat].tolist(),
            "ticket": np.array([each.id for each in printed], object)[ticket].tolist(),
            "points": worth,
            "completed": completed,
            "opening": opening[game, seat, ticket],
            "win": self._won[game, seat],
        }

    def _ticket_points(self, game: Any, seat: Any, ticket: Any) -> tuple[NDArray[Any], NDArray[Any]]:
        """What each ticket brought, and whether it was completed (B-19, W-21, C-20)."""
        printed: Any = self._played.game.printed.tickets
        points = np.array([each.points for each in printed])[ticket]
        if isinstance(self._played.game.printed, CardSet):
            done = _members(self._games["completed"], self._played.seats, len(printed))[game, seat, ticket]
            return np.where(done, points, -points), done
        from branchline.lane.scoring import work

        finish = self._scores["finish"][game, seat, ticket]
        connected = np.array([each.connected for each in printed])[ticket]
        penalty = np.array([each.penalty for each in printed])[ticket]
        worth = np.where(finish == work.OUT_OF_ORDER, connected, np.where(finish == work.MISSED, -penalty, points))
        return worth, finish != work.MISSED

    def claims(self) -> Columns:
        printed = self._played.game.printed
        if not isinstance(printed, Board):
            return {name: [] for name in SCHEMAS["claims"]}
        owned = _members(self._games["routes"], self._played.seats, len(printed.routes))
        game, seat, route = np.nonzero(owned)
        return {
            "seed": self._seed[game],
            "seat": seat,
            "bot": self._bots[game, seat].tolist(),
            "route": np.array([each.id for each in printed.routes], object)[route].tolist(),
            "length": np.array([each.length for each in printed.routes])[route],
            "win": self._won[game, seat],
        }

    def decisions(self, most: int) -> Columns:
        """The decisions of the first so many games, as far as they were told one by one."""
        from branchline.lane.players.told import MAX_TOLD, SEATS_BELOW

        told = self._played.told[:most]
        game, number = np.nonzero(np.arange(MAX_TOLD) < told["decisions"][:, None])
        verbs = told["verbs"][game, number]
        seat = verbs % SEATS_BELOW
        words = _words(self._played)
        return {
            "seed": self._seed[game],
            "number": number,
            "seat": seat,
            "bot": self._bots[game, seat].tolist(),
            "action": words[verbs // SEATS_BELOW].tolist(),
            "reason": [None] * len(game),
            "trouble": [None] * len(game),
        }


_SOURCES: Final = {
    Source.ROUTES: "routes",
    Source.EXCHANGE: "exchange",
    Source.TICKET: "tickets",
    Source.LONGEST_PATH: "longest_bonus",
    Source.STATIONS_LEFT: "station_points",
    Source.HARBOR: "harbors",
    Source.HARBORS_LEFT: "harbors_left",
    Source.BIG_CITY: "big_city_points",
}
"""The field of a score sheet in the lane that has the points of each source."""


def _decided_by(printed: object) -> dict[int, str]:
    """What the lane's numbers for tie-breaks mean."""
    if isinstance(printed, CardSet):
        from branchline.lane.cards.engine import DECIDED
    else:
        from branchline.lane.scoring.outcome import DECIDED
    return {number: word.value for word, number in DECIDED.items()}


def _words(played: PlayedBatch) -> NDArray[Any]:
    """The word for each verb of the lane."""
    words = np.full(1 << 8, "", object)
    for entry in played.batch.space.entries:
        words[entry.verb] = word_of(type(entry.action))
    if isinstance(played.game.printed, CardSet):
        from branchline.core.actions import SettleTickets
        from branchline.lane.cards.layout import SETTLE

        words[SETTLE] = word_of(SettleTickets)
    return words


def _members(words: NDArray[Any], seats: int, count: int) -> NDArray[np.bool_]:
    """Sets of 64-bit words, by game and seat, as a table of members."""
    from branchline.lane.bits import members_of

    return members_of(words[:, :seats].reshape(len(words), seats, -1), count)
