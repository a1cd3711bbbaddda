"""JSON from strangers: read as the type that it must be, or refused with the place of its first fault."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec

T = TypeVar("T")
MAX_DETAIL: Final = 200


class Unreadable(Exception):
    """Not JSON, or not of this type; as text it says where, in few words."""


class Reader(Generic[T]):
    """Reads one type. Whatever the bytes are, the result is a value of it or `Unreadable`."""

    def __init__(self, kind: type[T]) -> None:
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)

    def read(self, data: str | bytes) -> T:
        try:
            return self._decoder.decode(data)
        except msgspec.MsgspecError as error:
            reason = str(error)[:MAX_DETAIL]
        # The decoder lets these two through as Python's own errors.
        except UnicodeError:
            reason = "the text is not UTF-8"
        except RecursionError:
            reason = "too many things inside each other"
        raise Unreadable(reason)
