"""One person against bots: taking back from seed and actions, and hints that know no more than the person."""

from random import Random

import pytest

from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.core.actions import DrawBlind, KeepTickets
from branchline.core.game import AnyGame
from branchline.core.refusals import IllegalAction
from branchline.games import game_names, load_game
from branchline.terminal.solo import ME, SoloGame


def solo_game(game: AnyGame, seed: int, *bots: str) -> SoloGame:
    return SoloGame(game, [make_bot(bot, game) for bot in bots], seed)


def play_some(solo: SoloGame, decisions: int, rng: Random) -> None:
    for _ in range(decisions):
        solo.let_bots_play()
        if solo.is_over:
            return
        solo.play(solo.legal[rng.randrange(len(solo.legal))])


@pytest.mark.parametrize("name", game_names())
def test_taking_back_leads_to_the_last_decision_as_it_was(name: str, seed: int) -> None:
    solo = solo_game(load_game(name), seed, "greedy", "random")
    rng = Random(seed)
    play_some(solo, 6, rng)
    solo.let_bots_play()
    before = solo.state, list(solo.actions), list(solo.seen), solo.view
    action = solo.legal[rng.randrange(len(solo.legal))]
    solo.play(action)
    solo.let_bots_play()
    after = solo.state, list(solo.actions)
    assert solo.undo()
    assert (solo.state, solo.actions, solo.seen, solo.view) == before
    solo.play(action)  # The same move meets the same answers.
    solo.let_bots_play()
    assert (solo.state, solo.actions) == after


def test_nothing_can_be_taken_back_before_the_first_decision(seed: int) -> None:
    solo = solo_game(load_game("usa"), seed, "greedy")
    assert not solo.undo()
    solo.let_bots_play()
    assert not solo.undo()


def test_an_illegal_action_changes_nothing(seed: int) -> None:
    solo = solo_game(load_game("usa"), seed, "greedy")
    before = solo.state
    with pytest.raises(IllegalAction):
        solo.play(DrawBlind())
    assert solo.state == before
    assert solo.actions == [] or all(seat != ME for seat, _ in solo.actions)


@pytest.mark.parametrize("name", game_names())
def test_who_follows_every_hint_plays_as_the_planner_does(name: str, seed: int) -> None:
    game = load_game(name)
    solo = solo_game(game, seed, "greedy")
    for _ in range(12):
        solo.let_bots_play()
        if solo.is_over:
            break
        solo.play(solo.hint().action)
    match = play_match(game, [make_bot("planner", game), make_bot("greedy", game)], seed)
    played = [(decision.seat, decision.action) for decision in match.decisions]
    assert solo.actions == played[: len(solo.actions)]


def test_a_hint_knows_only_what_the_person_has_seen(seed: int) -> None:
    """With other hidden cards and tickets behind the same view, the hint is the same."""
    game = load_game("europe")
    solo = solo_game(game, seed, "greedy", "planner")
    play_some(solo, 5, Random(seed))
    solo.let_bots_play()
    hint = solo.hint()
    for world in range(5):
        imagined = game.imagine(solo.view, world)
        assert imagined != solo.state or world
        solo.state = imagined
        assert solo.hint() == hint


def test_the_offer_is_among_what_a_person_chooses_of(seed: int) -> None:
    solo = solo_game(load_game("usa"), seed, "greedy")
    solo.let_bots_play()
    assert all(isinstance(action, KeepTickets) for action in solo.legal)
