"""What bots' own moves cost them by the analysis: a bot that plays well must lose little."""

from __future__ import annotations

from branchline.analysis.analyze import analyze
from branchline.bots.compiled import CompiledBot
from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.core.game import AnyGame
from tools.look_back.games import PLAYER, recorded


def tell_own(game: AnyGame, games: int, seed: int, effort: int) -> None:
    """What a decision costs each of these bots on average, and how many are clearly worse than the best."""
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
