"""A bot in a process of its own. Whatever it does there, crash, hang or end the process, the match goes on."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import sys
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final, TypeAlias

from branchline.bots.bot import Bot, Decision, decision_of
from branchline.bots.guard import error_text
from branchline.bots.pickling import dumps, loads
from branchline.core.actions import Action
from branchline.core.printed.contract import Printed

IsolatedFactory: TypeAlias = Callable[[], tuple[Bot, Printed]]
"""Makes a bot, and finds the board or set of cards that it plays on. It is called in the bot's process."""

PRINTED: Final = "printed"
"""The name that stands for the board or set of cards; a bot is made for one game, so that there is only one."""


class DecisionLost(RuntimeError):
    """The bot's process gave no decision."""


class IsolatedBot:
    """A bot in a process of its own, which is started when first needed, and again after it ended."""

    def __init__(self, name: str, factory: IsolatedFactory) -> None:
        self.name = name
        self._factory = factory
        self._process: Any = None
        self._line: Connection | None = None

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Decision:
        line = self._line or self._start()
        try:
            line.send_bytes(dumps((view, legal, rng), PRINTED))
            decision, wrong = line.recv()
        except (EOFError, OSError):
            raise DecisionLost(f"its process ended, with exit code {self._stop(wait=1)}") from None
        except BaseException:
            self._stop()  # A late answer would be taken for that to the next question.
            raise
        if wrong is not None:
            raise DecisionLost(wrong)
        answer: Decision = decision
        return answer

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._factory), daemon=True)
        self._process.start()
        theirs.close()
        return self._line

    def _stop(self, wait: float = 0) -> int | None:
        """Kill the process; return its exit code if it ends by itself in so many seconds."""
        process, line = self._process, self._line
        self._process = self._line = None
        assert line is not None
        line.close()
        process.join(wait)
        code: int | None = process.exitcode
        process.kill()
        process.join()
        return code


def _serve(line: Connection, factory: IsolatedFactory) -> None:
    """Decide until the pipe is closed. What a bot prints goes to standard error, not between results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the process that asks.
    sys.stdout = sys.stderr
    try:
        while True:
            line.send_bytes(_answered(line.recv_bytes(), factory))
    except EOFError:
        return


def _answered(question: bytes, factory: IsolatedFactory) -> bytes:
    """The decision, or what went wrong."""
    try:
        bot, printed = factory()
        decision = decision_of(bot.decide(*loads(question, lambda _: printed)))
        return pickle.dumps((decision, None))
    except BaseException as error:  # Also an attempt to leave the process.
        return pickle.dumps((None, error_text(error)))
