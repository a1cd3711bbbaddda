"""`branchline lane`: whether the fast lane plays exactly as the core does, and what an observation tells."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer.exceptions import Exit

from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_players
from branchline.cli.replay import DIFFERENT

if TYPE_CHECKING:
    from branchline.core.game import AnyGame
    from branchline.lane.verify.part import Part

Named = tuple[str, str]
"""A board and its edition."""

TOGETHER: Final = 500
"""Games that are compared step by step together."""

MANY_PARTS: Final = 100
"""A comparison of more parts than this tells how far it is."""

EVERY: Final = "all"
"""Names every game, where one is asked for."""

app = typer.Typer(help="The fast lane: the rules compiled, for games by the thousand.")


@contextmanager
def lane_errors() -> Iterator[None]:
    """Tell in a line that the lane is not installed, or does not play a game."""
    try:
        import branchline.lane.compile  # noqa: F401  # says what is missing
        from branchline.lane.layout import NoLane
    except ImportError as missing:
        raise UsageError(str(missing)) from missing
    try:
        yield
    except NoLane as refused:
        raise UsageError(str(refused)) from refused


@app.command()
def verify(
    game: Annotated[str, typer.Argument(help="A game, a board or its file; 'all' is every edition of every board.")],
    edition: Annotated[str | None, typer.Option("--edition", help="Which edition; otherwise the usual one.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games for each number of players.")] = 10,
    players: Annotated[int | None, typer.Option("--players", "-p", help="Only this number of players.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the first game; the others follow it.")] = 1,
    quick: Annotated[
        bool, typer.Option("--quick", help="List all legal actions at one decision in sixteen only: many more games.")
    ] = False,
    workers: Annotated[int, typer.Option("--workers", min=1, help="So many processes share the games.")] = 1,
) -> None:
    """Play random games in core and lane side by side; compare actions, states and scores at every decision."""
    from branchline.games import find_game

    named = _every_game() if game == EVERY and edition is None else [(game, find_game(game, edition))]
    if players is not None:
        for _, each in named:
            check_players(each, players)
    with lane_errors():
        compared, decisions = _compare(_parts(named, players, range(seed, seed + games), quick), workers)
    for (name, each_edition), count in compared.items():
        label = f"{name} ({each_edition})" if game == EVERY else named[0][1].board_id
        taken = decisions[name, each_edition]
        typer.echo(f"{count} games of {label}, {taken} decisions: core and lane are the same")
    if len(named) > 1:
        typer.echo(f"{compared.total()} games in all, {decisions.total()} decisions: core and lane are the same")


def _every_game() -> list[tuple[str, AnyGame]]:
    from branchline.games import catalog, load_game

    return [(info.id, load_game(info.id, edition.id)) for info in catalog() for edition in info.editions]


def _parts(named: Sequence[tuple[str, AnyGame]], players: int | None, seeds: range, quick: bool) -> list[Part]:
    """All that is to be compared, a few games of everything before many of anything."""
    from branchline.lane.verify.part import Part

    return [
        Part(name, game.edition, seats, seeds[first : first + TOGETHER], quick)
        for first in range(0, len(seeds), TOGETHER)
        for name, game in named
        for seats in (game.seat_counts if players is None else (players,))
    ]


def _compare(parts: Sequence[Part], workers: int) -> tuple[Counter[Named], Counter[Named]]:
    """Games and decisions that were the same, by board and edition; a difference is told, and ends the command."""
    from branchline.lab.executor import open_executor
    from branchline.lane.verify.part import compare_part

    compared, decisions = Counter[Named](), Counter[Named]()
    with open_executor(workers) as executor:
        for part, (taken, difference) in zip(parts, executor.map(compare_part, parts), strict=True):
            if difference is not None:
                print(difference, file=sys.stderr)
                raise Exit(DIFFERENT)
            compared[part.name, part.edition] += len(part.seeds)
            decisions[part.name, part.edition] += taken
            if len(parts) > MANY_PARTS:
                print(f"{compared.total()} games, {decisions.total()} decisions", file=sys.stderr)
    return compared, decisions


@app.command()
def secrets(
    game: Annotated[str, typer.Argument(help="A game, a board, or a board's file.")],
    edition: Annotated[str | None, typer.Option("--edition", help="Which edition; otherwise the usual one.")] = None,
    pairs: Annotated[int, typer.Option("--pairs", "-n", min=1, help="How many pairs of games.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="What the games follow from.")] = 1,
) -> None:
    """Compare observations and masks of games that a seat cannot tell apart: they must be the same."""
    from branchline.games import find_game

    found = find_game(game, edition)
    with lane_errors():
        from branchline.lane.observation.pairs import find_leak

        others, leak = find_leak(found, pairs, seed)
    if leak is not None:
        print(leak, file=sys.stderr)
        raise Exit(DIFFERENT)
    typer.echo(f"{pairs} pairs of {found.board_id}, {others} with other cards or tickets: nothing shows")


@app.command()
def observation(
    game: Annotated[str, typer.Argument(help="A game, a board, or a board's file.")],
    edition: Annotated[str | None, typer.Option("--edition", help="Which edition; otherwise the usual one.")] = None,
    players: Annotated[int, typer.Option("--players", "-p", help="How many play.")] = 2,
) -> None:
    """List the fields of an observation: where each begins, its shape, its bounds and what it means."""
    from branchline.games import find_game

    found = find_game(game, edition)
    check_players(found, players)
    with lane_errors():
        from branchline.lane.observation.layout import layout_of

        layout = layout_of(found, players)
    typer.echo(f"{layout.size} numbers, digest {layout.digest}")
    for field in layout.fields:
        shape = " x ".join(f"{count} {axis}" for count, axis in zip(field.shape, field.axes, strict=True)) or "1"
        typer.echo(f"{field.start:5} {field.name:14} {shape:24} {field.low} to {field.high}: {field.meaning}")
