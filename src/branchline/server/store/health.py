"""Whether anything can be kept, learned from a real write: a full disk still answers every question."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from branchline.server.store.contract import StoreError

WRITE_SECONDS: Final = 5.0
"""Whoever asks sooner gets the answer of the last write."""
ANSWER_SECONDS: Final = 2.0
FILLING_BYTES: Final = 5_000
"""More than a page: a row that fits into a page that is there already would succeed on a full disk."""


class HealthWrites:
    """Writes a small row now and then, however many ask, and remembers what came of it."""

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self._write = write
        self._written_at: float | None = None
        self._fault: str | None = None
        self._turn = asyncio.Lock()

    async def fault(self) -> str | None:
        """Say what keeps the store from keeping anything, or None."""
        now = asyncio.get_running_loop().time
        async with self._turn:
            if self._written_at is None or now() - self._written_at >= WRITE_SECONDS:
                self._fault = await self._try()
                self._written_at = now()
            return self._fault

    async def _try(self) -> str | None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._write()
        except StoreError as error:
            return str(error)
        except TimeoutError:
            return f"a write took longer than {ANSWER_SECONDS:g} s"
        return None
