"""A line on stderr while the lane is compiled, which happens once: how many functions are done, and since when."""

from __future__ import annotations

import sys
import time
from typing import Any

from numba.core import event


class CompileProgress(event.Listener):
    """Told by numba of every function that it compiles; those that it finds compiled already are not told."""

    def __init__(self) -> None:
        self._depth = self._done = 0
        self._began = 0.0
        self._is_told = False

    def on_start(self, event: Any) -> None:
        if not _is_ours(event):
            return
        if not self._done and not self._depth:
            self._began = time.monotonic()
        self._depth += 1
        self._tell()

    def on_end(self, event: Any) -> None:
        if not _is_ours(event):
            return
        self._depth -= 1
        self._done += 1
        if self._depth == 0 and sys.stderr.isatty():
            print(end="\r\033[K", file=sys.stderr, flush=True)

    def _tell(self) -> None:
        """On a terminal the line counts; elsewhere one line says why it takes so long."""
        if sys.stderr.isatty():
            took = time.monotonic() - self._began
            line = f"\rcompiling the fast lane, this once: {self._done} functions, {took:.0f} s "
            print(line, end="", file=sys.stderr, flush=True)
        elif not self._is_told:
            print("compiling the fast lane, this once; it takes about a minute", file=sys.stderr, flush=True)
        self._is_told = True


def _is_ours(event: Any) -> bool:
    return bool(event.data["dispatcher"].py_func.__module__.startswith("branchline.lane"))


def watch_compiler() -> None:
    event.register("numba:compile", CompileProgress())  # type: ignore[no-untyped-call]
