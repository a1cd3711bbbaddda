"""What a log tells afterwards: the steps that a viewer may know, and the record of a finished game."""

from __future__ import annotations

from dataclasses import replace

from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.messages import DEFAULT
from branchline.notation.json.codec import from_json
from branchline.notation.records.record import Record, record_of
from branchline.server import wire
from branchline.server.room import facts, fairness
from branchline.server.room.table import Happened, Table
from branchline.server.store.contract import Entry
from branchline.server.views.steps import step_of


def happened_after(table: str, entries: list[Entry], after: int) -> list[Happened]:
    """Everything that happened after a version, by playing the log again."""
    replayed = Table(table)
    return [happened for entry in entries if (happened := replayed.absorb(entry)).version > after]


def steps_after(
    table: str, entries: list[Entry], after: int, viewer: Seat | None, language: str = DEFAULT
) -> list[wire.Step]:
    """The steps as a viewer may know them; the thoughts of bots are told when they can do no harm any more."""
    replayed = Table(table)
    happened = [replayed.absorb(entry) for entry in entries][after:]
    steps = [step_of(replayed.game.printed, each, viewer) for each in happened]
    if replayed.status == "finished":
        names = [chair.name or chair.level for chair in replayed.chairs]
        for each, step in zip(happened, steps, strict=True):
            if isinstance(each.fact, facts.Played) and isinstance(step, wire.MovedStep) and each.fact.why is not None:
                step.why = each.fact.why.told(replayed.game.printed, language, names)
    return steps


def record_of_log(table: str, entries: list[Entry]) -> Record | None:
    """The record of a finished game, with the proof of its deal; None while it is going on."""
    replayed = Table(table)
    actions: list[tuple[int, Seat, Action]] = []
    for entry in entries:
        fact = facts.read(entry.body)
        action = None
        match fact:
            case facts.Played():
                action = from_json(replayed.game.printed, Action, fact.action)
                actions.append((entry.seq, Seat(fact.seat), action))
            case facts.Undone():
                actions = [played for played in actions if played[0] <= fact.to]
        replayed.absorb(entry, fact, action)
    if replayed.status != "finished":
        return None
    played = record_of(
        replayed.game,
        [chair.name or chair.level for chair in replayed.chairs],
        replayed.seed,
        [(seat, action) for _, seat, action in actions],
        replayed.game.outcome(replayed.state),
        replayed.rules_options,
    )
    return replace(played, notes={fairness.NOTE: fairness.note(table, replayed.secret, replayed.entropy)})
