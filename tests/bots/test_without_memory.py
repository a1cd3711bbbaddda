"""A bot that is asked with a bare view, as `game.view` gives it, knows less, but it decides."""

from itertools import count
from random import Random

import pytest

from branchline.bots.bot import Budget, decision_of
from branchline.bots.registry import bot_names, make_bot
from branchline.core.game import Options
from branchline.games import game_names, load_game

MAX_DECISIONS = 2000


@pytest.mark.parametrize(
    ("game_name", "name"), [(game, bot) for game in game_names() for bot in bot_names(load_game(game))]
)
def test_every_bot_plays_a_whole_game_without_memory(game_name: str, name: str, seed: int) -> None:
    game = load_game(game_name)
    bot = make_bot(name, game, Budget(iterations=4))
    state, chance = game.start(2, seed).state, Random(seed)
    for number in count():
        if game.is_over(state):
            break
        assert number < MAX_DECISIONS, "it goes on for ever"
        for seat in game.actors(state):
            action = decision_of(bot.decide(game.view(state, seat), game.legal(state, seat), chance)).action
            assert game.refusal(state, seat, action) is None, f"{number}: {action}"
            state = game.perform(state, seat, action).state


@pytest.mark.parametrize("options", [Options(), Options(open_stacks=True)])
@pytest.mark.parametrize("seats", [3, 4])
def test_the_card_game_goes_into_its_second_half_without_memory(options: Options, seats: int, seed: int) -> None:
    """C-6: with open stacks the owner may look, so that the own stack is known all the same."""
    game = load_game("cards")
    bot = make_bot("planner", game)
    state, chance = game.start(seats, seed, options).state, Random(seed)
    while not game.is_over(state):
        for seat in game.actors(state):
            action = decision_of(bot.decide(game.view(state, seat), game.legal(state, seat), chance)).action
            state = game.perform(state, seat, action).state
    assert game.problems(state) == ()
