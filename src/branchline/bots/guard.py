"""A bot under guard: it has a time limit, its answer is checked, and where it fails a fallback decides."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from random import Random
from time import perf_counter
from typing import Any, Final, TypeVar

from branchline.bots.bot import Bot
from branchline.bots.reason import Reason
from branchline.core.actions import Action

T = TypeVar("T")

HANGS_BORNE: Final = 3
"""A bot that hangs so often is not asked again in this match, so that the match comes to an end."""


class Trouble(Enum):
    CRASHED = "crashed"
    HUNG = "hung"
    ILLEGAL = "illegal"
    BENCHED = "benched"


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided, how long it took, why, and what went wrong with the bot, if anything."""

    action: Action
    seconds: float
    why: Reason | None
    trouble: Trouble | None = None
    detail: str = ""


class OutOfTime(BaseException):
    """Raised inside a bot that thinks too long. Not an Exception, so that no bot catches it by accident."""


class Guard:
    """Asks one bot, and the fallback where the bot fails."""

    def __init__(self, bot: Bot, fallback: Bot, limit: float | None) -> None:
        self.bot = bot
        self._fallback = fallback
        self._limit = limit
        self._hangs = 0

    def decide(self, view: Any, legal: Sequence[Action], rng: Random, is_legal: Callable[[Action], bool]) -> Decided:
        began = perf_counter()
        if self._hangs >= HANGS_BORNE:
            return self._instead(view, legal, rng, is_legal, began, Trouble.BENCHED, "")
        try:
            action = within(self._limit, lambda: self.bot.decide(view, legal, rng))
        except OutOfTime:
            self._hangs += 1
            return self._instead(view, legal, rng, is_legal, began, Trouble.HUNG, f"no answer in {self._limit} s")
        except KeyboardInterrupt:
            raise  # Not the bot's doing: somebody stops the match.
        except BaseException as error:  # Also SystemExit: a bot must not end whoever asks it.
            return self._instead(view, legal, rng, is_legal, began, Trouble.CRASHED, described(error))
        seconds = perf_counter() - began
        if not _accepts(is_legal, action):
            return self._instead(view, legal, rng, is_legal, began, Trouble.ILLEGAL, repr(action)[:200])
        return Decided(action, seconds, reason_of(self.bot))

    def _instead(
        self,
        view: Any,
        legal: Sequence[Action],
        rng: Random,
        is_legal: Callable[[Action], bool],
        began: float,
        trouble: Trouble,
        detail: str,
    ) -> Decided:
        seconds = perf_counter() - began
        try:
            action, why = self._fallback.decide(view, legal, rng), self._fallback.why
        except Exception:
            action, why = legal[0], None
        if not _accepts(is_legal, action):
            action, why = legal[0], None
        return Decided(action, seconds, why, trouble, detail)


def reason_of(bot: Bot) -> Reason | None:
    """Why the bot decided as it did; None if what it gives is no reason that could be told."""
    why = getattr(bot, "why", None)
    return why if isinstance(why, Reason) else None


def described(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _accepts(is_legal: Callable[[Action], bool], action: Any) -> bool:
    """Anything may come out of a broken bot, also things that the rules cannot even look at."""
    try:
        return is_legal(action)
    except Exception:
        return False


def within(limit: float | None, think: Callable[[], T]) -> T:
    """The result, or `OutOfTime`. A signal interrupts the main thread; elsewhere a thread is left behind."""
    if limit is None:
        return think()
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        with _alarm(limit):
            return think()
    return _in_thread(limit, think)


@contextmanager
def _alarm(limit: float) -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit, limit)  # again and again, should a bot swallow the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _in_thread(limit: float, think: Callable[[], T]) -> T:
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(think())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(limit)
    if errors:
        raise errors[0]
    if not results:
        raise OutOfTime
    return results[0]
