"""The processes in which bots think: a few, started when first needed, killed and replaced when one hangs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Sequence
from random import Random, SystemRandom
from time import monotonic
from typing import Any, Final, Protocol

from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.notation.json.codec import from_json
from branchline.server.bot_processes.fair_queue import Asker, FairQueue
from branchline.server.bot_processes.messages import (
    HEAD,
    BotDecision,
    BotReply,
    BotRequest,
    GameName,
    decode_reply,
    encode_request,
)
from branchline.server.bot_processes.policy import PROCESS_SECONDS, usual_seconds

log = logging.getLogger(__name__)

MAX_REPLY_BYTES: Final = 65_536
LEARNING: Final = 0.2
"""How much one decision changes what is expected of the next at its level."""
NOBODY: Final = Asker()


class BotFailed(Exception):
    """A bot did not decide: it failed, hung, or its process died."""


def fitting_number() -> int:
    """One process less than there are processors, so that the table itself is never short of one."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))


class BotPool(Protocol):
    """Where bots think: behind a view, and off the event loop."""

    async def decide(
        self, level: str, game: AnyGame, view: Any, legal: Sequence[Action], asker: Asker
    ) -> BotDecision: ...

    async def close(self) -> None: ...


class BotProcesses:
    """Lends a free process to each decision; when none is free, decisions wait, and the event loop does not.

    Who waits gets a fair turn (`FairQueue`). How long a level takes is learned from what it has taken.
    """

    def __init__(self, number: int | None = None, seconds: float = PROCESS_SECONDS, rng: Random | None = None) -> None:
        self._queue = FairQueue(number or fitting_number())
        self._expected: dict[str, float] = {}
        self._free: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._exiting: set[asyncio.Task[None]] = set()
        self._seconds = seconds
        self._rng = rng or SystemRandom()

    async def decide(
        self, level: str, game: AnyGame, view: Any, legal: Sequence[Action], asker: Asker = NOBODY
    ) -> BotDecision:
        request = BotRequest(level, name_of(game), self._rng.getrandbits(64), view, legal)
        expected = self._expected.get(level, usual_seconds(level))
        async with self._queue.turn(asker, expected):
            reply = await self._ask(level, expected, request)
            if reply.unknown_board and isinstance(game.printed, Board):
                named = request.game._replace(text=game.printed.text)
                reply = await self._ask(level, expected, request._replace(game=named))
        if reply.action is None:
            raise BotFailed(reply.fault or "no action")
        return BotDecision(from_json(game.printed, Action, reply.action), reply.why)

    async def _ask(self, level: str, expected: float, request: BotRequest) -> BotReply:
        is_new = not self._free
        process = await self._start() if is_new else self._free.pop()
        began = monotonic()
        try:
            async with asyncio.timeout(self._seconds):
                frame = await _exchange(process, encode_request(request))
        except TimeoutError:
            self._drop(process)
            self._expected[level] = self._seconds
            raise BotFailed(f"{level} did not decide in {self._seconds} s") from None
        except (OSError, asyncio.IncompleteReadError) as error:
            self._drop(process)
            raise BotFailed(f"the process of {level} died: {error}") from None
        except BaseException:
            self._drop(process)  # A reply that nobody waits for any more would meet the next request.
            raise
        if not is_new:  # A process takes its time to start, which says nothing about the level.
            self._expected[level] = (1 - LEARNING) * expected + LEARNING * (monotonic() - began)
        self._free.append(process)
        return decode_reply(frame)

    async def close(self) -> None:
        for process in list(self._all):
            self._drop(process)
        self._free.clear()
        await asyncio.gather(*self._exiting)

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "branchline.server.bot_processes.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._all.add(process)
        return process

    def _drop(self, process: asyncio.subprocess.Process) -> None:
        self._all.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        exiting = asyncio.get_running_loop().create_task(_reap(process))
        self._exiting.add(exiting)
        exiting.add_done_callback(self._exiting.discard)


def name_of(game: AnyGame) -> GameName:
    """How a worker finds the game; the file of a board of somebody's own is sent when the worker asks for it."""
    return GameName(game.board_id, game.edition, game.printed.file if isinstance(game.printed, Board) else "")


async def _reap(process: asyncio.subprocess.Process) -> None:
    assert process.stdin is not None
    process.stdin.close()
    await process.wait()


async def _exchange(process: asyncio.subprocess.Process, request: bytes) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(HEAD.pack(len(request)) + request)
    await process.stdin.drain()
    (size,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    if size > MAX_REPLY_BYTES:
        raise OSError("the reply is too long")
    return await process.stdout.readexactly(size)
