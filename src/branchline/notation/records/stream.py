"""A replayed game as lines of JSON, with which a program that knows nothing of ours can referee it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from branchline.notation.json.codec import to_json
from branchline.notation.records.record import Record, header_json, outcome_json
from branchline.notation.records.replay import ReplayedGame

_ENCODER: Final = msgspec.json.Encoder()


def event_lines(record: Record, played: ReplayedGame, number: int = 1) -> Iterator[bytes]:
    """First what was played, then every event with the number of its action, at last how it was scored."""
    write = _ENCODER.encode
    game, printed = played.game, played.game.printed
    yield write({"record": number, "header": header_json(record)})
    for action, step in enumerate(played.steps):
        place = {"record": number, "action": action}
        for event in step.events:
            yield write(place | to_json(printed, event))
    over = game.is_over(played.state)
    yield write({"record": number, "outcome": outcome_json(game, game.outcome(played.state)) if over else None})
