"""A bot that takes long to be made: another one plays until it is ready, so that no table waits for a compiler.

`python -m branchline.bots.warming BOT BOARD` makes a bot and ends. Compiling takes a gigabyte of memory, which ends
with that process; whoever makes the bot after it finds the code on disk and needs a quarter of that.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from random import Random
from threading import Lock, Thread, main_thread
from typing import Any, Final

from branchline.bots.bot import Bot, Decision
from branchline.bots.compiled import FastMissing
from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.games import catalog, load_game

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.2
_LOCK: Final = Lock()
_COMPILED: Final[set[tuple[str, type[object]]]] = set()
"""The bots that were compiled, by shape of game: the code is the same for all boards."""


class CannotCompile(Exception):
    """The process that was to compile a bot has failed, perhaps for want of memory."""


class ProgramEnds(Exception):
    """Whoever wanted the bot has ended."""


class WarmingBot:
    """Plays as `meanwhile` does, and as the bot that `make` makes in a thread of its own once that is done.

    Where it cannot be made, since the fast lane is not installed or does not compile here, `meanwhile` goes on.
    """

    def __init__(self, make: Callable[[], Bot], meanwhile: Bot) -> None:
        self._playing = meanwhile
        self.name = meanwhile.name
        self._maker = Thread(target=self._warm_up, args=(make,), name="warming up")
        self._maker.start()

    def wait(self) -> None:
        """Until it is known who plays."""
        self._maker.join()

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Action | Decision:
        return self._playing.decide(view, legal, rng)

    def _warm_up(self, make: Callable[[], Bot]) -> None:
        try:
            self._playing = made = make()
            self.name = made.name
        except ProgramEnds:
            return
        except FastMissing as missing:
            log.info("%s plays on: %s", self.name, missing)
        except Exception as error:
            log.warning("%s plays on: %s: %s", self.name, type(error).__name__, error)


def compile_apart(bot: str, game: AnyGame) -> None:
    """See to it that the code of a bot for games like this one is on disk, without compiling it here."""
    if find_spec("numba") is None:
        raise FastMissing("the fast lane needs numba")
    shape = type(game.printed)
    with _LOCK:
        if (bot, shape) not in _COMPILED:
            board = next(info.id for info in catalog() if type(load_game(info.id).printed) is shape)
            command = [sys.executable, "-m", "branchline.bots.warming", bot, board]
            status = _ended(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
            if status:
                raise CannotCompile(f"the process that compiles {bot} ended with {status}")
            _COMPILED.add((bot, shape))


def _ended(process: subprocess.Popen[bytes]) -> int:
    """The exit status of a process. It is left alone when this program ends before: nobody waits for a compiler."""
    while True:
        try:
            return process.wait(POLL_SECONDS)
        except subprocess.TimeoutExpired:
            if not main_thread().is_alive():
                raise ProgramEnds from None


def main() -> None:
    from branchline.bots.registry import make_bot

    with contextlib.suppress(OSError):
        os.nice(10)  # Everything else comes first.
    bot, board = sys.argv[1:]
    make_bot(bot, load_game(board))


if __name__ == "__main__":
    main()
