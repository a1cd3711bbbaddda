"""Somebody's own board in the page: a file with coordinates only is drawn, or what is wrong with it is told."""

import json
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from branchline.data.files import BOARDS
from branchline.data.load import load_board
from tests.browser.guest import Guest, play_out
from tests.browser.house import House
from tests.browser.quick import finished_table
from tests.browser.screens import assert_fine
from tests.browser.visits import PHONE, Visits
from tests.browser.words import say
from tests.own_boards import own_board

SAMPLELAND = BOARDS / "sampleland.toml"
EASY, MORE, HARD = "gallery.easy", "gallery.medium", "gallery.hard"
SPECIAL = {
    "usa": (EASY, "longest-path"),
    "europe": (MORE, "tunnels", "ferries", "stations", "long-tickets"),
    "polska": (MORE, "tunnels", "ferries", "stations", "long-tickets"),
    "romania": (MORE, "tunnels", "ferries", "stations", "long-tickets"),
    "world": (HARD, "ships", "harbors", "tours", "pairs", "pieces"),
    "great-lakes": (HARD, "ships", "harbors", "pieces"),
    "cards": (EASY, "no-board"),
}
"""How hard each board is to learn, and what is special about it."""


def test_the_gallery_tells_about_every_board(house: House, visits: Visits) -> None:
    page = visits.page(house, language="pl")
    for offered in house.ask("/api/boards")["boards"]:
        card = page.locator("article", has=page.locator(f"[data-play={offered['board']}]"))
        level, *features = SPECIAL[offered["board"]]
        for words in (level, *(f"gallery.{feature}" for feature in features)):
            expect(card).to_contain_text(say(words, "pl"))
        expect(card.locator(".picture svg").first).to_be_visible()
        seats = offered["seat_counts"]
        expect(card).to_contain_text(say("lobby.seats", "pl").format(seats=f"{seats[0]}–{seats[-1]}"))
        assert card.locator(".turns").count() == (offered["board"] != "cards")


def test_a_board_of_ones_own(house: House, visits: Visits, tmp_path: Path) -> None:
    page = visits.page(house)
    page.get_by_role("link", name=say("board.own")).click()
    page.wait_for_selector("input[type=file]")
    assert_fine(page, "open a board")
    broken = tmp_path / "broken.toml"
    broken.write_text(SAMPLELAND.read_text("utf-8").replace('"aber", "brig"', '"aber", "atlantis"'), "utf-8")
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.get_by_role("alert")).to_contain_text("atlantis")

    page.locator("input[type=file]").set_input_files(SAMPLELAND)
    page.wait_for_selector("[data-board]")
    board = load_board("sampleland")
    for route in board.routes:
        assert page.locator(f"[data-route='{route.id}'] .slot").count() == route.length
    for city in board.cities:
        assert page.locator(f"[data-city='{city.id}'] .disc").count() == 1
    outside = """() => {
      const board = document.querySelector(".board").getBoundingClientRect();
      return [...document.querySelectorAll(".slot, .disc, .board text")].filter(node => {
        const box = node.getBoundingClientRect();
        return box.left < board.left || box.right > board.right || box.top < board.top || box.bottom > board.bottom;
      }).length;
    }"""
    assert page.evaluate(outside) == 0
    assert_fine(page, "a board of one's own")
    page.screenshot(path=tmp_path / "board.png")
    page.get_by_role("button", name=say("board.another")).click()
    page.wait_for_selector("input[type=file]")


def test_friends_and_a_bot_play_on_a_board_of_one_s_own(
    house: House, visits: Visits, rng: Random, tmp_path: Path
) -> None:
    """Ola pastes her file, makes a table on it and sends the link to Jan, who never sees the file."""
    text = own_board("olas-land", "Ola's Land")
    ola = visits.page(house, "/board")
    ola.get_by_label(say("board.paste")).fill(text)
    ola.get_by_role("button", name=say("board.draw")).click()
    ola.get_by_role("link", name=say("board.play")).click()
    expect(ola.locator("label.board:has(:checked)")).to_contain_text("Ola's Land")
    ola.get_by_label("quick", exact=False).first.check()
    ola.get_by_label(say("new.seat").format(seat=3), exact=True).select_option("bot")
    ola.get_by_label(say("new.pace")).fill("0")
    ola.get_by_role("button", name=say("new.make")).click()
    ola.wait_for_selector(".waiting")
    expect(ola.get_by_role("heading", level=1)).to_contain_text("Ola's Land")
    table = ola.url.rpartition("/")[2]

    jan = visits.page(house, f"/t/{table}", device=PHONE, language="pl")
    expect(jan.get_by_role("heading", level=1)).to_contain_text("Ola's Land")
    jan.get_by_role("textbox").first.fill("Jan")
    jan.locator("[data-act=sit]").click()
    ola.get_by_role("button", name=say("room.start")).click()
    guests = [Guest(ola, rng), Guest(jan, rng, touch=True)]
    for guest in guests:
        guest.wait()
    assert ola.locator(".route").count() == 15
    play_out(*guests)
    record = house.ask(f"/api/tables/{table}/record")
    assert (record["board"], record["board_file"]) == ("olas-land", text)
    assert len(record["seats"]) == 3

    ola.goto(house.url)
    expect(ola.locator("article", has_text="Ola's Land")).to_be_visible()
    assert_fine(ola, "the gallery with a board of one's own")


def test_a_record_from_elsewhere_brings_its_board(
    house: House, own_house: House, visits: Visits, tmp_path: Path
) -> None:
    seated = finished_table(house, "far-land", file=own_board("far-land", "Far Land"), edition="quick")
    file = tmp_path / "far.branchline.json"
    file.write_text(json.dumps(house.ask(f"/api/tables/{seated.table}/record")), "utf-8")
    page = visits.page(own_house, "/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_selector(".route")
    assert page.locator(".route").count() == 15
