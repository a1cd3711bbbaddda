"""The OpenSpiel game passes OpenSpiel's own checks, and its bots and MCCFR play it."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, outcome_sampling_mccfr
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

from branchline.data.files import BOARDS
from branchline.envs.spiel import NAME
from branchline.games import find_game


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A board whose games last a few turns: four trains each."""
    text = (BOARDS / "sampleland.toml").read_text("utf-8")
    assert "pieces = [16]" in text
    path: Path = tmp_path_factory.mktemp("boards") / "tiny.toml"
    path.write_text(text.replace("pieces = [16]", "pieces = [4]"), "utf-8")
    assert tomllib.loads(path.read_text("utf-8"))["rules"]["pieces"] == [4]
    find_game(str(path), None)
    return f"{NAME}(board={path},deals=8)"


@pytest.mark.parametrize(
    "parameters",
    ["", "(players=4)", "(board=usa,deals=16)", "(board=europe,players=3)", "(board=world)", "(board=cards)"],
)
def test_random_simulations_agree_with_the_contract(parameters: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(NAME + parameters), num_sims=1, serialize=False, verbose=False)


def test_a_state_survives_being_written_down(tiny: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(tiny), num_sims=3, serialize=True, verbose=False)


class PartialTree(api_test.EnforceAPIOnPartialTreeBase):
    """OpenSpiel's checks of information states, observations and legal actions over many states of a game."""

    game = pyspiel.load_game(NAME)
    game_name = NAME


def test_a_playthrough_can_be_made_and_replayed(tiny: str) -> None:
    np.random.seed(1)
    random.seed(1)
    text = generate_playthrough.playthrough(tiny, None)
    assert "InformationStateString(0)" in text
    state = pyspiel.load_game(tiny).new_initial_state()
    for action in [int(line.split(": ")[1]) for line in text.splitlines() if line.startswith("action: ")]:
        state.apply_action(action)
    assert state.is_terminal()
    assert sum(state.returns()) == 0


def test_information_states_tell_what_was_seen_and_nothing_else() -> None:
    """Two deals look alike to a player until something shows; a player never forgets."""
    game = pyspiel.load_game(f"{NAME}(deals=64)")
    seen: dict[str, list[Any]] = {}
    for deal in range(64):
        state = game.new_initial_state()
        state.apply_action(deal)
        view = game.episode.game.view(state.position.state, 0)
        seen.setdefault(state.information_state_string(0), []).append((view.own, view.display, view.phase, view.turn))
    assert all(len(set(views)) == 1 for views in seen.values())
    first, second = (game.new_initial_state() for _ in range(2))
    for state in (first, second):
        state.apply_action(3)
    codes = first.legal_actions()
    first.apply_action(codes[0])
    second.apply_action(codes[1])
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_string(1) == second.information_state_string(1), "a secret choice shows nowhere"


def test_bots_of_openspiel_play_it(tiny: str) -> None:
    game = pyspiel.load_game(tiny)
    chance = np.random.RandomState(1)
    searcher = MCTSBot(game, 2, 3, RandomRolloutEvaluator(1, chance), random_state=chance)
    bots = [searcher, pyspiel.make_uniform_random_bot(1, 7)]
    assert sum(evaluate_bots(game.new_initial_state(), bots, chance)) == 0


def test_mccfr_learns_on_a_tiny_board(tiny: str) -> None:
    game = pyspiel.load_game(tiny)
    np.random.seed(2)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(12):
        solver.iteration()
    policy = solver.average_policy()
    state = game.new_initial_state()
    state.apply_action(0)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)
    assert len(solver._infostates) > 12
