"""The daily deal: from the date alone, against bots whom neither chance nor a clock makes decide otherwise."""

from hashlib import sha256
from random import Random

import pytest

from branchline.bots.bot import decision_of
from branchline.bots.daily import BOTS, BUDGET, RIVALS, daily_bot, daily_key, daily_scores
from branchline.bots.registry import make_bot
from branchline.bots.steady import SteadyBot
from branchline.core.ids import Seat
from branchline.games import catalog, load_game

DAY = "2026-11-17"


def test_the_key_of_a_day_is_as_the_documentation_says() -> None:
    assert daily_key(DAY, "usa", "refreshed") == sha256(b"branchline daily 1\n2026-11-17\nusa\nrefreshed").digest()


def test_days_and_boards_have_deals_of_their_own() -> None:
    days = (DAY, "2026-11-18", "2027-11-17")
    keys = {daily_key(day, info.id, load_game(info.id).edition) for day in days for info in catalog()}
    assert len(keys) == len(days) * len(catalog())


def test_no_clock_decides_anything() -> None:
    assert BUDGET.seconds is None


def test_a_steady_bot_decides_by_what_it_sees_alone() -> None:
    """Also one that plays at random; with another view its chance is another."""
    game = load_game("usa")
    bot = SteadyBot(make_bot("random", game), game)
    chosen = set()
    for seed in range(8):
        state = game.start(3, seed).state
        view, legal = game.view(state, Seat(0)), game.legal(state, Seat(0))
        answers = [decision_of(bot.decide(view, legal, Random(chance))).action for chance in range(5)]
        assert len(set(answers)) == 1
        chosen.add(legal.index(answers[0]))
    assert len(chosen) > 1


def test_every_level_of_the_day_is_one_that_people_know() -> None:
    from branchline.messages import LANGUAGES, knows

    assert set(RIVALS) <= set(BOTS)
    assert all(knows(language, f"bot.{level}") for level in BOTS for language in LANGUAGES)


def test_scores_are_the_same_every_time_and_differ_by_day() -> None:
    game = load_game("sampleland")
    scores = list(daily_scores(game, DAY))
    assert [score.level for score in scores] == list(BOTS)
    assert list(daily_scores(game, DAY)) == scores
    assert list(daily_scores(game, "2026-11-18")) != scores
    assert all(0 <= score.ahead <= len(RIVALS) for score in scores)


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("board", [info.id for info in catalog() if info.offered])
def test_every_level_plays_every_board_on_offer(board: str, level: str) -> None:
    game = load_game(board)
    state = game.start(1 + len(RIVALS), daily_key(DAY, board, game.edition)).state
    seat = game.actors(state)[0]
    answer = daily_bot(level, game).decide(game.view(state, seat), game.legal(state, seat), Random(1))
    assert game.refusal(state, seat, decision_of(answer).action) is None
