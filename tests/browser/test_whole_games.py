"""Whole games of all four through the page, in each language, with mouse, finger and keyboard."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, House, mine
from tests.browser.keyboard import KeyboardGuest
from tests.browser.visits import PHONE, SIDEWAYS, Visits
from tests.browser.words import bare_keys, say


def check_the_end(page: Page, house: House, table: str) -> None:
    """What the page says about the end is what the record says."""
    record = house.ask(f"/api/tables/{table}/record")
    if page.locator("[data-act=results]").count():
        page.locator("[data-act=results]").click()
    for sheet in record["outcome"]["sheets"]:
        total = str(sheet["total"]).replace("-", "−")
        expect(page.locator(f"[data-total='{sheet['seat']}']")).to_have_text(total)


@pytest.mark.parametrize(("game", "language"), [("europe", "pl-PL"), ("world", "ro-RO"), ("cards", "pl")])
def test_against_a_bot(house: House, visits: Visits, rng: Random, game: str, language: str) -> None:
    """With the mouse; North America in English is played to its end in test_resilience.py."""
    seated = house.table(game, mine("Ola"), BOT)
    page = visits.page(house, seated.link, language=language)
    guest = Guest(page, rng)
    guest.wait()
    assert page.evaluate("() => document.documentElement.lang") == language[:2]
    assert "#" not in page.url, "the token of the seat stays in the address"
    play_out(guest)
    check_the_end(page, house, seated.table)
    assert not bare_keys(page.inner_text("body"))


@pytest.mark.parametrize(("game", "held"), [("europe", "upright"), ("usa", "sideways")])
def test_on_a_phone_with_fingers(house: House, visits: Visits, rng: Random, game: str, held: str) -> None:
    seated = house.table(game, mine("Ola"), BOT)
    page = visits.page(house, seated.link, device=PHONE if held == "upright" else SIDEWAYS, language="ro")
    guest = Guest(page, rng, touch=True)
    guest.wait()
    assert page.evaluate("() => document.documentElement.dataset.layout") == held
    play_out(guest)
    check_the_end(page, house, seated.table)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the page is too broad"


def test_with_the_keyboard_alone(house: House, visits: Visits, rng: Random) -> None:
    """From the front door to the end: no mouse, no finger."""
    page = visits.page(house)
    guest = KeyboardGuest(page, rng)
    page.wait_for_selector("[data-play]")
    guest.tab_to(say("lobby.new"))
    guest.press("Enter")
    page.wait_for_selector("form")
    guest.tab_to(say("new.seat").format(seat=2))
    page.keyboard.type(say("player.bot"))
    guest.tab_to(say("new.remove-seat").format(seat=3))
    guest.press("Enter")
    guest.tab_to(say("new.pace"))
    guest.press("Home")
    guest.tab_to(say("new.start"))
    guest.press("Enter")
    guest.wait()
    walk_over_the_board(guest)
    play_out(guest)
    check_the_end(page, house, page.url.rpartition("/")[2])


def walk_over_the_board(guest: KeyboardGuest) -> None:
    """Arrow keys lead from city to city, the full stop through the routes of a city, Enter opens one."""
    page = guest.page
    guest.act()  # The first tickets are typed.
    guest.wait()
    guest.press("Escape")
    page.wait_for_selector("[role=combobox]", state="detached")
    page.locator("[data-city][tabindex='0']").focus()
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        guest.press(key)
        page.wait_for_timeout(50)
        seen.add(page.evaluate("() => document.activeElement.dataset.city"))
    assert len(seen) > 1, "the arrow keys do not move"
    guest.press(".")
    page.wait_for_function("() => document.activeElement.dataset.route")
    guest.press("Home")
    page.wait_for_function("() => document.activeElement.dataset.city")
    guest.press("Enter")
    page.wait_for_selector("[data-sheet]")
    guest.press("Escape")
    page.wait_for_selector("[data-sheet]", state="detached")


def test_two_people_at_one_screen(house: House, visits: Visits, rng: Random) -> None:
    seated = house.table("cards", mine("Ola"), mine("Ion"))
    page = visits.page(house, seated.link)
    page.wait_for_selector("[data-act=reveal]")
    assert page.locator(".play").get_attribute("inert") is not None, "what lies behind the curtain can be used"
    guest = Guest(page, rng)
    play_out(guest)
    check_the_end(page, house, seated.table)


def test_one_click_starts_a_game(house: House, visits: Visits) -> None:
    for game in ("usa", "europe", "world", "cards"):
        page = visits.page(house)
        page.locator(f"[data-play={game}]").click()
        page.wait_for_selector("[data-offer]")
        assert page.locator("[data-status=playing]").count() == 1
