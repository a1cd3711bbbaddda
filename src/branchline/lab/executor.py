"""Who does the work: all local cores, or a Ray cluster; the same results either way, in the same order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Final, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Crew(Protocol):
    """Does one kind of work many times, and hands the results back in order as they come."""

    def work(self, task: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]: ...


class Alone:
    """One process: for small jobs, and for looking at what goes wrong."""

    def work(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        return map(task, items)


UNDER_WAY: Final = 256
"""So many tasks are handed out at a time: enough for every core, and long runs need little memory."""


class Cores:
    """Processes on this machine. They are spawned, so that they inherit nothing by accident."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def work(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        try:
            for future in _under_way(lambda item: self._pool.submit(task, item), items):
                yield future.result()
        except BrokenProcessPool:
            raise NoCrew(
                "a process that played was killed, perhaps for want of memory; fewer play at a time with --workers"
            ) from None


class Cluster:
    """A Ray cluster."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray

    def work(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        for pending in _under_way(self._ray.remote(task).remote, items):
            yield self._ray.get(pending)


def _under_way(hand_out: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Hand out tasks ahead, and give them back in order."""
    waiting: deque[R] = deque()
    for item in items:
        waiting.append(hand_out(item))
        if len(waiting) >= UNDER_WAY:
            yield waiting.popleft()
    yield from waiting


def recorded(
    crew: Crew, task: Callable[[T], tuple[R, str]], items: Iterable[T], note: Callable[[str], object]
) -> Iterator[R]:
    """Work that also gives the line of a record: the line is noted, the result handed on."""
    for result, line in crew.work(task, items):
        note(line)
        yield result


class NoCrew(RuntimeError):
    """There is nobody to do the work, or no longer; the message says why and what to do."""


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
    context = multiprocessing.get_context("spawn")
    ears, whistle = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, context, _sign_on, (ears,))
    try:
        yield Cores(pool)
    finally:
        whistle.close()
        pool.shutdown()


def _sign_on(ears: Connection) -> None:
    """A worker leaves at once when the run ends, or is killed: the other end of the pipe is closed either way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It is the run that is stopped.
    threading.Thread(target=_listen, args=(ears,), daemon=True).start()


def _listen(ears: Connection) -> None:
    ears.poll(None)
    os._exit(0)


@contextmanager
def _cluster(address: str) -> Iterator[Cluster]:
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]  # an extra of its own
    except ImportError:
        raise NoCrew("Ray is not installed: pip install 'branchline[ray]' (in a checkout: make ray)") from None
    try:
        _knock(address)
        ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    except (OSError, ValueError) as error:
        raise NoCrew(f"no Ray cluster answers at '{address}': {error}") from None
    try:
        yield Cluster(ray)
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Ray itself knocks for many minutes where nobody is at home."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=10).close()
