"""Records that somebody sends to look at: whatever is wrong with one, the answer says so and the server goes on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from branchline.games import game_names
from branchline.server.http.state import state_of
from branchline.server.limits import Rate, RateLimits
from tests.fuzz.frames import Damage
from tests.records import unsealed
from tests.server.test_replays import random_record
from tests.server.test_schema import validator
from tests.server.webapp import serving

RECORDS: Final = 600
MOVES: Final = 25
"""Long enough for every part of a record to be there."""
HALF: Final = "\ud83d"
JSON: Final = {"content-type": "application/json"}
NO_LIMIT: Final = Rate(1e9, 1e9)


def short_record(game: str, seed: int) -> dict[str, Any]:
    record: dict[str, Any] = unsealed(random_record(game, seed))
    notes = {"fair": {"table": "a", "commitment": "b", "secret": "c", "entropy": [None, "ab"]}}
    return record | {"actions": record["actions"][:MOVES], "outcome": None, "notes": notes}


def odd_records(record: dict[str, Any]) -> Iterator[str]:
    """What random damage would hardly find."""
    for name in ("game", "board", "edition", "digest", "branchline", "seed", "format"):
        yield json.dumps(record | {name: HALF})
    yield json.dumps(record | {"seats": [HALF] * len(record["seats"])})
    yield json.dumps(record | {"notes": {"fair": record["notes"]["fair"] | {"secret": HALF}}})
    yield json.dumps(record | {"notes": {HALF: HALF}, "outcome": {HALF: HALF}})
    for depth in (100, 900, 950, 970, 980, 990, 1_000, 50_000):
        nested = "[" * depth + "]" * depth
        for part in ({"seed": "@"}, {"outcome": {"a": "@"}}, {"notes": {"fair": "@"}}, {"actions": [[0, {"do": "@"}]]}):
            yield json.dumps(record | part).replace('"@"', nested)
    yield json.dumps(record | {"seats": ["x"] * 10_000})
    yield json.dumps(record | {"actions": [[0, "x" * 1_000]] * 1_000})
    yield json.dumps(record | {"actions": [[10**400, {"do": "draw", "slot": 10**400}]]})


REASONS = ("bad-record", "other-revision", "bad-message", "too-big", "no-such-seat")
"""A damaged record may have too few seats for the one that was asked for."""


@pytest.mark.parametrize("game", game_names())
def test_a_damaged_record_is_refused_in_words(game: str, tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    record = short_record(game, seed)
    damage = Damage(rng, [record, *({**record, "actions": record["actions"][:few]} for few in range(3))])
    codes: Counter[int] = Counter()
    replay, problem = validator("Replay"), validator("Problem")
    with serving(tmp_path) as client:
        state = state_of(client.app)  # type: ignore[arg-type]  # an application by another name
        state.requests = state.replays = RateLimits(NO_LIMIT)
        for text in (*odd_records(record), *(damage.frame() for _ in range(RECORDS // len(game_names())))):
            answer = client.post(f"/api/replays{rng.choice(('', '?seat=1', '?open=1'))}", content=text, headers=JSON)
            codes[answer.status_code] += 1
            if answer.status_code == 200:
                replay.validate(answer.json())
            else:
                problem.validate(answer.json())
                assert answer.status_code in (400, 413)
                assert answer.json()["code"] in REASONS
    assert codes[200]
    assert codes[400] > codes[200]
