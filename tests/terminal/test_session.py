"""A person types at a real terminal: the table fits the screen, commands answer in every language, moves count."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest
from rich.cells import cell_len

from branchline.games import game_names

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07")
PATIENCE = 120.0


class Screen:
    """A terminal of so many columns and rows with `branchline terminal` in it."""

    def __init__(self, columns: int, rows: int, *arguments: str) -> None:
        self.columns, self.rows = columns, rows
        self._terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
        environment = {name: value for name, value in environment.items() if name not in ("COLUMNS", "LINES")}
        command = [sys.executable, "-m", "branchline.cli.main", "terminal", *arguments]
        self._process = subprocess.Popen(
            command, stdin=inner, stdout=inner, stderr=inner, env=environment, start_new_session=True
        )
        os.close(inner)

    def answer(self) -> str:
        """Everything up to the next question, without what colors it."""
        seen, until = b"", monotonic() + PATIENCE
        while monotonic() < until:
            ready, _, _ = select.select([self._terminal], [], [], 0.1)
            if ready:
                try:
                    seen += os.read(self._terminal, 65_536)
                except OSError:  # The other side is gone.
                    break
            elif ESCAPES.sub("", seen.decode()).endswith("> "):
                break
        return ESCAPES.sub("", seen.decode()).replace("\r\n", "\n")

    def type(self, line: str) -> str:
        os.write(self._terminal, f"{line}\n".encode())
        return self.answer()

    def close(self) -> int:
        os.close(self._terminal)
        return self._process.wait(30)

    def leave(self, word: str = "quit") -> int:
        os.write(self._terminal, f"{word}\n".encode())
        self.answer()
        return self._process.wait(30)


@contextmanager
def screen(columns: int, rows: int, *arguments: str) -> Iterator[Screen]:
    shown = Screen(columns, rows, *arguments)
    try:
        yield shown
    finally:
        if shown._process.poll() is None:
            shown._process.kill()
            shown._process.wait(30)


SIGNS = "☾♥○ϟ♣♦♠★·"


def lines_of(answer: str) -> list[str]:
    """What came after the line that was typed; the sign of thinking comes and goes."""
    return [line for line in answer.replace("\r", "\n").split("\n")[1:] if line.strip() and "thinking" not in line]


@pytest.mark.parametrize(("columns", "rows", "has_map"), [(80, 24, False), (80, 40, True), (120, 40, True)])
def test_the_table_fits_the_screen(columns: int, rows: int, has_map: bool) -> None:
    """A low screen has no room for the map beside everything else: there it has the screen to itself."""
    with screen(columns, rows, "usa", "--seed", "3", "--against", "planner", "--name", "Ada") as shown:
        shown.answer()
        table = shown.type("keep all")
        alone = shown.type("map")
        for lines in (lines_of(table), lines_of(alone)):
            assert len(lines) <= rows
            assert max(map(cell_len, lines)) <= columns
        assert "The Master Planner: " in table
        assert "It is your turn." in table
        assert (sum(table.count(sign) for sign in SIGNS) > 150) == has_map
        assert sum(alone.count(sign) for sign in SIGNS) > 150
        assert shown.leave() == 0


def test_a_hint_can_be_typed_and_taken_back() -> None:
    with screen(100, 30, "europe", "--seed", "3", "--against", "racer", "--against", "apprentice") as shown:
        assert "Choose your first tickets." in shown.answer()
        hint = shown.type("hint")
        assert "Hint: Keep " in hint
        move = [line for line in hint.split("\n") if line.startswith("  keep ")][-1].strip()
        assert "It is your turn." in shown.type(move)
        assert "Your last decision is taken back." in (back := shown.type("undo"))
        assert "Choose your first tickets." in back
        assert "You have decided nothing yet." in shown.type("undo")
        assert shown.leave() == 0


def test_commands_in_three_languages() -> None:
    with screen(100, 40, "usa", "--seed", "3", "--language", "pl") as shown:
        assert "Wybierz" in shown.answer()
        assert "Denver" in shown.type("trasy denver")
        assert "Nie ma jeszcze żadnej twojej decyzji." in shown.type("cofnij")
        assert "Sfat: " not in shown.type("podpowiedź")
        assert "Există aceste limbi: en, pl, ro." in shown.type("język ro") + shown.type("limba xx")
        assert "Sfat: " in shown.type("sfat")
        assert "Se împart" in (log := shown.type("jurnal")) or "primește" in log
        assert shown.leave("gata") == 0


def test_the_map_around_a_city_and_a_city_that_is_none() -> None:
    with screen(80, 24, "usa", "--seed", "3") as shown:
        shown.answer()
        assert "New York" in shown.type("map new york")
        assert "There is no city “atlantis” here." in shown.type("map atlantis")
        assert shown.leave() == 0


def test_a_game_without_a_map_says_so() -> None:
    with screen(80, 24, "cards", "--seed", "3") as shown:
        shown.answer()
        assert "This game is played without a map." in shown.type("map")
        assert "This game is played without a map." in shown.type("routes")
        assert shown.leave() == 0


@pytest.mark.parametrize("game", game_names())
def test_every_game_is_played_to_the_end_by_following_hints(game: str) -> None:
    """Through a pipe: a hint is asked for, and typed."""
    arguments = [sys.executable, "-m", "branchline.cli.main", "terminal", game, "--seed", "5", "--against", "racer"]
    pipe = subprocess.PIPE
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, text=True, encoding="utf-8", bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("hint\n")
        decisions = 0
        for line in process.stdout:
            if line.startswith("  ") and line[2].isalpha() and line[2].islower():
                process.stdin.write(f"{line.strip()}\nhint\n")
                process.stdin.flush()
                decisions += 1
            if line.startswith("Winner: "):
                process.stdin.close()
                break
        process.stdout.read()
        assert decisions > 10
    assert process.returncode == 0
