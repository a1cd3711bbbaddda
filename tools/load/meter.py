"""What is measured: times, the processor time and memory of processes, and whether memory grows."""

from __future__ import annotations

import contextlib
import math
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PARTS = {"p50_ms": 0.5, "p90_ms": 0.9, "p99_ms": 0.99, "p999_ms": 0.999, "max_ms": 1.0}


def spread_of(seconds: Sequence[float]) -> dict[str, float]:
    """How long something took, in milliseconds: the middle, the slow ones, the longest."""
    ordered = sorted(seconds)
    return {name: round(at(ordered, part) * 1000, 2) for name, part in PARTS.items()}


def at(ordered: Sequence[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


def processor_seconds(process: int) -> float:
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def resident_megabytes(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def family_of(process: int) -> list[int]:
    """A process and all that it started, directly or not, and that still run."""
    found = [process]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            with contextlib.suppress(OSError):  # It has just ended.
                found += [int(child) for child in task.read_text().split()]
    return found


def family_seconds(process: int) -> float:
    """The processor time of a process and all that it started; of those that have ended it is counted too."""
    total = 0.0
    for each in family_of(process):
        try:
            parts = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += sum(map(int, parts[11:15])) / os.sysconf("SC_CLK_TCK")
    return total


def is_busy(process: int) -> bool:
    """Whether a process, or one that it started, computes or would if others let it; one that waits does not."""
    for each in family_of(process):
        for task in Path(f"/proc/{each}/task").glob("*/stat"):
            with contextlib.suppress(OSError):  # It has just ended.
                if task.read_text().rpartition(")")[2].split()[0] in "RD":
                    return True
    return False


class Slope(NamedTuple):
    """How fast something grows, in its unit an hour, and the half of the 95 % interval of that."""

    an_hour: float
    give_or_take: float


def slope(samples: Sequence[tuple[float, float]]) -> Slope | None:
    """The line that fits samples of (seconds, value); close ones are alike, so it seems surer than it is."""
    if len(samples) < 3:
        return None
    count = len(samples)
    middle = sum(at for at, _ in samples) / count
    height = sum(value for _, value in samples) / count
    width = sum((at - middle) ** 2 for at, _ in samples)
    steep = sum((at - middle) * (value - height) for at, value in samples) / width
    rest = sum((value - height - steep * (at - middle)) ** 2 for at, value in samples)
    return Slope(steep * 3600, 1.96 * math.sqrt(rest / (count - 2) / width) * 3600)


class Memory(threading.Thread):
    """Samples the memory of processes together until it is stopped."""

    def __init__(self, processes: Sequence[int], every: float) -> None:
        super().__init__(daemon=True)
        self._processes = processes
        self._every = every
        self._over = threading.Event()
        self.samples: list[tuple[float, float]] = []

    def run(self) -> None:
        while not self._over.wait(self._every):
            megabytes = sum(map(resident_megabytes, self._processes))
            self.samples.append((time.monotonic(), megabytes))

    def stop(self) -> list[tuple[float, float]]:
        self._over.set()
        self.join()
        return self.samples
