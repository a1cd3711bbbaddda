"""Bradley-Terry ratings on the Elo scale, with intervals from resampled deals.

The model is fitted by the classical fixed point (Zermelo), a dozen lines: intervals need hundreds of small fits, for
which no kept library is quicker or clearer. Every pair of different bots at a table counts as one comparison.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from random import Random

from branchline.lab.game_spec import GameResult
from branchline.lab.standings import blocks_of

RESAMPLES = 200
PRIOR = 0.5
"""Wins that every pair that met is given in both directions, so that a bot without a win has a rating at all."""


@dataclass(frozen=True, slots=True)
class Rating:
    bot: str
    elo: float
    low: float
    high: float


Wins = Mapping[tuple[str, str], float]


def wins_of(results: Sequence[GameResult]) -> dict[tuple[str, str], float]:
    """How often each bot finished above each other; equal scores are half a win for both."""
    wins: dict[tuple[str, str], float] = defaultdict(float)
    for result in results:
        for i, a in enumerate(result.bots):
            for j, b in enumerate(result.bots):
                if a != b:
                    mine, theirs = (result.wins[i], result.scores[i]), (result.wins[j], result.scores[j])
                    wins[a, b] += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return dict(wins)


def fit(wins: Wins, rounds: int = 400) -> dict[str, float]:
    """Strengths on the Elo scale with mean 0."""
    names = sorted({name for pair in wins for name in pair})
    met = {pair for pair in wins if pair[0] < pair[1]} | {(b, a) for a, b in wins if b < a}
    won = dict.fromkeys(names, 0.0)
    games: dict[tuple[str, str], float] = {}
    for a, b in met:
        forth, back = wins.get((a, b), 0.0) + PRIOR, wins.get((b, a), 0.0) + PRIOR
        won[a] += forth
        won[b] += back
        games[a, b] = games[b, a] = forth + back
    strength = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        new = {
            a: won[a] / sum(games[a, b] / (strength[a] + strength[b]) for b in names if (a, b) in games) for a in names
        }
        scale = sum(new.values()) / len(names)
        strength = {name: value / scale for name, value in new.items()}
    elo = {name: 400 * log10(value) for name, value in strength.items()}
    middle = sum(elo.values()) / len(elo)
    return {name: value - middle for name, value in elo.items()}


def ratings(results: Sequence[GameResult], seed: int = 1) -> list[Rating]:
    """Ratings with 95 % intervals, best first: deals are drawn again with replacement, whole blocks at a time."""
    blocks = list(blocks_of(results).values())
    chance = Random(seed)
    samples = []
    for _ in range(RESAMPLES):
        drawn = [result for _ in blocks for result in chance.choice(blocks)]
        samples.append(fit(wins_of(drawn), rounds=60))
    fitted = fit(wins_of(results))
    return sorted((_rating(bot, elo, samples) for bot, elo in fitted.items()), key=lambda rating: -rating.elo)


def _rating(bot: str, elo: float, samples: Sequence[Mapping[str, float]]) -> Rating:
    spread = sorted(sample[bot] for sample in samples if bot in sample)
    cut = len(spread) // 40
    return Rating(bot, elo, spread[cut], spread[-1 - cut])
