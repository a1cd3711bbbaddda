"""Records are read by the exact inverse of what writes them; a forgiving spelling is refused with the right one."""

import pytest

from branchline.core.actions import DrawFaceUp
from branchline.core.game import AnyGame
from branchline.core.ids import DeckId
from branchline.games import catalog, load_game
from branchline.notation.typed.strict import NotStrict, read_strictly
from branchline.notation.typed.text import action_text
from tests.notation.walk import decisions

BOARDS = [(info.id, edition.id) for info in catalog() for edition in info.editions]


def game_in(name: str, edition: str | None) -> AnyGame:
    return load_game(name, edition)


@pytest.mark.parametrize(("name", "edition"), BOARDS)
def test_every_action_of_a_random_game_reads_back(name: str, edition: str | None, seed: int) -> None:
    game = game_in(name, edition)
    verbs = set()
    for seats in game.seat_counts:
        for decision in decisions(game, game.start(seats, seed), seed):
            text = action_text(game, decision.action)
            verbs.add(text.split()[0])
            assert read_strictly(game.printed, text) == decision.action, text
    assert len(verbs) >= 4


def test_every_legal_action_of_a_moment_reads_back(seed: int) -> None:
    """Not only what chance chose: every claim, payment, offer and row that could have been."""
    for name in ("europe", "world", "cards"):
        game = load_game(name)
        for number, decision in enumerate(decisions(game, game.start(2, seed), seed)):
            if number % 10 == 0:
                for action in list(game.legal(decision.state, decision.seat))[:500]:
                    assert read_strictly(game.printed, action_text(game, action)) == action


@pytest.mark.parametrize(
    ("name", "typed", "right"),
    [
        ("usa", "Draw 3", "draw 3"),
        ("usa", "draw 03", "draw 3"),
        ("usa", " draw 3", "draw 3"),
        ("usa", "draw  3", "draw 3"),
        ("usa", "draw 3.", "draw 3"),
        ("usa", "draw deck", "draw blind"),
        ("usa", "draw blind trains", "draw blind"),
        ("usa", "draw tickets", "tickets"),
        ("usa", "keep denver--el-paso, boston--miami", "keep denver--el-paso boston--miami"),
        ("europe", "claim zürich paris red:3", "claim paris--zurich red:3"),
        ("europe", "claim paris--zurich wild:1 red:2", "claim paris--zurich red:2 wild:1"),
        ("europe", "claim paris--zurich red:2 red:1", "claim paris--zurich red:3"),
        ("europe", "claim paris--zurich 3 red", "claim paris--zurich red:3"),
        ("europe", "dworzec Paryż czerwona:1", "station paris red:1"),
        ("europe", "leave", "leave tunnel"),
        ("world", "draw blind", "draw blind trains"),
        ("world", "draw 3", "draw 3 refill trains"),
        ("world", "exchange 3 ships", "exchange ships 3"),
        ("cards", "lay wild:1 red:3", "lay red:3 wild:1"),
        ("cards", "settle nothing", "settle none"),
    ],
)
def test_a_forgiving_spelling_is_refused_with_the_right_one(name: str, typed: str, right: str) -> None:
    with pytest.raises(NotStrict) as caught:
        read_strictly(load_game(name).printed, typed)
    assert str(caught.value) == f"{typed!r} is not how a record writes an action; write {right!r}"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("usa", "", "Nothing was typed."),
        ("usa", "dance", "“dance” is not a move."),
        ("usa", "draw", "Say what to draw"),
        ("usa", "draw -1", "There is no card “-1” here."),
        ("usa", "draw 99999", "A number was expected instead of “99999”."),
        ("usa", "draw ٣", ""),
        ("usa", "claim denver--boston red:4", "There is no route Denver – Boston."),
        ("usa", "claim boston--miami", "There is no route Boston – Miami."),
        ("usa", "claim duluth--omaha--1 red:-2", ""),
        ("usa", "pass now", "“now” was not understood."),
        ("cards", "claim dallas--miami red:1", "This game has no routes."),
        ("cards", "lay red blue", "Say which cards"),
    ],
)
def test_what_means_nothing_is_refused_with_its_reason(name: str, text: str, said: str) -> None:
    with pytest.raises(NotStrict) as caught:
        read_strictly(load_game(name).printed, text)
    assert str(caught.value).startswith(said)


def test_a_place_that_no_display_has_is_left_to_the_rules() -> None:
    assert read_strictly(load_game("usa").printed, "draw 0") == DrawFaceUp(-1, DeckId(0))
