"""Every clause of docs/rules is cited by a test and told by the rules of the page; every clause cited exists."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
PAGE: Final = TESTS.parent / "web" / "src" / "rules"
# The games, and which sections of common.md they share; the Card Game has one clause of it (C-13).
FILES: Final = {"usa": "usa", "europe": "europe", "world": "world", "cards": "card_game"}
NAMES: Final = {"usa": "USA", "europe": "Europe", "world": "World"}
CLAUSE = re.compile(r"^- \*\*([A-Z]-\d+[a-z]?)\b", re.MULTILINE)
CITED = re.compile(r"\b([BCEUW]-\d+[a-z]?)\b")


def clauses() -> set[str]:
    return {clause for path in RULES.glob("*.md") for clause in CLAUSE.findall(path.read_text("utf-8"))}


def cases_in(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node


def citations() -> dict[str, list[str]]:
    """The clauses in the docstrings of tests, each with the tests that cite it."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for test in cases_in(path):
            for clause in CITED.findall(ast.get_docstring(test) or ""):
                found.setdefault(clause, []).append(f"{path.relative_to(TESTS)}::{test.name}")
    return found


def test_the_clauses_are_found() -> None:
    """Without this, a change of the pages' form could empty the check below."""
    assert {"B-1", "B-6a", "B-23", "U-3a", "U-10", "E-24", "W-30", "C-1"} <= clauses()
    assert len(clauses()) > 110


def test_every_clause_is_cited_by_a_test() -> None:
    missing = sorted(clauses() - citations().keys())
    assert not missing, f"no test cites {', '.join(missing)} in its docstring"


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    unknown = {clause: tests for clause, tests in citations().items() if clause not in clauses()}
    assert not unknown, f"not in docs/rules: {unknown}"


def clauses_in(text: str) -> set[str]:
    return set(CLAUSE.findall(text))


def clauses_of(game: str) -> set[str]:
    """The clauses of a game: those of its own page, and those that it shares with others."""
    own = clauses_in((RULES / f"{FILES[game]}.md").read_text("utf-8"))
    common = (RULES / "common.md").read_text("utf-8")
    if game == "cards":
        return own | {"B-10a"}
    parts = re.split(r"^## ", common, flags=re.MULTILINE)
    shared = [part for part in parts if "(" not in (title := part.partition("\n")[0]) or NAMES[game] in title]
    return own | clauses_in("".join(shared))


def outline() -> dict[str, list[dict[str, Any]]]:
    sections: dict[str, list[dict[str, Any]]] = json.loads((PAGE / "outline.json").read_text("utf-8"))
    return sections


def languages() -> list[str]:
    return sorted(path.stem for path in (PAGE / "content").glob("*.json"))


def test_which_clauses_a_game_has() -> None:
    """The longest path is for USA and Europe (B-22), and the Card Game shares B-10a alone."""
    assert {"U-1", "B-1", "B-22"} <= clauses_of("usa")
    assert {"W-1", "B-1"} <= clauses_of("world")
    assert "B-22" not in clauses_of("world")
    assert {clause for clause in clauses_of("cards") if clause.startswith("B")} == {"B-10a"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", FILES)
def test_the_rules_of_the_page_tell_every_clause_of_a_game_and_no_other(game: str, language: str) -> None:
    words = json.loads((PAGE / "content" / f"{language}.json").read_text("utf-8"))
    sentences = [sentence for section in outline()[game] for sentence in section["says"]]
    told = {clause for sentence in sentences if words.get(sentence["text"]) for clause in sentence["clauses"]}
    assert not clauses_of(game) - told, "the rules of the page do not tell these"
    assert not told - clauses_of(game), "the rules of the page tell clauses that this game does not have"
    assert all(sentence["clauses"] for sentence in sentences), "a sentence stands on no clause"


def test_the_rules_are_told_in_the_languages_of_the_page() -> None:
    assert languages() == sorted(path.stem for path in (PAGE.parent / "i18n" / "messages").glob("*.json"))
