"""Whether the analysis of games can be trusted: planted blunders, the cost of bots' own moves, calibration.

python -m tools.look_back blunders usa --games 20
python -m tools.look_back own usa --games 4
python -m tools.look_back calibration usa cards --games 100 --seed 600000 --plot docs/images/calibration.svg
python -m tools.look_back fit --out src/branchline/analysis/calibration.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from branchline.analysis.analyze import EFFORT, analyze
from branchline.analysis.calibration import Calibration, calibration_of, cautious, fitted
from branchline.analysis.candidates import sort_of
from branchline.analysis.course import played_on
from branchline.analysis.decisions import PastDecision, decisions_of
from branchline.analysis.findings import Analysis
from branchline.analysis.playouts import Playouts
from branchline.bots.bot import Bot, Decision, decision_of
from branchline.bots.compiled import CompiledBot
from branchline.bots.match import MatchResult, play_match
from branchline.core.actions import Action, ClaimRoute
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.games import find_game
from branchline.notation.records.record import Record, record_of
from branchline.notation.records.replay import replay

PLAYER: Final = "lane-planner"
FIRST_PART, LAST_PART = 0.2, 0.85
"""A blunder is planted between these parts of a game: before, hardly anything can be told from chance; after, little
is left to be lost."""


MIN_WASTE: Final = 4
"""A claim that wastes less is no blunder: two locomotives for a route of two spaces waste four."""
MIN_LOSS, LOSS_TIMES = 8.0, 512
"""Nor is one that does not surely cost so many points (two standard errors) when planners play on so many times with
all hands open. The analysis, which sees no more than a seat, has no part in that."""


class PlantedBot:
    """Plays as another bot does, but for one decision, which is given."""

    name = "planted"

    def __init__(self, bot: Bot, at: int, action: Action) -> None:
        self._bot, self._at, self._action = bot, at, action
        self._asked = 0

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Decision:
        self._asked += 1
        if self._asked == self._at:
            return Decision(self._action)
        return decision_of(self._bot.decide(view, legal, rng))


class Blunder(NamedTuple):
    """A game with a good claim replaced by a bad one: the number of that decision, who made it, and both moves."""

    record: Record
    number: int
    seat: int
    good: Action
    bad: Action


def recorded(game: AnyGame, bots: Sequence[str], seed: int, match: MatchResult) -> Record:
    actions = [(decision.seat, decision.action) for decision in match.decisions]
    return record_of(game, [f"{bot} {seat}" for seat, bot in enumerate(bots, 1)], seed, actions, match.outcome)


def plant(game: AnyGame, seed: int, seats: int = 2) -> Blunder | None:
    """Let planners play, then once more with one of their claims replaced: where most is wasted, and that is a loss."""
    light = CompiledBot("planner", game)
    record = recorded(game, [PLAYER] * seats, seed, play_match(game, [light] * seats, seed))
    decisions = list(decisions_of(record, replay(record, game)))
    places = [
        (waste(game, bad), decision, bad)
        for decision in decisions
        if FIRST_PART <= decision.number / len(decisions) <= LAST_PART
        if (bad := _bad_claim(game, decision)) is not None
    ]
    playouts = Playouts(game)
    for _, decision, bad in sorted(places, key=lambda place: (-place[0], place[1].number)):
        if _loss(game, playouts, decision, bad) >= MIN_LOSS:
            return _replaced(game, record, decisions, decision, bad)
    return None


def _replaced(
    game: AnyGame, record: Record, decisions: Sequence[PastDecision], decision: PastDecision, bad: Action
) -> Blunder:
    """The same game up to a decision, which is another, and on from there."""
    light, seats, seed = CompiledBot("planner", game), len(record.seats), record.seed
    assert isinstance(seed, int)
    asked = sum(each.seat == decision.seat for each in decisions[: decision.number + 1])
    bots: list[Bot] = [PlantedBot(light, asked, bad) if seat == decision.seat else light for seat in range(seats)]
    planted = recorded(game, [PLAYER] * seats, seed, play_match(game, bots, seed))
    return Blunder(planted, decision.number, decision.seat, decision.action, bad)


def _loss(game: AnyGame, playouts: Playouts, decision: PastDecision, bad: Action) -> float:
    """How many points of its lead a seat surely loses by the bad move in place of the one that was made."""
    leads = []
    for action in (decision.action, bad):
        after = game.perform(decision.state, decision.seat, action).state
        leads.append(played_on(playouts, after, LOSS_TIMES, f"{decision.number} blunder").margins[0, :, decision.seat])
    lost = leads[0] - leads[1]
    return float(lost.mean() - 2 * lost.std(ddof=1) / sqrt(len(lost)))


def waste(game: AnyGame, claim: ClaimRoute) -> int:
    """What a claim throws away: its cards, a locomotive counting as three, less the points that it brings."""
    board = game.printed
    assert isinstance(board, Board)
    points = board.rules.points[board.routes[claim.route].length]
    return sum(claim.pay) + 2 * claim.pay[-1] - points


def _bad_claim(game: AnyGame, decision: PastDecision) -> ClaimRoute | None:
    """The most wasteful claim instead of the one that was made; None where nothing was claimed, or nothing is worse."""
    made = decision.action
    if not isinstance(made, ClaimRoute):
        return None
    claims = [action for action in game.legal(decision.state, decision.seat) if isinstance(action, ClaimRoute)]
    others = [claim for claim in claims if sort_of(decision.view, claim) != sort_of(decision.view, made)]
    worst = max(others, key=lambda claim: waste(game, claim), default=None)
    return None if worst is None or waste(game, worst) < MIN_WASTE else worst


def blunders(game: AnyGame, games: int, seed: int, effort: int) -> Iterator[tuple[Blunder, int | None, Analysis]]:
    """Planted blunders, each with its place among the costliest decisions of its seat, from 1; None if it is not."""
    if not isinstance(game.printed, Board):
        raise SystemExit(f"no routes are claimed in {game.name}")
    found = 0
    while found < games:
        blunder = plant(game, seed)
        seed += 1
        if blunder is None:
            continue
        found += 1
        analysis = analyze(blunder.record, seats=(blunder.seat,), effort=effort, game=game)
        costliest = analysis.accounts[0].costliest
        place = costliest.index(blunder.number) + 1 if blunder.number in costliest else None
        yield blunder, place, analysis


def tell_blunders(game: AnyGame, games: int, seed: int, effort: int) -> None:
    found = []
    for blunder, place, analysis in blunders(game, games, seed, effort):
        found.append(place)
        [decision] = [each for each in analysis.decisions if each.number == blunder.number]
        cost = "nothing" if decision.cost is None else f"{decision.cost.mean:.1f} ± {decision.cost.error:.1f}"
        text = f"{decision.moves[0].text}: place {place}, cost {cost}"
        print(f"seed {blunder.record.seed!r}, decision {blunder.number}: {text}", flush=True)
    hits = sum(place is not None for place in found)
    first = sum(place == 1 for place in found)
    print(f"{game.board_id}: {hits} of {len(found)} among the five costliest, {first} of them the costliest")


def tell_own(game: AnyGame, games: int, seed: int, effort: int) -> None:
    """What a decision costs each of these bots on average, and how many are clearly worse than the best."""
    from branchline.bots.registry import make_bot

    for name in ("random", "greedy", "lane-planner", "planner"):
        lost, decisions, clear = 0.0, 0, 0
        for number in range(seed, seed + games):
            bots = [make_bot(name, game), CompiledBot("planner", game)]
            record = recorded(game, [name, PLAYER], number, play_match(game, bots, number))
            analysis = analyze(record, seats=(0,), effort=effort, game=game)
            lost += analysis.accounts[0].lost.margin.mean
            decisions += analysis.accounts[0].decisions
            clear += sum(decision.is_clear for decision in analysis.decisions)
        share = f"{100 * clear / decisions:.1f} % clearly worse than the best"
        print(f"{game.board_id} {name}: {lost / decisions:.2f} points a decision, {share}", flush=True)


class Foretold(NamedTuple):
    """A chance to win that was told at some moment, and what became of it."""

    chance: float
    won: float
    seats: int = 2


PARTS: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""The moments of a game at which chances are told."""

