"""A game move by move, as HTTP gives it."""

from __future__ import annotations

from typing import Any

from branchline.server.wire.common import Body, Event, Outcome, Own
from branchline.server.wire.table import TableOptions


class Frame(Body):
    """One decision of a replay (the first frame is the set-up) and what came of it.

    `actors` are the seats that must decide next. `changed` has the fields of the view that differ from the frame
    before. Where all lies open, `hands` says what every seat holds; null where nothing of it changed.
    """

    seat: int | None
    events: list[Event]
    actors: list[int]
    changed: dict[str, Any]
    hands: list[Own] | None


class Proof(Body):
    """What a record says about the fairness of its deal (docs/fairness.md)."""

    table: str
    commitment: str
    secret: str
    entropy: list[str | None]


class Replay(Body):
    """GET /api/tables/{table}/replay, POST /api/replays: a game move by move, as a seat, a spectator or the sky saw it.

    `differences` is what a record says otherwise than its moves; a game from a table has none.
    """

    board: str
    file: str
    game: str
    edition: str
    digest: str
    options: TableOptions
    names: list[str]
    seat: int | None
    open: bool
    frames: list[Frame]
    outcome: Outcome | None
    seed: str
    proof: Proof | None
    differences: list[str]
