"""`branchline train`: a learned player, by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.errors import UsageError
from branchline.cli.lane import lane_errors
from branchline.cli.lookup import check_players


def train(
    games: Annotated[list[str] | None, typer.Argument(help="Games or boards; one network learns all of them.")] = None,
    board: Annotated[list[Path] | None, typer.Option("--board", "-b", help="A board's file; more than once.")] = None,
    players: Annotated[list[int] | None, typer.Option("--players", "-p", help="How many play; more than once.")] = None,
    folder: Annotated[Path, typer.Option("--folder", "-o", help="For weights, checkpoint and log.")] = Path("training"),
    minutes: Annotated[float, typer.Option("--minutes", "-m", min=0.01, help="How long in all.")] = 30,
    deals: Annotated[int, typer.Option("--games", "-n", min=2, help="Games of a round at each table.")] = 96,
    tables: Annotated[int, typer.Option("--tables", min=1, help="Tables of each board and number of players.")] = 1,
    batch: Annotated[int, typer.Option("--batch", min=2, help="Decisions of one step of learning.")] = 16384,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Seed of the whole training.")] = 1,
    device: Annotated[str, typer.Option("--device", help="'cpu' or 'cuda'.")] = "cpu",
    against: Annotated[
        str | None, typer.Option("--against", help="Weights to be beaten, or 'learned' for those of the package.")
    ] = None,
    begin: Annotated[
        str | None, typer.Option("--from", help="Weights to go on from, or 'learned' for those of the package.")
    ] = None,
    self_play: Annotated[
        float, typer.Option("--self-play", min=0, max=1, help="The part of games in which it has all seats.")
    ] = 0.5,
) -> None:
    """Train a player by self-play, against itself, its past selves and the compiled players.

    With --against it looks for the best response to one frozen network instead, from which it begins.

    The folder gets weights, a checkpoint and a log every minute; the same command goes on from there.
    """
    from branchline.games import find_game

    found = [find_game(str(name)) for name in [*(games or []), *(board or [])]]
    if not found:
        raise UsageError("name a game, or a board's file with --board")
    for game in found:
        for count in players or (2,):
            check_players(game, count)
    with lane_errors():
        try:
            import torch
        except ImportError:
            raise UsageError("training needs PyTorch: pip install 'branchline[train]'") from None
        from branchline.lane.engine import lane_of
        from branchline.lane.learned.players import weights_of
        from branchline.lane.learned.weights import StaleWeights
        from branchline.train.checkpoint import NoCheckpoint
        from branchline.train.ppo import GOING_ON, LearningSettings
        from branchline.train.run import FROZEN_RIVAL, TooDifferent, Training, TrainingPlan
        from branchline.train.self_play import Task

        try:
            torch.zeros(1, device=device)
        except (RuntimeError, AssertionError):  # The latter where PyTorch was built without CUDA.
            raise UsageError(f"PyTorch finds no device {device!r} here; train with --device cpu") from None
        tasks = [Task(game, count) for game in found for count in players or (2,) for _ in range(tables)]
        frozen, first = (
            _weights(option, name, weights_of(lane_of(found[0])))
            for option, name in (("--against", against), ("--from", begin))
        )
        if frozen is not None and first is not None:
            raise UsageError("--against begins with the weights that it is to beat: leave out --from")
        plan = TrainingPlan(
            *(60 * minutes, deals),
            seed=seed,
            device=device,
            against=frozen,
            begin=first,
            self_play=self_play,
            settings=LearningSettings(batch=batch) if first is None else LearningSettings(batch=batch, step=GOING_ON),
        )
        try:
            training = Training(tasks, plan, folder, typer.echo)
            training.run()
        except (StaleWeights, TooDifferent, NoCheckpoint) as wrong:
            raise UsageError(str(wrong)) from None
        except OSError as refused:
            raise UsageError(f"{folder}: cannot be written: {refused.strerror}") from None
        for rival in ("planner", "greedy", "hasty") if frozen is None else (FROZEN_RIVAL,):
            for name, (won, error, margin) in training.measure(rival, 2).items():
                typer.echo(f"{name} v {rival}: wins {100 * won:.1f} ± {196 * error:.1f} %, {margin:+.1f} points")


def _weights(option: str, name: str | None, ours: Path) -> Path | None:
    if name is None or name == "learned":
        return ours if name else None
    if not Path(name).is_file():
        raise UsageError(f"{option} names weights, and there is no file {name}")
    return Path(name)
