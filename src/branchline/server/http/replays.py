"""Finished games to be looked at again, move by move: from the log of a table, or from a record that somebody sends.

A frame carries what happened and the parts of the view that changed, so that a page can step through a game without
knowing its rules. Nothing is secret any more once a game is over: its record tells all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.states.card_state import CardState
from branchline.notation.json.codec import to_json
from branchline.notation.json.forms import Json
from branchline.notation.records.record import Record, outcome_json
from branchline.notation.records.replay import ReplayedGame, replay, verify
from branchline.notation.records.seed_text import seed_text
from branchline.server import wire
from branchline.server.http.records import (
    MAX_FAULTS_TOLD,
    record_asked_for,
    record_in,
    record_of_table,
    told_as_refusals,
)
from branchline.server.http.responses import answer, body_of, bytes_of
from branchline.server.http.state import rooms_of, slowly, state_of, take
from branchline.server.http.tables import OWN_BOARD_COST, number_in, table_in
from branchline.server.limits import MAX_RECORD_BYTES, MAX_TABLE_BYTES
from branchline.server.room import fairness
from branchline.server.room.commands import Refuse
from branchline.server.room.table import file_of


class Viewpoint:
    """Through whose eyes a game is seen: a seat's, a spectator's (neither), or with all hands open."""

    def __init__(self, game: AnyGame, seat: Seat | None, *, is_open: bool) -> None:
        self._game = game
        self._seat = seat
        self._open = is_open

    def view(self, state: Any) -> dict[str, Json]:
        view = self._game.view(state, self._seat)
        if self._open and isinstance(state, CardState):
            pairs = zip(view.players, state.players, strict=True)
            view = view._replace(players=tuple(seen._replace(stack=player.stack) for seen, player in pairs))
        written: dict[str, Json] = to_json(self._game.printed, view)
        return written

    def hands(self, state: Any) -> list[Json] | None:
        if not self._open:
            return None
        seats = map(Seat, range(len(state.players)))
        return [to_json(self._game.printed, self._game.view(state, seat).own) for seat in seats]

    def event(self, event: Any) -> Json:
        return to_json(self._game.printed, event if self._open else event.seen_by(self._seat))


def frames(played: ReplayedGame, seats: list[int | None], viewpoint: Viewpoint) -> Iterator[wire.Frame]:
    """Every step of a game, each with what is new to the eye."""
    before: dict[str, Json] = {}
    held: list[Json] | None = None
    for seat, step in zip(seats, played.steps, strict=True):
        view, hands = viewpoint.view(step.state), viewpoint.hands(step.state)
        yield wire.Frame(
            seat=seat,
            events=[viewpoint.event(event) for event in step.events],
            actors=list(played.game.actors(step.state)),
            changed={name: value for name, value in view.items() if name not in before or before[name] != value},
            hands=None if hands == held else hands,
        )
        before, held = view, hands


def replayed(record: Record, seat: int | None, *, is_open: bool, check: bool) -> wire.Replay:
    """A record as one looks at it; `Faulty` when it cannot be played again."""
    if seat is not None and seat >= len(record.seats):
        raise Refuse("no-such-seat")
    differences = verify(record) if check else ()
    played = replay(record)
    game = played.game
    viewpoint = Viewpoint(game, None if seat is None else Seat(seat), is_open=is_open)
    over = game.is_over(played.state)
    return wire.Replay(
        board=game.board_id,
        file=file_of(game),
        game=game.name,
        edition=game.edition,
        digest=game.digest,
        options=wire.TableOptions(first=record.options.first, open_stacks=record.options.open_stacks),
        names=list(record.seats),
        seat=seat,
        open=is_open,
        frames=list(frames(played, [None, *(int(entry.seat) for entry in record.actions)], viewpoint)),
        outcome=outcome_json(game, game.outcome(played.state)) if over else None,
        seed=seed_text(record.seed),
        proof=_proof(record),
        differences=[str(fault) for fault in differences[:MAX_FAULTS_TOLD]],
    )


def _proof(record: Record) -> wire.Proof | None:
    try:
        return msgspec.convert(record.notes.get(fairness.NOTE), wire.Proof)
    except msgspec.ValidationError:
        return None


async def of_table(request: Request) -> Response:
    """The game of a table that is over, for everybody who knows the table."""
    name = table_in(request)
    seat, is_open = _eyes(request)
    take(request, state_of(request.app).replays)
    record = await record_of_table(request, name)
    found = await slowly(request, lambda: replayed(record, seat, is_open=is_open, check=False))
    return answer(found, headers={"cache-control": "private, max-age=3600"})


async def of_record(request: Request) -> Response:
    """A record that somebody sends; what is wrong with it is the answer."""
    seat, is_open = _eyes(request)
    take(request, state_of(request.app).replays)
    body = await bytes_of(request, MAX_RECORD_BYTES)
    with told_as_refusals():
        record = await record_in(request, body)
        return answer(await slowly(request, lambda: replayed(record, seat, is_open=is_open, check=True)))


async def play_on(request: Request) -> Response:
    """A table that goes on from a moment of a finished game."""
    asked = await body_of(request, wire.PlayOn, MAX_TABLE_BYTES)
    take(request, state_of(request.app).new_tables, OWN_BOARD_COST)
    with told_as_refusals():
        record = await record_asked_for(request, asked.table, asked.record)
        begun = await slowly(request, lambda: rooms_of(request).begun_from(record, asked))
    return answer(await rooms_of(request).make(asked, begun), 201)


def _eyes(request: Request) -> tuple[int | None, bool]:
    """`seat=2` for that seat's eyes, `open=1` for all hands open; without either, a spectator's."""
    seat = request.query_params.get("seat")
    wanted = request.query_params.get("open")
    if wanted not in (None, "1"):
        raise Refuse("bad-message", "open is 1, or not there")
    is_open = wanted is not None
    if seat is not None and is_open:
        raise Refuse("bad-message", "a seat, or all open, not both")
    return None if seat is None else number_in(seat), is_open


ROUTES: Final = [
    Route("/api/tables/{table}/replay", of_table),
    Route("/api/replays", of_record, methods=["POST"]),
    Route("/api/play-on", play_on, methods=["POST"]),
]