FIT_TIMES: Final = 64
"""Worlds that a chance comes from, about as many as there are for what was played in an analysis."""


class Deals(NamedTuple):
    """Games to fit a map on: so many from a seed on, which no test of it may use."""

    board: str
    seats: int
    games: int
    seed: int

    def __str__(self) -> str:
        return f"{self.board}, {self.seats} seats: {self.games} from seed {self.seed} on"


PRINTED: Final = ("usa", "europe", "world", "cards")
"""The games with a map of their own."""

FIT_DEALS: Final = (
    Deals("usa", 2, 300, 500000),
    Deals("europe", 2, 200, 510000),
    Deals("cards", 2, 200, 520000),
    Deals("world", 2, 150, 530000),
    Deals("usa", 4, 100, 540000),
    Deals("usa", 3, 100, 550000),
    Deals("polska", 2, 120, 560000),
    Deals("europe", 4, 60, 570000),
    Deals("cards", 4, 80, 580000),
)


def fit_calibrations(found: Mapping[Deals, Sequence[Foretold]]) -> dict[str, object]:
    """A map for each printed game, and one for all boards together, as `analysis/calibration.json` has them."""
    games = {
        name: _fitted([each for deals in found if deals.board == name for each in found[deals]]) for name in PRINTED
    }
    boards = [each for deals in found if isinstance(find_game(deals.board).printed, Board) for each in found[deals]]
    return {
        "command": "python -m tools.look_back fit --out src/branchline/analysis/calibration.json",
        "deals": [str(deals) for deals in found],
        "games": games,
        "any_board": _fitted(boards),
    }


