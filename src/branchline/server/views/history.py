"""What a log tells afterwards: the steps that a viewer may know, and the record of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from branchline.bots.reason import Reason, tell
from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.printed.contract import Printed
from branchline.messages import DEFAULT
from branchline.notation.json.codec import from_json
from branchline.notation.json.forms import Json
from branchline.notation.records.record import Record, record_of
from branchline.server import wire
from branchline.server.room import facts, fairness
from branchline.server.room.chairs import label
from branchline.server.room.commands import Refuse
from branchline.server.room.table import Applied, Table
from branchline.server.store.contract import LogEntry
from branchline.server.views.steps import step_of

DAILY: Final = "daily"
"""The note of a record that says of which day its deal is."""
RESIGNED: Final = "resigned"
"""The note of a record that names the seats whose people gave up; bots played these to the end."""
HINTS: Final = "hints"
"""The note of a record that says for how many decisions each seat asked for a hint; without any, there is none."""


TAKEN_OVER: Final = "taken-over"
"""The note of the record of a table that went on from another record: so many decisions are that one's."""


def applied_after(table: str, entries: list[LogEntry], after: int, own: AnyGame | None = None) -> list[Applied]:
    """Everything that happened after a version, by playing the log again, `own` as in `Table`."""
    replayed = Table(table, own)
    return [applied for entry in entries if (applied := replayed.apply(entry)).version > after]


def steps_after(
    table: str,
    entries: list[LogEntry],
    after: int,
    viewer: Seat | None,
    language: str = DEFAULT,
    own: AnyGame | None = None,
) -> list[wire.Step]:
    """The steps as a viewer may know them; the thoughts of bots are told when they can do no harm any more."""
    replayed = Table(table, own)
    applied = [replayed.apply(entry) for entry in entries][after:]
    steps = [step_of(replayed.game.printed, each, viewer) for each in applied]
    if replayed.status == "finished":
        names = [label(chair) for chair in replayed.chairs]
        for each, step in zip(applied, steps, strict=True):
            if isinstance(each.fact, facts.Played) and isinstance(step, wire.PlayedStep) and each.fact.why is not None:
                step.why = sentence_of(each.fact.why, replayed.game.printed, language, names)
    return steps


def sentence_of(why: facts.Why, printed: Printed, language: str, names: Sequence[str]) -> str | None:
    """What a bot says about its decision; None for a reason that no catalog has, as a bot from elsewhere may give."""
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in why.values.items()}
    try:
        return tell(Reason(why.key, values), printed, language, names)
    except (LookupError, TypeError, ValueError):
        return None


def record_of_log(table: str, entries: list[LogEntry], own: AnyGame | None = None) -> Record | None:
    """The record of a finished game, with the proof of its deal; None while it is going on.

    Raises `Refuse` where the rules or the board have changed since the game began: its moves mean nothing any more.
    """
    replayed = Table(table, own)
    actions: list[tuple[int, Seat, Action]] = []
    for entry in entries:
        applied = replayed.apply(entry)
        if replayed.retired is not None:
            raise Refuse(replayed.retired)
        match applied.fact:
            case facts.Played(seat=seat, action=action):
                actions.append((entry.seq, Seat(seat), from_json(replayed.game.printed, Action, action)))
            case facts.TakenBack(to=to):
                actions = [played for played in actions if played[0] <= to]
    if replayed.status != "finished":
        return None
    played = record_of(
        replayed.game,
        [label(chair) for chair in replayed.chairs],
        replayed.seed,
        [(seat, action) for _, seat, action in actions],
        replayed.game.outcome(replayed.state),
        replayed.rules_options,
    )
    notes: dict[str, Json] = {}
    if replayed.daily:
        notes[DAILY] = replayed.daily
    if not replayed.has_known_deal:
        notes[fairness.NOTE] = fairness.note(table, replayed.secret, replayed.entropy, replayed.dealing)
    resigned: list[Json] = [int(seat) for seat, person in replayed.people().items() if person.away == "resigned"]
    if resigned:
        notes[RESIGNED] = resigned
    hints: list[Json] = [replayed.hints_of(seat) for seat in range(len(replayed.chairs))]
    if replayed.deal is not None:
        notes[TAKEN_OVER] = replayed.taken_over
    if any(hints):
        notes[HINTS] = hints
    return replace(played, notes=notes)
