"""The PettingZoo environment passes PettingZoo's own checks, on both engines, and plays the same games on both."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from branchline.data.files import BOARDS
from branchline.envs.aec import RailwayAEC, env

GAMES = [("usa", 2), ("europe", 3), ("world", 2), ("cards", 4), (str(BOARDS / "sampleland.toml"), 5)]
CYCLES = 40

# Whoever does not decide has nothing to choose from.
quiet = pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")


@quiet
@pytest.mark.parametrize("engine", ["core", "lane"])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_it_passes_the_checks_of_pettingzoo(game: str, players: int, engine: str) -> None:
    api_test(env(game, players, engine=engine), num_cycles=CYCLES)
    seed_test(lambda: env(game, players, engine=engine), num_cycles=CYCLES)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_core_and_lane_are_the_same_game(game: str, players: int) -> None:
    core, lane = (RailwayAEC(game, players, engine=engine, reward="margin") for engine in ("core", "lane"))
    chance = np.random.default_rng(3)
    core.reset(seed=5)
    lane.reset(seed=5)
    while True:
        agent = core.agent_selection
        assert lane.agent_selection == agent
        assert core.rewards == lane.rewards
        assert (core.observe(agent) == lane.observe(agent)).all()
        mask = core.infos[agent]["action_mask"]
        assert (mask == lane.infos[agent]["action_mask"]).all()
        if core.terminations[agent]:
            break
        code = int(chance.choice(np.flatnonzero(mask)))
        core.step(code)
        lane.step(code)
    assert lane.terminations[agent]
    assert sum(core.rewards.values()) == pytest.approx(0, abs=1e-3)
    assert any(core.rewards.values())


def test_secret_choices_are_asked_for_in_seat_order() -> None:
    """Nobody's first tickets take effect, or show, before the last seat has chosen."""
    table = RailwayAEC("world", 3, engine="lane")
    table.reset(seed=1)
    named = table.episode.layout.named
    asked = []
    for _ in range(6):
        asked.append(table.agent_selection)
        seen = named(table.observe(table.agent_selection))
        assert seen["tickets"].any() == (len(asked) > 3)
        table.step(int(np.flatnonzero(table.episode.mask)[0]))
    assert asked == ["player_0", "player_1", "player_2"] * 2


def test_a_code_that_may_not_be_chosen_is_refused_in_words() -> None:
    table = RailwayAEC("usa", 2, render_mode="ansi")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="player_0 may not choose the code 0 now"):
        table.step(0)
    table.step(int(np.flatnonzero(table.episode.mask)[0]))
    assert str(table.render()).startswith("player_0: keep ")
    with pytest.raises(ValueError, match="no engine 'fast'; there are core, lane"):
        RailwayAEC("usa", engine="fast")
    with pytest.raises(ValueError, match="no reward 'fame'; there are win, margin, rank"):
        RailwayAEC("usa", reward="fame")
