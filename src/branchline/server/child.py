"""Work on what strangers send, in a process of its own that ends with it: bounded in time and memory."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Final

MEMORY_BYTES: Final = 1 << 30
MAX_LINE_BYTES: Final = 1 << 24
"""The longest line that a process may write, which is its result."""


class ChildFailed(Exception):
    """The process did not do its work: it took too long, wanted too much memory, or failed."""


async def run_child(
    module: str,
    given: bytes,
    seconds: float,
    *,
    memory: int = MEMORY_BYTES,
    told: Callable[[bytes], None] | None = None,
) -> bytes:
    """Run a module of ours with these bytes as its input; gives what it writes, or raises `ChildFailed`.

    With `told`, which gets every line but the last as soon as it is written, only the last line is the result.
    """
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=pipe, stdout=pipe, limit=MAX_LINE_BYTES
    )
    _limit(process.pid, seconds, memory)
    try:
        async with asyncio.timeout(seconds):
            written = await (_communicate(process, given) if told is None else _listen(process, given, told))
    except TimeoutError:
        raise ChildFailed(f"it took more than {seconds:g} seconds") from None
    except ValueError:
        raise ChildFailed("its result is too long") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise ChildFailed("it needs too much time or memory")
    return written


async def _communicate(process: asyncio.subprocess.Process, given: bytes) -> bytes:
    written, _ = await process.communicate(given)
    return written


async def _listen(process: asyncio.subprocess.Process, given: bytes, told: Callable[[bytes], None]) -> bytes:
    """Hand on the lines that the process writes; it reads all of its input before the first."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(given)
    process.stdin.close()
    last = b""
    async for line in process.stdout:
        if last:
            told(last)
        last = line
    await process.wait()
    return last


def _limit(pid: int, seconds: float, memory: int) -> None:
    """Limit the process from outside, where the system can do that; elsewhere only its time is limited."""
    if sys.platform != "linux":
        return
    import resource

    whole = max(1, round(seconds))
    try:
        resource.prlimit(pid, resource.RLIMIT_AS, (memory, memory))
        resource.prlimit(pid, resource.RLIMIT_CPU, (whole, whole))
    except ProcessLookupError:
        pass  # It has ended already.
