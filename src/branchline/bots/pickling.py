"""What is sent to a bot in another process. What is printed is named, not sent: the other side has its own."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Hashable
from typing import Any

from branchline.core.board import Board
from branchline.core.card_set import CardSet
from branchline.core.printed import Printed


def pack(thing: Any, name: Hashable) -> bytes:
    """Views and actions, with `name` in place of the board or set of cards that they are about."""
    file = io.BytesIO()
    _Packer(file, name).dump(thing)
    return file.getvalue()


def unpack(parcel: bytes, find: Callable[[Any], Printed]) -> Any:
    """What was packed; `find` gives what a name stands for. Only for parcels that our own processes packed."""
    return _Unpacker(io.BytesIO(parcel), find).load()


class _Packer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, name: Hashable) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._name = name

    def persistent_id(self, thing: Any) -> Hashable | None:
        return self._name if isinstance(thing, Board | CardSet) else None


class _Unpacker(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, find: Callable[[Any], Printed]) -> None:
        super().__init__(file)
        self._find = find

    def persistent_load(self, pid: Any) -> Printed:
        return self._find(pid)
