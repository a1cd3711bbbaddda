"""Where board files lie, and how their text becomes tables: in the package by name, anybody's own by path."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from branchline.data.faults import Fault, Faulty, did_you_mean

BOARDS = Path(__file__).parent / "boards"
MAX_FILE_BYTES = 200_000
"""Seven times the biggest board of the package."""
UNNAMED = Path("board.toml")
"""What a board file is called that came as a text, without a name."""


def board_names() -> tuple[str, ...]:
    """Name the boards that come with the package."""
    return tuple(sorted(path.stem for path in BOARDS.glob("*.toml")))


def path_of(name_or_path: str | Path) -> Path:
    """Find a board: a plain word names one of the package, everything else is a path."""
    path = Path(name_or_path)
    if isinstance(name_or_path, Path) or path.suffix or path.name != name_or_path:
        return path
    if name_or_path in board_names():
        return BOARDS / f"{name_or_path}.toml"
    hint = did_you_mean(name_or_path, board_names())
    known = ", ".join(board_names())
    raise Faulty([Fault(name_or_path, f"no board has this name{hint}; there are: {known}, or the path of a file")])


def read_tables(path: Path) -> dict[str, object]:
    """Read a TOML file; what is not TOML is one fault with line and column."""
    return tables_of_text(path.name, read_text(path))


def read_text(path: Path) -> str:
    """Read the text of a file that is no bigger than a board can be."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise Faulty([Fault(str(path), "there is no such file")]) from None
    except (OSError, ValueError) as error:
        raise Faulty([Fault(str(path), f"cannot be read: {getattr(error, 'strerror', error)}")]) from None
    if len(content) > MAX_FILE_BYTES:
        raise Faulty([too_big(path.name)])
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Faulty([Fault(f"{path.name}: line {line}", "is not text in UTF-8; save the file as UTF-8")]) from None


def tables_of_text(name: str, text: str) -> dict[str, object]:
    """Read the text of a TOML file of that name; what is not TOML is one fault with line and column."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_FILE_BYTES:
        raise Faulty([too_big(name)])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Faulty([Fault(name, "has brackets in brackets in brackets, too deep to read")]) from None
    except ValueError as error:
        raise Faulty([syntax_fault(name, str(error))]) from None


def too_big(name: str) -> Fault:
    return Fault(name, f"is bigger than {MAX_FILE_BYTES:,} bytes, too big for a board")


def syntax_fault(name: str, message: str) -> Fault:
    """Turn the parser's `Invalid value (at line 3, column 5)` into place and message."""
    if found := re.fullmatch(r"(.*) \(at (line \d+, column \d+|end of document)\)", message, re.DOTALL):
        return Fault(f"{name}: {found[2]}", f"not TOML: {found[1].splitlines()[0].lower()}")
    return Fault(name, f"not TOML: {message}")
