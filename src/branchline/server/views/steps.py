"""What a viewer may know of something that happened at a table: a step of the wire, built up by whitelist."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from branchline.core.events import Event
from branchline.core.ids import Seat
from branchline.core.printed import Printed
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.table import Happened


def step_of(printed: Printed, happened: Happened, viewer: Seat | None) -> wire.Step:
    """The step as a seat sees it, or a spectator (None)."""
    version, at, fact = happened.version, happened.at, happened.fact
    match fact:
        case facts.Created():
            return wire.OpenedStep(version=version, at=at)
        case facts.Sat():
            return wire.SatStep(version=version, at=at, seat=fact.seat, name=fact.name)
        case facts.Left():
            return wire.LeftStep(version=version, at=at, seat=fact.seat)
        case facts.Arranged():
            return wire.SetStep(version=version, at=at, seat=fact.seat, level=fact.level)
        case facts.Renamed():
            return wire.NamedStep(version=version, at=at, seat=fact.seat, name=fact.name)
        case facts.Mixed():
            return wire.MixedStep(version=version, at=at, seat=fact.seat, entropy=fact.entropy)
        case facts.Started():
            return wire.StartedStep(version=version, at=at, events=_events(printed, happened.events, viewer))
        case facts.Played():
            events = _events(printed, happened.events, viewer)
            return wire.MovedStep(version=version, at=at, seat=fact.seat, by=fact.by, events=events)
        case facts.Away():
            return wire.AwayStep(version=version, at=at, seat=fact.seat, why=fact.why)
        case facts.Returned():
            return wire.BackStep(version=version, at=at, seat=fact.seat)
        case facts.Said():
            return said_step(happened, fact)
        case facts.Muted():
            return wire.MutedStep(version=version, at=at, seat=fact.seat, muted=fact.muted)
        case facts.Paced():
            return wire.PacedStep(version=version, at=at, pace=fact.pace)
        case facts.Asked():
            return wire.AskedStep(version=version, at=at, seat=fact.seat)
        case facts.Answered():
            return wire.AnsweredStep(version=version, at=at, seat=fact.seat, agree=fact.agree)
        case facts.Undone():
            return wire.UndoneStep(version=version, at=at, seat=fact.seat, to=fact.to)
        case facts.Rematched():
            return wire.RematchStep(version=version, at=at, table=fact.table)
        case facts.Resumed():
            return wire.ResumedStep(version=version, at=at)


def said_step(happened: Happened, fact: facts.Said) -> wire.SaidStep:
    return wire.SaidStep(version=happened.version, at=happened.at, seat=fact.seat, name=happened.name, text=fact.text)


def _events(printed: Printed, events: tuple[Event, ...], viewer: Seat | None) -> list[dict[str, Any]]:
    return [written(printed, event.seen_by(viewer)) for event in events]


@lru_cache(maxsize=8192)
def written(printed: Printed, value: Any) -> Any:
    """The JSON of a value that many viewers see alike, again and again: written once, and never changed by anybody."""
    return to_json(printed, value)
