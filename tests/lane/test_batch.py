"""Batches: thousands of games with one call each, the same games as one by one."""

from __future__ import annotations

import numpy as np
import pytest

from branchline.core.ids import Seat
from branchline.core.phases import Settlement
from branchline.games import load_game
from branchline.lane.batch import Batch
from branchline.lane.bits import members_of
from branchline.lane.engine import lane_of
from branchline.lane.layout import NOTHING, NoLane, TooLarge

SIZE = 50


@pytest.mark.parametrize(("name", "threads"), [("usa", 1), ("world", 2)])
def test_a_batch_plays_what_its_games_play_one_by_one(name: str, threads: int) -> None:
    lane = lane_of(load_game(name))
    batch = Batch(load_game(name), seats=3, size=SIZE, threads=threads)
    batch.reset(range(SIZE))
    rows = [lane.start(3, seed) for seed in range(SIZE)]
    mask, actions = batch.new_mask(), np.zeros(SIZE, np.int32)
    steps = 0
    while not batch.over.all():
        batch.mask(mask)
        batch.choose(mask, actions, seed=steps)
        for i in np.flatnonzero(~batch.over):
            seat = lane.actor(rows[i])
            assert seat == batch.actors[i]
            assert np.flatnonzero(mask[i]).tolist() == sorted(lane.legal(rows[i], seat))
            assert mask[i, actions[i]]
            lane.perform(rows[i], seat, actions[i])
        batch.step(actions)
        steps += 1
    assert all(lane.actor(row) == NOTHING for row in rows)
    assert [lane.state(row) for row in rows] == [lane.state(batch.games[i : i + 1]) for i in range(SIZE)]
    batch.mask(mask)
    assert not mask.any()
    scores = batch.new_scores()
    batch.score(scores)
    assert scores.tobytes() == b"".join(lane.score(row).tobytes() for row in rows)


def test_a_batch_of_the_card_game_settles_in_the_best_way() -> None:
    game = load_game("cards")
    lane = lane_of(game)
    batch = Batch(game, seats=4, size=SIZE)
    batch.reset(range(SIZE))
    mask, actions = batch.new_mask(), np.zeros(SIZE, np.int32)
    settled = steps = 0
    while not batch.over.all():
        batch.mask(mask)
        batch.choose(mask, actions, seed=steps)
        before = [lane.state(batch.games[i : i + 1]) for i in range(5)]
        seats = batch.actors[:5].tolist()
        batch.step(actions)
        steps += 1
        for i, (state, seat) in enumerate(zip(before, seats, strict=True)):
            if seat != NOTHING:
                legal = game.legal(state, Seat(seat))
                due = isinstance(state.phase, Settlement)
                settled += due
                action = legal[0] if due else lane.action(state, seat, actions[i])
                assert due or mask[i].sum() == len(legal)
                assert lane.state(batch.games[i : i + 1]) == game.apply(state, Seat(seat), action).state
    assert settled == 2 * 4 * 5  # Two halves (C-18).


def test_games_can_be_played_out_from_anywhere() -> None:
    game = load_game("europe")
    lane = lane_of(game)
    batch = Batch(game, seats=2, size=SIZE)
    batch.reset(range(SIZE), first=Seat(1))
    assert (batch.games["turn"] == 1).all()
    state = game.start(2, 5).state
    batch.games[:1] = lane.row(state)
    assert batch.play_out(seed=3) > SIZE * 50
    assert batch.over.all()
    ended = [lane.state(batch.games[i : i + 1]) for i in range(SIZE)]
    assert all(game.is_over(state) and not game.problems(state) for state in ended)
    one = lane.row(state)
    assert lane.play_out(one, seed=3) > 50
    assert lane.state(one) == ended[0]


def test_some_games_go_on_while_others_wait() -> None:
    batch, twin = (Batch(load_game("usa"), seats=2, size=SIZE, threads=2) for _ in range(2))
    batch.reset(range(SIZE))
    twin.reset(range(SIZE))
    mask, actions = batch.new_mask(), np.zeros(SIZE, np.int32)
    for step in range(60):
        batch.mask(mask)
        batch.choose(mask, actions, seed=step)
        some = np.arange(SIZE) % 3 == step % 3
        batch.step(actions, some)
        numbers = np.flatnonzero(some)
        part = twin.picked(numbers)
        part.step(actions[numbers])
        twin.put(numbers, part)
        assert batch.games.tobytes() == twin.games.tobytes()
        assert (batch.actors == twin.actors).all()


@pytest.mark.parametrize(("name", "threads"), [("world", 2), ("cards", 1), ("sampleland", 1)])
def test_stepping_and_masking_at_once_is_the_same_as_one_after_the_other(name: str, threads: int) -> None:
    one, other = (Batch(load_game(name), seats=2, size=SIZE, threads=threads) for _ in range(2))
    for batch in (one, other):
        batch.reset(range(SIZE))
    mask, expected, actions = one.new_mask(), one.new_mask(), np.zeros(SIZE, np.int32)
    mask[:] = True  # A buffer that is not known is cleared as a whole.
    one.mask(mask)
    steps = 0
    while not one.over.all():
        other.mask(expected[:])  # Another array each time, so that it is cleared as a whole.
        assert (mask == expected).all()
        one.choose(mask, actions, seed=steps)
        one.step_and_mask(actions, mask)
        other.step(actions)
        steps += 1
    assert one.games.tobytes() == other.games.tobytes()
    assert not mask.any()


@pytest.mark.parametrize(("name", "threads"), [("europe", 2), ("cards", 1)])
def test_a_packed_mask_has_the_same_marks(name: str, threads: int) -> None:
    """And a random player who looks at it chooses the same: both masks list the codes in their order."""
    one, other = (Batch(load_game(name), seats=2, size=SIZE, threads=threads) for _ in range(2))
    for batch in (one, other):
        batch.reset(range(SIZE))
    mask, packed = one.new_mask(), other.new_packed_mask()
    packed[:] = 7  # What a buffer holds before does not matter.
    one.mask(mask)
    other.mask(packed)
    chosen, same = np.zeros(SIZE, np.int32), np.zeros(SIZE, np.int32)
    steps = 0
    while not one.over.all():
        assert (members_of(packed, one.space.size) == mask).all()
        one.choose(mask, chosen, seed=steps)
        other.choose(packed, same, seed=steps)
        assert (chosen == same)[~one.over].all()
        one.step_and_mask(chosen, mask)
        other.step_and_mask(same, packed)
        steps += 1
    assert not packed.any()


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="usa is not played by 7"):
        Batch(load_game("usa"), seats=7, size=2)
    with pytest.raises(ValueError, match="2 games cannot be shared out among 3 threads"):
        Batch(load_game("usa"), seats=2, size=2, threads=3)
    with pytest.raises(ValueError, match="a batch of 2 games needs as many seeds, not 3"):
        Batch(load_game("usa"), seats=2, size=2).reset(range(3))
    with pytest.raises(ValueError, match="usa is not played by 9"):
        lane_of(load_game("usa")).start(9, 1)
    with pytest.raises(NoLane, match="usa has 300 routes, but the fast lane has room for 256"):
        raise TooLarge("usa", "routes", 300, 256)
