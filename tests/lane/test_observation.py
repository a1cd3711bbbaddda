"""Observations: the same numbers out of records and views, within bounds, and nothing that the seat cannot know."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.cli.main import run
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.games import catalog, load_game
from branchline.lane.batch import Batch
from branchline.lane.engine import LaneGame, Row, lane_of
from branchline.lane.layout import NOTHING
from branchline.lane.observation.from_view import observe_view
from branchline.lane.observation.layout import ObservationLayout, layout_of
from branchline.lane.observation.pairs import find_leak
from branchline.lane.verify.compare import by_verb
from tests.lane.mutated_boards import mutated_game

Output = pytest.CaptureFixture[str]

BOARDS = [(info.id, seats) for info in catalog() for seats in load_game(info.id).seat_counts]
PAIRS = 150


def differing(layout: ObservationLayout, here: Any, there: Any) -> dict[str, Any]:
    mine, theirs = layout.named(here), layout.named(there)
    return {name: (mine[name], theirs[name]) for name in mine if (mine[name] != theirs[name]).any()}


def assert_equal_all_the_way(game: AnyGame, seats: int, seed: int) -> None:
    """Every seat's observation at every decision of a game, and at its end."""
    lane, random = lane_of(game), Random(seed)
    layout, _ = lane.observation(seats)
    row = lane.start(seats, seed)
    while True:
        state, actor = lane.state(row), lane.actor(row)
        for seat in range(seats) if actor == NOTHING else {actor, random.randrange(seats)}:
            seen, told = lane.observe(row, seat), observe_view(layout, game.view(state, Seat(seat)))
            assert seen.dtype == told.dtype == np.int16
            assert not differing(layout, seen, told)
            assert (layout.low <= seen).all()
            assert (seen <= layout.high).all()
        if actor == NOTHING:
            return
        legal = list(game.legal(state, Seat(actor))[:500])
        lane.perform(row, actor, lane.code(state, actor, legal[by_verb(legal, random)]))


@pytest.mark.parametrize(("name", "seats"), BOARDS)
def test_records_and_views_give_the_same_numbers(name: str, seats: int, seed: int) -> None:
    assert_equal_all_the_way(load_game(name), seats, seed)


@pytest.mark.parametrize("number", range(12))
def test_records_and_views_of_mutated_boards_give_the_same_numbers(number: int) -> None:
    game = mutated_game(number)
    assert_equal_all_the_way(game, game.seat_counts[number % len(game.seat_counts)], 77 + number)


@pytest.mark.parametrize("name", ["usa", "europe", "world", "cards"])
def test_what_is_hidden_from_a_seat_does_not_show(name: str, seed: int) -> None:
    others, leak = find_leak(load_game(name), PAIRS, seed)
    assert leak is None, str(leak)
    assert others > PAIRS / 2, "the games of a pair must differ"


@pytest.mark.parametrize("hidden", ["hands", "tickets", "queue", "rng"])
def test_a_leak_is_found(hidden: str) -> None:
    """Whoever adds a number that the seat cannot know is told so."""

    def leaky(lane: LaneGame, row: Row, viewer: int) -> Any:
        return np.append(lane.observe(row, viewer), np.frombuffer(row[hidden].tobytes(), np.int8))

    _, leak = find_leak(load_game("sampleland"), 20, 1, leaky)
    assert leak is not None
    assert "sampleland, " in str(leak)


def test_a_field_that_differs_is_named() -> None:
    def leaky(lane: LaneGame, row: Row, viewer: int) -> Any:
        seen = lane.observe(row, viewer)
        seats = int(row["seats"][0])
        layout, _ = lane.observation(seats)
        layout.named(seen)["unseen"][:] = row["hands"][0, (viewer + 1) % seats, : layout["unseen"].size]
        return seen

    _, leak = find_leak(load_game("usa"), 50, 1, leaky)
    assert leak is not None
    assert str(leak).endswith(": the observation differs in unseen")


def test_a_batch_observes_for_whoever_decides_or_for_anybody() -> None:
    game = load_game("europe")
    lane, batch = lane_of(game), Batch(game, seats=3, size=40, threads=2)
    batch.reset(range(40))
    mask, actions, out = batch.new_mask(), np.zeros(40, np.int32), batch.new_observation()
    while not batch.over.all():
        batch.observe(out)
        for i in range(0, 40, 13):
            row = batch.games[i : i + 1]
            expected = np.zeros(out.shape[1]) if batch.over[i] else lane.observe(row, int(batch.actors[i]))
            assert (out[i] == expected).all()
        batch.mask(mask)
        batch.choose(mask, actions, seed=1)
        batch.step(actions)
    batch.observe(out)
    assert not out.any()
    batch.observe(out, np.full(40, 2, np.int16))
    assert (batch.observation.named(out)["phase"][:, 6] == 1).all()
    assert (out[7] == lane.observe(batch.games[7:8], 2)).all()


def test_fields_are_views_of_the_vector() -> None:
    layout = layout_of(load_game("usa"), 2)
    vectors = np.zeros((4, layout.size), np.int16)
    layout.named(vectors)["routes"][3, 1, 99] = 5
    assert vectors[3, layout["routes"].start + 199] == 5
    assert sum(field.size for field in layout.fields) == layout.size == len(layout.scale) == len(layout.low)
    assert "hand" in layout
    assert "box" not in layout


def test_layouts_keep_their_meaning() -> None:
    """A new digest needs a new version, and whoever has trained on the old one has to know."""
    digests = {name: layout_of(load_game(name), 2).digest for name in ("usa", "europe", "world", "cards")}
    assert digests == {
        "usa": "c426709b69718562",
        "europe": "5474715fe5f2665f",
        "world": "6ea500c841a0bbc2",
        "cards": "ecedaa5914426761",
    }


def test_spectators_have_no_observation() -> None:
    game = load_game("usa")
    with pytest.raises(ValueError, match="ask for the view of a seat"):
        observe_view(layout_of(game, 2), game.view(game.start(2, 1).state, None))
    with pytest.raises(ValueError, match="usa is not played by 9"):
        layout_of(game, 9)


def test_the_commands_tell_the_layout_and_look_for_leaks(capsys: Output) -> None:
    assert run(["lane", "observation", "usa", "--players", "2"]) == 0
    said = capsys.readouterr().out
    assert f"digest {layout_of(load_game('usa'), 2).digest}" in said
    assert "2 seats x 100 routes" in said
    assert run(["lane", "secrets", "sampleland", "--pairs", "20"]) == 0
    assert capsys.readouterr().out.startswith("20 pairs of sampleland, ")
