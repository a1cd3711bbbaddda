"""Packages of bots as `pip install` leaves them behind, for tests of plugins."""

from __future__ import annotations

import sys
from pathlib import Path

from branchline.bots import registry
from branchline.lab import game_spec

METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"


def install(site: Path, name: str, code: str, *points: str) -> None:
    """What `pip install` leaves behind: the module, and a dist-info with the entry points."""
    (site / f"{name}.py").write_text(code, "utf-8")
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(name=name), "utf-8")
    (info / "entry_points.txt").write_text("\n".join([f"[{registry.PLUGINS}]", *points]), "utf-8")


def forget(site: Path) -> None:
    """Let the registry look for plugins again, as if nothing in this folder had ever been imported."""
    for cached in (registry.plugins, registry._factories, game_spec._bot, game_spec._made):
        cached.cache_clear()
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").parent == site:
            del sys.modules[name]
