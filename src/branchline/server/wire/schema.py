"""The JSON Schema of the protocol, from which clients generate their types: `python -m branchline.server.wire.schema`.

Messages come from the msgspec types of `wire`. Actions, choices, events, views and sheets come from the forms that read
and write them (`branchline.notation.json`); a test holds the JSON of whole games against the result.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from branchline.analysis.findings import Analysis, JudgedDecision, Spread
from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.needs import Need
from branchline.core.printed.board import CardKind, Route, Rules, Ticket
from branchline.core.printed.card_set import BigCity, CardRules, CardTicket
from branchline.core.score import Outcome
from branchline.core.views.card_view import CardView
from branchline.core.views.view import View
from branchline.draw.drawing_json import Drawing
from branchline.notation.json.choices import ANY_CHOICE
from branchline.notation.json.codec import form_of
from branchline.notation.json.forms import Schema
from branchline.server import wire

_GAME_VALUES: Final[Mapping[str, tuple[Any, ...]]] = {
    "Action": (Action,),
    "Choice": (ANY_CHOICE,),
    "Event": (Event,),
    "Need": (Need,),
    "View": (View, CardView),
    "Outcome": (Outcome,),
    "Rules": (Rules, CardRules),
    "CardKind": (CardKind,),
    "Ticket": (Ticket, CardTicket),
    "Route": (Route,),
    "BigCity": (BigCity,),
}
"""What messages hold of a game, each as one type or as several that the game tells apart."""

_RENAMED: Final = {"View": "BoardView", "Rules": "BoardRules", "Ticket": "BoardTicket", "Options": "GameOptions"}
"""Classes whose name means more in the protocol than in the program."""

HTTP_BODIES: Final = (
    wire.NewTable,
    wire.NewSeat,
    wire.PlayOn,
    wire.NewAnalysis,
    wire.Seated,
    wire.Tables,
    wire.TableStanding,
    wire.Steps,
    wire.Replay,
    wire.Job,
    wire.BalanceAsked,
    wire.BalanceReport,
    wire.DailyAsked,
    wire.LevelScore,
    wire.Puzzles,
    wire.PuzzleShown,
    wire.Invitation,
    wire.Problem,
    wire.Offers,
    wire.PrintedBoard,
    wire.NewDesign,
    wire.Design,
    wire.DesignTemplates,
)
_DOCUMENTS: Final = (Drawing, Analysis, Spread)
"""Parts of bodies that the server passes on as plain JSON; only their types are here."""
_WITHOUT_DEFAULTS: Final = {JudgedDecision.__name__}
"""Of these, what has its default is not written."""


def schema() -> Schema:
    """The whole protocol: a client message, a server message, or a body of HTTP; each type under `$defs`."""
    roots = (wire.ClientMessage, wire.ServerMessage, wire.Step, *HTTP_BODIES, *_DOCUMENTS)
    (client, server, step, *_), defined = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    unions = {"ClientMessage": client, "ServerMessage": server, "Step": step}
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
            for name in (
                "ClientMessage",
                "ServerMessage",
                *(body.__name__ for body in (*HTTP_BODIES, Analysis, Spread)),
            )
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
    sent = (wire.ClientMessage, wire.NewTable, wire.NewSeat, wire.PlayOn, wire.NewAnalysis, wire.NewDesign)
    _, read = msgspec.json.schema_components(sent)
    for name, value in found.items():
        if name not in read and name not in _WITHOUT_DEFAULTS and "properties" in value:
            always = value.get("required", ())
            value["required"] = [key for key, part in value["properties"].items() if key in always or "default" in part]
            for part in value["properties"].values():
                part.pop("default", None)


def _game_values() -> dict[str, Schema]:
    defined: dict[str, Schema] = {}
    for name, kinds in _GAME_VALUES.items():
        parts = [_lifted(form_of(kind).schema, defined) for kind in kinds]
        if len(parts) > 1:
            defined[name] = {"anyOf": parts}
        elif "$ref" not in parts[0]:
            defined[name] = parts[0]
    return defined


def _lifted(value: Any, defined: dict[str, Schema]) -> Any:
    """The same schema with each type that has a title under its name in `defined`, and a reference in its place."""
    if isinstance(value, list):
        return [_lifted(part, defined) for part in value]
    if not isinstance(value, dict):
        return value
    parts = {key: _lifted(part, defined) for key, part in value.items()}
    title = value.get("title")
    if not isinstance(title, str):
        return parts
    name = _RENAMED.get(title, title)
    named = parts | {"title": name}
    assert defined.setdefault(name, named) == named, f"two types are called {name}"
    return {"$ref": f"#/$defs/{name}"}


if __name__ == "__main__":
    print(text(), end="")
