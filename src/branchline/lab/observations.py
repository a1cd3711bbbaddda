"""What every seat saw at every decision of a game, what it might have done and what it did: data for imitation.

It needs numpy, which the extras `fast` and `envs` bring; the games are those of the run, looked at again on the core.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from branchline.bots.match import MatchResult
from branchline.core.actions import Action, SettleTickets
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.phases import FirstTickets, Settlement
from branchline.lab.game_spec import GameSpec, find_once
from branchline.lane.cards.codes import CardSpace
from branchline.lane.codes import Space, offer_to
from branchline.lane.observation.from_view import observe_view
from branchline.lane.observation.layout import VERSION, ObservationLayout, layout_of
from branchline.rules.board.game import BoardGame
from branchline.rules.cards.game import CardGame


class Seen(NamedTuple):
    """The decisions of one game, column by column."""

    columns: dict[str, list[Any]]
    observations: NDArray[np.int16]


def seen_in(spec: GameSpec, result: MatchResult) -> Seen:
    """Play the decisions of a match once more, and note what was seen at each."""
    game, space, layout = _told(spec.game, spec.edition, len(spec.bots))
    outcome = result.outcome
    totals = [sheet.total for sheet in outcome.sheets]
    observations = np.zeros((len(result.decisions), layout.size), np.int16)
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA}
    state = game.start(len(spec.bots), spec.seed).state
    for number, (seat, action, *_) in enumerate(result.decisions):
        observe_view(layout, game.view(state, seat), observations[number])
        legal, chosen = _codes(game, space, state, seat, action)
        share = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        others = [total for other, total in enumerate(totals) if other != seat]
        for name, value in (
            *(("seed", spec.seed), ("number", number), ("seat", int(seat)), ("bot", spec.bots[seat])),
            *(("legal", legal), ("action", chosen)),
            *(("win", share), ("score", totals[seat]), ("margin", totals[seat] - sum(others) / len(others))),
        ):
            columns[name].append(value)
        state = game.perform(state, seat, action).state
    return Seen(columns, observations)


@cache
def _told(game: str, edition: str | None, seats: int) -> tuple[AnyGame, Any, ObservationLayout]:
    found = find_once(game, edition)
    return found, _space(found), layout_of(found, seats)


def _space(game: AnyGame) -> Any:
    if isinstance(game, CardGame):
        return CardSpace(game)
    assert isinstance(game, BoardGame)
    return Space(game)


def _codes(game: AnyGame, space: Any, state: Any, seat: Seat, action: Action) -> tuple[list[int], int]:
    """The codes that might have been chosen, and the one that was; of settlements only the best is listed."""
    legal = game.legal(state, seat)
    if isinstance(state.phase, Settlement):
        assert isinstance(action, SettleTickets)
        return [space.best], space.best if action == legal[0] else space.code(action)
    offer, first = offer_to(state, seat), isinstance(state.phase, FirstTickets)
    return [space.code(each, offer, first=first) for each in legal], space.code(action, offer, first=first)


SCHEMA: dict[str, Any] = {
    "seed": pl.Int64,
    "number": pl.Int32,
    "seat": pl.Int8,
    "bot": pl.String,
    "legal": pl.List(pl.Int32),
    "action": pl.Int64,
    "win": pl.Float32,
    "score": pl.Int32,
    "margin": pl.Float32,
}
"""Of all columns but the observation, whose length is the board's."""


def frame_of(games: list[Seen]) -> pl.DataFrame:
    """All decisions of a run as one table."""
    frame = pl.DataFrame({name: [value for seen in games for value in seen.columns[name]] for name in SCHEMA}, SCHEMA)
    observations = np.concatenate([seen.observations for seen in games])
    return frame.insert_column(4, pl.Series("observation", observations))


def layout_json(game: AnyGame, seats: int) -> dict[str, Any]:
    """What every number and every code of the table means, for whoever reads it later."""
    layout, space = layout_of(game, seats), _space(game)
    return {
        "board": game.board_id,
        "edition": game.edition,
        "players": seats,
        "version": VERSION,
        "observation_digest": layout.digest,
        "codes": space.size,
        "codes_digest": space.digest,
        "fields": [
            {
                "name": field.name,
                "meaning": field.meaning,
                "start": field.start,
                "shape": field.shape,
                "axes": field.axes,
                "divide_by": field.unit,
            }
            for field in layout.fields
        ],
    }
