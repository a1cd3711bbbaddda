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

from branchline.bots.bot import Bot
from branchline.bots.guard import described, reason_of
from branchline.bots.pickling import pack, unpack
from branchline.bots.reason import Reason
from branchline.core.actions import Action
from branchline.core.printed import Printed

Making: TypeAlias = Callable[[], tuple[Bot, Printed]]
"""Makes a bot, and finds the board or set of cards that it plays on. It is called in the bot's process."""

PRINTED: Final = "printed"
"""The name of what is printed, in parcels. A bot is made for one game, so that there is only one."""


class Lost(RuntimeError):
    """A decision was lost in the bot's process."""


class Apart:
    """Asks a bot in its process, which is started when first needed, and anew after it was lost."""

    def __init__(self, name: str, making: Making) -> None:
        self.name = name
        self.why: Reason | None = None
        self._making = making
        self._process: Any = None
        self._line: Connection | None = None

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action:
        line = self._line or self._start()
        try:
            line.send_bytes(pack((view, legal, rng), PRINTED))
            action, self.why, wrong = line.recv()
        except (EOFError, OSError):
            raise Lost(f"its process ended, with exit code {self._stop(wait=1)}") from None
        except BaseException:
            self._stop()  # Its time is over: what it may still answer would meet the next question.
            raise
        if wrong is not None:
            raise Lost(wrong)
        answer: Action = action
        return answer

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._making), daemon=True)
        self._process.start()
        theirs.close()
        return self._line

    def _stop(self, wait: float = 0) -> int | None:
        """Let go of the process. Gives the exit code if it ends by itself in so many seconds."""
        process, line = self._process, self._line
        self._process = self._line = None
        assert line is not None
        line.close()
        process.join(wait)
        code: int | None = process.exitcode
        process.kill()
        process.join()
        return code


def _serve(line: Connection, making: Making) -> None:
    """Decide until nobody asks any more. What a bot prints goes where errors go, not between results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Whoever stops the run stops it in the process that asks.
    sys.stdout = sys.stderr
    try:
        while True:
            line.send_bytes(_answered(line.recv_bytes(), making))
    except EOFError:
        return


def _answered(question: bytes, making: Making) -> bytes:
    """The action and the reason for it, or what went wrong."""
    try:
        bot, printed = making()
        action = bot.decide(*unpack(question, lambda _: printed))
        return pickle.dumps((action, reason_of(bot), None))
    except BaseException as error:  # Also an attempt to leave the process.
        return pickle.dumps((None, None, described(error)))
