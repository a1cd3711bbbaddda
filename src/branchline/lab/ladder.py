"""The ladder: every bot of a game against the ones below it, and the page with the results."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise, product
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import Final

from branchline import __version__
from branchline.bots.registry import RUNGS, STAND_IN, bot_names
from branchline.games import find_game
from branchline.lab.arena import Contest, lineup_of, play_contest, read_ledger
from branchline.lab.executor import Executor
from branchline.lab.fingerprint import fingerprint
from branchline.lab.game_spec import GameResult
from branchline.lab.standings import Interval, Standing, blocks_of, interval, standings

ROUNDS: Final = (10, 30, 100, 300, 1000, 3000)
"""Numbers of deals after which the next match has its turn, so that a run that is stopped early is of use."""

PAIR: Final = 2

BEGIN: Final = "<!-- ladder: begin -->"
END: Final = "<!-- ladder: end -->"


@dataclass(frozen=True, slots=True)
class LadderMatch:
    """One bot against a table of another, or of itself: a line of the ladder."""

    game: str
    players: int
    bot: str
    against: str

    def contest(self, deals: int, seed: int) -> Contest:
        return Contest(self.game, None, lineup_of([self.bot, self.against], self.players), deals, seed)


def matches(game: str, among: Sequence[str] = RUNGS) -> list[LadderMatch]:
    """Neighbors at every number of players; the planner, all above it and the best of `among` play everybody below.

    With two players those play against themselves, too.
    """
    played = find_game(game)
    rungs = [name for name in RUNGS if name in among and name in bot_names(played)]
    strong = [name for name in rungs if name == rungs[-1] or RUNGS.index(name) >= RUNGS.index(STAND_IN)]
    pairs = [(upper, lower) for lower, upper in pairwise(rungs)]
    pairs += [(upper, lower) for upper in strong for lower in reversed(rungs[: rungs.index(upper)])]
    found = [LadderMatch(game, players, upper, lower) for players in played.seat_counts for upper, lower in pairs]
    return list(dict.fromkeys([*(LadderMatch(game, PAIR, bot, bot) for bot in strong), *found]))


def play_matches(
    chosen: Sequence[LadderMatch],
    executor: Executor,
    folder: Path,
    deals: int,
    seed: int,
    minutes: float | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> None:
    """Play the matches in rounds, up to `deals` each, into ledgers. The time is checked before each match.

    All rounds of the key matches come before the first of the others.
    """
    until = float("inf") if minutes is None else monotonic() + 60 * minutes
    sizes = (*(size for size in ROUNDS if size < deals), deals)
    key_matches = [match for match in chosen if is_key_match(match)]
    others = [match for match in chosen if not is_key_match(match)]
    for size, match in (*product(sizes, key_matches), *product(sizes, others)):
        if monotonic() >= until:
            return
        progress(f"{match.game}, {match.players} players: {match.bot} against {match.against}, {size} deals")
        play_contest(match.contest(size, seed), executor, ledger_of(match, folder))


def is_key_match(match: LadderMatch) -> bool:
    """Whether a goal is set for a match: neighbors in pairs, the planner or a better bot against anybody."""
    rank = RUNGS.index(match.bot)
    steps = rank - RUNGS.index(match.against)
    if match.players == PAIR:
        return steps <= 1 or rank >= RUNGS.index(STAND_IN)
    return rank >= RUNGS.index(STAND_IN) and match.against != RUNGS[0]


def ledger_of(match: LadderMatch, folder: Path) -> Path:
    """The file's name has the fingerprints of both bots, so that games of bots that play otherwise by now stay out."""
    played_by = "-".join(fingerprint(name, match.game) for name in dict.fromkeys((match.bot, match.against)))
    return folder / f"{Path(match.game).stem}-{match.players}-{match.bot}-{match.against}-{played_by}.jsonl"


