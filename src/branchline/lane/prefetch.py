"""Ask the processor for memory that is needed soon: the next game of a batch is on its way while this one is played."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from branchline.lane.compile import inner

LINE: Final = 64
AHEAD: Final = 2
"""So many games before it is looked at, a record is asked for."""
HOT: Final = 640
"""So many bytes of it: what follows is rarely looked at."""
WIDE: Final = 1280
"""So many bytes of what is written for a game."""


def _fetch_line(typing_context: Any, address: Any) -> Any:
    """Start to fetch the line of memory at an address, to be written; nothing waits for it, and no address is wrong."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        fetch = builder.module.declare_intrinsic(
            "llvm.prefetch", [pointer], ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        )
        to_write, soon_again, data = number(1), number(3), number(1)
        builder.call(fetch, [builder.inttoptr(arguments[0], pointer), to_write, soon_again, data])
        return context.get_dummy_value()

    return types.void(types.intp), generate


_fetch: Any = intrinsic(_fetch_line)


@inner
def fetch_row(rows: Any, i: int, most: int) -> None:
    """The beginning of a row of an array, if there is such a row: a game's record, its mask, its observation."""
    if i < len(rows):
        start = rows.ctypes.data + i * rows.strides[0]
        for line in range(0, min(most, rows.strides[0]), LINE):
            _fetch(start + line)
