"""Finding puzzles in bots' games: a quick race for every decision, and a long measurement where one move stands out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import numpy as np

from branchline.analysis.accounts import worth_of
from branchline.analysis.analyze import EFFORT
from branchline.analysis.candidates import Candidates, sort_of
from branchline.analysis.decisions import PastDecision, decisions_of
from branchline.analysis.findings import MoveReason
from branchline.analysis.gains import gains
from branchline.analysis.judge import Judge, difference, leads
from branchline.analysis.judgment import reason_finding
from branchline.analysis.playouts import PlayedOut
from branchline.analysis.puzzles.best_moves import MIN_GAP, BestMoves
from branchline.analysis.puzzles.every_move import least_lead, other_moves
from branchline.analysis.puzzles.puzzle import Puzzle, PuzzleMove
from branchline.bots.bot import Decision
from branchline.bots.compiled import CompiledBot
from branchline.core.game import AnyGame
from branchline.core.phases import SecondCard
from branchline.core.revision import RULES_REVISION
from branchline.notation.records.record import Record
from branchline.notation.records.replay import replay
from branchline.notation.records.seed_text import seed_text
from branchline.notation.typed.text import action_text

QUICK_WORLDS: Final = 8
QUICK_MOVES: Final = 4
QUICK_GAPS: Final = (2.5, 4.0)
"""So many moves, the planner's best, are tried in a few worlds, and in a few more; one has to stand out by these points
each time. It costs little, and most decisions end there."""
FRONT_WORLDS: Final = (16, 48)
"""Then all moves that come into question are measured in so many worlds, and in so many more,"""
BEST_WORLDS: Final = (64, 192)
"""and the best of them once more, in fresh ones. Where none stands out any longer, the rest is spared."""
MAX_MEASURED: Final = 3

FRONT_ERRORS: Final = (0.5, 1.5)
"""So many standard errors in the first worlds, and in all of these, make it worth measuring more."""

MIDDLE: Final = 0.5
"""After so much of a game, and among first tickets, is where puzzles are looked for: before, chance weighs too much."""

MIN_APART: Final = 5
"""Decisions between two puzzles of one game, so that they do not ask the same."""


class Finder:
    """Finds puzzles of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._judge = Judge(game, EFFORT)
        self._others = (CompiledBot("greedy", game), CompiledBot("planner", game))

    def puzzles_in(self, record: Record) -> Iterator[Puzzle]:
        """The puzzles in a bots' game, in its order."""
        played = replay(record, self.game)
        last = -MIN_APART
        for decision in decisions_of(record, played):
            is_late = decision.number >= MIDDLE * len(record.actions)
            if (is_late or decision.number == 0) and decision.number >= last + MIN_APART:
                answer = self._answer(decision, f"{seed_text(record.seed)} {decision.number} puzzle")
                if answer is not None and answer.is_clear and self._beats_all(decision, answer):
                    last = decision.number
                    yield self._puzzle(record, decision, answer)

    def _answer(self, decision: PastDecision, seed: str) -> BestMoves | None:
        """The best moves, the best first, if one seems to stand out."""
        view, legal = decision.view, self.game.legal(decision.state, decision.seat)
        if len(legal) < 3 or isinstance(view.phase, SecondCard):
            return None
        rng = Random(seed)
        moves = Candidates(self._judge.light, view, decision.action, legal, rng).moves
        moves = list({sort_of(view, move.action): move for move in reversed(moves)}.values())[::-1]
        codes = [self._judge.light.code(view, move.action) for move in moves]
        if len(codes) < 3 or not self._stands_out(view, codes, rng.getrandbits(48)):
            return None
        order = self._front(view, moves, codes, rng)
        if not order:
            return None
        first, rest = BEST_WORLDS
        moves, codes = [moves[place] for place in order], [codes[place] for place in order]
        ends = self._measured(view, codes, first, rng.getrandbits(48))
        if BestMoves(moves, ends, view.seat).is_ahead(FRONT_ERRORS[-1]):
            ends += self._measured(view, codes, rest, rng.getrandbits(48))
        return BestMoves(moves, ends, view.seat)

    def _front(self, view: Any, moves: Sequence[Decision], codes: Sequence[int], rng: Random) -> list[int]:
        """The places of the best few moves, the best first; none where the best does not stand out."""
        ends: PlayedOut | None = None
        order: list[int] = []
        for worlds, errors in zip(FRONT_WORLDS, FRONT_ERRORS, strict=True):
            more = self._measured(view, codes, worlds, rng.getrandbits(48))
            ends = more if ends is None else ends + more
            order = np.argsort(-leads(ends)[:, :, view.seat].mean(axis=1))[:MAX_MEASURED].tolist()
            if not BestMoves([moves[place] for place in order], _rows(ends, order), view.seat).is_ahead(errors):
                return []
        return order

    def _beats_all(self, decision: PastDecision, answer: BestMoves) -> bool:
        """Whether no legal move at all comes near the best one, not even one that nobody would think of."""
        best = answer.moves[0].action
        known = [move.action for move in answer.moves]
        others = other_moves(decision.view, self.game.legal(decision.state, decision.seat), known)
        seed = f"{best!r} {decision.number}"
        return least_lead(self._judge, decision.view, best, others, seed) >= MIN_GAP

    def _stands_out(self, view: Any, codes: Sequence[int], first: int) -> bool:
        """Whether one of the first moves leads by so much, in few worlds, that it is worth a long measurement."""
        ends: PlayedOut | None = None
        for gap in QUICK_GAPS:
            more = self._measured(view, codes[:QUICK_MOVES], QUICK_WORLDS, first)
            ends = more if ends is None else ends + more
            first += 2 * QUICK_WORLDS
            second, best = np.sort(leads(ends)[:, :, view.seat].mean(axis=1))[-2:]
            if best - second < gap:
                return False
        return True

    def _measured(self, view: Any, codes: Sequence[int], worlds: int, first: int) -> PlayedOut:
        imagined = self._judge.playouts.imagination(view).worlds(range(first, first + worlds))
        return self._judge.playouts.after(imagined, view.seat, codes, range(first + worlds, first + 2 * worlds))

    def _puzzle(self, record: Record, decision: PastDecision, answer: BestMoves) -> Puzzle:
        seat, seats = answer.seat, len(record.seats)
        assert isinstance(record.seed, int)
        return Puzzle(
            id=f"{record.board}-{record.seed}-{decision.number}",
            board=record.board,
            edition=record.edition,
            digest=record.digest,
            revision=RULES_REVISION,
            seats=seats,
            seed=record.seed,
            actions=[f"{entry.seat} {entry.action}" for entry in record.actions[: decision.number]],
            seat=seat,
            level=self._level(decision, answer.moves[0]),
            best=action_text(self.game, answer.moves[0].action),
            worth=answer.worth,
            why=self._why(decision, answer.moves[0]),
            gains=gains(answer.ends.scores[0], answer.ends.scores[1], seat, seats),
            others=[
                PuzzleMove(
                    action_text(self.game, answer.moves[place].action),
                    worth_of(difference(answer.ends, 0, place), seat),
                )
                for place in range(1, len(answer.moves))
            ],
        )

    def _level(self, decision: PastDecision, best: Decision) -> int:
        """Of greedy and planner, how many miss the best move, counted from 1."""
        view, legal = decision.view, self.game.legal(decision.state, decision.seat)
        wanted = sort_of(view, best.action)
        return 1 + sum(sort_of(view, bot.decide(view, legal, Random(0)).action) != wanted for bot in self._others)

    def _why(self, decision: PastDecision, best: Decision) -> MoveReason | None:
        """What the planner says about the move."""
        if best.reason is not None:
            return reason_finding(best.reason)
        wanted = sort_of(decision.view, best.action)
        for idea in self._judge.light.ideas(decision.view, Random(0)):
            if sort_of(decision.view, idea.action) == wanted and idea.reason is not None:
                return reason_finding(idea.reason)
        return None


def _rows(ends: PlayedOut, rows: Sequence[int]) -> PlayedOut:
    return PlayedOut(*(values[list(rows)] for values in ends))
