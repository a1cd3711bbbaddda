"""How the lane is compiled: one typed decorator, and cached code that never outlives the rules it was made from."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

try:
    import numba
    from numba.extending import overload
except ImportError as missing:
    raise ImportError("the fast lane needs numba and numpy: pip install 'branchline[fast]'") from missing

from branchline.lane.progress import watch_compiler

F = TypeVar("F", bound=Callable[..., Any])

HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE.parent
_DECORATED: Final = re.compile(r"^@(jit|inner)$", re.MULTILINE)
_WORD: Final = re.compile(r"\w+")
_IMPORT: Final = re.compile(r"^from branchline\.([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)

BOUNDS_CHECKED: Final = os.environ.get("BRANCHLINE_LANE_CHECKS") == "1"
"""Whether every index is checked, for those who look for a mistake; it costs half of the speed."""


def jit(function: F) -> F:
    """Compile a function when it is first called. Integers wrap around, and other threads go on meanwhile."""
    return cast("F", numba.njit(cache=True, nogil=True, boundscheck=BOUNDS_CHECKED)(function))


def inner(function: F) -> F:
    """Compile a function that only compiled code calls: without a way in from Python it is compiled sooner."""
    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast("F", numba.njit(cache=True, nogil=True, boundscheck=BOUNDS_CHECKED, **options)(function))


def by_class(versions: Mapping[type, Callable[..., Any]]) -> Callable[..., Any]:
    """One name for several compiled functions: the class of the first argument, a named tuple, says which is meant.

    So one loop serves all games; it is compiled for each of them.
    """

    def named(*args: Any) -> Any:
        return versions[type(args[0])](*args)

    @overload(named)
    def version(*args: Any) -> Callable[..., Any]:
        function = versions[args[0].instance_class]

        def call(*args: Any) -> Any:
            return function(*args)

        return call

    return named


def compiled_from() -> list[Path]:
    """The files that compiled code is made of: modules of the lane with compiled functions, and all that they import.

    Of other packages it takes constants alone, so that their own imports do not matter.
    """
    found: dict[Path, None] = {}
    waiting = [path for path in sorted(HERE.rglob("*.py")) if _DECORATED.search(path.read_text("utf-8"))]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = None
            if path.is_relative_to(HERE):
                waiting += _imported(path.read_text("utf-8"))
    return sorted(found)


def _imported(source: str) -> Iterator[Path]:
    """The modules of branchline that a module imports."""
    for module, names in _IMPORT.findall(source):
        base = PACKAGE.joinpath(*module.split("."))
        for path in (base, *(base / name for name in _WORD.findall(names))):
            if path.with_suffix(".py").exists():
                yield path.with_suffix(".py")


def _forget_stale_code() -> None:
    """Delete cached code that was made from other sources.

    Numba looks at the file of a function, and not at the files of those that it calls: after a change of `stock.py` it
    would go on with the old one inside every verb.
    """
    digest = sha256(bytes([BOUNDS_CHECKED]) + b"".join(path.read_bytes() for path in compiled_from())).hexdigest()
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
watch_compiler()
