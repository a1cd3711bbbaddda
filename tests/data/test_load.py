"""How boards are loaded: by name or path, once per edition, with a digest of what play depends on."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from branchline.core.game import random_game
from branchline.core.printed.board import Board
from branchline.data import files, load
from branchline.data.checks import names
from branchline.data.faults import Fault, Faulty
from branchline.data.files import BOARDS
from branchline.data.load import board_in, board_info, board_names, info_in, load_board, warnings_of
from branchline.games import find_game, game_in, game_of_board, load_game
from tests.data.conftest import Save
from tests.own_boards import own_board

LANGUAGES = ("en", "pl", "ro")
ABER_BRIG = '{ between = ["aber", "brig"], length = 3, color = "red" }'
ABER_DALE = '{ between = ["aber", "dale"], length = 2, color = "any" }'
LANES = """  { between = ["brig", "elm"], length = 2, color = "blue" },   # One lane ...
  { between = ["brig", "elm"], length = 2, color = "green" },  # ... and the other: "brig--elm--1" and "brig--elm--2".
"""


def test_a_board_of_the_package_is_one_object_per_edition() -> None:
    assert load_board("usa") is load_board("usa")
    assert load_board("usa") is load_board("usa", "refreshed")
    assert load_board("usa") is load_board(BOARDS / "usa.toml")
    assert load_board("usa", "classic") is load_board("usa", "classic")
    assert load_board("usa", "classic") is not load_board("usa")


def test_an_own_file_is_read_again_each_time(save: Save) -> None:
    first = load_board(save("sampleland"))
    second = load_board(str(save("sampleland", (ABER_BRIG, ABER_BRIG.replace("red", "blue")))))
    assert first.routes[0].color != second.routes[0].color


def test_an_edition_that_a_board_does_not_have() -> None:
    with pytest.raises(Faulty) as caught:
        load_board("usa", "clasic")
    expected = "there is no edition 'clasic' (did you mean 'classic'?); there are: refreshed, classic, big-cities"
    assert caught.value.faults == (Fault("usa.toml", expected),)


def test_an_edition_changes_only_what_it_names() -> None:
    standard, quick = load_board("sampleland"), load_board("sampleland", "quick")
    assert (standard.rules.pieces, quick.rules.pieces) == ((16,), (12,))
    assert quick.rules.points == standard.rules.points
    assert quick.rules.first_offer == standard.rules.first_offer
    assert quick.tickets == standard.tickets


def test_a_board_without_editions_has_one_with_all_its_tickets(save: Save) -> None:
    text = (BOARDS / "sampleland.toml").read_text("utf-8")
    path = save("sampleland", (text[text.index("[edition.standard]") :], ""), ('default_edition = "standard"', ""))
    assert load_board(path).edition == "standard"
    assert len(load_board(path, "standard").tickets) == 16


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Each city on a line of its own.", "# Cities."),
        ('name = "Aber", at = [1.0, 51.0]', 'name = "Aberystwyth", at = [1.5, 51.0], names = { pl = "Aber" }'),
        (
            '{ between = ["aber", "cove"], points = 6 }',
            '{ between = ["aber", "cove"], points = 6, unconfirmed = true }',
        ),
        (ABER_BRIG, ABER_BRIG.replace("{", '{ id = "aber--brig", kind = "rail", tunnel = false,')),
        ("end_at = 2 ", "end_at = 2\npieces_kept = 0 "),
        ('name = "Sampleland"  ', 'name = "Musterland"'),
    ],
    ids=["comment", "spelling", "doubt", "default written out", "default rule written out", "name"],
)
def test_the_digest_stays_when_nothing_in_play_changes(old: str, new: str, save: Save, sampleland: Board) -> None:
    assert load_board(save("sampleland", (old, new))).digest == sampleland.digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (ABER_BRIG, ABER_BRIG.replace("red", "blue")),
        (ABER_BRIG, ABER_BRIG.replace("{", '{ id = "north",')),
        ('points = 6 },\n  { between = ["aber", "glen"]', 'points = 7 },\n  { between = ["aber", "glen"]'),
        ("longest_bonus = 5", "longest_bonus = 6"),
        ("wilds = 8 ", "wilds = 9 "),
        (f"{ABER_BRIG},\n  {ABER_DALE}", f"{ABER_DALE},\n  {ABER_BRIG}"),
    ],
    ids=["color", "id", "points", "rule", "cards", "order"],
)
def test_the_digest_changes_with_whatever_play_depends_on(old: str, new: str, save: Save, sampleland: Board) -> None:
    assert load_board(save("sampleland", (old, new))).digest != sampleland.digest


def test_a_board_says_for_how_many_players_it_is_and_what_was_once_fixed(save: Save) -> None:
    """B-15, E-8: what a board leaves out is what it was before boards could say it."""
    told = ("seats = [2, 3, 4, 5] ", "both_lanes_from = 4 ", "tunnel_cards = 3 ")
    silent = load_board(save("sampleland", *((line, f"# {line}") for line in told)))
    assert silent.digest == load_board("sampleland").digest
    assert (silent.seat_counts, silent.rules.both_lanes_from, silent.rules.tunnel_cards) == ((2, 3, 4, 5), 4, 3)
    other = ("seats = [2, 3] ", "both_lanes_from = 3 ", "tunnel_cards = 2 ")
    changed = load_board(save("sampleland", *zip(told, other, strict=True)))
    assert (changed.seat_counts, changed.rules.both_lanes_from, changed.rules.tunnel_cards) == ((2, 3), 3, 2)
    assert game_of_board(changed).seat_counts == (2, 3)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("seats = [2, 3, 4, 5] ", "seats = [2, 3, 4] "),
        ("both_lanes_from = 4 ", "both_lanes_from = 3 "),
        ("tunnel_cards = 3 ", "tunnel_cards = 4 "),
    ],
)
def test_the_digest_tells_boards_with_other_numbers_apart(line: str, other: str, save: Save) -> None:
    assert load_board(save("sampleland", (line, other))).digest != load_board("sampleland").digest


STATIONS = """
[edition.stations]
game = "europe"
tickets = ["classic"]
rules.stations = 3
rules.station_points = 4
"""


def test_an_edition_may_bring_the_verbs_of_another_game_to_the_same_map(save: Save) -> None:
    path = save("usa", ("\n[edition.big-cities]", f"{STATIONS}\n[edition.big-cities]"))
    usa, stations = (find_game(path, edition) for edition in ("classic", "stations"))
    assert [(game.name, game.board_id) for game in (usa, stations)] == [("usa", "usa"), ("europe", "usa")]
    assert stations.printed.cities == usa.printed.cities
    assert usa.digest == load_game("usa", "classic").digest
    state, _ = random_game(stations, 2, 5, Random(5).randrange)
    assert stations.is_over(state)
    assert any(player.built for player in state.players)


def test_a_game_without_a_board_of_its_own_is_at_home_where_an_edition_plays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an expansion is that plays by other verbs on the same map."""
    europe = (BOARDS / "europe.toml").read_text("utf-8")
    folder = tmp_path / "boards"
    folder.mkdir()
    changed = europe.replace("[edition.expanded]", '[edition.expanded]\ngame = "depots"')
    (folder / "europe.toml").write_text(changed, "utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(europe.replace('game = "europe"', 'game = "depots"'), "utf-8")
    with monkeypatch.context() as patch:
        for module in (files, load):
            patch.setattr(module, "BOARDS", folder)
        for remembered in (load.homes, load.home_board):
            patch.setattr(load, remembered.__name__, cache(remembered.__wrapped__))
        assert load.homes() == {
            "europe": (folder / "europe.toml", None),
            "depots": (folder / "europe.toml", "expanded"),
        }
        assert load_board(mine).game == "depots"
        assert [load_board("europe", name).game for name in ("standard", "expanded")] == ["europe", "depots"]


def test_lanes_that_stand_apart_in_the_file_are_put_side_by_side(save: Save) -> None:
    first, second = LANES.splitlines(keepends=True)
    board = load_board(save("sampleland", (LANES, first), (f"  {ABER_BRIG},\n", f"{second}  {ABER_BRIG},\n")))
    assert [route.id for route in board.routes[:3]] == ["brig--elm--1", "brig--elm--2", "aber--brig"]
    assert [route.twin for route in board.routes[:3]] == [1, 0, None]
    assert [board.colors[route.color] for route in board.routes[:2] if route.color is not None] == ["green", "blue"]


def test_ids_that_are_left_out_are_made_of_the_cities(sampleland: Board) -> None:
    assert [route.id for route in sampleland.routes[3:7]] == ["brig--cove", "brig--elm--1", "brig--elm--2", "cove--elm"]
    assert sampleland.tickets[0].id == "aber--cove"


def test_rail_and_sea_between_the_same_cities_are_two_single_routes(save: Save) -> None:
    rail = (
        '{ id = "los-angeles--vancouver--1", between = ["los-angeles", "vancouver"], length = 1, color = "green" },\n'
    )
    sea = '  { between = ["los-angeles", "vancouver"], length = 2, color = "any", kind = "sea" },\n'
    board = load_board(save("world", (rail, rail + sea)))
    route = board.routes[board.route_ids["los-angeles--vancouver--sea"]]
    assert (route.deck, route.twin) == (1, None)
    assert board.first_lanes.bit_count() == load_board("world").first_lanes.bit_count()


def test_a_ticket_is_in_doubt_only_in_the_sets_that_say_so() -> None:
    refreshed, classic = load_board("usa"), load_board("usa", "classic")
    assert refreshed.tickets[refreshed.ticket_ids["boston--miami"]].unconfirmed
    assert not classic.tickets[classic.ticket_ids["boston--miami"]].unconfirmed


def test_a_ticket_in_doubt_everywhere(save: Save) -> None:
    old = '{ between = ["aber", "cove"], points = 6 }'
    board = load_board(save("sampleland", (old, old.replace(" }", ", unconfirmed = true }"))))
    assert [ticket.id for ticket in board.tickets if ticket.unconfirmed] == ["aber--cove"]


def test_a_route_may_be_marked_as_unconfirmed(save: Save, sampleland: Board) -> None:
    board = load_board(save("sampleland", (ABER_BRIG, ABER_BRIG.replace(" }", ", unconfirmed = true }"))))
    assert board.routes == sampleland.routes


def test_a_board_says_what_people_choose_from() -> None:
    info = board_info("usa")
    assert (info.id, info.game, info.names["ro"]) == ("usa", "usa", "America de Nord")
    assert [edition.id for edition in info.editions] == ["refreshed", "classic", "big-cities"]
    assert info.color_names["green"] == {"en": "green", "pl": "zielony", "ro": "verde"}


def test_the_box_puts_the_default_edition_first(save: Save) -> None:
    info = board_info(save("sampleland", ('default_edition = "standard"', 'default_edition = "quick"')))
    assert [edition.id for edition in info.editions] == ["quick", "standard"]


def test_a_name_that_is_missing_in_one_language_is_a_warning_and_no_fault(save: Save) -> None:
    change = ('names = { en = "Vienna", pl = "Wiedeń", ro = "Viena" }', 'names = { en = "Vienna", ro = "Viena" }')
    assert warnings_of(save("europe", change)) == ["no name in 'pl' for wien; the plain name is shown"]


def test_a_language_for_which_a_board_has_no_names_yet_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "LANGUAGES", ("en", "pl", "ro", "de"))
    assert warnings_of("usa") == [
        "no name in 'de' for usa, atlanta, boston, calgary, charleston and 43 more; the plain name is shown"
    ]
    assert len(warnings_of("sampleland")) == 1


