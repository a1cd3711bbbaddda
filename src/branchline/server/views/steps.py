"""What a viewer may know of something that happened at a table: a step of the wire, built up by whitelist."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from branchline.core.events import Event
from branchline.core.ids import Seat
from branchline.core.printed.contract import Printed
from branchline.notation.json.codec import field_to_json, to_json
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.table import Applied

_encode = msgspec.json.Encoder().encode


def step_of(printed: Printed, applied: Applied, viewer: Seat | None) -> wire.Step:
    """The step as a seat sees it, or a spectator (None)."""
    version, at, fact = applied.version, applied.at, applied.fact
    match fact:
        case facts.Created():
            return wire.CreatedStep(version=version, at=at)
        case facts.Sat():
            return wire.SatStep(version=version, at=at, seat=fact.seat, name=fact.name)
        case facts.Left():
            return wire.LeftStep(version=version, at=at, seat=fact.seat)
        case facts.Arranged():
            return wire.ArrangedStep(version=version, at=at, seat=fact.seat, level=fact.level)
        case facts.Renamed():
            return wire.RenamedStep(version=version, at=at, seat=fact.seat, name=fact.name)
        case facts.EntropyAdded():
            return wire.EntropyAddedStep(version=version, at=at, seat=fact.seat, entropy=fact.entropy)
        case facts.Started():
            return wire.StartedStep(version=version, at=at, events=_events(printed, applied.events, viewer))
        case facts.Played():
            events = _events(printed, applied.events, viewer)
            return wire.PlayedStep(version=version, at=at, seat=fact.seat, by=fact.by, events=events)
        case facts.Hinted():
            return wire.HintedStep(version=version, at=at, seat=fact.seat)
        case facts.Away():
            return wire.AwayStep(version=version, at=at, seat=fact.seat, why=fact.why)
        case facts.Returned():
            return wire.ReturnedStep(version=version, at=at, seat=fact.seat)
        case facts.Said():
            return said_step(applied, fact)
        case facts.Muted():
            return wire.MutedStep(version=version, at=at, seat=fact.seat, muted=fact.muted)
        case facts.Paced():
            return wire.PacedStep(version=version, at=at, pace=fact.pace)
        case facts.TakebackAsked():
            return wire.TakebackAskedStep(version=version, at=at, seat=fact.seat)
        case facts.TakebackAnswered():
            return wire.TakebackAnsweredStep(version=version, at=at, seat=fact.seat, agree=fact.agree)
        case facts.TakenBack():
            return wire.TakenBackStep(version=version, at=at, seat=fact.seat, to=fact.to)
        case facts.Rematched():
            return wire.RematchedStep(version=version, at=at, table=fact.table)
        case facts.Resumed():
            return wire.ResumedStep(version=version, at=at)


def said_step(applied: Applied, fact: facts.Said) -> wire.SaidStep:
    return wire.SaidStep(version=applied.version, at=applied.at, seat=fact.seat, name=applied.name, text=fact.text)


def _events(printed: Printed, events: tuple[Event, ...], viewer: Seat | None) -> list[Any]:
    return [written(printed, event.seen_by(viewer)) for event in events]


@lru_cache(maxsize=8192)
def written(printed: Printed, value: Any) -> Any:
    """The JSON of a value that many viewers see alike, again and again: put into words and bytes once."""
    return encoded(to_json(printed, value))


@lru_cache(maxsize=8192)
def written_field(printed: Printed, kind: type, name: str, value: Any) -> Any:
    """The JSON of a field of a class, in the same way."""
    return encoded(field_to_json(printed, kind, name, value))


def encoded(json: Any) -> msgspec.Raw:
    """JSON as it will stand in a message; the encoder copies it as it is."""
    return msgspec.Raw(_encode(json))
