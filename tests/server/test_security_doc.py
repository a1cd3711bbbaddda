"""docs/security.md names tests that exist and leaves no requirement out; and what only the sources can show."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "security.md").read_text("utf-8")
STATES: Final = {"met", "partly", "not met", "host"}
REQUIRED: Final = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
}  # fmt: skip
"""How many requirements of levels 1 and 2 each section of ASVS 5.0 has; they come first. V9, V10, V17 do not apply."""
NUMBER: Final = r"\d+\.\d+\.\d+"


def rows() -> list[list[str]]:
    """The rows of requirements: number, what it asks, state, what we do, tests."""
    lines = [line for line in PAGE.splitlines() if re.match(rf"\| {NUMBER} \|", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def set_aside() -> Iterator[str]:
    """The numbers that do not apply, some of them as a range."""
    for part in re.findall(r"^Does not apply: (.*?)\n\n", PAGE, re.MULTILINE | re.DOTALL):
        for first, last in re.findall(rf"({NUMBER})(?:–({NUMBER}))?", part):
            section, _, number = first.rpartition(".")
            end = int((last or first).rpartition(".")[2])
            yield from (f"{section}.{each}" for each in range(int(number), end + 1))


def test_every_requirement_of_levels_1_and_2_is_judged_once() -> None:
    found = [*(row[0] for row in rows()), *set_aside()]
    wanted = [f"{section}.{number}" for section, count in REQUIRED.items() for number in range(1, count + 1)]
    assert sorted(found) == sorted(wanted)
    for chapter in range(1, 18):
        assert re.search(rf"^## .*\bV{chapter} ", PAGE, re.MULTILINE), chapter


def test_every_row_has_a_state_and_names_its_test_or_says_that_there_is_none() -> None:
    for row in rows():
        assert len(row) == 5, row
        assert row[2] in STATES, row
        assert row[4] == "—" or re.fullmatch(r"(`[\w/]+\.py::\w+`(, )?)+", row[4]), row


def test_what_is_not_met_is_told_at_the_top() -> None:
    top = PAGE[PAGE.index("## Not met, in short") : PAGE.index("## V1 ")]
    assert [row[0] for row in rows() if row[2] == "not met" and row[0] not in top] == []


def test_every_test_that_the_page_names_exists() -> None:
    named = set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE))
    assert len(named) > 60
    missing = []
    for path, name in sorted(named):
        file = ROOT / "tests" / path
        tree = ast.parse(file.read_text("utf-8")) if file.exists() else ast.parse("")
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        if not any(isinstance(node, functions) and node.name == name for node in tree.body):
            missing.append(f"{path}::{name}")
    assert missing == []


RUNS: Final = {"eval", "exec", "compile", "os.system", "os.popen", "pickle.load", "pickle.loads", "marshal.loads"}
FED_BY_THE_SERVER: Final = {"draw/__main__.py", "bots/pickling.py", "server/bot_processes/messages.py"}
"""They unpickle what the process that started them wrote, in processes that nobody else feeds."""


def test_nothing_that_somebody_sends_is_run() -> None:
    """No code, command or pickle is made from input (ASVS 1.2.5, 1.3.2, 1.5.2)."""
    source = ROOT / "src" / "branchline"
    found, shells = set(), []
    for path in source.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                if ast.unparse(node.func) in RUNS or "create_subprocess_shell" in ast.unparse(node.func):
                    found.add(path.relative_to(source).as_posix())
                shells += [path.name for each in node.keywords if each.arg == "shell"]
    assert found <= FED_BY_THE_SERVER
    assert shells == []


def test_the_page_makes_no_html_and_no_code_out_of_text() -> None:
    """Names and chat reach the page as text only (ASVS 1.2.1, 1.3.2, 3.2.2)."""
    risky = re.compile(
        r"\{@html|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function|javascript:"
    )
    sources = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in {".svelte", ".ts"}]
    assert len(sources) > 50
    assert [path.name for path in sources if risky.search(path.read_text("utf-8"))] == []
