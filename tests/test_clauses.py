"""Every clause of docs/rules is cited by a test, and every clause that a test cites exists."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
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
