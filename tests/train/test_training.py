"""A training plays, learns, can be stopped and goes on; its weights are refused where they do not fit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from branchline import load_game
from branchline.cli.main import run
from branchline.lane.learned.players import BOARD_WEIGHTS as BOARDS
from branchline.lane.learned.weights import BOARD_LOOKS, CARD_LOOKS, StaleWeights, load_weights
from branchline.lane.players.names import player_number
from branchline.train.checkpoint import CHECKPOINT
from branchline.train.deals import TRAINING, TUNING, training_deals, tuning_deals
from branchline.train.league import FROZEN, League
from branchline.train.measure import measuring_job
from branchline.train.model import record_of
from branchline.train.run import FROZEN_RIVAL, LOG, WEIGHTS, Training, TrainingPlan
from branchline.train.self_play import Task

SHORT = TrainingPlan(seconds=0.5, games=4, imitation=1)


def silent(_: str) -> None: ...


@pytest.mark.parametrize(("name", "seats", "looks"), [("sampleland", 2, BOARD_LOOKS), ("cards", 4, CARD_LOOKS)])
def test_a_training_leaves_weights_a_checkpoint_and_a_log(tmp_path: Path, name: str, seats: int, looks: str) -> None:
    training = Training([Task(load_game(name), seats)], SHORT, tmp_path, silent)
    training.run()
    assert (tmp_path / CHECKPOINT).exists()
    assert load_weights(tmp_path / WEIGHTS, looks).shape == (1,)
    lines = [json.loads(line) for line in (tmp_path / LOG).read_text().splitlines()]
    assert lines[0]["agreement"] > 0
    rounds = [line["round"] for line in lines if "playing" in line]  # One that takes a minute is measured, too.
    assert rounds == list(range(1, len(rounds) + 1))


def test_a_stopped_training_goes_on_where_it_was(tmp_path: Path) -> None:
    task = Task(load_game("sampleland"), 2)
    first = Training([task], SHORT, tmp_path, silent)
    first.run()
    second = Training([task], replace(SHORT, seconds=first.spent + 0.2), tmp_path, silent)
    assert second.round == first.round
    np.testing.assert_array_equal(second.league.networks, first.league.networks)
    second.run()
    assert second.round > first.round


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    task = Task(load_game("sampleland"), 2)
    weights = []
    for name in ("one", "two"):
        training = Training([task], SHORT, tmp_path / name, silent)
        for _ in range(3):
            training._round()
        training.save()
        weights.append(load_weights(tmp_path / name / WEIGHTS, BOARD_LOOKS))
    for field in weights[0].dtype.names or ():
        np.testing.assert_array_equal(weights[0][field], weights[1][field])


def test_a_best_response_begins_as_the_one_it_is_to_beat_and_meets_nobody_else(tmp_path: Path) -> None:
    task = Task(load_game("sampleland"), 2)
    plan = replace(SHORT, against=BOARDS)
    training = Training([task], plan, tmp_path, silent)
    frozen = load_weights(BOARDS, BOARD_LOOKS)
    players, noted = training.league.seat(50, 2, np.random.default_rng(1))
    assert (np.sort(players[:, :2], axis=1) == [0, FROZEN]).all()
    assert noted.sum() == 50
    [(won, _, margin)] = training.measure(FROZEN_RIVAL, 3).values()
    assert (won, margin) == (0.5, 0.0), "every deal is played by both seatings of the same player"
    training.run()
    np.testing.assert_array_equal(training.league.networks[FROZEN], frozen[0])
    assert any(
        (load_weights(tmp_path / WEIGHTS, BOARD_LOOKS)[name] != frozen[name]).any() for name in frozen.dtype.names or ()
    )


def test_a_training_from_weights_goes_on_with_them_and_imitates_nobody(tmp_path: Path) -> None:
    plan = replace(SHORT, begin=BOARDS, imitation=3)
    training = Training([Task(load_game("sampleland"), 2)], plan, tmp_path, silent)
    first, begun = load_weights(BOARDS, BOARD_LOOKS), record_of(training.model)
    for name in first.dtype.names or ():
        np.testing.assert_array_equal(begun[name], first[name])
    training.run()
    lines = [json.loads(line) for line in (tmp_path / LOG).read_text().splitlines()]
    assert not any("agreement" in line for line in lines)


def test_the_part_of_games_against_itself_is_as_asked_for() -> None:
    rng = np.random.default_rng(1)
    for part in (0.0, 0.5, 1.0):
        players, noted = League(self_play=part).seat(4000, 3, rng)
        assert abs((players[:, :3] == 0).all(axis=1).mean() - part) < 0.05
        assert (noted.sum(axis=1) >= 1).all(), "in every game somebody learns"


def test_weights_to_be_beaten_that_are_none_are_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "none").write_text("no weights")
    assert run(["train", "sampleland", "--against", str(tmp_path / "none"), "--folder", str(tmp_path)]) == 2
    assert "none has no weights of a learned player" in capsys.readouterr().err
    assert run(["train", "sampleland", "--against", "nowhere", "--folder", str(tmp_path)]) == 2
    assert "--against names weights, and there is no file nowhere" in capsys.readouterr().err
    assert run(["train", "sampleland", "--from", "nowhere", "--folder", str(tmp_path)]) == 2
    assert "--from names weights, and there is no file nowhere" in capsys.readouterr().err
    assert run(["train", "sampleland", "--from", "learned", "--against", "learned", "--folder", str(tmp_path)]) == 2
    assert "leave out --from" in capsys.readouterr().err
    assert run(["train", "sampleland", "--folder", str(tmp_path / "none" / "below")]) == 2
    assert "below: cannot be written: Not a directory" in capsys.readouterr().err


def test_boards_and_the_card_game_are_learned_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "usa", "cards", "--folder", str(tmp_path)]) == 2
    assert "boards and the Card Game are learned apart" in capsys.readouterr().err
    assert run(["train", "cards", "--against", str(BOARDS), "--folder", str(tmp_path)]) == 2
    assert f"boards.safetensors was trained on {BOARD_LOOKS}, but this needs {CARD_LOOKS}" in capsys.readouterr().err


def test_deals_of_training_tuning_and_ladder_are_disjoint() -> None:
    training = {deal for round in (0, 1, 999) for part in (0, 15) for deal in training_deals(round, part, 256)}
    tuning = {deal for round in (0, 3) for part in (0, 15) for deal in tuning_deals(round, part, 256, 2)}
    assert len(training) == 3 * 2 * 256
    assert min(training) >= TRAINING > max(tuning) >= min(tuning) >= TUNING > 10**9


def test_every_round_of_a_measurement_has_deals_of_its_own(tmp_path: Path) -> None:
    training = Training([Task(load_game("sampleland"), 2)], SHORT, tmp_path, silent)
    networks, rivals = training.league.networks, (-1 - player_number(name) for name in ("planner", "hasty"))
    rounds = [
        measuring_job(training.tables, networks, rival, number, 0)["seeds"] for rival in rivals for number in (0, 1)
    ]
    assert not set(rounds[0]) & set(rounds[1])
    assert rounds[:2] == rounds[2:], "against whom it is measured makes no difference"
    assert all(TUNING <= seed < TRAINING for seeds in rounds for seed in seeds)


def test_weights_that_look_at_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.safetensors"
    save_file({"move_in": np.zeros((3, 4), np.float32)}, path, metadata={"looks": "board-0"})
    with pytest.raises(StaleWeights, match="was trained on board-0, but this needs board-"):
        load_weights(path, BOARD_LOOKS)
    path.write_bytes(b"no weights at all")
    with pytest.raises(StaleWeights, match="has no weights of a learned player"):
        load_weights(path, BOARD_LOOKS)


def test_the_command_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train"]) == 2
    assert "name a game" in capsys.readouterr().err
    assert run(["train", "usa", "--players", "9"]) == 2
    assert "usa is for 2, 3, 4 or 5 players, not 9" in capsys.readouterr().err


def test_a_device_that_is_not_there_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "usa", "--device", "abacus"]) == 2
    assert "PyTorch finds no device 'abacus' here" in capsys.readouterr().err


def test_a_training_goes_on_from_its_own_checkpoint_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Training([Task(load_game("sampleland"), 2)], SHORT, tmp_path, silent).save()
    assert run(["train", "cards", "--folder", str(tmp_path)]) == 2
    assert f"looks at {BOARD_LOOKS}, this one looks at {CARD_LOOKS}" in capsys.readouterr().err
    (tmp_path / CHECKPOINT).write_bytes(b"half a file")
    assert run(["train", "sampleland", "--folder", str(tmp_path)]) == 2
    assert "cannot be read as a checkpoint" in capsys.readouterr().err
