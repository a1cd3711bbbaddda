"""Imports point one way: a package knows only those to its right, and core and rules are pure."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[1] / "src" / "branchline"

# From left to right. Packages that share a place do not import each other.
PLACES = (
    {"cli"},
    {"server"},
    {"lab"},
    {"bots"},
    {"notation"},
    {"games"},
    {"data"},
    {"rules", "draw", "messages"},
    {"core"},
)
PLACE = {package: place for place, packages in enumerate(PLACES) for package in packages}

PURE = {"core", "rules"}
STANDARD_ONLY = PURE | {"draw", "messages"}
# Chance, clocks, files and networks: what would make the same game come out differently on another day.
IMPURE_MODULES = {"asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "time"}
IMPURE_CALLS = {"input", "open", "print"}


def imported(tree: ast.Module, inside: str) -> Iterator[str]:
    """Name every module that a module of the package `inside` imports, wherever in it the import stands."""
    for node in ast.walk(_at_run_time(tree) if inside == "branchline" else tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = inside.split(".")
            start = parents[: len(parents) - node.level + 1] if node.level else []
            origin = [*start, *(node.module or "").split(".")]
            # `from branchline import core` names the package in its last part.
            yield from (".".join([*filter(None, origin), alias.name]) for alias in node.names)


def _at_run_time(tree: ast.Module) -> ast.Module:
    """The root names its public surface to type checkers; what it loads is another matter."""
    kept = [node for node in tree.body if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")]
    return ast.Module(kept, [])


def package_of(name: str) -> str:
    """Give the part after `branchline.`, or nothing for the root itself."""
    return name.partition(".")[2].partition(".")[0]


def faults(source: str, inside: str) -> list[str]:
    """Say what is wrong with the imports of a module in the package `inside`, such as `branchline.rules`."""
    tree = ast.parse(source)
    home = package_of(inside)
    return [*wrong_imports(tree, inside, home), *(wrong_calls(tree) if home in PURE else [])]


def wrong_imports(tree: ast.Module, inside: str, home: str) -> Iterator[str]:
    for name in imported(tree, inside):
        root, package = name.partition(".")[0], package_of(name)
        if root == "branchline":
            if package in PLACE and package != home and PLACE[package] <= PLACE.get(home, len(PLACES)):
                yield f"{home} may not import {package}: it does not stand to its right"
        elif home in STANDARD_ONLY and root not in sys.stdlib_module_names:
            yield f"{home} may not import {root}: it uses the standard library only"
        elif home in PURE and root in IMPURE_MODULES:
            yield f"{home} may not import {root}: it is pure"


def wrong_calls(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            yield f"a pure module may not call {node.func.id}()"


def test_every_import_points_to_the_right() -> None:
    modules = sorted(SOURCES.rglob("*.py"))
    assert len(modules) > 1, f"nothing to check in {SOURCES}"
    found = []
    for path in modules:
        inside = ".".join(["branchline", *path.relative_to(SOURCES).parts[:-1]])
        found += [f"{path.relative_to(SOURCES)}: {fault}" for fault in faults(path.read_text("utf-8"), inside)]
    assert not found, "\n".join(found)


def test_every_package_has_a_place() -> None:
    packages = {path.relative_to(SOURCES).parts[0] for path in SOURCES.glob("*/**/*.py")}
    assert packages, f"no package in {SOURCES}"
    assert packages <= PLACE.keys(), f"no place among the layers: {sorted(packages - PLACE.keys())}"


@pytest.mark.parametrize(
    ("inside", "source"),
    [
        ("branchline.core", "import random"),
        ("branchline.core", "from os import path"),
        ("branchline.core", "import msgspec"),
        ("branchline.core", "def late():\n    from branchline.rules import claim"),
        ("branchline.core", "from .. import rules"),
        ("branchline.core", "from ..rules.claim import options"),
        ("branchline.core", "open('board.toml')"),
        ("branchline.rules", "from branchline import data"),
        ("branchline.rules", "import branchline.games.usa"),
        ("branchline.rules.cards", "from ...games import cards"),
        ("branchline.rules", "print('laid')"),
        ("branchline.draw", "import numpy"),
        ("branchline.games", "from branchline.notation import text"),
        ("branchline.lab", "from branchline import server"),
        ("branchline", "from branchline.core import ids"),
    ],
)
def test_a_wrong_import_is_found(inside: str, source: str) -> None:
    assert len(faults(source, inside)) == 1


@pytest.mark.parametrize(
    ("inside", "source"),
    [
        (
            "branchline.core",
            "import dataclasses\nfrom . import ids\nfrom .ids import Seat\nfrom branchline.core import ids",
        ),
        ("branchline.rules", "from branchline.core.ids import Seat\nfrom ..core import ids\nfrom .payment import ways"),
        ("branchline.rules.cards", "from .. import payment\nfrom ...core import ids"),
        ("branchline.data", "import pathlib, tomllib\nfrom branchline.core import board"),
        ("branchline.cli", "import random, typer\nfrom branchline import __version__, server, core"),
    ],
)
def test_a_right_import_is_left_alone(inside: str, source: str) -> None:
    assert faults(source, inside) == []
