"""`branchline score`: the final score of a game that was played with cardboard."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from branchline.cli.errors import UsageError
from branchline.cli.lookup import check_language


def score(
    file: Annotated[Path, typer.Argument(help="What is on the table, as docs/score-format.md says.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    language: Annotated[
        str, typer.Option("--language", "-l", help="Language of the score sheets, such as en or pl.")
    ] = "en",
) -> None:
    """Score a finished game from a real table: every line, the winner, and the tie-break."""
    from branchline.games import find_game
    from branchline.notation.scorecard.position import position
    from branchline.notation.scorecard.reader import read_scorecard

    check_language(language)
    scorecard = read_scorecard(_text(file), file.name)
    edition = scorecard.table.get("edition")
    game = find_game(
        _game_name(scorecard.table["game"].text, file), None if edition is None else edition.text.casefold()
    )
    found = position(game, scorecard)
    for note in found.notes:
        print(f"note: {note}", file=sys.stderr)
    outcome = game.outcome(found.state)
    names = [player.name for player in scorecard.players]
    if as_json:
        from branchline.notation.records.record import outcome_json

        typer.echo(json.dumps({"players": names} | outcome_json(game, outcome), ensure_ascii=False))
        return
    from rich.console import Console

    from branchline.cli.score_tables import print_outcome
    from branchline.notation.prose import Narrator

    print_outcome(Console(), Narrator(game.printed, language, names), outcome)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is not text in UTF-8") from None


def _game_name(said: str, file: Path) -> str:
    """A game by any of its names, or the path of a board's file, seen from the file that names it."""
    from branchline.games import game_names
    from branchline.messages import LANGUAGES, say
    from branchline.notation.typed.names import fold

    for name in game_names():
        if fold(said) in {fold(name), *(fold(say(language, f"game.{name}")) for language in LANGUAGES)}:
            return name
    path = file.parent / said
    return str(path) if path.suffix and path.exists() else said
