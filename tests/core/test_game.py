"""The contract of a game: sequences of legal actions, the door for players, and random play."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from branchline.core.actions import Action, DrawBlind, DrawTickets, Pass
from branchline.core.game import AnyGame, Legal, Options, random_game
from branchline.core.ids import DeckId, Seat
from branchline.core.refusals import IllegalAction, Refusal
from branchline.data.faults import Faulty
from branchline.data.files import BOARDS, board_names
from branchline.games import catalog, find_game, game_names, load_game

PARTS: list[list[Action]] = [[Pass()], [], [DrawBlind(), DrawBlind(DeckId(1))], [DrawTickets()]]


def test_parts_are_one_sequence() -> None:
    legal, flat = Legal(PARTS), [action for part in PARTS for action in part]
    assert (len(legal), list(legal)) == (4, flat)
    assert [legal[i] for i in range(-4, 4)] == flat + flat
    assert legal[1:3] == flat[1:3]
    assert legal[::-2] == flat[::-2]
    assert DrawTickets() in legal
    assert DrawBlind(DeckId(2)) not in legal
    for beyond in (4, 99, -5, -99):
        with pytest.raises(IndexError):
            legal[beyond]


def test_no_parts_are_false() -> None:
    assert not Legal([[], ()])
    assert Legal(PARTS)


def test_the_door_for_players_is_closed_to_what_the_rules_refuse() -> None:
    game = load_game("usa")
    state = game.start(2, 1).state
    with pytest.raises(IllegalAction, match=r"Pass\(\): can-act") as refused:
        game.apply(state, Seat(0), Pass())
    assert refused.value.action == Pass()
    assert refused.value.refusal is Refusal.CAN_ACT


@pytest.mark.parametrize("name", game_names())
def test_a_game_tells_its_name_edition_digest_and_numbers_of_players(name: str) -> None:
    game = load_game(name)
    assert (game.name, game.edition, game.digest) == (name, game.printed.edition, game.printed.digest)
    assert game.seat_counts == ((2, 3, 4) if name == "cards" else (2, 3, 4, 5))
    for seats in (1, 6):
        with pytest.raises(ValueError, match=f"not {seats}"):
            game.start(seats, 1)


@pytest.mark.parametrize("find_it", [load_game, find_game])
def test_a_game_that_nobody_knows_is_a_fault_that_names_those_there_are(find_it: Callable[[str], AnyGame]) -> None:
    with pytest.raises(Faulty, match=r"no game or board 'eurpoe' \(did you mean 'europe'\?\); there are: usa, europe,"):
        find_it("eurpoe")


@pytest.mark.parametrize("name", [*game_names(), "great-lakes", "sampleland"])
def test_a_game_is_named_by_its_board(name: str) -> None:
    game = load_game(name)
    assert game.board_id == game.printed.id == name
    assert game is find_game(name) is load_game(name, game.edition)
    assert (game.name == name) == (name in game_names())


def test_the_catalog_has_every_board_those_of_one_game_together_and_its_own_first() -> None:
    found = [(info.game, info.id) for info in catalog()]
    assert {board for _, board in found} == {*board_names(), *game_names()}
    assert [board for game, board in found if game == board] == list(game_names())
    assert list(dict.fromkeys(game for game, _ in found)) == list(game_names())
    assert all(found.index((game, game)) <= place for place, (game, _) in enumerate(found))


def test_a_board_of_ones_own_is_named_by_its_file_and_read_anew(tmp_path: Path) -> None:
    text = (BOARDS / "sampleland.toml").read_text("utf-8")
    mine = tmp_path / "mine"
    for name in ("mine", "yours"):
        mine.write_text(text.replace('id = "sampleland"', f'id = "{name}"'), "utf-8")
        assert find_game(mine).board_id == find_game(str(mine)).board_id == name
        assert find_game(str(mine)).name == "europe"
    with pytest.raises(Faulty, match="there is no such file"):
        find_game("nowhere.toml")
    with pytest.raises(Faulty, match="there is no game or board"):
        load_game(str(mine))


@pytest.mark.parametrize("name", game_names())
def test_random_play_is_repeatable(name: str) -> None:
    """The deal and the players have seeds of their own."""
    game = load_game(name)
    first = random_game(game, 2, 5, Random(6).randrange, Options(first=Seat(1)))
    assert random_game(game, 2, 5, Random(6).randrange, Options(first=Seat(1))) == first
    assert random_game(game, 2, 5, Random(7).randrange, Options(first=Seat(1))) != first


@pytest.mark.parametrize("name", game_names())
def test_whoever_wants_to_is_told_of_every_decision_of_random_play(name: str) -> None:
    game = load_game(name)
    told: list[tuple[Seat, Action]] = []
    last, decisions = random_game(game, 2, 5, Random(6).randrange, note=told.append)
    assert len(told) == decisions
    state = game.start(2, 5).state
    for seat, action in told:
        state = game.apply(state, seat, action).state
    assert state == last
