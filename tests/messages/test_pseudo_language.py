"""A language that nobody speaks: one more catalog, and every sentence of the terminal and of the server is in it.

Each letter of its texts is marked, so whatever is printed without a mark has escaped the catalogs. Names of cities and
players are not translated, and what people type is echoed.
"""

import json
import os
import re
import shutil
import string
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import branchline
from branchline.core.game import AnyGame
from branchline.games import game_names, load_game
from branchline.messages import catalog
from tests.terminal.moves import typed_moves

PLAIN = string.ascii_letters
MARKED = "".join(chr(start + i) for start in (0x1D5EE, 0x1D5D4) for i in range(26))
"""Bold letters of mathematics: small ones, then capitals, as in `PLAIN`."""
MARKS = str.maketrans(PLAIN, MARKED)
LANGUAGE = "xx"
TYPED = ("draw blind", "hand", "quit", "keep")
"""Moves that the terminal names as they are typed, whatever its language."""


def marked(text: str) -> str:
    """The text with every letter marked, but for the names of its places."""
    parts = string.Formatter().parse(text)
    return "".join(f"{words.translate(MARKS)}{'' if place is None else f'{{{place}}}'}" for words, place, _, _ in parts)


def pseudo() -> dict[str, str | Mapping[str, str]]:
    """English, marked. What people may type stays as it is: it is read, not shown."""
    typed = ("verb.", "word.", "scorecard.", "command.")
    return {
        key: text
        if key.startswith(typed)
        else marked(text)
        if isinstance(text, str)
        else {form: marked(each) for form, each in text.items()}
        for key, text in catalog("en").items()
    }


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with one catalog more and nothing else."""
    folder = tmp_path_factory.mktemp("pseudo")
    source = Path(branchline.__file__).parent
    shutil.copytree(source, folder / "branchline", ignore=shutil.ignore_patterns("__pycache__", "static"))
    written = json.dumps(pseudo(), ensure_ascii=False)
    (folder / "branchline" / "messages" / f"{LANGUAGE}.json").write_text(written, "utf-8")
    return folder


def run(package: Path, *arguments: str, typed: str = "") -> str:
    environment = {**os.environ, "PYTHONPATH": str(package), "COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "branchline.cli.main", *arguments]
    done = subprocess.run(command, input=typed, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def unmarked(text: str, game: AnyGame, *known: str) -> list[str]:
    """The words that no catalog has said: names apart, and what was typed."""
    names = [game.printed.name, *(city.name for city in game.printed.cities), *known]
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return re.findall(r"[A-Za-z]{2,}", text)


def test_the_marks_tell_what_is_translated() -> None:
    game = load_game("usa")
    assert marked("Take {count} cards") == f"{'Take '.translate(MARKS)}{{count}}{' cards'.translate(MARKS)}"
    assert unmarked(marked("Take cards"), game) == []
    assert unmarked("Take cards in Boston", game) == ["Take", "cards", "in"]


@pytest.mark.parametrize("name", game_names())
def test_no_sentence_of_the_terminal_escapes_the_catalogs(package: Path, name: str) -> None:
    game = load_game(name)
    typed = "\n".join(["hand", "42", "hint", "undo", "log", *typed_moves(game, 4)])
    options = ("--against", "random", "-p", "3", "-l", LANGUAGE, "--name", "Ada")
    said = run(package, "terminal", name, "--seed", "4", *options, typed=typed)
    assert marked("Winner") in said
    hinted = [line for line in said.splitlines() if line.startswith("  keep ")]
    assert len(hinted) == 1  # A hint as it can be typed, by the words of records.
    assert unmarked(said.replace(hinted[0], ""), game, "Ada", *TYPED) == []


def test_no_sentence_of_a_refusal_escapes_the_catalogs(package: Path) -> None:
    game = load_game("europe")
    typed = "\n".join(["draw blind", "keep 99", "claim 77", "station 5", "toll 1", "pass", "quit"])
    said = run(package, "terminal", "europe", "--seed", "1", "-l", LANGUAGE, "--name", "Ada", typed=typed)
    assert unmarked(said, game, "Ada", *TYPED) == []


@pytest.mark.parametrize("name", game_names())
def test_what_the_server_says_about_bots_is_in_the_language_of_the_asker(package: Path, name: str) -> None:
    """The reasons of bots are the sentences that a server writes itself; all others are codes that the page words."""
    code = f"""
from branchline.bots.reason import tell
from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.games import load_game
game = load_game({name!r})
result = play_match(game, [make_bot("planner", game), make_bot("greedy", game)], seed=3)
for decision in result.decisions:
    print(tell(decision.reason, game.printed, "xx", ["Ada", "Bob"]) if decision.reason else "")
"""
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 1000
    assert unmarked(done.stdout, load_game(name), "Ada", "Bob") == []
