"""One JSON form for every value of a game, made from the type hints of its class, so that no field can be forgotten.

Numbers that stand for printed things are written as their words, cards as counts by kind, sets as lists of words.
Actions, events, phases and needs say what they are under `do`, `event`, `phase` and `need`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from branchline.core import events, needs, phases
from branchline.core.ids import CityId, Color, DeckId, Kind, RouteId, Seat, TicketId
from branchline.core.knowledge.memory import Memory
from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.core.printed.contract import Printed
from branchline.core.score import ScoreLine, Sheet
from branchline.notation.json.compound import (
    bits,
    enumerated,
    lacking,
    many,
    one_of_each,
    optional,
    record,
    sparse,
    summed,
    tagged,
)
from branchline.notation.json.forms import Form, Json, counts, plain, printed_id, word


def to_json(printed: Printed, value: Any) -> Json:
    """Plain dicts, lists, strings and numbers for any action, event, phase, view or score sheet.

    >>> to_json(europe.printed, actions.BuildStation(europe.printed.city_ids["paris"], (0, 0, 0, 0, 0, 0, 0, 0, 1)))
    {'do': 'station', 'city': 'paris', 'pay': {'wild': 1}}
    """
    kind: Any = type(value)
    return form_of(kind).write(printed, value)


def field_to_json(printed: Printed, kind: Any, name: str, value: Any) -> Json:
    """The value of one field of a class, as `to_json` writes it.

    >>> field_to_json(europe.printed, actions.BuildStation, "city", europe.printed.city_ids["paris"])
    'paris'
    """
    return _parts(kind)[name].write(printed, value)


def from_json(printed: Printed, kind: Any, data: Json) -> Any:
    """The value of type `kind` (a class, or a union such as `Action`) that JSON stands for, or `BadJson`."""
    return form_of(kind).read(printed, data)


# `Cards` and `RouteSet` are plain tuples and ints to Python. Seen through these names a hint tells what it means.
CardCounts = NewType("CardCounts", tuple)  # type: ignore[type-arg]  # a mark, never called
PieceCounts = NewType("PieceCounts", tuple)  # type: ignore[type-arg]
_Routes = NewType("_Routes", int)
_Cities = NewType("_Cities", int)
_Tickets = NewType("_Tickets", int)
_MARKS: Final = {
    "Cards": CardCounts,
    "Pieces": PieceCounts,
    "RouteSet": _Routes,
    "CitySet": _Cities,
    "TicketSet": _Tickets,
}

_UNWRITTEN: Final = (Memory | None,)
"""Never written: what a player remembers is folded again from the events it was sent."""

_TAGS: Final = {events.__name__: "event", phases.__name__: "phase", needs.__name__: "need"}


def word_of(kind: type) -> str:
    """What an action, event or phase is called in JSON and in the message catalogs.

    Actions carry their word. That of an event or a phase is the name of its class.

    >>> word_of(events.CardDrawn), word_of(actions.ClaimRoute)
    ('card-drawn', 'claim')
    """
    word: str | None = getattr(kind, "word", None)
    return word or re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


@cache
def form_of(hint: Any) -> Form:
    """The form of a type hint, worked out once."""
    if hint in _FORMS:
        return _FORMS[hint]
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _union(get_args(hint))
    if origin is tuple:
        parts = get_args(hint)
        return many(form_of(parts[0])) if parts[-1] is Ellipsis else one_of_each([form_of(part) for part in parts])
    if isinstance(hint, type):
        if issubclass(hint, Enum):
            return enumerated(hint)
        if is_dataclass(hint) or hasattr(hint, "_fields"):
            return _record(hint, _tag_of(hint))
    raise TypeError(f"{hint} has no JSON form")


@cache
def written_fields(kind: Any) -> Mapping[str, Any]:
    """The fields of a class that are written, with their types as the codec sees them."""
    hints = get_type_hints(kind, localns=dict(_MARKS))
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else kind._fields
    return {name: hints[name] for name in names if hints[name] not in _UNWRITTEN}


def _union(kinds: tuple[Any, ...]) -> Form:
    """Nothing or something, or one of several classes that say which they are."""
    some = [kind for kind in kinds if kind is not NoneType]
    form = form_of(some[0]) if len(some) == 1 else _one_of(some)
    return form if len(some) == len(kinds) else optional(form)


def _one_of(kinds: list[type]) -> Form:
    """Classes told apart by their words. A view has phases of its own beside those of `phases`, under the same tag."""
    tag = next(filter(None, map(_tag_of, kinds)), None)
    if tag is None:
        raise TypeError(f"{kinds} have no JSON form together: nothing tells them apart")
    return tagged(tag, {kind: _record(kind, tag) for kind in kinds}, [word_of(kind) for kind in kinds])


def _tag_of(kind: type) -> str | None:
    """Where JSON says what a value is: actions, and choices between them, under `do`."""
    return "do" if hasattr(kind, "word") else _TAGS.get(kind.__module__)


def _record(kind: Any, tag: str | None) -> Form:
    """A dataclass or a named tuple, by its fields. What has a default may be left out when read."""
    head = {} if tag is None else {tag: word_of(kind)}
    parts = _parts(kind)
    defaults = _defaults(kind)
    form = record(kind, word_of(kind), head, parts, defaults.keys())
    if tag == "do":  # Clients send actions; what they may leave out the schema says. All else the server writes whole.
        return lacking(form, defaults.keys())
    return form


@cache
def _parts(kind: Any) -> Mapping[str, Form]:
    return {name: form_of(hint) for name, hint in written_fields(kind).items()}


def _defaults(kind: type[Any]) -> Mapping[str, Any]:
    if is_dataclass(kind):
        return {field.name: field.default for field in fields(kind) if field.default is not MISSING}
    return kind._field_defaults  # type: ignore[no-any-return]  # a named tuple's own table


_FORMS: Final[dict[Any, Form]] = {
    int: plain("a whole number", "integer", int),
    Seat: plain("a seat's number", "integer", int),
    bool: plain("true or false", "boolean", bool),
    str: plain("a text", "string", str),
    float: plain("a number", "number", int, float),
    CityId: word("city"),
    RouteId: word("route"),
    TicketId: word("ticket"),
    Kind: word("card"),
    Color: word("color"),
    DeckId: word("deck"),
    CardCounts: counts("card", zeros=False),
    PieceCounts: counts("deck", zeros=True),
    _Routes: bits(word("route")),
    _Cities: bits(word("city")),
    _Tickets: bits(word("ticket")),
    Board: printed_id(),
    CardSet: printed_id(),
}
# Score sheets tell their totals, and of a line only what it has.
_FORMS[ScoreLine] = sparse(_record(ScoreLine, None), _defaults(ScoreLine))
_FORMS[Sheet] = summed(_record(Sheet, None), "total")
