"""Tables that are too long for memory: written to files part by part, and read from there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import polars as pl

ROWS: Final = 1_000_000
"""A part is written when it has so many rows."""


class TableFiles:
    """Some tables in a folder, each as files of many rows, numbered in their order."""

    def __init__(self, folder: Path, schemas: Mapping[str, Mapping[str, Any]]) -> None:
        self._folder, self._schemas = folder, schemas
        self._waiting: dict[str, list[pl.DataFrame]] = {name: [] for name in schemas}
        self._parts = dict.fromkeys(schemas, 0)

    def add(self, name: str, rows: pl.DataFrame) -> None:
        waiting = self._waiting[name]
        waiting.append(rows)
        if sum(part.height for part in waiting) >= ROWS:
            self._write(name)

    def _write(self, name: str) -> None:
        pl.concat(self._waiting[name]).write_parquet(self._folder / f"{name}-{self._parts[name]:06}.parquet")
        self._parts[name] += 1
        self._waiting[name].clear()

    def frames(self) -> dict[str, pl.LazyFrame]:
        """All tables; what was written stays in its files until somebody asks for it."""
        return {
            name: pl.concat(
                [
                    pl.LazyFrame(schema=schema),
                    *(pl.scan_parquet(self._folder / f"{name}-{i:06}.parquet") for i in range(self._parts[name])),
                    *(part.lazy() for part in self._waiting[name]),
                ]
            )
            for name, schema in self._schemas.items()
        }
