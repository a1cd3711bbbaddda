"""The designer: a board made from nothing with mouse, finger or keys, and played to its end."""

import tomllib
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from branchline.data.files import BOARDS
from branchline.data.load import board_in, load_board
from tests.browser.guest import Guest, play_out
from tests.browser.house import House
from tests.browser.maker import HEXAGON, RING, TICKETS, KeyMaker, Maker, TouchMaker
from tests.browser.pseudo import escaped
from tests.browser.screens import REST, assert_fine
from tests.browser.test_pseudo import names_of, pseudo_page
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import say

SAMPLELAND: Final = BOARDS / "sampleland.toml"
TABLET: Final[dict[str, Any]] = {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": True}
COVERED: Final = """() => {
  const things = [...document.querySelectorAll(".stage :is(.tools, .zoom, .again, .steps, .picture)")];
  const boxes = things.map(thing => [thing.className, thing.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
    .map(([other]) => `${one} and ${other}`));
}"""
"""What lies over the sketch, and over something else that does."""
SIZES: Final = ((1440, 900), (1024, 768), (768, 1024), (390, 844), (844, 390))


def saved(page: Page) -> str:
    """Save the board as a file, and give its text."""
    with page.expect_download() as download:
        page.locator("[data-act=export]").click()
    return Path(download.value.path()).read_text("utf-8")


def test_a_board_made_with_the_mouse_is_played_to_its_end(house: House, visits: Visits, rng: Random) -> None:
    """Ola makes a board, sends it to Jan, and both play on it with a bot."""
    ola = visits.page(house, "/designer")
    maker = Maker(ola)
    maker.begin("Olanda", game="usa")
    maker.place_cities()
    ola.locator("[data-field=city-name]").fill("Żabno")
    ola.locator("[data-field=city-name]").press("Enter")
    maker.draw_routes()
    expect(ola.locator("[data-sketch-route]")).to_have_count(len(RING))
    maker.add_tickets()
    maker.wait_for_faults(0)
    ola.wait_for_selector("[data-act=as-played]")

    # Routes longer than the points are told, and mended.
    ola.get_by_role("tab", name=say("designer.tab.rules")).click()
    ola.locator("[data-field='rule-points']").fill("0, 1")
    ola.locator("[data-field='rule-points']").press("Tab")
    ola.wait_for_selector("[data-act=mend]")
    expect(ola.locator("[data-act=play]")).to_be_disabled()
    while ola.locator("[data-act=mend]").count():
        ola.locator("[data-act=mend]").first.click()
        ola.wait_for_selector("[data-faults='']", state="detached")
    maker.wait_for_faults(0)

    # Few trains make a short game.
    ola.locator("[data-field='rule-pieces']").fill("9")
    ola.locator("[data-field='rule-pieces']").press("Tab")
    maker.wait_for_faults(0)
    assert_fine(ola, "the designer")
    text = saved(ola)
    board = board_in(text)
    assert (board.name, board.rules.pieces, len(board.cities)) == ("Olanda", (9,), len(HEXAGON))
    assert board.cities[-1].name == "Żabno"
    assert "# Trains of each player." in text

    ola.locator("[data-act=send]").click()
    ola.get_by_role("link", name=say("designer.to-table")).click()
    ola.wait_for_selector(".waiting")
    table = ola.url.rpartition("/")[2]
    ola.get_by_label(say("room.add-bot")).last.select_option(index=1)
    jan = visits.page(house, f"/t/{table}", device=PHONE, language="pl")
    jan.get_by_role("textbox").first.fill("Jan")
    jan.locator("[data-act=sit]").click()
    ola.get_by_role("button", name=say("room.start")).click()
    guests = [Guest(ola, rng), Guest(jan, rng, touch=True)]
    for guest in guests:
        guest.wait()
    play_out(*guests)
    record = house.ask(f"/api/tables/{table}/record")
    assert (record["board"], len(record["seats"])) == ("olanda", 3)
    assert record["board_file"] == text


def test_a_board_made_with_a_finger_is_played_at_once(house: House, visits: Visits) -> None:
    """On a tablet, by the simplest rules and on an empty sheet."""
    page = visits.page(house, "/designer", device=TABLET, language="ro")
    maker = TouchMaker(page)
    maker.begin("Insula", game="usa", sheet="plane")
    maker.make_all()
    expect(page.locator("[data-sketch-route]")).to_have_count(len(RING))
    board = board_in(saved(page))
    assert board.game == "usa"
    assert all(min(city.at) > 360 for city in board.cities), "no place on the earth"
    # A city is moved with a finger, and the step is taken back.
    maker.tool("select")
    before = maker.spots()
    x, y = before[0]
    maker.drag((x, y), (x + 60, y + 40))
    page.wait_for_function(
        "x => document.querySelector('[data-sketch-city] .disc').getBoundingClientRect().x > x", arg=x
    )
    maker.press("[data-act=undo]")
    page.wait_for_selector("[data-act=redo]:enabled")
    assert maker.spots() == before
    maker.wait_for_faults(0)
    maker.press("[data-act=play]")
    page.wait_for_selector(".play")
    assert page.locator(".route").count() == len(RING)


def test_a_board_made_with_keys_alone_is_played_at_once(house: House, visits: Visits) -> None:
    page = visits.page(house, "/designer", language="pl")
    maker = KeyMaker(page)
    maker.begin("Klawiatura")
    maker.make_all()
    page.wait_for_selector("[data-act=as-played]")
    expect(page.locator("[data-sketch-route]")).to_have_count(len(RING))
    for key in ("Control+z", "Control+z", "Control+Shift+z", "Control+y"):
        page.keyboard.press(key)
    maker.wait_for_faults(0)
    maker.tab_to(say("designer.tab.ticket", "pl"))
    expect(page.locator("ul.list li")).to_have_count(len(TICKETS))
    page.keyboard.press("Shift+Tab")
    maker.tab_to(say("designer.play", "pl"), stops=120)
    page.keyboard.press("Enter")
    page.wait_for_selector(".play")
    assert page.locator(".route").count() == len(RING)


def test_work_is_kept_and_can_be_undone_on_another_day(house: House, visits: Visits) -> None:
    context = visits.context()
    page = context.new_page()
    page.goto(f"{house.url}/designer")
    maker = Maker(page)
    maker.begin("Stays")
    maker.place_cities(HEXAGON[:3])
    maker.draw_routes(RING[:2])
    maker.wait_for_faults(1)
    page.close()

    page = context.new_page()
    page.goto(f"{house.url}/designer")
    page.locator("[data-kept]", has_text="Stays").click()
    expect(page.locator("[data-sketch-route]")).to_have_count(2)
    for left in (4, 3, 2, 1, 0):
        page.locator("[data-act=undo]").click()
        expect(page.locator("[data-sketch-city], [data-sketch-route]")).to_have_count(left)
    expect(page.locator("[data-act=undo]")).to_be_disabled()
    for _ in range(5):
        page.locator("[data-act=redo]").click()
    expect(page.locator("[data-sketch-city], [data-sketch-route]")).to_have_count(5)


def test_a_file_keeps_its_comments_and_versions_are_compared(house: House, visits: Visits) -> None:
    page = visits.page(house, "/designer")
    page.locator("input[type=file]").set_input_files(SAMPLELAND)
    page.wait_for_selector("[data-sketch]")
    maker = Maker(page)
    maker.wait_for_faults(0)
    assert saved(page) == SAMPLELAND.read_text("utf-8")
    page.get_by_role("tab", name=say("designer.tab.versions")).click()
    page.get_by_label(say("designer.version-name")).fill("as printed")
    page.get_by_role("button", name=say("designer.keep-version")).click()
    page.get_by_role("tab", name=say("designer.tab.city")).click()
    page.locator("[data-field=search]").fill("pozn")
    page.locator("ul.found button").first.click()
    page.locator("ul.list button", has_text="Elm").click()
    page.get_by_role("button", name=say("designer.remove")).click()
    page.get_by_role("tab", name=say("designer.tab.versions")).click()
    page.get_by_role("button", name=say("designer.compare"), exact=True).click()
    differences = page.locator("[data-differences]")
    expect(differences).to_contain_text("+ poznan")
    expect(differences).to_contain_text("− elm")
    text = saved(page)
    assert "# A ferry." in text
    assert "elm" not in str(tomllib.loads(text)["route"])
    page.get_by_role("button", name=say("designer.go-back")).click()
    maker.wait_for_faults(0)
    assert tomllib.loads(saved(page)) == tomllib.loads(SAMPLELAND.read_text("utf-8"))


def test_a_friend_goes_on_with_the_board(house: House, visits: Visits) -> None:
    """A big board, of which the drawing is there already."""
    page = visits.page(house, "/designer")
    page.locator("input[type=file]").set_input_files(BOARDS / "usa.toml")
    Maker(page).wait_for_faults(0)
    page.wait_for_selector("[data-act=as-played]")
    page.locator("[data-act=send]").click()
    link = page.locator("input[readonly]").last.input_value()
    assert_fine(page, "sending a board")
    friend = visits.page(house, link.removeprefix(house.url), language="pl")
    friend.wait_for_selector("[data-sketch]")
    expect(friend.locator("[data-sketch-city]")).to_have_count(36)
    stranger = visits.page(house, f"/designer/{'0' * 64}")
    expect(stranger.get_by_role("alert")).to_contain_text(say("refusal.unknown-board"))


def test_a_file_that_is_no_board_is_told(house: House, visits: Visits, tmp_path: Path) -> None:
    page = visits.page(house, "/designer")
    assert_fine(page, "the start of the designer")
    odd = tmp_path / "odd.toml"
    odd.write_text("id = [", "utf-8")
    page.locator("input[type=file]").set_input_files(odd)
    expect(page.get_by_role("alert")).to_contain_text("not TOML")


def test_every_word_comes_from_the_catalogs(house: House, visits: Visits) -> None:
    """In the language that nobody speaks, every panel is in brackets but for names, and nothing overflows."""
    page = pseudo_page(house, visits, "/designer", "desk")
    page.locator("input[type=file]").set_input_files(SAMPLELAND)
    Maker(page).wait_for_faults(0)
    board = load_board("sampleland")
    names = names_of(house) | {board.name, "English", "Polski", "Română", *load_board("usa").colors}
    names |= {city.name for city in board.cities}
    for index in range(page.get_by_role("tab").count()):
        page.get_by_role("tab").nth(index).click()
        if page.locator("ul.list button").count():
            page.locator("ul.list button").first.click()
        page.evaluate(REST)
        assert not escaped(page, names)
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_panel_fits_every_screen(house: House, visits: Visits, language: str) -> None:
    page = visits.page(house, "/designer", device=DESK, language=language)
    page.locator("input[type=file]").set_input_files(SAMPLELAND)
    Maker(page).wait_for_faults(0)
    page.wait_for_selector("[data-act=as-played]")
    for tab in ("city", "route", "ticket", "rules", "board", "balance", "versions"):
        page.get_by_role("tab", name=say(f"designer.tab.{tab}", language)).click()
        if page.locator("ul.list button").count():
            page.locator("ul.list button").first.click()
        if language == "en":
            assert_fine(page, f"panel {tab}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(REST)
            outside = page.evaluate(
                """() => [document.scrollingElement.scrollWidth - innerWidth,
                  document.scrollingElement.scrollHeight - innerHeight,
                  document.querySelector(".body").scrollWidth - document.querySelector(".body").clientWidth]"""
            )
            assert max(outside) <= 0, (tab, width, height, outside)
            assert page.evaluate(COVERED) == [], (tab, width, height)
        page.set_viewport_size({"width": 1440, "height": 900})
