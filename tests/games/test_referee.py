"""The events of a game are complete: whoever reads them all needs neither the rules' code nor the generator."""

import pytest

from branchline.games import load_game
from tests.games.referee import Referee
from tests.walks import COUNTS, board_of, varied, walk


@pytest.mark.parametrize(("name", "seats"), [*COUNTS, ("sampleland", 2), ("sampleland", 5), ("great-lakes", 3)])
def test_a_referee_follows_the_game_by_its_events_alone(name: str, seats: int, seed: int) -> None:
    game = load_game(name)
    for number in range(2):
        referee = Referee(board_of(game), seats)
        state, events = game.start(seats, seed + number)
        for event in events:
            referee.watch(event)
        referee.agree_with(state)
        for move in walk(game, seats, seed + number, varied):
            for event in move.step.events:
                referee.watch(event)
            referee.agree_with(move.step.state)
        assert referee.over
