"""What results tell: win shares with intervals over paired deals, and when there is enough of them.

A block is all seatings of one deal. Blocks are independent of each other, games within one are not, so the interval is
that of the mean of blocks (normal approximation).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev

from branchline.lab.game_spec import GameResult

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    mean: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """How far it goes to either side of the mean; infinite for a single value."""
        return self.high - self.mean

    def excludes(self, value: float) -> bool:
        return value < self.low or value > self.high


def interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The mean with its interval; that of a single value is infinite."""
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, float("-inf"), float("inf"))
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - reach, mean + reach)


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did. `share` is its part of all wins, for each seat that it had."""

    bot: str
    seats: int
    share: Interval
    score: Interval
    winning_score: float | None
    tickets: float
    milliseconds: float
    faults: int
    first_fault: str | None


def blocks_of(results: Iterable[GameResult]) -> dict[int, list[GameResult]]:
    blocks: dict[int, list[GameResult]] = defaultdict(list)
    for result in results:
        blocks[result.seed].append(result)
    return dict(blocks)


def standings(results: Sequence[GameResult], confidence: float = CONFIDENCE) -> list[Standing]:
    """One line for each bot, best first."""
    blocks = blocks_of(results).values()
    names = sorted({bot for result in results for bot in result.bots})
    lines = [_standing(name, [list(block) for block in blocks], confidence) for name in names]
    return sorted(lines, key=lambda line: -line.share.mean)


def _standing(bot: str, blocks: list[list[GameResult]], confidence: float) -> Standing:
    shares, scores = [], []
    winning: list[int] = []
    tickets: list[int] = []
    seconds = decisions = faults = 0.0
    troubles: list[str] = []
    for block in blocks:
        mine = [(f, seat) for f in block for seat, name in enumerate(f.bots) if name == bot]
        shares.append(fmean(f.wins[seat] for f, seat in mine))
        scores.append(fmean(f.scores[seat] for f, seat in mine))
        winning += [f.scores[seat] for f, seat in mine if f.wins[seat]]
        tickets += [f.tickets[seat] for f, seat in mine]
        seconds += sum(f.seconds[seat] for f, seat in mine)
        decisions += sum(f.decisions[seat] for f, seat in mine)
        faults += sum(f.faults[seat] for f, seat in mine)
        troubles += [f"deal {f.seed}, {f.troubles[seat]}" for f, seat in mine if f.troubles[seat]]
    return Standing(
        bot=bot,
        seats=blocks[0][0].bots.count(bot),
        share=interval(shares, confidence),
        score=interval(scores, confidence),
        winning_score=fmean(winning) if winning else None,
        tickets=fmean(tickets),
        milliseconds=1000 * seconds / max(decisions, 1),
        faults=int(faults),
        first_fault=troubles[0] if troubles else None,
    )


FIRST_LOOK = 32


def look_number(blocks: int) -> int | None:
    """Looks are taken after 32, 64, 128, … blocks; None between them."""
    number = 0
    while FIRST_LOOK << number < blocks:
        number += 1
    return number if FIRST_LOOK << number == blocks else None


def is_settled(results: Sequence[GameResult], number: int) -> bool:
    """Whether every bot's share differs from a fair one, judged at the look with this number.

    Looking often would find a difference by luck in the end, so each look spends only half of the doubt that is left:
    all of them together are wrong no more often than 1 - CONFIDENCE.
    """
    doubt = (1 - CONFIDENCE) / 2 ** (number + 1)
    lines = standings(results, 1 - doubt)
    fair = 1 / sum(line.seats for line in lines)
    return all(line.share.excludes(fair) for line in lines)
