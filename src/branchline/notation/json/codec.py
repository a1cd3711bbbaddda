"""One JSON form for every value of a game, made from the type hints of its class, so that no field can be forgotten.

Numbers that stand for printed things are written as their words, cards as counts by kind, sets as lists of words.
Actions, events and phases say what they are under `do`, `event` and `phase`.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from branchline.core import actions, events, phases
from branchline.core.bits import mask_of, members
from branchline.core.board import Board
from branchline.core.card_set import CardSet
from branchline.core.ids import CityId, Color, DeckId, Kind, RouteId, Seat, TicketId
from branchline.core.knowledge.memory import Memory
from branchline.core.printed import Printed
from branchline.data.faults import shown
from branchline.notation.json.forms import (
    BadJson,
    Form,
    Json,
    as_list,
    as_object,
    counts,
    plain,
    printed_id,
    read_inside,
    word,
)


def to_json(printed: Printed, value: Any) -> Json:
    """Plain dicts, lists, strings and numbers for any action, event, phase, view or score sheet.

    >>> to_json(europe.printed, actions.BuildStation(europe.printed.city_ids["paris"], (0, 0, 0, 0, 0, 0, 0, 0, 1)))
    {'do': 'station', 'city': 'paris', 'pay': {'wild': 1}}
    """
    kind: Any = type(value)
    return form_of(kind).write(printed, value)


def from_json(printed: Printed, kind: Any, data: Json) -> Any:
    """The value of type `kind` (a class, or a union such as `Action`) that JSON stands for, or `BadJson`."""
    return form_of(kind).read(printed, data)


# `Cards` and `RouteSet` are plain tuples and ints to Python. Seen through these names a hint tells what it means.
_Cards = NewType("_Cards", tuple)  # type: ignore[type-arg]  # a mark, never called
_Pieces = NewType("_Pieces", tuple)  # type: ignore[type-arg]
_Routes = NewType("_Routes", int)
_Cities = NewType("_Cities", int)
_Tickets = NewType("_Tickets", int)
_MARKS: Final = {
    "Cards": _Cards,
    "Pieces": _Pieces,
    "RouteSet": _Routes,
    "CitySet": _Cities,
    "TicketSet": _Tickets,
}

_UNWRITTEN: Final = (Memory | None,)
"""Never written: what a player remembers is folded again from the events it was sent."""

_TAGS: Final = {actions.__name__: "do", events.__name__: "event", phases.__name__: "phase"}
_DO: Final = {
    actions.KeepTickets: "keep",
    actions.ChoosePieces: "pieces",
    actions.DrawBlind: "draw-blind",
    actions.DrawFaceUp: "draw",
    actions.StopDrawing: "stop",
    actions.DrawTickets: "tickets",
    actions.ClaimRoute: "claim",
    actions.PayToll: "toll",
    actions.LeaveTunnel: "leave",
    actions.BuildStation: "station",
    actions.BuildHarbor: "harbor",
    actions.ExchangePieces: "exchange",
    actions.LayRow: "lay",
    actions.LayThree: "lay-three",
    actions.SettleTickets: "settle",
    actions.Pass: "pass",
}


def word_of(kind: type) -> str:
    """What an action, event or phase is called in JSON and in the message catalogs.

    >>> word_of(events.CardDrawn), word_of(actions.ClaimRoute)
    ('card-drawn', 'claim')
    """
    return _DO.get(kind) or re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


@cache
def form_of(hint: Any) -> Form:
    """The form of a type hint, worked out once."""
    if hint in _FORMS:
        return _FORMS[hint]
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _union(get_args(hint))
    if origin is tuple:
        return _tuple(get_args(hint))
    if isinstance(hint, type):
        if issubclass(hint, Enum):
            return _enum(hint)
        if is_dataclass(hint) or hasattr(hint, "_fields"):
            return _record(hint, _TAGS.get(hint.__module__))
    raise TypeError(f"{hint} has no JSON form")


def _set(item: Any) -> Form:
    """A set kept as bits, as a list of words."""
    items = _tuple((item, ...))
    return Form(
        lambda printed, value: items.write(printed, tuple(members(value))),
        lambda printed, data: mask_of(items.read(printed, data)),
    )


def _tuple(arguments: tuple[Any, ...]) -> Form:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item = form_of(arguments[0])
        return Form(
            lambda printed, value: [item.write(printed, each) for each in value],
            lambda printed, data: tuple(
                read_inside(item.read, str(place), printed, each) for place, each in enumerate(as_list(data))
            ),
        )
    items = [form_of(argument) for argument in arguments]

    def read(printed: Printed, data: Json) -> tuple[Any, ...]:
        if len(as_list(data)) != len(items):
            raise BadJson(f"{len(items)} items are needed, not {len(data)}")
        pairs = zip(items, data, strict=True)
        return tuple(read_inside(item.read, str(place), printed, each) for place, (item, each) in enumerate(pairs))

    def write(printed: Printed, value: tuple[Any, ...]) -> Json:
        return [item.write(printed, each) for item, each in zip(items, value, strict=True)]

    return Form(write, read)


def _union(kinds: tuple[Any, ...]) -> Form:
    """Nothing or something, or one of several classes that say which they are."""
    some = [kind for kind in kinds if kind is not NoneType]
    if len(some) == 1:
        one = form_of(some[0])
        return Form(
            lambda printed, value: None if value is None else one.write(printed, value),
            lambda printed, data: None if data is None else one.read(printed, data),
        )
    tag = next(_TAGS[kind.__module__] for kind in some if kind.__module__ in _TAGS)
    by_type = {kind: _record(kind, tag) for kind in some}
    by_word = {word_of(kind): form for kind, form in by_type.items()}

    def read(printed: Printed, data: Json) -> Any:
        if data is None and NoneType in kinds:
            return None
        name = as_object(data).get(tag)
        form = by_word.get(name) if isinstance(name, str) else None
        if form is None:
            known = ", ".join(by_word)
            raise BadJson(f"{shown(name)} is not one of {known}" if tag in data else f"is missing: one of {known}", tag)
        return form.read(printed, data)

    def write(printed: Printed, value: Any) -> Json:
        return None if value is None else by_type[type(value)].write(printed, value)

    return Form(write, read)


def _enum(kind: type[Enum]) -> Form:
    values = {member.value: member for member in kind}

    def read(printed: Printed, data: Json) -> Enum:
        member = values.get(data) if isinstance(data, str | int) else None
        if member is None:
            raise BadJson(f"{shown(data)} is not one of {', '.join(map(str, values))}")
        return member

    return Form(lambda printed, value: value.value, read)


def _record(kind: type[Any], tag: str | None) -> Form:
    """A dataclass or a named tuple, by its fields. What has a default may be left out when read."""
    hints = get_type_hints(kind, localns=dict(_MARKS))
    parts = [(name, form_of(hints[name])) for name in _field_names(kind) if hints[name] not in _UNWRITTEN]
    optional = _with_default(kind)
    head = {tag: word_of(kind)} if tag else {}
    known = {*head, *(name for name, _ in parts)}

    def write(printed: Printed, value: Any) -> Json:
        return head | {name: form.write(printed, getattr(value, name)) for name, form in parts}

    def read(printed: Printed, data: Json) -> Any:
        given = as_object(data)
        for name, own in head.items():
            if given.get(name) != own:
                raise BadJson(f"{shown(given.get(name))} is not {own}", name)
        for name in given:
            if name not in known:
                raise BadJson(f"has no place in {_article(word_of(kind))}", name)
        values = {name: read_inside(form.read, name, printed, given[name]) for name, form in parts if name in given}
        for name, _ in parts:
            if name not in values and name not in optional:
                raise BadJson("is missing", name)
        return kind(**values)

    return Form(write, read)


def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else kind._fields


def _with_default(kind: type[Any]) -> set[str]:
    if is_dataclass(kind):
        return {field.name for field in fields(kind) if field.default is not MISSING}
    return set(kind._field_defaults)


def _article(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


_FORMS: Final[dict[Any, Form]] = {
    int: plain("a whole number", int),
    Seat: plain("a seat's number", int),
    bool: plain("true or false", bool),
    str: plain("a text", str),
    float: plain("a number", int, float),
    CityId: word("city"),
    RouteId: word("route"),
    TicketId: word("ticket"),
    Kind: word("card"),
    Color: word("color"),
    DeckId: word("deck"),
    _Cards: counts("card", zeros=False),
    _Pieces: counts("deck", zeros=True),
    Board: printed_id(),
    CardSet: printed_id(),
}
_FORMS.update({_Routes: _set(RouteId), _Cities: _set(CityId), _Tickets: _set(TicketId)})
