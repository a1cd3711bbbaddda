"""Who does the work: all local cores, or a Ray cluster; the same results either way, in the same order."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Crew(Protocol):
    """Does one kind of work many times, and hands the results back in order as they come."""

    def work(self, task: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]: ...


class Alone:
    """One process: for small jobs, and for looking at what goes wrong."""

    def work(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        return map(task, items)


class Cores:
    """Processes on this machine. They are spawned, so that they inherit nothing by accident."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool

    def work(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        results: Iterator[R] = self._pool.imap(task, items, chunksize=1)
        return results


class Cluster:
    """A Ray cluster. A bounded number of tasks is under way, so that long runs need little memory."""

    UNDER_WAY = 256

    def __init__(self, ray: Any) -> None:
        self._ray = ray

    def work(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        remote = self._ray.remote(task)
        waiting: list[Any] = []
        for item in items:
            waiting.append(remote.remote(item))
            if len(waiting) >= self.UNDER_WAY:
                yield self._ray.get(waiting.pop(0))
        for pending in waiting:
            yield self._ray.get(pending)


class NoRay(RuntimeError):
    """Ray was asked for and is not installed."""


@contextmanager
def crew(workers: int | None = None, ray_address: str | None = None) -> Iterator[Crew]:
    """The crew for a run; `workers` None takes all cores, 1 works in this process."""
    if ray_address is not None:
        with _cluster(ray_address) as cluster:
            yield cluster
        return
    count = workers or os.cpu_count() or 1
    if count == 1:
        yield Alone()
        return
    with multiprocessing.get_context("spawn").Pool(count) as pool:
        yield Cores(pool)


@contextmanager
def _cluster(address: str) -> Iterator[Cluster]:
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]  # an extra of its own
    except ImportError:
        raise NoRay("Ray is not installed: pip install 'branchline[ray]' (in a checkout: make ray)") from None
    ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    try:
        yield Cluster(ray)
    finally:
        ray.shutdown()
