"""The decisions of a record, each with what its seat knew when it decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.notation.records.record import Record
from branchline.notation.records.replay import ReplayedGame


class PastDecision(NamedTuple):
    """Before an action: the true state, and the view of the seat that decided, with its memory."""

    number: int
    seat: Seat
    action: Action
    state: Any
    view: Any


def decisions_of(record: Record, played: ReplayedGame) -> Iterator[PastDecision]:
    """Every decision in its order."""
    game = played.game
    seats = range(len(record.seats))
    memories = [nothing_seen(game.printed, len(record.seats), Seat(seat)) for seat in seats]
    for number, entry in enumerate(record.actions):
        state, events = played.steps[number]
        memories = [remember_all(memory, events) for memory in memories]
        view = game.view(state, entry.seat)._replace(memory=memories[entry.seat])
        yield PastDecision(number, entry.seat, played.actions[number], state, view)


def view_at(played: ReplayedGame, number: int, seat: Seat) -> Any:
    """What a seat saw and remembered after so many actions."""
    state = played.steps[number].state
    memory = nothing_seen(played.game.printed, len(state.players), seat)
    for step in played.steps[: number + 1]:
        memory = remember_all(memory, step.events)
    return played.game.view(state, seat)._replace(memory=memory)
