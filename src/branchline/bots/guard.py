"""A bot under guard: a time limit, a check of its answer, and a fallback that decides where it fails."""

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

from branchline.bots.bot import Bot, Decision, decision_of
from branchline.bots.reason import Reason
from branchline.core.actions import Action

T = TypeVar("T")

MAX_HANGS: Final = 3
"""After so many time-outs a bot is not asked again in this match, so that the match ends."""


class Trouble(Enum):
    CRASHED = "crashed"
    HUNG = "hung"
    ILLEGAL = "illegal"
    BENCHED = "benched"


@dataclass(frozen=True, slots=True)
class GuardedDecision:
    """What was decided and why, how long the bot took, and what went wrong with it, if anything."""

    action: Action
    seconds: float
    reason: Reason | None
    trouble: Trouble | None = None
    detail: str = ""


class OutOfTime(BaseException):
    """Raised inside a bot that thinks too long. Not an Exception, so that no bot catches it by accident."""


class Guard:
    """Asks one bot, and a fallback where that one fails."""

    def __init__(self, bot: Bot, fallback: Bot, limit: float | None) -> None:
        self.bot = bot
        self._fallback = fallback
        self._limit = limit
        self._hangs = 0

    def decide(
        self, view: Any, legal: Sequence[Action], rng: Random, is_legal: Callable[[Action], bool]
    ) -> GuardedDecision:
        began = perf_counter()
        if self._hangs >= MAX_HANGS:
            return self._instead(view, legal, rng, is_legal, began, Trouble.BENCHED, "")
        try:
            decision = decision_of(run_within(self._limit, lambda: self.bot.decide(view, legal, rng)))
        except OutOfTime:
            self._hangs += 1
            return self._instead(view, legal, rng, is_legal, began, Trouble.HUNG, f"no answer in {self._limit} s")
        except KeyboardInterrupt:
            raise  # Not the bot's doing: the user stops the match.
        except BaseException as error:  # Also SystemExit: a bot must not end the process that asks it.
            return self._instead(view, legal, rng, is_legal, began, Trouble.CRASHED, error_text(error))
        seconds = perf_counter() - began
        if not _accepts(is_legal, decision.action):
            return self._instead(view, legal, rng, is_legal, began, Trouble.ILLEGAL, repr(decision.action)[:200])
        return GuardedDecision(decision.action, seconds, decision.reason)

    def _instead(
        self,
        view: Any,
        legal: Sequence[Action],
        rng: Random,
        is_legal: Callable[[Action], bool],
        began: float,
        trouble: Trouble,
        detail: str,
    ) -> GuardedDecision:
        seconds = perf_counter() - began
        try:
            decision = decision_of(self._fallback.decide(view, legal, rng))
        except Exception:
            decision = Decision(legal[0])
        if not _accepts(is_legal, decision.action):
            decision = Decision(legal[0])
        return GuardedDecision(decision.action, seconds, decision.reason, trouble, detail)


def error_text(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _accepts(is_legal: Callable[[Action], bool], action: Any) -> bool:
    """Whether an answer is legal; a broken bot may answer with anything, also with what the rules cannot read."""
    try:
        return is_legal(action)
    except Exception:
        return False


def run_within(limit: float | None, think: Callable[[], T]) -> T:
    """Return the result of `think`, or raise `OutOfTime` after so many seconds.

    A signal interrupts the main thread; elsewhere a thread is left behind.
    """
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
    signal.setitimer(signal.ITIMER_REAL, limit, limit)  # repeatedly, in case a bot swallows the first
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
