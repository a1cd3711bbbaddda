"""The puzzles that come with the package: a list, and each with its position as the seat to decide saw it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.analysis.findings import Worth
from branchline.analysis.puzzles.puzzle import Puzzle, boards_with_puzzles, position_of, puzzles_for, record_of_puzzle
from branchline.analysis.told import tell_gains, tell_reason
from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.messages import DEFAULT, LANGUAGES
from branchline.notation.json.codec import to_json
from branchline.notation.typed.strict import read_strictly
from branchline.server import wire
from branchline.server.http.replays import replayed
from branchline.server.http.responses import answer
from branchline.server.http.state import slowly, state_of, take
from branchline.server.room.commands import Refuse
from branchline.server.views.choices import choices


@cache
def known() -> dict[str, Puzzle]:
    """All puzzles by their id."""
    return {puzzle.id: puzzle for board in boards_with_puzzles() for puzzle in puzzles_for(board)}


async def listed(request: Request) -> Response:
    found = await slowly(request, known)
    return answer(
        wire.Puzzles(
            puzzles=[wire.PuzzleListed(id=each.id, board=each.board, level=each.level) for each in found.values()]
        )
    )


async def one(request: Request) -> Response:
    take(request, state_of(request.app).replays)
    puzzle = (await slowly(request, known)).get(request.path_params["puzzle"])
    if puzzle is None:
        raise Refuse("unknown-puzzle")
    asked = request.query_params.get("language", DEFAULT)
    language = asked if asked in LANGUAGES else DEFAULT
    return answer(await slowly(request, lambda: shown(puzzle, language)))


def shown(puzzle: Puzzle, language: str) -> wire.PuzzleShown:
    """A puzzle with its position, in a language."""
    played = position_of(puzzle)
    printed, record = played.game.printed, record_of_puzzle(puzzle)
    return wire.PuzzleShown(
        id=puzzle.id,
        level=puzzle.level,
        seat=puzzle.seat,
        replay=replayed(record, puzzle.seat, is_open=False, check=False),
        choices=choices(played.game, played.state, Seat(puzzle.seat)),
        moves=[
            _move(printed, puzzle.best, puzzle.worth),
            *(_move(printed, other.text, _less(puzzle.worth, other.behind)) for other in puzzle.others),
        ],
        why=tell_reason(puzzle.why, printed, language, record.seats),
        gains=tell_gains(puzzle.gains, language),
    )


def _less(best: Worth, behind: Worth) -> tuple[float, float, float, float]:
    win, margin = best.win.mean - behind.win.mean, best.margin.mean - behind.margin.mean
    return max(0.0, win), behind.win.error, margin, behind.margin.error


def _move(printed: Any, text: str, worth: Worth | tuple[float, float, float, float]) -> wire.PuzzleMoveShown:
    action: Action = read_strictly(printed, text)
    win, win_error, margin, margin_error = (
        worth if isinstance(worth, tuple) else (worth.win.mean, worth.win.error, worth.margin.mean, worth.margin.error)
    )
    return wire.PuzzleMoveShown(
        action=to_json(printed, action),
        win=round(win, 4),
        win_error=win_error,
        margin=round(margin, 2),
        margin_error=margin_error,
    )


ROUTES: Final = [Route("/api/puzzles", listed), Route("/api/puzzles/{puzzle}", one)]
