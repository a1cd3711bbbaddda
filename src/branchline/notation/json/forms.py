"""The JSON forms of single things: numbers, words for what is printed, and counts of cards and pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from branchline.core.printed.contract import Printed
from branchline.data.faults import shown
from branchline.notation.printed import UnknownWord, number_of, words_for

Json: TypeAlias = Any
Schema: TypeAlias = dict[str, Any]
Write: TypeAlias = Callable[[Printed, Any], Json]
Read: TypeAlias = Callable[[Printed, Json], Any]

STRING: Final[Schema] = {"type": "string"}


class Form(NamedTuple):
    """The JSON form of one type: how to write it, how to read it, and the JSON Schema of what is written."""

    write: Write
    read: Read
    schema: Schema


class BadJson(ValueError):
    """JSON that is no such value; `place` is the way to what is wrong, such as `pay.red`."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.place = place

    def inside(self, name: str) -> BadJson:
        return BadJson(self.message, f"{name}.{self.place}" if self.place else name)


def read_inside(read: Read, name: str, printed: Printed, data: Json) -> Any:
    """Read a part; what is wrong with it is told with the part's name."""
    try:
        return read(printed, data)
    except BadJson as bad:
        raise bad.inside(name) from None


def as_object(data: Json) -> Mapping[str, Json]:
    if not isinstance(data, dict):
        raise BadJson(f"{shown(data)} is not an object")
    return data


def as_list(data: Json) -> list[Json]:
    if not isinstance(data, list):
        raise BadJson(f"{shown(data)} is not a list")
    return data


def plain(name: str, type_name: str, *kinds: type) -> Form:
    """What JSON has by itself. `True` is no number here, although Python says so."""

    def read(printed: Printed, data: Json) -> Json:
        if type(data) not in kinds:
            raise BadJson(f"{shown(data)} is not {name}")
        return data

    return Form(lambda printed, value: value, read, {"type": type_name})


def word(what: str) -> Form:
    """A printed thing, by its word."""

    def read(printed: Printed, data: Json) -> int:
        try:
            return number_of(printed, what, data)
        except UnknownWord as unknown:
            raise BadJson(str(unknown)) from None

    return Form(lambda printed, value: words_for(printed, what)[value], read, STRING)


def counts(what: str, *, zeros: bool) -> Form:
    """How many of each, by word."""
    by_word = word(what)

    def write(printed: Printed, value: tuple[int, ...]) -> Json:
        words = words_for(printed, what)
        return {words[number]: count for number, count in enumerate(value) if count or zeros}

    def read(printed: Printed, data: Json) -> tuple[int, ...]:
        found = [0] * len(words_for(printed, what))
        for name, count in as_object(data).items():
            number = read_inside(by_word.read, name, printed, name)
            if type(count) is not int or count < 0:
                raise BadJson(f"{shown(count)} is not a number of things", name)
            found[number] = count
        return tuple(found)

    return Form(write, read, {"type": "object", "additionalProperties": {"type": "integer"}})


def printed_id() -> Form:
    """A board or a set of cards is named, never written out; reading gives the one that is at hand."""
    return Form(lambda printed, value: value.id, lambda printed, data: printed, STRING)
