"""The ladder: every bot of a game against the ones below it, and the page that tells how it stands."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from statistics import fmean
from time import monotonic
from types import ModuleType
from typing import Final

from branchline import __version__
from branchline.bots import registry
from branchline.bots.registry import STAND_IN, bot_names, make_bot
from branchline.games import find
from branchline.lab.arena import Contest, hold, lineup_of, read_ledger
from branchline.lab.executor import Crew
from branchline.lab.standings import Interval, Standing, blocks_of, interval, standings
from branchline.lab.trial import Finding

RUNGS: Final = ("random", "hasty", "greedy", "planner", "search")
"""The bots that the ladder is about, the weakest first."""

ROUNDS: Final = (10, 30, 100, 300, 1000, 3000)
"""Everything is played a little before anything is played much: a run that is stopped early is of use."""

PAIR: Final = 2

BEGIN: Final = "<!-- ladder: begin -->"
END: Final = "<!-- ladder: end -->"


@dataclass(frozen=True, slots=True)
class Match:
    """One bot against a table of another, or of itself: a line of the ladder."""

    game: str
    players: int
    bot: str
    against: str

    def contest(self, deals: int, seed: int) -> Contest:
        return Contest(self.game, None, lineup_of([self.bot, self.against], self.players), deals, seed)


def matches(game: str, among: Sequence[str] = RUNGS) -> list[Match]:
    """Neighbors at every number of players, the planner and the best against everybody, and against themselves."""
    played = find(game)
    rungs = [name for name in RUNGS if name in among and name in bot_names(played)]
    strong = [name for name in rungs if name in (STAND_IN, rungs[-1])]
    pairs = [(upper, lower) for lower, upper in pairwise(rungs)]
    pairs += [(upper, lower) for upper in strong for lower in reversed(rungs[: rungs.index(upper)])]
    found = [Match(game, players, upper, lower) for players in played.seat_counts for upper, lower in pairs]
    return list(dict.fromkeys([*(Match(game, PAIR, bot, bot) for bot in strong), *found]))


def climb(
    chosen: Sequence[Match],
    crew: Crew,
    folder: Path,
    deals: int,
    seed: int,
    minutes: float | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> None:
    """Play the matches in rounds, up to `deals` each, into ledgers. The time is looked at before each match.

    All rounds of the matches that the bars are about come before the first of the others.
    """
    until = float("inf") if minutes is None else monotonic() + 60 * minutes
    sizes = (*(size for size in ROUNDS if size < deals), deals)
    barred = [match for match in chosen if is_barred(match)]
    others = [match for match in chosen if not is_barred(match)]
    for size, match in (*product(sizes, barred), *product(sizes, others)):
        if monotonic() >= until:
            return
        progress(f"{match.game}, {match.players} players: {match.bot} against {match.against}, {size} deals")
        hold(match.contest(size, seed), crew, ledger_of(match, folder))


def is_barred(match: Match) -> bool:
    """Whether a bar hangs on a match: pairs of neighbors, the planner or a better bot against anybody, also itself."""
    rank = RUNGS.index(match.bot)
    steps = rank - RUNGS.index(match.against)
    if match.players == PAIR:
        return steps <= 1 or rank >= RUNGS.index(STAND_IN)
    return rank >= RUNGS.index(STAND_IN) and match.against != RUNGS[0]


def ledger_of(match: Match, folder: Path) -> Path:
    """Games of bots that think otherwise by now are not taken up: the file's name tells the code that played."""
    code = "-".join(_code(name, match.game) for name in dict.fromkeys((match.bot, match.against)))
    return folder / f"{Path(match.game).stem}-{match.players}-{match.bot}-{match.against}-{code}.jsonl"


@cache
def _code(bot: str, game: str) -> str:
    """A digest of the code of a bot as it is at the beginning of a run."""
    digest = hashlib.sha256()
    for file in _sources(sys.modules[type(make_bot(bot, find(game))).__module__]):
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:8]


def _sources(module: ModuleType) -> list[str]:
    """The files of this module and of the bots' other modules that it uses."""
    found: dict[str, str] = {}
    waiting = [module]
    while waiting:
        looked_at = waiting.pop()
        found[looked_at.__name__] = looked_at.__file__ or ""
        names = {getattr(value, "__module__", None) for value in vars(looked_at).values()}
        used = {str(name) for name in names if str(name).startswith("branchline.bots.")}
        waiting += [sys.modules[name] for name in sorted(used - found.keys() - {registry.__name__})]
    return sorted(found.values())


def recorded(match: Match, folder: Path, seed: int) -> list[Finding]:
    """The deals from `seed` on that a ledger holds with all their seatings, up to the first that is missing."""
    known = read_ledger(ledger_of(match, folder))
    findings: list[Finding] = []
    for block in match.contest(max(1, len(known)), seed).trials():
        if any(trial.key not in known for trial in block):
            break
        findings += [known[trial.key] for trial in block]
    return findings


def table(chosen: Sequence[Match], folder: Path, seed: int, command: str, day: date) -> str:
    """The generated part of the page, in Markdown."""
    lines = [
        f"Played on {day.isoformat()} with `{command}`, deals from seed {seed} on; Branchline {__version__}, "
        f"Python {platform.python_version()}, {os.cpu_count()} cores.",
    ]
    for game in dict.fromkeys(match.game for match in chosen):
        lines += ["", f"### {find(game).printed.name}", ""]
        lines += _head()
        for match in chosen:
            if match.game == game and (findings := recorded(match, folder, seed)):
                lines.append(_mirror(match, findings) if match.bot == match.against else _line(match, findings))
    return "\n".join(lines) + "\n"


def _head() -> Iterator[str]:
    heads = ("players", "bot", "against", "deals", "wins", "fair", "clear", "score", "theirs", "won with", "tickets")
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"


def _line(match: Match, findings: Sequence[Finding]) -> str:
    lines = {line.bot: line for line in standings(findings)}
    mine, theirs = lines[match.bot], lines[match.against]
    deals = len(blocks_of(findings))
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


def _mirror(match: Match, findings: Sequence[Finding]) -> str:
    """A bot against itself: what it takes to win such a game. One seating is one game a deal."""
    [line] = standings(findings)
    tickets = [finding.tickets[seat] for finding in findings for seat in range(match.players) if finding.wins[seat]]
    best = interval([max(finding.scores) for finding in findings])
    won = f"{best.mean:.0f} ± {best.reach:.1f}"
    mean = f"{line.score.mean:.0f}"
    deals = f"{len(findings)}{_faults(line)}"
    return _row(match, deals, "", "", "", mean, mean, won, f"{fmean(tickets):.1f} (winner)")


def _row(match: Match, *cells: object) -> str:
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


class NoPlace(ValueError):
    """A page without the two marks between which the table belongs."""


def rebuilt(page: str, generated: str) -> str:
    """The page with the generated part put in its place."""
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    if not pattern.search(page):
        raise NoPlace(f"the marks {BEGIN} and {END} are missing")
    return pattern.sub(lambda _: f"{BEGIN}\n{generated}{END}", page, count=1)


def quick(match: Match) -> bool:
    """Whether a match belongs to the quick ladder: pairs of neighbors, at the fewest and at the most players."""
    counts = find(match.game).seat_counts
    close = RUNGS.index(match.bot) - RUNGS.index(match.against) <= 1
    return close and match.players in (counts[0], counts[-1])