@pytest.mark.parametrize("name", board_names())
def test_boards_of_the_package_have_names_in_english_polish_and_romanian(name: str) -> None:
    lacking = [
        warning for warning in warnings_of(name) if warning[:15] in {f"no name in '{word}'" for word in LANGUAGES}
    ]
    assert lacking == []


def test_a_board_of_somebody_s_own_carries_its_file_and_one_of_the_package_does_not() -> None:
    text = own_board()
    board = board_in(text, "quick")
    assert (board.id, board.edition, board.text) == ("my-land", "quick", text)
    assert board.file == sha256(text.encode()).hexdigest()
    packaged = load_board("sampleland")
    assert (packaged.text, packaged.file) == ("", "")
    assert info_in(text).editions[0].id == "standard"


def test_a_board_in_a_text_is_the_board_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(own_board(), "utf-8")
    assert load_board(file).text == own_board()
    assert load_board(file).digest == board_in(own_board()).digest


def test_the_game_on_a_text_is_found_once() -> None:
    assert game_in(own_board()) is game_in(own_board())
    assert game_in(own_board()) is not game_in(own_board(name="Another Land"))
    with pytest.raises(Faulty, match=r"board.toml: there is no edition 'gold'"):
        game_in(own_board(), "gold")


def test_a_text_too_big_for_a_board() -> None:
    with pytest.raises(Faulty, match="bigger than 200,000 bytes"):
        board_in("#" * 200_001)
