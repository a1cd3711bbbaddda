"""Every level plays whole games on all that is shipped, alike for the same seed, and says why in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.bots.bot import Budget
from branchline.bots.match import MatchResult, play_match
from branchline.bots.reason import tell
from branchline.bots.registry import STAND_IN, bot_names, levels, make_bot
from branchline.games import load_game
from branchline.messages import LANGUAGES

SHIPPED = ("usa", "europe", "world", "cards", "sampleland", "great-lakes")
CHARACTERS = ["apprentice", "driver", "racer", "conductor", "dispatcher", "planner", "stationmaster", "grandmaster"]
BRIEF = Budget(iterations=2)
PLAYERS = ["Ada", "Bo", "Cy", "Di", "Eve"]
APART = "lane-search"
"""Takes seconds for a game even with the smallest budget: test_lane_search.py has less of the same for it."""


def played(game: Any, names: list[str], seed: int) -> MatchResult:
    # Without a limit: on a fresh machine the first decision of a compiled player takes a minute.
    result = play_match(game, [make_bot(name, game, BRIEF) for name in names], seed, limit=None)
    assert game.is_over(result.state)
    assert result.faults == ()
    return result


@pytest.mark.parametrize("name", SHIPPED)
def test_people_are_offered_eight_characters_everywhere(name: str) -> None:
    offered = levels(load_game(name))
    assert [level.id for level in offered[:8]] == CHARACTERS
    for language in LANGUAGES:
        assert len({level.name(language) for level in offered[:8]}) == 8
        assert all(len(level.character(language)) > 20 for level in offered[:8])
    assert STAND_IN in bot_names(load_game(name))


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("bot", ["random", "apprentice", "driver", "hasty", "greedy", "dispatcher", "planner"])
def test_every_level_plays_whole_games_with_any_number_of_players(bot: str, name: str, seed: int) -> None:
    game = load_game(name)
    for seats in game.seat_counts:
        played(game, [bot] * seats, seed)


@pytest.mark.parametrize("name", ["polska", "romania"])
def test_every_bot_plays_on_boards_of_our_own(name: str, seed: int) -> None:
    """One game each will do: their rules are those of another board."""
    game = load_game(name)
    bots = [bot for bot in bot_names(game) if bot != APART]
    for start in range(0, len(bots), 5):
        played(game, [*bots[start : start + 5], "hasty"][:5], seed)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_search_plays_whole_games_with_any_number_of_players(name: str, seed: int) -> None:
    game = load_game(name)
    for seats in game.seat_counts:
        played(game, ["search", *["greedy"] * (seats - 1)], seed)


@pytest.mark.parametrize("name", SHIPPED)
def test_bots_decide_alike_for_the_same_seed_and_budget_in_iterations(name: str, seed: int) -> None:
    game = load_game(name)
    for bot in bot_names(game):
        if bot == APART:
            continue
        names = [bot, *["greedy"] * (game.seat_counts[0] - 1)]
        first, again = played(game, names, seed), played(game, names, seed)
        assert [d.action for d in first.decisions] == [d.action for d in again.decisions], bot


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_a_sentence_in_every_language(language: str, name: str, seed: int) -> None:
    game = load_game(name)
    names = [bot for bot in bot_names(game) if bot not in ("random", APART)][-game.seat_counts[-1] :]
    result = played(game, names, seed)
    assert all(decision.reason for decision in result.decisions)
    told = {tell(decision.reason, game.printed, language, PLAYERS) for decision in result.decisions if decision.reason}
    assert len(told) > 8
    assert not any("{" in sentence for sentence in told)
