"""The file of the Card Game, and what is said of one that is wrong: every fault, each with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.data.faults import Faulty
from branchline.data.load import load_board
from branchline.data.load_cards import CARDS, card_set_info, load_cardset, read_card_file

LANGUAGES = {"en", "pl", "ro"}
"""Further languages may be added to the catalogs before the boards have names in them."""
TEXT = CARDS.read_text("utf-8")


def faults_of(path: Path, *changes: tuple[str, str]) -> list[str]:
    """What is wrong with the packaged file after some changes to its text."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    file = path / "cards.toml"
    file.write_text(text, "utf-8")
    try:
        read_card_file(file)
    except Faulty as faulty:
        return list(map(str, faulty.faults))
    return []


def test_the_card_set_of_the_package_is_one_object() -> None:
    assert load_cardset() is load_cardset()
    assert repr(load_cardset()) == "<card set cards, standard edition: 9 kinds of card, 46 tickets>"


def test_cities_are_those_of_the_north_america_board() -> None:
    board = load_board("usa")
    for city in load_cardset().cities:
        there = board.cities[board.city_ids[city.id]]
        assert (city.name, city.names, city.at) == (there.name, there.names, there.at)


def test_ids_name_one_thing_each() -> None:
    printed = load_cardset()
    assert len(printed.city_ids) == len(printed.cities) == 34
    assert len(printed.ticket_ids) == len(printed.tickets)
    assert len(printed.kind_ids) == len(printed.kinds)
    for ticket in printed.tickets:
        ends = sorted(printed.cities[city].id for city in ticket.cities)
        assert ticket.id.split("--")[:2] == ends


def test_people_read_names_in_three_languages() -> None:
    info = card_set_info()
    assert set(info.names) >= LANGUAGES
    assert all(set(city.names) >= LANGUAGES for city in load_cardset().cities)
    assert all(set(info.color_names[color]) >= LANGUAGES for color in load_cardset().colors)
    assert [edition.id for edition in info.editions] == [load_cardset().edition]
    assert set(info.editions[0].names) >= LANGUAGES


def test_a_ticket_without_an_id_is_called_by_its_cities(tmp_path: Path) -> None:
    assert faults_of(tmp_path, ('id = "chicago--dallas", ', "")) == []
    printed = read_card_file(tmp_path / "cards.toml").cardset
    assert printed.tickets[2].id == "chicago--dallas"
    assert printed.digest == load_cardset().digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("points = 22", "points = 23"),
        ("deal = 7", "deal = 6"),
        ("copies = 10", "copies = 11"),
        ("wilds = 16", "wilds = 15"),
    ],
)
def test_the_digest_changes_with_whatever_play_depends_on(old: str, new: str, tmp_path: Path) -> None:
    assert faults_of(tmp_path, (old, new)) == []
    assert read_card_file(tmp_path / "cards.toml").cardset.digest != load_cardset().digest


def test_the_digest_does_not_mind_spelling_and_symbols(tmp_path: Path) -> None:
    assert faults_of(tmp_path, ("Nowy Jork", "New York"), ('"wheel"', '"engine"')) == []
    assert read_card_file(tmp_path / "cards.toml").cardset.digest == load_cardset().digest


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("format = 1", "format = 2"), "cards.toml: format is 2, but this version of Branchline reads format 1"),
        (("deal = 7", "deals = 7"), "cards.toml: rules: deal is missing"),
        (('black = "cross"', 'black = "star"'), "cards.toml: symbols: 'star' stands for two kinds of card"),
        (('black = "cross"\n', ""), "cards.toml: symbols: black is missing"),
        (("needs = { blue = 2, white = 2 }", "needs = { blu = 2 }"), "(did you mean 'blue'?)"),
        (("needs = { blue = 2, white = 2 }", "needs = { }"), "needs: a ticket needs one card at least"),
        (("chicago--new-york--2", "chicago--new-york--1"), "the id 'chicago--new-york--1' is taken already"),
        (('["los-angeles", "pittsburgh"]', '["los-angeles", "pitsburgh"]'), "unknown city 'pitsburgh' (did you mean"),
        (
            ('{ city = "seattle", points = 8 }', '{ city = "seatle", points = 8 }'),
            "unknown city 'seatle' (did you mean",
        ),
        (
            ('{ city = "seattle", points = 8 }', '{ city = "miami", points = 8 }'),
            "another Big City card names 'miami' already",
        ),
        (("deal = 7", "deal = 22"), "cards.toml: 4 players need more than 97 cards, but there are 96"),
        (("first_wilds = 1 ", "first_wilds = 5 "), "cards.toml: 4 players need 20 wilds, but there are 16"),
        (("first_offer = 6", "first_offer = 12"), "cards.toml: 4 players need 48 tickets, but there are 46"),
        (("first_keep = 1", "first_keep = 7"), "cards.toml: first_keep is 7, more than first_offer with 6"),
        (("second_half_seats = [4]", "second_half_seats = [5]"), "second_half_seats has 5, which is not among seats"),
        (("game = ", "gane = "), "cards.toml: game is missing"),
    ],
)
def test_a_fault_is_told_with_its_place(change: tuple[str, str], fault: str, tmp_path: Path) -> None:
    found = faults_of(tmp_path, change)
    assert any(fault in message for message in found), found


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    found = faults_of(
        tmp_path, ("deal = 7", "deal = -7"), ("points = 22", 'points = "22"'), ('id = "boston"', 'id = "Boston"')
    )
    assert len(found) >= 3, found
