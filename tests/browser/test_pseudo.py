"""Every sentence of the page comes from the catalogs, and two fifths more of it break no layout."""

import re
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from branchline.games import find_game
from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, OPEN, House, mine
from tests.browser.pseudo import build_with_pseudo, escaped, pseudo, pseudo_catalog, serve_from, speak_pseudo
from tests.browser.quick import finished_table
from tests.browser.screens import REST
from tests.browser.visits import DESK, PHONE, SIDEWAYS, Visits
from tests.browser.words import say

DEVICES: Final[dict[str, dict[str, Any]]] = {"desk": DESK, "phone": PHONE, "sideways": SIDEWAYS}
PEOPLE: Final = {"Ola", "Ion"}
BOTS: Final = {"Ada", "Bruno", "Cleo", "Dario", "Edda"}
OVERFLOWING: Final = """() => [...document.querySelectorAll("button, a.button, h1, h2, h3, [role=tab]")]
  .filter(node => node.checkVisibility() && getComputedStyle(node).overflowX === "visible")
  .filter(node => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline")
  .map(node => node.outerHTML.slice(0, 200))"""


class PseudoGuest(Guest):
    """Reads the page in the language that nobody speaks."""

    def word(self, key: str) -> str:
        return pseudo(say(key))


def names_of(house: House) -> set[str]:
    """Give what has a name of its own: people, cities, boards, editions, the level for tests, and the page itself."""
    names = {"Branchline", BOT["level"]} | PEOPLE | BOTS
    for offered in house.ask("/api/boards")["boards"]:
        names |= {offered["name"], *offered["names"].values()}
        for edition in offered["editions"]:
            names |= {edition["name"], edition["note"], *edition["names"].values(), *edition["notes"].values()}
        for city in find_game(offered["board"]).printed.cities:
            names |= {city.name, *city.names.values()}
    return names - {""}


def assert_ready(page: Page, house: House, screen: str) -> None:
    """Assert that a screen speaks only from the catalogs, fits the window, and shows what is to be pressed."""
    page.evaluate(REST)
    assert not escaped(page, names_of(house)), screen
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth"), f"{screen} scrolls sideways"
    assert not page.evaluate(OVERFLOWING), screen
    for button in page.locator(".button.primary:visible").all():
        button.scroll_into_view_if_needed()
        expect(button, screen).to_be_in_viewport(ratio=0.99)


def pseudo_page(house: House, visits: Visits, path: str, device: str) -> Page:
    context = visits.context(device=DEVICES[device])
    speak_pseudo(context)
    page = context.new_page()
    page.goto(house.url + path)
    return page


def test_every_message_is_longer_and_keeps_its_places() -> None:
    assert pseudo("Claim {route}") == "[Çļàààïïm {route}]"
    for key, message in pseudo_catalog().items():
        for text in [message] if isinstance(message, str) else message.values():
            assert re.fullmatch(r"\[.*\]", text), key
    assert len(pseudo(say("lobby.lead"))) >= 1.4 * len(say("lobby.lead"))


def test_a_sentence_that_is_in_no_catalog_is_found(house: House, visits: Visits) -> None:
    page = pseudo_page(house, visits, "/", "desk")
    page.wait_for_selector("[data-play]")
    page.evaluate("() => document.querySelector('main').append('Play at once')")
    assert escaped(page, names_of(house)) == ["Play at once"]


def test_a_language_is_added_by_its_catalogs_alone(house: House, visits: Visits, tmp_path: Path) -> None:
    context = visits.context()
    serve_from(context, build_with_pseudo(tmp_path, "qq", "Pseudo"))
    page = context.new_page()
    page.goto(house.url)
    page.get_by_role("button", name="QQ: Pseudo").click()
    page.get_by_text(pseudo(say("lobby.lead"))).wait_for()
    assert_ready(page, house, "lobby")


@pytest.mark.parametrize("device", DEVICES)
def test_before_the_game(house: House, visits: Visits, device: str) -> None:
    page = pseudo_page(house, visits, "/", device)
    page.wait_for_selector("[data-play]")
    assert_ready(page, house, "lobby")
    page.get_by_role("button", name=pseudo(say("settings"))).click()
    assert_ready(page, house, "settings")
    page.goto(f"{house.url}/new")
    page.wait_for_selector("form")
    assert_ready(page, house, "new table")
    page.goto(house.url + house.table("europe", mine("Ola"), OPEN, OPEN).link)
    page.wait_for_selector("[data-act=start]")
    assert_ready(page, house, "waiting room")
    page.goto(house.url + house.table("cards", mine("Ola"), mine("Ion")).link)
    page.wait_for_selector("[data-act=reveal]")
    assert_ready(page, house, "curtain")
    for path in ("/nowhere/at/all", "/t/aaaaaaaaaaaaaaaa", "/replay", "/board", "/games", "/designer"):
        page.goto(house.url + path)
        page.wait_for_selector("h1")
        assert_ready(page, house, path)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", ["europe", "world", "cards"])
def test_in_the_game(house: House, visits: Visits, rng: Random, game: str, device: str) -> None:
    page = pseudo_page(house, visits, house.table(game, mine("Ola"), BOT).link, device)
    guest = PseudoGuest(page, rng, touch=device != "desk")
    guest.wait()
    assert_ready(page, house, "first choice")
    play_out(guest, until=lambda: len(guest.done) >= 6)
    guest.wait()
    assert_ready(page, house, "in the middle")
    page.keyboard.press("/")
    page.wait_for_selector("[role=combobox]")
    assert_ready(page, house, "typing a move")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    assert_ready(page, house, "help")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    if device == "desk":
        page.get_by_role("button", name=pseudo(say("leave"))).click()
        page.wait_for_selector("[data-act=resign]")
        assert_ready(page, house, "leaving")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    if game != "cards":
        page.keyboard.press("l")
        page.get_by_role("button", name=pseudo(say("board.as-map"))).wait_for()
        assert_ready(page, house, "list of the board")


@pytest.mark.parametrize("device", DEVICES)
def test_after_the_game(house: House, visits: Visits, device: str) -> None:
    seated = finished_table(house, "europe")
    page = pseudo_page(house, visits, seated.link, device)
    page.wait_for_selector("[data-results]")
    for tab in ("end.score", "end.statistics", "end.fairness"):
        page.get_by_role("tab", name=pseudo(say(tab))).click()
        assert_ready(page, house, tab)
    page.goto(f"{house.url}/games")
    page.wait_for_selector("[data-act=export]")
    assert_ready(page, house, "my games")
    page.goto(f"{house.url}/replay/{seated.table}#move=9")
    page.wait_for_selector("[data-move='9']")
    assert_ready(page, house, "replay")
