"""Playing a record again, step by step, and telling precisely where it differs from what it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from branchline.core.actions import Action
from branchline.core.game import AnyGame, Step
from branchline.core.refusals import IllegalAction
from branchline.core.revision import RULES_REVISION
from branchline.data.faults import Fault, Faulty, shown
from branchline.games import game_in, load_game
from branchline.messages import DEFAULT, say
from branchline.notation.json.codec import from_json
from branchline.notation.json.forms import BadJson, Json
from branchline.notation.records.record import Record, RecordedAction, outcome_json
from branchline.notation.typed.strict import NotStrict, read_strictly


class ReplayedGame(NamedTuple):
    """A game that was played again: its last state, and every step on the way; the first step is the start."""

    game: AnyGame
    state: Any
    steps: list[Step[Any]]
    actions: list[Action]


class OtherRevision(Faulty):
    """A record of a game that was played under rules of another revision: it cannot be played again under these."""

    def __init__(self, revision: int) -> None:
        other = "a newer" if revision > RULES_REVISION else "an older"
        played = f"the game was played under revision {revision} of the rules, and this is revision {RULES_REVISION}"
        super().__init__([Fault("revision", f"{played}; {other} version of Branchline can play it again")])


def check_revision(record: Record) -> None:
    """Refuse a record of other rules before anything else about it is looked at."""
    if record.revision != RULES_REVISION:
        raise OtherRevision(record.revision)


def game_of_record(record: Record) -> AnyGame:
    """The game that a record was played with: on the board that it carries, or on one of the package.

    `Faulty` where there is no such board, or where the one that it carries is not sound.
    """
    if not record.board_file:
        return load_game(record.board, record.edition)
    try:
        return game_in(record.board_file, record.edition)
    except Faulty as faulty:
        raise Faulty(Fault(f"board_file: {fault.place}", fault.message) for fault in faulty.faults) from None


def replay(record: Record, game: AnyGame | None = None) -> ReplayedGame:
    """Play a record again. `Faulty` names every action that cannot be read, or the first that is refused."""
    check_revision(record)
    game = game or game_of_record(record)
    if len(record.seats) not in game.seat_counts:
        counts = ", ".join(map(str, game.seat_counts))
        raise Faulty([Fault("seats", f"{len(record.seats)} players are not possible, only {counts}")])
    actions = _actions(game, record)
    steps = [game.start(len(record.seats), record.seed, record.options)]
    for number, (entry, action) in enumerate(zip(record.actions, actions, strict=True), 1):
        try:
            steps.append(game.apply(steps[-1].state, entry.seat, action))
        except IllegalAction as illegal:
            code = illegal.refusal.value
            reason = f"is refused ({code}): {say(DEFAULT, f'refusal.{code}')}"
            raise Faulty([Fault(_place(number, record, entry), reason)]) from None
    return ReplayedGame(game, steps[-1].state, steps, actions)


def _actions(game: AnyGame, record: Record) -> list[Action]:
    actions, faults = [], []
    for number, entry in enumerate(record.actions, 1):
        try:
            actions.append(read_action(game, entry))
        except (BadJson, NotStrict) as error:
            faults.append(Fault(_place(number, record, entry), str(error)))
    if faults:
        raise Faulty(faults)
    return actions


def read_action(game: AnyGame, entry: RecordedAction) -> Action:
    """The action of an entry, whichever of the two forms it has."""
    if isinstance(entry.action, str):
        return read_strictly(game.printed, entry.action)
    action: Action = from_json(game.printed, Action, entry.action)
    return action


def _place(number: int, record: Record, entry: RecordedAction) -> str:
    return f"action {number} ({record.seats[entry.seat]}, seat {entry.seat}: {shown(entry.action)})"


def verify(record: Record, game: AnyGame | None = None) -> tuple[Fault, ...]:
    """Everything in which a record differs from the game that its actions make; nothing when all agrees."""
    try:
        check_revision(record)
        game = game or game_of_record(record)
        faults = list(_header_differences(record, game))
        played = replay(record, game)
    except Faulty as faulty:
        return faulty.faults
    if not game.is_over(played.state):
        if record.outcome is not None:
            count = len(record.actions)
            faults.append(Fault("outcome", f"is given, but the game is not over after {count} actions"))
        return tuple(faults)
    return (*faults, *_differences("outcome", record.outcome, outcome_json(game, game.outcome(played.state))))


def _header_differences(record: Record, game: AnyGame) -> Iterator[Fault]:
    for name, said, real in (
        ("game", record.game, game.name),
        ("board", record.board, game.board_id),
        ("edition", record.edition, game.edition),
    ):
        if said != real:
            yield Fault(name, f"the record says {shown(said)}, the board is made for {shown(real)}")
    if record.digest != game.digest:
        said, real = shown(record.digest), shown(game.digest)
        yield Fault("digest", f"the record was made with board data {said}, this is {real}")


def _differences(place: str, said: Json, real: Json) -> Iterator[Fault]:
    """Where two JSON values differ, each difference with the way to it."""
    if isinstance(said, dict) and isinstance(real, dict):
        for name in dict.fromkeys([*real, *said]):
            yield from _differences(f"{place}.{name}", said.get(name), real.get(name))
    elif isinstance(said, list) and isinstance(real, list) and len(said) == len(real):
        for index, (left, right) in enumerate(zip(said, real, strict=True)):
            yield from _differences(f"{place}[{index}]", left, right)
    elif said != real or type(said) is not type(real):
        yield Fault(place, f"the record says {shown(said)}, the replay gives {shown(real)}")
