"""Numbers that the server counts about itself, in the text format that Prometheus reads.

A metric is declared once, beside the code that counts: `MOVES = METRICS.counter("branchline_moves_total", "...")`.
"""

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Seconds; an acknowledgement is meant to stay under 25 ms.
DURATIONS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

Labels = tuple[tuple[str, str], ...]


class Counter:
    """A number that only grows, one for each set of labels; or one that is asked for when the metrics are read."""

    kind = "counter"

    def __init__(self, read: Callable[[], float] | None = None) -> None:
        self._read = read
        self._counts: dict[Labels, float] = {}

    def inc(self, amount: float = 1, **labels: str) -> None:
        key = tuple(sorted(labels.items()))
        self._counts[key] = self._counts.get(key, 0) + amount

    def value(self, **labels: str) -> float:
        return self._counts.get(tuple(sorted(labels.items())), 0)

    def lines(self, name: str) -> Iterator[str]:
        counts = self._counts or {(): self._read() if self._read else 0.0}
        for labels, count in sorted(counts.items()):
            yield f"{name}{braced(labels)} {number(count)}"


class Gauge:
    """A number that goes up and down, asked for when somebody reads the metrics."""

    kind = "gauge"

    def __init__(self, read: Callable[[], float]) -> None:
        self._read = read

    def lines(self, name: str) -> Iterator[str]:
        yield f"{name} {number(self._read())}"


class Histogram:
    """How often something took how long (or was how big), counted in buckets."""

    kind = "histogram"

    def __init__(self, bounds: Sequence[float] = DURATIONS) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(self._bounds) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def lines(self, name: str) -> Iterator[str]:
        seen = 0
        for bound, count in zip((*map(number, self._bounds), "+Inf"), self._counts, strict=True):
            seen += count
            yield f'{name}_bucket{{le="{bound}"}} {seen}'
        yield f"{name}_sum {number(self._sum)}"
        yield f"{name}_count {seen}"


class Registry:
    """All metrics of a process by name."""

    def __init__(self) -> None:
        self._metrics: dict[str, tuple[str, Counter | Gauge | Histogram]] = {}

    def counter(self, name: str, about: str, read: Callable[[], float] | None = None) -> Counter:
        metric = Counter(read)
        self._add(name, about, metric)
        return metric

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        self._add(name, about, Gauge(read))

    def histogram(self, name: str, about: str, bounds: Sequence[float] = DURATIONS) -> Histogram:
        metric = Histogram(bounds)
        self._add(name, about, metric)
        return metric

    def _add(self, name: str, about: str, metric: Counter | Gauge | Histogram) -> None:
        assert name not in self._metrics, f"the metric {name} is declared twice"
        self._metrics[name] = (about, metric)

    def text(self) -> str:
        """Write every metric down, as `/metrics` answers."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for name, (about, metric) in sorted(self._metrics.items()):
            yield f"# HELP {name} {about}"
            yield f"# TYPE {name} {metric.kind}"
            yield from metric.lines(name)


def braced(labels: Labels) -> str:
    """Write labels down, with what the format wants escaped."""
    return "{" + ",".join(f'{name}="{escaped(value)}"' for name, value in labels) + "}" if labels else ""


def escaped(value: str) -> str:
    return value.translate(ESCAPES)


ESCAPES: Mapping[int, str] = {ord("\\"): r"\\", ord('"'): r"\"", ord("\n"): r"\n"}


def number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def resident_bytes() -> float:
    """Say how much memory the process holds; where the system does not tell, nothing."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


STARTED = time.time()
METRICS = Registry()
METRICS.gauge("process_start_time_seconds", "When this process began, in seconds since 1970.", lambda: STARTED)
METRICS.gauge("process_resident_memory_bytes", "Memory that this process holds.", resident_bytes)
METRICS.counter("process_cpu_seconds_total", "Time that this process has computed.", time.process_time)
