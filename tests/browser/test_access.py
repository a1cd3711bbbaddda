"""axe finds nothing on any screen, in light and dark, on desk and phone."""

from random import Random
from typing import Any

import pytest

from branchline.games import game_names
from tests.browser.axe import OF_COLORS, faults
from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, OPEN, House, mine
from tests.browser.quick import finished_table
from tests.browser.screens import assert_fine
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import say

DEVICES: dict[str, dict[str, Any]] = {"desk": DESK, "phone": PHONE}


def test_axe_finds_a_fault_where_there_is_one(house: House, visits: Visits) -> None:
    page = visits.page(house)
    page.wait_for_selector("[data-play]")
    page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert any(fault.startswith("button-name") for fault in faults(page))
    page.emulate_media(color_scheme="dark")
    page.evaluate("() => document.querySelectorAll('p').forEach(text => (text.style.color = '#333'))")
    assert any(fault.startswith("color-contrast") for fault in faults(page, *OF_COLORS))


@pytest.mark.parametrize("device", DEVICES)
def test_before_the_game(house: House, visits: Visits, device: str) -> None:
    page = visits.page(house, device=DEVICES[device])
    page.wait_for_selector("[data-play]")
    assert_fine(page, "lobby")
    page.get_by_role("button", name=say("settings")).click()
    assert_fine(page, "settings")
    page.goto(f"{house.url}/new")
    page.wait_for_selector("form")
    assert_fine(page, "new table")
    waiting = house.table("europe", mine("Ola"), OPEN, OPEN)
    page.goto(house.url + waiting.link)
    page.wait_for_selector("[data-act=start]")
    assert_fine(page, "waiting room")
    shared = house.table("cards", mine("Ola"), mine("Ion"))
    page.goto(house.url + shared.link)
    page.wait_for_selector("[data-act=reveal]")
    assert_fine(page, "curtain")
    page.goto(f"{house.url}/nowhere/at/all")
    page.wait_for_selector("h1")
    assert_fine(page, "nowhere")
    page.goto(f"{house.url}/t/aaaaaaaaaaaaaaaa")
    page.wait_for_selector("h1")
    assert_fine(page, "no such table")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", game_names())
def test_in_the_game(house: House, visits: Visits, rng: Random, game: str, device: str) -> None:
    seated = house.table(game, mine("Ola"), BOT)
    page = visits.page(house, seated.link, device=DEVICES[device])
    guest = Guest(page, rng, touch=device == "phone")
    guest.wait()
    assert_fine(page, "first choice")
    if game == "world":
        guest.act()
        page.locator("[data-act=pieces], [data-act=keep]").wait_for()
        assert_fine(page, "second choice: tickets or pieces")
    play_out(guest, until=lambda: len(guest.done) >= 6)
    guest.wait()
    assert_fine(page, "in the middle")
    page.keyboard.press("/")
    page.wait_for_selector("[role=combobox]")
    assert_fine(page, "typing a move")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    assert_fine(page, "help")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    if device == "desk":
        page.get_by_role("button", name=say("invite")).click()
        page.wait_for_selector("dialog")
        assert say("invite.watch") in page.inner_text("dialog"), "no seat is free in a game under way"
        assert_fine(page, "invitation")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    if game != "cards":
        page.keyboard.press("l")
        page.get_by_role("button", name=say("board.as-map")).wait_for()
        assert_fine(page, "list of the board")
    watcher = visits.page(house, f"/t/{seated.table}", device=DEVICES[device])
    watcher.wait_for_selector(".play")
    assert_fine(watcher, "watching")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", ["europe", "cards"])
def test_after_the_game(house: House, visits: Visits, game: str, device: str) -> None:
    seated = finished_table(house, game)
    page = visits.page(house, seated.link, device=DEVICES[device])
    page.wait_for_selector("[data-results]")
    for tab in ("end.score", "end.statistics", "end.fairness"):
        page.get_by_role("tab", name=say(tab)).click()
        assert_fine(page, tab)
    page.get_by_role("button", name=say("end.show-scoring")).click()
    page.wait_for_selector("[data-scoring]")
    assert_fine(page, "telling")
    page.goto(f"{house.url}/replay/{seated.table}#move=9")
    page.wait_for_selector("[data-move='9']")
    assert_fine(page, "replay")
    page.locator("[data-act=results]").click()
    page.wait_for_selector("[data-results]")
    assert_fine(page, "results of a replay")
    page.goto(f"{house.url}/replay")
    page.wait_for_selector("input[type=file]")
    assert_fine(page, "open a record")


def test_forced_colors_and_less_movement(house: House, visits: Visits) -> None:
    seated = house.table("europe", mine("Ola"), BOT)
    page = visits.page(house, seated.link, forced_colors="active")
    page.wait_for_selector("[data-offer]")
    assert_fine(page, "forced colors")
    moving = "node => parseFloat(getComputedStyle(node).animationDuration) > 0.01"
    assert page.evaluate(f"() => [...document.querySelectorAll('*')].filter({moving}).length") == 0
