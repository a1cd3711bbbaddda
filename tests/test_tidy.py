"""The house rules that no linter knows, checked in every text file of the project."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Made by tools, not by us.
SKIPPED = {"node_modules", "static", "dist", "build", "htmlcov", "test-results", "__pycache__"}
CODE = {".css", ".js", ".mjs", ".py", ".sh", ".svelte", ".ts"}
TEXT = CODE | {".html", ".json", ".jsonl", ".lock", ".md", ".sql", ".svg", ".toml", ".txt", ".yaml", ".yml"}
SCRIPTS = {
    "Dockerfile",
    "LICENSE",
    "Makefile",
    "NOTICE",
    "run",
    "system-test-deps",
    "try-image",
    "try-wheel",
    "with-node",
}
WIDTH = 120

# Written so that this file does not match itself.
LEFTOVER = re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X])\b")
MACHINE_PATH = re.compile(r"(?<![\w./:])/(?:home|root|tmp|work|Users)/\w|\b[A-Z]:\\Users\\")
DOWNLOAD_HOST = re.compile(r"pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|deb\.debian\.org")
QUIET = {"core", "rules", "games"}


def project_files() -> Iterator[Path]:
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [
            name for name in inner if name in {".ci", ".github"} or not (name.startswith(".") or name in SKIPPED)
        ]
        paths = (Path(folder, name) for name in names)
        yield from (path for path in paths if path.suffix in TEXT or path.name in SCRIPTS)


FILES = sorted(project_files())
MODULES = [path for path in FILES if path.suffix == ".py" and path.is_relative_to(ROOT / "src")]


def places(pattern: re.Pattern[str], path: Path) -> list[str]:
    lines = path.read_text("utf-8").splitlines()
    return [f"{path.relative_to(ROOT)}:{number}" for number, line in enumerate(lines, 1) if pattern.search(line)]


def test_there_is_something_to_check() -> None:
    assert {ROOT / "Makefile", ROOT / ".ci" / "run", ROOT / "pyproject.toml", Path(__file__)} <= set(FILES)
    assert ROOT / "src" / "branchline" / "__init__.py" in MODULES


@pytest.mark.parametrize(
    ("pattern", "bad", "good"),
    [
        (LEFTOVER, "# TO" + "DO: later", "# the method: later"),
        (MACHINE_PATH, "open('/ho" + "me/ann/board.toml')", "GET /api/home/ann and https://example.net/opt/a"),
        (DOWNLOAD_HOST, "from https://py" + "pi.org/simple", "from the package index"),
    ],
)
def test_the_patterns_tell_bad_from_good(pattern: re.Pattern[str], bad: str, good: str) -> None:
    assert pattern.search(bad)
    assert not pattern.search(good)


DRAWN = re.compile(r'\bd="|points="|"M[0-9]')  # the points of a shape have no good place to break


def test_nothing_is_left_for_later() -> None:
    found = [place for path in FILES for place in places(LEFTOVER, path)]
    assert not found, f"do it or drop it: {found}"


def test_no_path_of_somebodys_machine() -> None:
    found = [place for path in FILES for place in places(MACHINE_PATH, path)]
    assert not found, f"a path that only one machine has: {found}"


def test_no_download_address() -> None:
    found = [place for path in FILES for place in places(DOWNLOAD_HOST, path)]
    assert not found, f"where packages come from is the machine's own setting: {found}"


def test_lines_fit_the_screen() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number} has {len(line)}"
        for path in FILES
        if path.suffix in CODE or path.name in SCRIPTS
        if path.relative_to(ROOT).parts[0] != "web"  # prettier and eslint keep the shape of what is there
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDTH and not DRAWN.search(line)
    ]
    assert not found, f"more than {WIDTH} characters: {found}"


def test_every_module_says_what_it_owns() -> None:
    found = [
        str(path.relative_to(ROOT)) for path in MODULES if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert not found, f"no module docstring: {found}"


def test_the_rules_print_nothing() -> None:
    printing = re.compile(r"\b(?:print|breakpoint)\(")
    quiet = [path for path in MODULES if path.relative_to(ROOT / "src" / "branchline").parts[0] in QUIET]
    found = [place for path in quiet for place in places(printing, path)]
    assert not found, f"events and views tell what happens, not prints: {found}"


CLASS = re.compile(r"^\s*class (\w+)", re.MULTILINE)
BRITISH = re.compile(
    r"\b(?:colour|neighbour|behaviour|favour|honour|harbour|labour|optimis|normalis|recognis|organis|serialis)",
    re.IGNORECASE,
)
# Where another spelling is what the text is about: words that people may type, names of cities.
OTHER_SPELLINGS = {"en.json", "places.json", "test_reading.py", "test_tidy.py"}
MAX_FILES = 18
"""A folder with more files than this hides what is in it; about fifteen is the aim."""


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for path in MODULES:
        for name in CLASS.findall(path.read_text("utf-8")):
            homes.setdefault(name, []).append(str(path.relative_to(ROOT / "src")))
    found = {name: places for name, places in homes.items() if len(places) > 1}
    assert not found, f"one name, one thing: {found}"


def test_limits_are_called_max_and_min() -> None:
    odd = re.compile(r"\b(?:MOST|LARGEST|LEAST|SMALLEST)_[A-Z]|\bLONGEST_(?!PATH)[A-Z]")
    found = [place for path in MODULES for place in places(odd, path)]
    assert not found, f"MAX_ and MIN_, as everywhere: {found}"


def test_there_is_one_spelling() -> None:
    found = [place for path in FILES if path.name not in OTHER_SPELLINGS for place in places(BRITISH, path)]
    assert not found, f"American spelling throughout: {found}"


def test_folders_can_be_grasped() -> None:
    counts: dict[Path, int] = {}
    for path in FILES:
        if path.is_relative_to(ROOT / "src") or path.is_relative_to(ROOT / "web" / "src"):
            counts[path.parent] = counts.get(path.parent, 0) + 1
    del counts[ROOT / "src" / "branchline" / "cli"]  # One module a command: their list is what `--help` shows.
    found = {str(folder.relative_to(ROOT)): count for folder, count in counts.items() if count > MAX_FILES}
    assert not found, f"more than {MAX_FILES} files: {found}"


def test_the_architecture_names_every_folder() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    folders = {path.parent.relative_to(ROOT / "src" / "branchline") for path in MODULES if path.name == "__init__.py"}
    missing = [folder.as_posix() for folder in folders if folder.parts and f"| `{folder.as_posix()}/` |" not in page]
    assert not missing, f"docs/architecture.md has no row for {missing}"
