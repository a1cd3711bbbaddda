"""Pickle views and actions for a bot in another process; the board or set of cards is named, not sent."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Hashable
from typing import Any

from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.core.printed.contract import Printed


def dumps(value: Any, name: Hashable) -> bytes:
    """Pickle a value, with `name` in place of the board or set of cards inside it."""
    file = io.BytesIO()
    _NamingPickler(file, name).dump(value)
    return file.getvalue()


def loads(data: bytes, find: Callable[[Any], Printed]) -> Any:
    """Unpickle a value; `find` gives the board or set of cards by its name. Only for bytes from our own processes."""
    return _FindingUnpickler(io.BytesIO(data), find).load()


class _NamingPickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, name: Hashable) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._name = name

    def persistent_id(self, value: Any) -> Hashable | None:
        return self._name if isinstance(value, Board | CardSet) else None


class _FindingUnpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, find: Callable[[Any], Printed]) -> None:
        super().__init__(file)
        self._find = find

    def persistent_load(self, pid: Any) -> Printed:
        return self._find(pid)
