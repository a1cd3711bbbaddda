"""The golden games of tests/playthroughs/*.txt, told again word by word."""

from pathlib import Path
from typing import Any, get_args

import pytest

from branchline.core import actions
from branchline.core.actions import Action
from branchline.games import game_names
from branchline.notation.typed.text import parse_action
from tests.playthroughs.telling import FOLDER, HEADER, Played, read, told

FILES = sorted(FOLDER.glob("*.txt"))
SELDOM = {actions.Pass}
"""No game has to come to this."""


def golden(name: str) -> list[Played]:
    games = [read(path.read_text("utf-8")) for path in FILES]
    return [played for played in games if played.game == name]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_is_told_in_the_same_words(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith(HEADER)
    assert told(read(text)) == text


def possible(game: Any) -> set[type[Action]]:
    """The kinds of action that a game has: those of its verbs."""
    rows = (*game.verbs.values(), game.otherwise.values())
    return {kind for row in rows for verb in row for kind in verb.ACTIONS}


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_playthrough_with_all_its_actions(name: str) -> None:
    """A game without one fails, and so does one whose new verb nobody has told yet."""
    seen = {
        type(parse_action(played.loaded(), move.split(": ", 1)[1])) for played in golden(name) for move in played.moves
    }
    game = golden(name)[0].loaded()
    assert seen <= set(get_args(Action))
    assert possible(game) - seen <= SELDOM
