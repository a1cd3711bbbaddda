"""What a laboratory run keeps: tables of games, seats, tickets, claims and decisions, as rows of plain values.

`docs/lab.md` describes every column. Nothing in them depends on the machine or the time, so the same seeds give the
same tables wherever they are made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from branchline.bots.match import MatchResult
from branchline.core.bits import members
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.core.score import Finish, Sheet, Source
from branchline.lab.game_spec import GameSpec, find_once, play_game, record_of_game
from branchline.notation.json.codec import word_of
from branchline.notation.records.record import record_line

if TYPE_CHECKING:
    from branchline.lab.observations import Seen

Row = dict[str, Any]


class Rows(NamedTuple):
    """The rows of one game, by table."""

    games: list[Row]
    seats: list[Row]
    tickets: list[Row]
    claims: list[Row]
    decisions: list[Row]
    seen: Seen | None


def play_for_rows(spec: GameSpec, *, observed: bool = False) -> Rows:
    """Play a game and give its rows; those of its observations only where they are asked for."""
    return rows_of(spec, play_game(spec), observed=observed)


def play_for_rows_and_record(spec: GameSpec, *, observed: bool = False) -> tuple[Rows, str]:
    """Play a game and give its rows, and the line of its record."""
    result = play_game(spec)
    return rows_of(spec, result, observed=observed), record_line(record_of_game(spec, result))


def rows_of(spec: GameSpec, result: MatchResult, *, observed: bool = False) -> Rows:
    game = find_once(spec.game, spec.edition)
    return Rows(
        seen=_seen(spec, result) if observed else None,
        games=[_game_row(game, spec, result)],
        seats=[_seat_row(spec, result, sheet) for sheet in result.outcome.sheets],
        tickets=_ticket_rows(game, spec, result),
        claims=_claim_rows(game, spec, result),
        decisions=_decision_rows(spec, result),
    )


def _seen(spec: GameSpec, result: MatchResult) -> Seen:
    from branchline.lab.observations import seen_in  # It needs numpy.

    return seen_in(spec, result)


def _game_row(game: AnyGame, spec: GameSpec, result: MatchResult) -> Row:
    return {
        "seed": spec.seed,
        "game": game.name,
        "board": game.board_id,
        "players": len(spec.bots),
        "decisions": len(result.decisions),
        "winners": list(result.outcome.winners),
        "decided_by": result.outcome.decided_by.value,
        "winning_score": max(sheet.total for sheet in result.outcome.sheets),
        "faults": len(result.faults),
    }


def _seat_row(spec: GameSpec, result: MatchResult, sheet: Sheet) -> Row:
    winners = result.outcome.winners
    tickets = [line for line in sheet.lines if line.source is Source.TICKET]
    return {
        "seed": spec.seed,
        "seat": sheet.seat,
        "bot": spec.bots[sheet.seat],
        "win": 1 / len(winners) if sheet.seat in winners else 0.0,
        "score": sheet.total,
        **{source.value: sheet.of(source) for source in Source},
        "tickets_completed": sheet.tickets_completed,
        "tickets_missed": len(tickets) - sheet.tickets_completed,
        "decisions": sum(decision.seat == sheet.seat for decision in result.decisions),
    }


def _ticket_rows(game: AnyGame, spec: GameSpec, result: MatchResult) -> list[Row]:
    printed = game.printed.tickets
    opening = _opening(spec, result)
    return [
        {
            "seed": spec.seed,
            "seat": sheet.seat,
            "bot": spec.bots[sheet.seat],
            "ticket": printed[line.ticket].id,
            "points": line.points,
            "completed": line.finish is not Finish.MISSED,
            "opening": line.ticket in opening[sheet.seat],
            "win": 1.0 if sheet.seat in result.outcome.winners else 0.0,
        }
        for sheet in result.outcome.sheets
        for line in sheet.lines
        if line.ticket is not None
    ]


def _opening(spec: GameSpec, result: MatchResult) -> list[set[int]]:
    """The tickets that each seat kept from its first offer: its first decision of all."""
    opening: list[set[int]] = [set() for _ in spec.bots]
    seen: set[int] = set()
    for decision in result.decisions:
        if decision.seat not in seen:
            seen.add(decision.seat)
            opening[decision.seat] = set(getattr(decision.action, "kept", ()))
    return opening


def _claim_rows(game: AnyGame, spec: GameSpec, result: MatchResult) -> list[Row]:
    """Routes of each seat at the end; games without a board have none."""
    if not isinstance(game.printed, Board):
        return []
    return [
        {
            "seed": spec.seed,
            "seat": seat,
            "bot": spec.bots[seat],
            "route": game.printed.routes[route].id,
            "length": game.printed.routes[route].length,
            "win": 1.0 if seat in result.outcome.winners else 0.0,
        }
        for seat, player in enumerate(result.state.players)
        for route in members(player.routes)
    ]


def _decision_rows(spec: GameSpec, result: MatchResult) -> list[Row]:
    return [
        {
            "seed": spec.seed,
            "number": number,
            "seat": decision.seat,
            "bot": spec.bots[decision.seat],
            "action": word_of(type(decision.action)),
            "reason": None if decision.reason is None else decision.reason.key,
            "trouble": None if decision.trouble is None else decision.trouble.value,
        }
        for number, decision in enumerate(result.decisions)
    ]


SCHEMAS: dict[str, dict[str, Any]] = {
    "games": {
        "seed": pl.Int64,
        "game": pl.String,
        "board": pl.String,
        "players": pl.Int8,
        "decisions": pl.Int32,
        "winners": pl.List(pl.Int8),
        "decided_by": pl.String,
        "winning_score": pl.Int32,
        "faults": pl.Int32,
    },
    "seats": {
        "seed": pl.Int64,
        "seat": pl.Int8,
        "bot": pl.String,
        "win": pl.Float64,
        "score": pl.Int32,
        **{source.value: pl.Int32 for source in Source},
        "tickets_completed": pl.Int16,
        "tickets_missed": pl.Int16,
        "decisions": pl.Int32,
    },
    "tickets": {
        "seed": pl.Int64,
        "seat": pl.Int8,
        "bot": pl.String,
        "ticket": pl.String,
        "points": pl.Int16,
        "completed": pl.Boolean,
        "opening": pl.Boolean,
        "win": pl.Float64,
    },
    "claims": {
        "seed": pl.Int64,
        "seat": pl.Int8,
        "bot": pl.String,
        "route": pl.String,
        "length": pl.Int8,
        "win": pl.Float64,
    },
    "decisions": {
        "seed": pl.Int64,
        "number": pl.Int32,
        "seat": pl.Int8,
        "bot": pl.String,
        "action": pl.String,
        "reason": pl.String,
        "trouble": pl.String,
    },
}


class RunTables:
    """The tables of a whole run, gathered game by game."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {name: [] for name in SCHEMAS}
        self._seen: list[Seen] = []

    def add(self, rows: Rows) -> None:
        for name, some in self._rows.items():
            some += getattr(rows, name)
        if rows.seen is not None:
            self._seen.append(rows.seen)

    def frames(self) -> dict[str, pl.DataFrame]:
        frames = {name: pl.DataFrame(rows, schema=SCHEMAS[name]) for name, rows in self._rows.items()}
        if self._seen:
            from branchline.lab.observations import frame_of

            frames["observations"] = frame_of(self._seen)
        return frames
