"""Where games are played: in this process, on all local cores, or on a Ray cluster; the same results in each case."""

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


class Executor(Protocol):
    """Runs one task on many items, and gives the results in order as they come.

    `threads` is how many may run on this machine where a task can do with threads.
    """

    threads: int

    def map(self, task: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]: ...


class InProcess:
    """This process: for small runs, and for debugging."""

    threads = 1

    def map(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        return map(task, items)


MAX_PENDING: Final = 256
"""Tasks submitted at a time: enough for every core, few enough for long runs to need little memory."""


class ProcessPool:
    """Processes on this machine, spawned so that they inherit nothing by accident."""

    def __init__(self, pool: ProcessPoolExecutor, threads: int) -> None:
        self._pool = pool
        self.threads = threads

    def map(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        try:
            for future in _in_order(lambda item: self._pool.submit(task, item), items):
                yield future.result()
        except BrokenProcessPool:
            raise ExecutorUnavailable(
                "a process that played was killed, perhaps for want of memory; fewer play at a time with --workers"
            ) from None


class RayCluster:
    """A Ray cluster."""

    threads = 1

    def __init__(self, ray: Any) -> None:
        self._ray = ray

    def map(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        def run(item: T) -> R:  # Ray takes a function, and not all that can be called.
            return task(item)

        for pending in _in_order(self._ray.remote(run).remote, items):
            yield self._ray.get(pending)


def _in_order(submit: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Submit tasks ahead, and give what was submitted in order."""
    pending: deque[R] = deque()
    for item in items:
        pending.append(submit(item))
        if len(pending) >= MAX_PENDING:
            yield pending.popleft()
    yield from pending


def recorded(
    executor: Executor, task: Callable[[T], tuple[R, str]], items: Iterable[T], note: Callable[[str], object]
) -> Iterator[R]:
    """Run a task that also gives the line of a record; pass each line to `note`, and give the results."""
    for result, line in executor.map(task, items):
        note(line)
        yield result


class ExecutorUnavailable(RuntimeError):
    """The games cannot be played there, or no longer; the message says why and what to do."""


@contextmanager
def open_executor(workers: int | None = None, ray_address: str | None = None) -> Iterator[Executor]:
    """The executor for a run; `workers` None takes all cores, 1 plays in this process."""
    if ray_address is not None:
        with _cluster(ray_address) as cluster:
            yield cluster
        return
    count = workers or os.cpu_count() or 1
    if count == 1:
        yield InProcess()
        return
    context = multiprocessing.get_context("spawn")
    parent_alive, keep_open = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, context, _start_worker, (parent_alive,))
    try:
        yield ProcessPool(pool, count)
    finally:
        keep_open.close()
        pool.shutdown()


def _start_worker(parent_alive: Connection) -> None:
    """Let this worker exit as soon as the run ends or is killed: either closes the other end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C stops the run, which stops its workers.
    threading.Thread(target=_exit_with_parent, args=(parent_alive,), daemon=True).start()


def _exit_with_parent(parent_alive: Connection) -> None:
    parent_alive.poll(None)
    os._exit(0)


@contextmanager
def _cluster(address: str) -> Iterator[RayCluster]:
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]  # an extra of its own
    except ImportError:
        raise ExecutorUnavailable(
            "Ray is not installed: pip install 'branchline[ray]' (in a checkout: make ray)"
        ) from None
    try:
        _check_reachable(address)
        ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    except (OSError, ValueError) as error:
        raise ExecutorUnavailable(f"no Ray cluster answers at '{address}': {error}") from None
    try:
        yield RayCluster(ray)
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Fail at once on a dead address, where ray.init() would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=10).close()