def recorded(match: LadderMatch, folder: Path, seed: int) -> list[GameResult]:
    """The deals from `seed` on that a ledger holds with all their seatings, up to the first that is missing."""
    known = read_ledger(ledger_of(match, folder))
    results: list[GameResult] = []
    for block in match.contest(max(1, len(known)), seed).games():
        if any(spec.key not in known for spec in block):
            break
        results += [known[spec.key] for spec in block]
    return results


def table(chosen: Sequence[LadderMatch], folder: Path, seed: int, command: str, day: date) -> str:
    """The generated part of the page, in Markdown."""
    lines = [
        f"Played on {day.isoformat()} with `{command}`, deals from seed {seed} on; Branchline {__version__}, "
        f"Python {platform.python_version()}, {os.cpu_count()} cores.",
    ]
    for game in dict.fromkeys(match.game for match in chosen):
        rows = [
            _mirror(match, results) if match.bot == match.against else _line(match, results)
            for match in chosen
            if match.game == game and (results := recorded(match, folder, seed))
        ]
        if rows:
            lines += ["", f"### {find_game(game).printed.name}", "", *_head(), *rows]
    return "\n".join(lines) + "\n"


def _head() -> Iterator[str]:
    heads = ("players", "bot", "against", "deals", "wins", "fair", "clear", "score", "theirs", "won with", "tickets")
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"


def _line(match: LadderMatch, results: Sequence[GameResult]) -> str:
    lines = {line.bot: line for line in standings(results)}
    mine, theirs = lines[match.bot], lines[match.against]
    deals = len(blocks_of(results))
    fair = 1 / match.players
    low, high = bounds(mine.share, deals)
    verdict = "yes" if low > fair else "**worse**" if high < fair else "no"
    return _row(
        match,
        f"{deals}{_faults(mine)}",
        f"{100 * mine.share.mean:.1f} % [{100 * low:.1f}, {100 * high:.1f}]",
        f"{fair:.0%}".replace("%", " %"),
        verdict,
        f"{mine.score.mean:.0f}",
        f"{theirs.score.mean:.0f}",
        "" if mine.winning_score is None else f"{mine.winning_score:.0f}",
        f"{mine.tickets:.1f}",
    )


def _mirror(match: LadderMatch, results: Sequence[GameResult]) -> str:
    """A bot against itself: what it takes to win such a game. One seating is one game a deal."""
    [line] = standings(results)
    tickets = [result.tickets[seat] for result in results for seat in range(match.players) if result.wins[seat]]
    best = interval([max(result.scores) for result in results])
    won = f"{best.mean:.0f} ± {best.reach:.1f}"
    mean = f"{line.score.mean:.0f}"
    deals = f"{len(results)}{_faults(line)}"
    return _row(match, deals, "", "", "", mean, mean, won, f"{fmean(tickets):.1f} (winner)")


def _row(match: LadderMatch, *cells: object) -> str:
    return f"| {' | '.join(map(str, (match.players, match.bot, match.against, *cells)))} |"


def bounds(share: Interval, deals: int) -> tuple[float, float]:
    """The interval of a share, within what a share can be.

    Deals that all went alike have no spread, but they do not prove that no other ever comes: the rule of three says
    how often it still may, with the same confidence.
    """
    low, high = max(0.0, share.low), min(1.0, share.high)
    if share.low == share.high:
        low, high = max(0.0, low - 3 / deals), min(1.0, high + 3 / deals)
    return low, high


def _faults(line: Standing) -> str:
    return f" ({line.faults} faults)" if line.faults else ""


class MarksMissing(ValueError):
    """A page without the two marks between which the table belongs."""


def with_table(page: str, generated: str) -> str:
    """The page with the generated part put in its place."""
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    if not pattern.search(page):
        raise MarksMissing(f"the marks {BEGIN} and {END} are missing")
    return pattern.sub(lambda _: f"{BEGIN}\n{generated}{END}", page, count=1)


def quick(match: LadderMatch) -> bool:
    """Whether a match belongs to the quick ladder: pairs of neighbors, at the fewest and at the most players."""
    counts = find_game(match.game).seat_counts
    close = RUNGS.index(match.bot) - RUNGS.index(match.against) <= 1
    return close and match.players in (counts[0], counts[-1])
