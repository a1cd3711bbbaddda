"""A whole record analyzed: every decision judged, the course of the game, luck and skill."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

from branchline.analysis.accounts import account, costliest, possible_cost
from branchline.analysis.course import played_on, seat_worths
from branchline.analysis.decisions import PastDecision, decisions_of
from branchline.analysis.findings import Analysis, CurvePoint, Progress, SeatAccount
from branchline.analysis.judge import Judge, Judged
from branchline.analysis.judgment import judged_decision
from branchline.core.game import AnyGame
from branchline.notation.records.record import Record
from branchline.notation.records.replay import ReplayedGame, replay

EFFORT: Final = 320
"""Trials of a decision, unless somebody asks for more or fewer."""

CURVE_SHARE: Final = 0.25
"""A point of the curve takes so many games, as a share of the trials of a decision."""

LOOKS: Final = ((16, 0.75), (8, 1.5))
"""So many of a seat's decisions that may have cost most are measured again, each in so many fresh worlds, as a share of
the trials of a decision; and the most costly of them once more. The first measure is too rough to choose five by."""


def analyze(
    record: Record,
    *,
    seats: Sequence[int] | None = None,
    effort: int = EFFORT,
    seed: int = 1,
    game: AnyGame | None = None,
    told: Callable[[Progress], object] = lambda progress: None,
) -> Analysis:
    """Analyze a record, for all seats or some; `told` hears of the progress, and may raise to end it.

    The same effort and seed give the same analysis on every machine. `Faulty` where the record cannot be replayed.
    """
    steps = analysis_steps(record, seats=seats, effort=effort, seed=seed, game=game)
    while True:
        try:
            told(next(steps))
        except StopIteration as finished:
            analysis: Analysis = finished.value
            return analysis


def analysis_steps(
    record: Record,
    *,
    seats: Sequence[int] | None = None,
    effort: int = EFFORT,
    seed: int = 1,
    game: AnyGame | None = None,
) -> Generator[Progress, None, Analysis]:
    """The same as an iterator: it yields its progress after every step, and its value is the analysis."""
    played = replay(record, game)
    wanted = tuple(range(len(record.seats))) if seats is None else tuple(seats)
    return (yield from _Analyzing(record, played, wanted, effort, seed).steps())


class _Analyzing:
    """An analysis being made."""

    def __init__(self, record: Record, played: ReplayedGame, seats: Sequence[int], effort: int, seed: int) -> None:
        self.record, self.played, self.game = record, played, played.game
        self.seats, self.effort, self.seed = seats, effort, seed
        self.judge = Judge(played.game, effort)
        self.judged: dict[int, Judged] = {}
        self.curve: list[CurvePoint] = []

    def steps(self) -> Generator[Progress, None, Analysis]:
        done, total = 0, len(self.record.actions) + len(self.seats) * sum(most for most, _ in LOOKS)
        yield Progress(0, total)
        for decision in decisions_of(self.record, self.played):
            self.curve.append(self._point(decision.number, decision.state))
            if decision.seat in self.seats:
                self._judge(decision)
            done += 1
            yield Progress(done, total)
        self.curve.append(self._point(len(self.record.actions), self.played.state))
        for most, share in LOOKS:
            for number in self._doubtful(most):
                worlds = round(self.effort * share)
                self.judged[number] = self.judge.measure(self.judged[number], worlds, f"{self.seed} {number}")
                done += 1
                yield Progress(done, total)
        yield Progress(total, total)
        return self._analysis()

    def _judge(self, decision: PastDecision) -> None:
        legal = self.game.legal(decision.state, decision.seat)
        if len(legal) > 1:
            seed = f"{self.seed} {decision.number}"
            self.judged[decision.number] = self.judge.judge(decision.view, legal, decision.action, seed)

    def _doubtful(self, most: int) -> list[int]:
        """The decisions that may have cost most, so many of each seat."""
        return [number for seat in self.seats for number in costliest(self.judged, seat, most, possible_cost)]

    def _point(self, number: int, state: Any) -> CurvePoint:
        times = max(2, round(self.effort * CURVE_SHARE))
        ends = played_on(self.judge.playouts, state, times, f"{self.seed} {number} curve")
        return CurvePoint(number, seat_worths(ends))

    def _analysis(self) -> Analysis:
        record = self.record
        return Analysis(
            game=record.game,
            board=record.board,
            edition=record.edition,
            digest=record.digest,
            record=record.checksum,
            names=list(record.seats),
            seed=self.seed,
            effort=self.effort,
            curve=self.curve,
            decisions=[judged_decision(self.game, number, each) for number, each in self.judged.items()],
            accounts=[self._account(seat) for seat in self.seats],
        )

    def _account(self, seat: int) -> SeatAccount:
        return account(
            seat,
            self.judged,
            self.curve[0].seats[seat],
            self.curve[-1].seats[seat],
            with_rivals=len(self.seats) == len(self.record.seats),
            decisions=sum(entry.seat == seat for entry in self.record.actions),
        )
