"""Planted blunders: in a game of planners a claim is replaced by a wasteful one, which the analysis must find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from branchline.analysis.analyze import analyze
from branchline.analysis.candidates import sort_of
from branchline.analysis.course import played_on
from branchline.analysis.decisions import PastDecision, decisions_of
from branchline.analysis.findings import Analysis
from branchline.analysis.playouts import Playouts
from branchline.bots.bot import Bot, Decision, decision_of
from branchline.bots.compiled import CompiledBot
from branchline.bots.match import play_match
from branchline.core.actions import Action, ClaimRoute
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.notation.records.record import Record
from branchline.notation.records.replay import replay
from tools.look_back.games import PLAYER, recorded

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
