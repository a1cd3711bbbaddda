"""The JSON Schema of the protocol, from which clients generate their types: `python -m branchline.server.wire.schema`.

Messages come from the msgspec types of `wire`. Actions, events, views and sheets come from the type hints of their
classes, read as `branchline.notation.json.codec` reads them; a test holds the JSON of whole games against the result.
"""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from branchline.core import actions, events, phases
from branchline.core.board import Board, CardKind, Route, Rules, Ticket
from branchline.core.card_set import BigCity, CardRules, CardSet, CardTicket
from branchline.core.card_view import CardView
from branchline.core.game import Options
from branchline.core.ids import CityId, Color, DeckId, Kind, RouteId, Seat, TicketId
from branchline.core.knowledge.memory import Memory
from branchline.core.score import Line, Outcome, Sheet
from branchline.core.view import View
from branchline.draw.drawing_json import Drawing
from branchline.notation.json.codec import word_of
from branchline.server import wire

Schema = dict[str, Any]

# Aliases of plain types, told apart by name as in the codec.
_COUNTS = NewType("_COUNTS", int)
_WORDS = NewType("_WORDS", int)
_MARKS: Final[dict[str, Any]] = {
    "Cards": _COUNTS,
    "Pieces": _COUNTS,
    "RouteSet": _WORDS,
    "CitySet": _WORDS,
    "TicketSet": _WORDS,
}
_STRING: Final[Schema] = {"type": "string"}
_PLAIN: Final[Mapping[Any, Schema]] = {
    int: {"type": "integer"},
    Seat: {"type": "integer"},
    bool: {"type": "boolean"},
    str: _STRING,
    float: {"type": "number"},
    types.NoneType: {"type": "null"},
    _COUNTS: {"type": "object", "additionalProperties": {"type": "integer"}},
    _WORDS: {"type": "array", "items": _STRING},
} | dict.fromkeys((CityId, RouteId, TicketId, Kind, Color, DeckId, Board, CardSet), _STRING)

_TAGS: Final = {actions.__name__: "do", events.__name__: "event", phases.__name__: "phase"}
_UNIONS: Final[Mapping[str, Any]] = {
    "Action": actions.Action,
    "Event": events.Event,
    "View": View | CardView,
    "Outcome": Outcome,
    "Rules": Rules | CardRules,
    "CardKind": CardKind,
    "Ticket": Ticket | CardTicket,
    "Route": Route,
    "BigCity": BigCity,
}
_RENAMED: Final[Mapping[type, str]] = {
    View: "BoardView",
    Rules: "BoardRules",
    Ticket: "BoardTicket",
    Options: "GameOptions",
}

HTTP_BODIES: Final = (
    wire.NewTable,
    wire.NewSeat,
    wire.Seated,
    wire.Tables,
    wire.TableState,
    wire.Steps,
    wire.Replay,
    wire.Problem,
    wire.Offers,
    wire.PrintedBoard,
)
_DOCUMENTS: Final = (Drawing,)
"""Parts of bodies that the server passes on as plain JSON; only their types are here."""


def schema() -> Schema:
    """The whole protocol: a client message, a server message, or a body of HTTP; each type under `$defs`."""
    roots = (wire.ClientMessage, wire.ServerMessage, wire.Step, wire.Choice, *HTTP_BODIES, *_DOCUMENTS)
    (client, server, step, choice, *_), defined = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    unions = {"ClientMessage": client, "ServerMessage": server, "Step": step, "Choice": choice}
    found = {name: _tidied(value, unions) for name, value in defined.items()}
    _demand_all_that_is_sent(found)
    values = _game_values()
    both = found.keys() & values.keys()
    assert not both, f"the wire and the game have different things of one name: {both}"
    found |= unions | values
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "BranchlineProtocol",
        "description": f"Protocol {wire.PROTOCOL}; see protocol.md. Made by python -m branchline.server.wire.schema.",
        "protocol": wire.PROTOCOL,
        "anyOf": [
            {"$ref": f"#/$defs/{name}"}
            for name in ("ClientMessage", "ServerMessage", *(body.__name__ for body in HTTP_BODIES))
        ],
        "$defs": dict(sorted(found.items())),
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def _tidied(value: Any, unions: Mapping[str, Schema]) -> Any:
    """A reference says all, and a union has its name; what msgspec writes out would only confuse generators of code."""
    if isinstance(value, dict):
        if "$ref" in value:
            return {"$ref": value["$ref"]}
        for name, union in unions.items():
            if value.get("anyOf") == union["anyOf"]:
                return {"$ref": f"#/$defs/{name}"}
        return {key: _tidied(part, unions) for key, part in value.items()}
    return [_tidied(part, unions) for part in value] if isinstance(value, list) else value


def _demand_all_that_is_sent(found: dict[str, Schema]) -> None:
    """Only what clients send may leave out what has a default; the server writes it."""
    _, read = msgspec.json.schema_components((wire.ClientMessage, wire.NewTable, wire.NewSeat))
    for name, value in found.items():
        if name not in read:
            always = value.get("required", ())
            value["required"] = [key for key, part in value["properties"].items() if key in always or "default" in part]
            for part in value["properties"].values():
                part.pop("default", None)


def _game_values() -> dict[str, Schema]:
    defined: dict[str, Schema] = {}
    for name, hint in _UNIONS.items():
        found = _of(hint, None, defined)
        if found != {"$ref": f"#/$defs/{name}"}:
            defined[name] = found
    return defined


def _of(hint: Any, tag: str | None, defined: dict[str, Schema]) -> Schema:
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        tags = [_TAGS[kind.__module__] for kind in arguments if getattr(kind, "__module__", None) in _TAGS]
        return {"anyOf": [_of(kind, tags[0] if tags else None, defined) for kind in arguments]}
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return {"type": "array", "items": _of(arguments[0], None, defined)}
        size = len(arguments)
        parts = [_of(part, None, defined) for part in arguments]
        return {"type": "array", "prefixItems": parts, "minItems": size, "maxItems": size, "items": False}
    if issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    return _record(hint, tag or _TAGS.get(hint.__module__), defined)


def _record(kind: type[Any], tag: str | None, defined: dict[str, Schema]) -> Schema:
    name = _RENAMED.get(kind, kind.__name__)
    if name not in defined:
        defined[name] = {}  # Holds the place while its own fields are worked out.
        hints = get_type_hints(kind, localns=dict(_MARKS))
        names = [field.name for field in fields(kind)] if is_dataclass(kind) else kind._fields
        # Clients may leave out what has a default in an action; score sheets leave out what a line does not have.
        optional = _with_default(kind) if kind is Line or kind.__module__ == actions.__name__ else set()
        properties: Schema = {tag: {"const": word_of(kind)}} if tag else {}
        if kind is Sheet:
            properties["total"] = {"type": "integer"}
        properties |= {field: _of(hints[field], None, defined) for field in names if hints[field] != Memory | None}
        defined[name] = {
            "title": name,
            "description": (kind.__doc__ or "").partition("\n")[0],
            "type": "object",
            "properties": properties,
            "required": [field for field in properties if field not in optional],
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{name}"}


def _with_default(kind: type[Any]) -> set[str]:
    return {field.name for field in fields(kind) if field.default is not MISSING}


if __name__ == "__main__":
    print(text(), end="")