def _fitted(foretold: Sequence[Foretold]) -> dict[str, float]:
    chances, won, seats = zip(*foretold, strict=True)
    found = fitted([cautious(chance, FIT_TIMES) for chance in chances], won, seats)
    return {"shift": found.shift, "slope": found.slope}


def tell_fit(path: str | None) -> None:
    found = {
        deals: list(foretell(find_game(deals.board), deals.games, deals.seed, FIT_TIMES, PARTS, seats=deals.seats))
        for deals in FIT_DEALS
    }
    text = json.dumps(fit_calibrations(found), indent=1) + "\n"
    print(text)
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def recalibrated(foretold: Sequence[Foretold], calibration: Calibration, times: int) -> list[Foretold]:
    """The same moments with the chances that are told, from so many worlds each."""
    return [each._replace(chance=calibration.told(cautious(each.chance, times), each.seats)) for each in foretold]


def foretell(
    game: AnyGame, games: int, seed: int, times: int, parts: Sequence[float], *, is_open: bool = False, seats: int = 2
) -> Iterator[Foretold]:
    """Chances to win at some parts of planners' games, and the results.

    They are shares of worlds by what the seat to decide knew, as decisions are judged, or with all hands open, as in
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
            won = decision.seat in match.outcome.winners
            yield Foretold(float(ends.wins[0, :, decision.seat].mean()), won / len(match.outcome.winners), seats)


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


def plot(results: dict[str, list[Bin]], before: dict[str, list[Bin]] | None = None) -> str:
    """The bins of each game as an SVG: told to the right, came upwards, a bar of two standard errors.

    Rings are the same games `before` their chances were recalibrated.
    """
    colors = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
    size, edge = 420, 44
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 170} {size}" font-family="sans-serif">']
    out.append(f'<rect width="{size + 170}" height="{size}" fill="#fff"/>')

    def x(share: float) -> float:
        return edge + share * (size - edge - 12)

    def y(share: float) -> float:
        return size - edge - share * (size - edge - 12)

    for step in range(0, 11, 2):
        share = step / 10
        out.append(f'<path d="M{x(0)} {y(share):.1f}H{x(1)}M{x(share):.1f} {y(0)}V{y(1)}" stroke="#ddd"/>')
        out.append(f'<text x="{x(share):.1f}" y="{y(0) + 16}" font-size="11" text-anchor="middle">{step * 10}</text>')
        out.append(f'<text x="{x(0) - 6}" y="{y(share) + 4:.1f}" font-size="11" text-anchor="end">{step * 10}</text>')
    out.append(f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#555" stroke-dasharray="5 4"/>')
    out.append(f'<text x="{x(0.5)}" y="{size - 8}" font-size="12" text-anchor="middle">chance told, %</text>')
    out.append(f'<text x="12" y="{y(1) - 2}" font-size="12">games won, %</text>')
    for color, (name, bins) in zip(colors, results.items(), strict=False):
        shift = (colors.index(color) - 1.5) * 4
        for each in bins:
            at, low, high = x(each.told) + shift, y(each.came - 2 * each.error), y(each.came + 2 * each.error)
            out.append(f'<path d="M{at:.1f} {low:.1f}V{high:.1f}" stroke="{color}" stroke-width="2"/>')
            out.append(f'<circle cx="{at:.1f}" cy="{y(each.came):.1f}" r="4" fill="{color}"/>')
        for each in (before or {}).get(name, []):
            ring = f'cx="{x(each.told) + shift:.1f}" cy="{y(each.came):.1f}" r="3.5"'
            out.append(f'<circle {ring} fill="none" stroke="{color}" stroke-opacity="0.6"/>')
        row = 30 + 20 * colors.index(color)
        out.append(f'<circle cx="{size + 12}" cy="{row - 4}" r="5" fill="{color}"/>')
        out.append(f'<text x="{size + 24}" y="{row}" font-size="13">{name}</text>')
    return "\n".join([*out, "</svg>", ""])


def tell_calibration(names: Sequence[str], games: int, seed: int, times: int, seats: int, path: str | None) -> None:
    results, before = {}, {}
    for name in names:
        game = find_game(name)
        raw = list(foretell(game, games, seed, times, PARTS, seats=seats))
        told = recalibrated(raw, calibration_of(game), times)
        results[name], before[name] = calibrated(told), calibrated(raw)
        shown = list(foretell(game, games, seed, times, PARTS, is_open=True, seats=seats))
        for what, foretold in (("open", shown), ("own view, raw", raw), ("own view, told", told)):
            _tell_bins(f"{name}, {seats} seats, {what}", foretold, games)
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(plot(results, before))


def _tell_bins(what: str, foretold: Sequence[Foretold], games: int) -> None:
    told, came = (sum(each[place] for each in foretold) / len(foretold) for place in (0, 1))
    means = f"told {100 * told:.1f} %, came {100 * came:.1f} %"
    print(f"{what}: {len(foretold)} moments of {games} games, on average {means}", flush=True)
    for each in calibrated(foretold):
        shown = f"{100 * each.came:5.1f} ± {100 * each.error:.1f} %"
        print(f"  told {100 * each.told:5.1f} %, came {shown}, {each.size} moments", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.look_back", description=__doc__)
    parser.add_argument("what", choices=["blunders", "own", "calibration", "fit"])
    parser.add_argument("board", nargs="*", default=["usa"])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", type=int, default=EFFORT)
    parser.add_argument("--times", type=int, default=64, help="games that a chance is told from")
    parser.add_argument("--seats", type=int, default=2, help="players of the games that are to be foretold")
    parser.add_argument("--out", help="write the maps that were fitted to this file")
    parser.add_argument("--plot", help="write the calibration as an SVG to this file")
    given = parser.parse_args()
    if given.what == "calibration":
        tell_calibration(given.board, given.games, given.seed, given.times, given.seats, given.plot)
        return
    if given.what == "fit":
        tell_fit(given.out)
        return
    for name in given.board:
        tell = tell_blunders if given.what == "blunders" else tell_own
        tell(find_game(name), given.games, given.seed, given.effort)


if __name__ == "__main__":
    main()
