"""What a program imports from `branchline` itself: it is there, it is typed, it is lazy, and the docs' Python runs."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import branchline

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/api.md", "docs/notation.md")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_public_name_is_there() -> None:
    for name in branchline.__all__:
        assert getattr(branchline, name) is not None
        assert name in dir(branchline)
    with pytest.raises(AttributeError, match="no attribute 'load_gmae'"):
        branchline.load_gmae  # noqa: B018  # a slip is told as any other


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse((ROOT / "src" / "branchline" / "__init__.py").read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.asname: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert seen == {name: f"branchline.{home}" for name, home in branchline._HOMES.items()}


def test_importing_loads_nothing_and_using_it_loads_no_server() -> None:
    loaded = "print(*[name for name in sys.modules if name.startswith('branchline.')])"
    assert run(f"import sys, branchline; {loaded}").split() == []
    used = run(f"import sys; from branchline import load_game, make_bot; load_game('usa'); {loaded}").split()
    assert "branchline.games.usa" in used
    assert not [name for name in used if name.startswith(("branchline.server", "branchline.cli", "branchline.lab"))]


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_the_page_runs(page: str) -> None:
    blocks = BLOCK.findall((ROOT / page).read_text("utf-8"))
    assert blocks
    for block in blocks:
        run(block)


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_use_the_public_surface_alone(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert re.findall(r"from (branchline\.\S+) import", text) == []


def test_the_page_names_every_public_name() -> None:
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert [name for name in branchline.__all__ if not re.search(rf"`{name}\b", page)] == []
