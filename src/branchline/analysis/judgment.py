"""A judged decision written down: its moves with their worth, the better one, and where its points come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from branchline.analysis.accounts import worth_of
from branchline.analysis.findings import JudgedDecision, MoveReason, WeighedMove, Worth, estimate
from branchline.analysis.gains import gains
from branchline.analysis.judge import Judged, means
from branchline.bots.reason import Reason
from branchline.core.game import AnyGame
from branchline.notation.json.codec import to_json
from branchline.notation.typed.text import action_text

CLEAR_ERRORS: Final = 2.0
"""More than chance speaks for a difference of so many standard errors."""


def judged_decision(game: AnyGame, number: int, judged: Judged) -> JudgedDecision:
    """The finding; what turned out not to be better in fresh worlds is not called better."""
    seat = judged.view.seat
    played = _worth_of_played(judged)
    moves = [_move(game, judged, place, played) for place in range(len(judged.codes))]
    planned = judged.candidates.planned
    decision = JudgedDecision(number, seat, judged.choices, moves, planned=planned)
    if not judged.better or judged.fresh is None:
        return decision
    loss = judged.told(judged.better, 0)
    lead, error = float(loss.lead.mean[seat]), float(loss.lead.error[seat])
    if lead <= 0:
        return decision
    best, mine = (judged.fresh.scores[judged.measured.index(place)] for place in (judged.better, 0))
    return JudgedDecision(
        number,
        seat,
        judged.choices,
        moves,
        better=judged.better,
        planned=planned,
        loss=worth_of(loss, seat),
        cost=estimate(lead, error),
        is_clear=lead > CLEAR_ERRORS * error,
        gains=gains(best, mine, seat, judged.fresh.wins.shape[2]),
    )


def _move(game: AnyGame, judged: Judged, place: int, played: Worth) -> WeighedMove:
    """A move with its worth: that of the one that was played, and what it brings above it in the same worlds."""
    action, reason = judged.candidates.moves[place].action, judged.candidates.moves[place].reason
    above = worth_of(judged.told(place, 0), judged.view.seat)
    worth = Worth(
        estimate(min(1.0, max(0.0, played.win.mean + above.win.mean)), above.win.error),
        estimate(played.margin.mean + above.margin.mean, above.margin.error),
    )
    why = None if reason is None else reason_finding(reason)
    return WeighedMove(to_json(game.printed, action), action_text(game, action), worth if place else played, why)


def _worth_of_played(judged: Judged) -> Worth:
    """What was played, in all worlds in which it was tried."""
    seat = judged.view.seat
    wins, margins = means(judged.played.wins[0]), means(judged.played.margins[0])
    share, seats = judged.share(0), len(wins.mean)
    return Worth(
        estimate(
            judged.calibration.told(share, seats),
            wins.error[seat] * judged.calibration.steepness(share, share, seats),
        ),
        estimate(margins.mean[seat] - judged.calibration.excess_of(seats), margins.error[seat]),
    )


def reason_finding(reason: Reason) -> MoveReason:
    """A reason as an analysis keeps it."""
    values: Mapping[str, Any] = reason.values
    return MoveReason(
        reason.key, {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    )
