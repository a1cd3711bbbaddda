"""How the lane is compiled: one typed decorator, and cached code that never outlives the rules it was made from."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

try:
    import numba
except ImportError as missing:
    raise ImportError("the fast lane needs numba and numpy: pip install 'branchline[fast]'") from missing

F = TypeVar("F", bound=Callable[..., Any])

HERE: Final = Path(__file__).parent

BOUNDS_CHECKED: Final = os.environ.get("BRANCHLINE_LANE_CHECKS") == "1"
"""Whether every index is checked, for those who look for a mistake; it costs half of the speed."""


def jit(function: F) -> F:
    """Compile a function when it is first called. Integers wrap around, and other threads go on meanwhile."""
    return cast("F", numba.njit(cache=True, nogil=True, boundscheck=BOUNDS_CHECKED)(function))


def _forget_stale_code() -> None:
    """Delete cached code that was made from other sources.

    Numba looks at the file of a function, and not at the files of those that it calls: after a change of `stock.py` it
    would go on with the old one inside every verb.
    """
    sources = sorted(HERE.rglob("*.py"))
    digest = sha256(b"".join(path.read_bytes() for path in sources) + bytes([BOUNDS_CHECKED])).hexdigest()
    noted = HERE / "__pycache__" / "lane.digest"
    try:
        if noted.exists() and noted.read_text() == digest:
            return
        for pattern in ("*.nbi", "*.nbc"):
            for path in HERE.rglob(f"__pycache__/{pattern}"):
                path.unlink(missing_ok=True)
        noted.parent.mkdir(exist_ok=True)
        noted.write_text(digest)
    except OSError:
        return  # An installation that cannot be written to has no cached code here either.


_forget_stale_code()
