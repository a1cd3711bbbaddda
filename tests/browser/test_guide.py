"""Guided first games, followed to their end with mouse, finger and keys, in three languages."""

import re
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.follower import Follower, KeyboardFollower
from tests.browser.house import House, mine
from tests.browser.screens import assert_fine
from tests.browser.sizes import SAMPLE
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import say

LESSONS: Final = Path(__file__).parents[2] / "web" / "src" / "guide" / "lessons.ts"


def course_of(game: str) -> list[str]:
    """The lessons of a game, as the page has them."""
    courses = LESSONS.read_text("utf-8").partition("export const COURSES")[2]
    found = re.search(rf"\b{game}: (\[.*?\]),\n", courses, re.DOTALL)
    assert found, game
    return re.findall(r'"([a-z-]+)"', found[1])


def guided(house: House, visits: Visits, game: str, **wishes: Any) -> Page:
    seated = house.table(game, mine("Ola"), {"kind": "open"}, guide=True)
    page = visits.page(house, seated.link, **wishes)
    page.wait_for_selector("[data-guide=welcome]")
    return page


def assert_in_sight(page: Page) -> None:
    """The guide lies inside the window at every size, and the page scrolls nowhere."""
    for size in SAMPLE:
        page.set_viewport_size({"width": size.width, "height": size.height})
        page.wait_for_timeout(200)
        box = page.locator("section[data-guide]").bounding_box()
        assert box is not None
        assert box["x"] >= 0, size
        assert box["y"] >= 0, size
        assert box["x"] + box["width"] <= size.width, size
        assert box["y"] + box["height"] <= size.height, size
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size


def test_europe_with_the_mouse_left_and_taken_up_again(house: House, visits: Visits, rng: Random) -> None:
    page = guided(house, visits, "europe")
    follower = Follower(page, rng)
    assert_fine(page, "the first lesson")
    follower.follow("claim")
    assert_fine(page, "a lesson about the board")
    page.locator("[data-act=hide-guide]").click()
    page.reload()
    page.locator("[data-act=guide]").click()
    told = follower.follow()
    assert sorted(told) == sorted(course_of("europe"))
    page.locator("[data-act=play-on]").click()
    page.wait_for_selector("section[data-guide]", state="detached")


def test_usa_with_keys_alone(house: House, visits: Visits, rng: Random) -> None:
    page = guided(house, visits, "usa")
    assert page.locator("[data-guide] [role=status]").inner_text()
    follower = KeyboardFollower(page, rng)
    assert sorted(follower.follow()) == sorted(course_of("usa"))
    assert follower.named["points"] == "Ola"
    assert (follower.named["draw"], follower.named["second"]) == (say("display.faces"), say("display.decks"))


def test_world_with_a_finger_in_polish(house: House, visits: Visits, rng: Random) -> None:
    page = guided(house, visits, "world", device=PHONE, language="pl-PL")
    follower = Follower(page, rng, touch=True)
    follower.follow("tours")
    assert_fine(page, "a lesson on a phone")
    assert sorted(follower.follow()) == sorted(course_of("world"))


def test_cards_with_the_mouse_in_romanian(house: House, visits: Visits, rng: Random) -> None:
    page = guided(house, visits, "cards", language="ro-RO")
    assert sorted(Follower(page, rng).follow()) == sorted(course_of("cards"))
    assert_in_sight(page)


def test_who_goes_another_way_is_left_in_peace_and_still_told(house: House, visits: Visits, rng: Random) -> None:
    page = guided(house, visits, "usa")
    follower = Follower(page, rng)
    follower.follow("draw")
    page.keyboard.press("t")
    page.locator("[data-act=confirm]").click()
    page.wait_for_selector("[data-guide=more-tickets]")
    assert_in_sight(page)


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
def test_the_lobby_offers_it_to_whoever_has_not_played(house: House, visits: Visits, device: dict[str, Any]) -> None:
    page = visits.page(house, device=device)
    page.wait_for_selector("[data-learn]")
    assert_fine(page, "lobby of a newcomer")
    page.locator("[data-guide-play=cards]").click()
    page.wait_for_selector("[data-guide=welcome]")
    page.goto(house.url)
    page.wait_for_selector("[data-play]")
    assert page.locator("[data-learn]").count() == 0
    name = f"{say('guide.play')}: {say('game.usa')}"
    page.get_by_role("button", name=name).click()
    page.wait_for_selector("[data-guide=welcome]")
