"""Games of bots as records, for the proofs to look back on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from branchline.bots.match import MatchResult
from branchline.core.game import AnyGame
from branchline.notation.records.record import Record, record_of

PLAYER: Final = "lane-planner"


def recorded(game: AnyGame, bots: Sequence[str], seed: int, match: MatchResult) -> Record:
    actions = [(decision.seat, decision.action) for decision in match.decisions]
    return record_of(game, [f"{bot} {seat}" for seat, bot in enumerate(bots, 1)], seed, actions, match.outcome)
