"""Chances and margins that are told at moments of games, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from branchline.analysis.calibration import Calibration, cautious
from branchline.analysis.course import played_on
from branchline.analysis.decisions import decisions_of
from branchline.analysis.playouts import Playouts
from branchline.bots.compiled import CompiledBot
from branchline.bots.match import play_match
from branchline.core.game import AnyGame
from branchline.notation.records.replay import replay
from tools.look_back.games import PLAYER, recorded


class Foretold(NamedTuple):
    """A chance to win and a margin that were told at some moment, and what became of them."""

    chance: float
    won: float
    seats: int = 2
    margin: float = 0.0
    ended: float = 0.0
    """The margin in the end."""


PARTS: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""The moments of a game at which chances are told."""


def recalibrated(foretold: Sequence[Foretold], calibration: Calibration, times: int) -> list[Foretold]:
    """The same moments with the chances and margins that are told, from so many worlds each."""
    return [
        each._replace(
            chance=calibration.told(cautious(each.chance, times), each.seats),
            margin=each.margin - calibration.excess_of(each.seats),
        )
        for each in foretold
    ]


def foretell(
    game: AnyGame, games: int, seed: int, times: int, parts: Sequence[float], *, is_open: bool = False, seats: int = 2
) -> Iterator[Foretold]:
    """Chances to win and margins at some parts of planners' games, and the results.

    They are of worlds by what the seat to decide knew, as decisions are judged, or with all hands open, as in
    the curve; nothing is recalibrated yet.
    """
    light, playouts = CompiledBot("planner", game), Playouts(game)
    for number in range(seed, seed + games):
        match = play_match(game, [light] * seats, number)
        record = recorded(game, [PLAYER] * seats, number, match)
        decisions = list(decisions_of(record, replay(record, game)))
        for part in parts:
            decision = decisions[int(part * len(decisions))]
            if is_open:
                ends = played_on(playouts, decision.state, times, f"{number} {part}")
            else:
                first = Random(f"{number} {part}").getrandbits(48)
                worlds = playouts.imagination(decision.view).worlds(range(first, first + times))
                ends = playouts.on(worlds, range(first + times, first + 2 * times))
            won = (decision.seat in match.outcome.winners) / len(match.outcome.winners)
            totals = [float(sheet.total) for sheet in match.outcome.sheets]
            ended = totals.pop(decision.seat) - max(totals)
            told = (float(values[0, :, decision.seat].mean()) for values in (ends.wins, ends.margins))
            yield Foretold(next(told), won, seats, next(told), ended)


class Bin(NamedTuple):
    """Moments with about the same chance: the mean of what was told, of what came, its standard error, how many."""

    told: float
    came: float
    error: float
    size: int


def calibrated(foretold: Sequence[Foretold], bins: int = 10) -> list[Bin]:
    """Chances and results, by chance."""
    found = []
    for number in range(bins):
        part = [each for each in foretold if min(bins - 1, int(each.chance * bins)) == number]
        if part:
            came = sum(each.won for each in part) / len(part)
            error = (max(came * (1 - came), 1 / (4 * len(part))) / len(part)) ** 0.5
            found.append(Bin(sum(each.chance for each in part) / len(part), came, error, len(part)))
    return found
