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
    {"server", "terminal"},
    {"analysis", "atlas", "balance"},
    {"lab"},
    {"train"},
    {"envs"},
    {"bots"},
    {"lane"},
    {"notation"},
    {"games"},
    {"data"},
    {"rules", "draw", "messages"},
    {"core"},
)
PLACE = {package: place for place, packages in enumerate(PLACES) for package in packages}

# An extra that few install: what names it does so where it is asked for.
ONLY_ASKED_FOR_BY = {
    "lane": {"analysis", "atlas", "balance", "bots", "cli", "envs", "lab", "lane", "train"},
    "envs": {"cli", "envs"},
    "train": {"cli", "train"},
}

PURE = {"core", "rules"}
STANDARD_ONLY = PURE | {"draw", "messages"}
# Chance, clocks, files and networks: what would make the same game come out differently on another day.
IMPURE_MODULES = {"asyncio", "datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "time"}
IMPURE_CALLS = {"input", "open", "print"}

# Inside the server, from left to right again; a part may import itself and what stands to its right.
SERVER_PLACES = (
    {"process"},
    {"app"},
    {"http"},
    {"live"},
    {"views", "bot_processes"},
    {"room"},
    {"store"},
    {"wire"},
    {"child", "limits", "logs", "metrics", "network", "settings", "text"},
)
SERVER_PLACE = {part: place for place, parts in enumerate(SERVER_PLACES) for part in parts}
# A room is judged alike on any day and any machine: besides chance, clocks and files, no tasks, threads or databases.
ROOM_NEVER = IMPURE_MODULES | {"apsw", "psycopg", "sqlite3", "starlette", "subprocess", "threading", "uvicorn"}
# The store keeps bytes and summaries, and what they mean is none of its business.
STORE_KNOWS = {"branchline.server.store", "branchline.server.metrics"}


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
            elif home not in ONLY_ASKED_FOR_BY.get(package, {home}):
                yield f"{home} may not import {package}: it is an extra"
        elif home in STANDARD_ONLY and root not in sys.stdlib_module_names:
            yield f"{home} may not import {root}: it uses the standard library only"
        elif home in PURE and root in IMPURE_MODULES:
            yield f"{home} may not import {root}: it is pure"


def server_faults(source: str, module: str) -> Iterator[str]:
    """Say what is wrong with the imports of a module of the server, such as `branchline.server.room.clock`."""
    inside = module.rpartition(".")[0]
    part = module.split(".")[2]
    for name in imported(ast.parse(source), inside):
        names = name.split(".")
        other = names[2] if names[:2] == ["branchline", "server"] and len(names) > 2 else None
        if name == "typing.TYPE_CHECKING":
            yield "an import that only the type checker sees hides a cycle"
        elif part == "room" and names[0] in ROOM_NEVER:
            yield f"room may not import {names[0]}: it is pure"
        elif part == "store" and names[0] == "branchline" and ".".join(names[:3]) not in STORE_KNOWS:
            yield f"store may not import {name}: it knows no rules"
        elif other in SERVER_PLACE and other != part and SERVER_PLACE[other] <= SERVER_PLACE[part]:
            yield f"{part} may not import {other}: it does not stand to its right"
        elif other == "store" and part not in ("store", "app", "process") and names[3:4] != ["contract"]:
            yield f"{part} may not import {name}: it knows the store's contract only"


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


def test_every_import_inside_the_server_points_to_the_right() -> None:
    found = []
    for path in sorted((SOURCES / "server").rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        if parts[1] != "__init__":
            module = ".".join(["branchline", *parts])
            found += [f"{module}: {fault}" for fault in server_faults(path.read_text("utf-8"), module)]
    assert not found, "\n".join(found)


def test_every_part_of_the_server_has_a_place() -> None:
    parts = {
        path.relative_to(SOURCES / "server").with_suffix("").parts[0] for path in (SOURCES / "server").rglob("*.py")
    }
    assert parts - {"__init__"} == SERVER_PLACE.keys()


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("branchline.server.room.clock", "import time"),
        ("branchline.server.room.table", "import asyncio"),
        ("branchline.server.room.tokens", "from secrets import token_hex"),
        ("branchline.server.room.room", "import apsw"),
        ("branchline.server.room.facts", "from branchline.server.bot_processes.messages import BotDecision"),
        ("branchline.server.room.room", "from branchline.server.store.sqlite import queries"),
        ("branchline.server.room.playing", "from typing import TYPE_CHECKING"),
        ("branchline.server.views.steps", "from branchline.server.live.rooms import Rooms"),
        ("branchline.server.views.steps", "def late():\n    from ..live import audience"),
        ("branchline.server.views.memories", "from branchline.server.bot_processes import policy"),
        ("branchline.server.live.rooms", "from branchline.server import app"),
        ("branchline.server.live.rooms", "from branchline.server.http import state"),
        ("branchline.server.http.tables", "from branchline.server.store.open import open_store"),
        ("branchline.server.store.contract", "from branchline.core.ids import Seat"),
        ("branchline.server.store.sqlite.queries", "from branchline.games import load_game"),
        ("branchline.server.store.commits", "from branchline.server.room import facts"),
        ("branchline.server.wire.table", "from branchline.server.room import facts"),
        ("branchline.server.limits", "from branchline.server import wire"),
    ],
)
def test_a_wrong_import_inside_the_server_is_found(module: str, source: str) -> None:
    assert len(list(server_faults(source, module))) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "branchline.server.room.judge",
            "from branchline.server import wire\nfrom branchline.server.room import playing",
        ),
        ("branchline.server.room.room", "from branchline.server.store.contract import LogEntry\nimport hashlib"),
        ("branchline.server.views.steps", "from branchline.server.room.table import Applied"),
        ("branchline.server.live.commit", "import asyncio\nfrom branchline.server.room.judge import handle"),
        ("branchline.server.process", "from branchline.server.store.open import open_store\nimport time"),
        (
            "branchline.server.store.sqlite.writer",
            "import apsw, threading\nfrom branchline.server.store import commits",
        ),
    ],
)
def test_a_right_import_inside_the_server_is_left_alone(module: str, source: str) -> None:
    assert list(server_faults(source, module)) == []


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
        ("branchline.server", "from branchline.lane.batch import Batch"),
        ("branchline.lane", "from branchline.bots import registry"),
        ("branchline.lab", "from branchline.envs import aec"),
        ("branchline.envs", "from branchline.lab import arena"),
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
        ("branchline.lane.board", "import numpy\nfrom branchline.lane import layout\nfrom branchline.core import ids"),
    ],
)
def test_a_right_import_is_left_alone(inside: str, source: str) -> None:
    assert faults(source, inside) == []
