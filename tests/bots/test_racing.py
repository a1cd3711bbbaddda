"""A race of ideas: fair to all in the same worlds, short where it is clear, and never longer than it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

from branchline.bots import racing
from branchline.bots.bot import Budget
from branchline.bots.racing import MIN_WORLDS, TrialClock, World, race


def worlds_of(rows: Iterator[dict[str, float]], tried: list[str]) -> Callable[[], World[str]]:
    """Worlds in which each idea does as a row says; what was tried is noted."""

    def new_world() -> World[str]:
        row = next(rows)

        def attempt(idea: str) -> float:
            tried.append(idea)
            return row[idea]

        return attempt

    return new_world


def test_what_falls_clearly_behind_runs_no_further() -> None:
    tried: list[str] = []
    rows = cycle([{"good": 10.0, "like": 14.0, "bad": -30.0}, {"good": 11.0, "like": 7.0, "bad": -31.0}])
    assert race(["bad", "good", "like"], [0.0, 0.0, 0.0], Budget(iterations=45), worlds_of(rows, tried)) != "bad"
    assert tried.count("bad") == MIN_WORLDS
    assert tried.count("good") == tried.count("like") == (45 - MIN_WORLDS) // 2, "the others run on in its place"


def test_a_race_that_is_decided_is_over() -> None:
    tried: list[str] = []
    rows = cycle([{"own": 5.0, "other": 20.0}, {"own": 6.0, "other": 20.0}])
    assert race(["own", "other"], [0.0, 0.0], Budget(iterations=1000), worlds_of(rows, tried)) == "other"
    assert len(tried) == 2 * MIN_WORLDS


@pytest.mark.parametrize(("ahead", "best"), [(5.0, "own"), (3.0, "other")])
def test_a_start_ahead_must_be_made_good(ahead: float, best: str) -> None:
    rows = cycle([{"own": 0.0, "other": 1.0}])
    assert race(["own", "other"], [ahead, 0.0], Budget(iterations=8), worlds_of(rows, [])) == best


def test_of_ideas_that_do_alike_the_first_is_taken() -> None:
    tried: list[str] = []
    rows = cycle([{"own": 3.0, "other": 3.0}, {"own": 8.0, "other": 8.0}])
    assert race(["own", "other"], [0.0, 0.0], Budget(iterations=1000), worlds_of(rows, tried)) == "own"
    assert len(tried) == 2 * MIN_WORLDS, "there is nothing to find out"


def test_every_idea_is_tried_once_however_small_the_budget() -> None:
    rows = cycle([{"own": 0.0, "other": 1.0}])
    assert race(["own", "other"], [0.0, 0.0], Budget(iterations=1), worlds_of(rows, [])) == "other"


def test_a_world_without_time_for_all_ideas_does_not_count() -> None:
    tried: list[str] = []
    rows = cycle([{"own": 0.0, "other": 100.0}])
    in_no_time = Budget(iterations=48, seconds=0.0)
    assert race(["own", "other"], [1.0, 0.0], in_no_time, worlds_of(rows, tried)) == "own"
    assert tried == []


def test_it_never_takes_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial that takes long is not begun when it may not end in time; the planner's own move is there all along."""
    now = [0.0]
    monkeypatch.setattr(racing, "perf_counter", lambda: now[0])
    clock = TrialClock(seconds=1.0)
    trials = 0
    while clock.has_time():
        now[0] += 0.15
        trials += 1
    assert trials == 5
    assert now[0] <= 1.0
    assert not TrialClock(seconds=0.05).has_time()
    assert TrialClock(None).has_time()
