"""Every question to a player can be answered on every screen, and board, hand and tickets be looked at meanwhile."""

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page

from branchline.core import actions
from branchline.games import game_names
from tests.browser.guest import Guest
from tests.browser.house import BOT, OPEN, mine
from tests.browser.inspection import Inspection
from tests.browser.stages import StageHouse, all_stages, can, staged, unlisted_payment
from tests.browser.visits import Visits
from tools.stage import Staged

LONG_NAME: Final = "Wolfeschlegelsteinhausen"


def matrix_stages() -> dict[str, Staged]:
    """Give the tables of the rare actions, and those that only the matrix needs."""
    stages = all_stages()
    stages["claim"] = staged("claim", "usa", can(actions.ClaimRoute))
    stages["three"] = staged("three", "cards", can(actions.LayThree))
    for game in game_names():
        stages[f"end {game}"] = staged("end", game, lambda table: False, ends="finished")
    return stages


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StageHouse]:
    with StageHouse(tmp_path_factory.mktemp("matrix"), matrix_stages()) as opened:
        yield opened


def sit(stages: StageHouse, visits: Visits, name: str, language: str = "en") -> Page:
    page = visits.page(stages, stages.stages[name].link, language=language)
    page.wait_for_selector(".play[data-status]")
    return page


def touch(page: Page, selector: str) -> None:
    """Click something of the board as a screen reader does, wherever it lies."""
    page.wait_for_selector(selector, state="attached")
    page.evaluate(
        "selector => document.querySelector(selector).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
        selector,
    )


def touch_until(page: Page, kind: str, selector: str) -> None:
    """Click cities until the sheet of one of them shows this."""
    for city in page.evaluate("() => [...document.querySelectorAll('[data-city]')].map(c => c.dataset.city)"):
        touch(page, f"[data-city='{city}']")
        page.wait_for_selector("[data-sheet]")
        if page.locator(selector).count():
            return
    raise AssertionError(f"{kind} nowhere")


@pytest.mark.parametrize("game", game_names())
def test_the_beginning(stages: StageHouse, visits: Visits, rng: Random, game: str) -> None:
    """From the first question to the first turn, with names as long as can be and clocks."""
    clock = {"kind": "game", "seconds": 3599, "increment": 10}
    seated = stages.table(game, mine(LONG_NAME), mine(LONG_NAME[::-1]), BOT, BOT, clock=clock)
    page = visits.page(stages, seated.link)
    inspection = Inspection(page)
    guest = Guest(page, rng)
    guest.wait()
    asked: set[str] = set()
    while not page.locator("[data-slot].open").count():
        if page.locator("[data-act=reveal]").count():
            if "curtain" not in asked:
                inspection.look("curtain", "[data-act=reveal]", share=0)
            asked.add("curtain")
        for act in ("keep", "pieces"):
            if act not in asked and page.locator(f"[data-act={act}]").count():
                inspection.question(f"{game}: first {act}", f"[data-act={act}]")
                asked.add(act)
        guest.act()
        guest.wait()
    inspection.look(f"{game}: turn", "[data-player='0'] .clock", "[data-player='1'] .clock", share=0.3, deck=True)
    inspection.conclude()


@pytest.mark.parametrize("game", game_names())
def test_the_end_and_the_replay(stages: StageHouse, visits: Visits, game: str) -> None:
    name = f"end {game}"
    page = sit(stages, visits, name)
    inspection = Inspection(page)
    page.wait_for_selector("[data-results]")
    inspection.question(f"{game}: end", "[data-act=rematch]")
    page.goto(f"{stages.url}/replay/{stages.stages[name].table}#move=40")
    page.wait_for_selector("[data-move='40']")
    inspection.look(f"{game}: replay", "[data-act=results]", ".scrub", share=0.25)
    inspection.conclude()


def test_paying(stages: StageHouse, visits: Visits) -> None:
    page = sit(stages, visits, "claim")
    inspection = Inspection(page)
    inspection.look("usa: turn", share=0.3, deck=True)
    touch(page, "[data-route].open")
    inspection.question("payment", "[data-act=pay]")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    inspection.question("new tickets", "[data-act=confirm]")
    inspection.conclude()


def test_building(stages: StageHouse, visits: Visits) -> None:
    for kind, language in (("station", "pl"), ("harbor", "ro")):
        page = sit(stages, visits, kind, language)
        inspection = Inspection(page)
        touch_until(page, kind, f"[data-act={kind}]")
        inspection.question(f"a city for a {kind}", f"[data-act={kind}]")
        page.locator(f"[data-act={kind}]").click()
        inspection.question(f"paying for a {kind}", "[data-act=pay]")
        inspection.conclude()


def test_tolls_and_exchanges(stages: StageHouse, visits: Visits) -> None:
    inspection = Inspection(sit(stages, visits, "toll", "pl"))
    inspection.question("toll", "[data-act=toll]")
    inspection.conclude()
    page = sit(stages, visits, "exchange", "ro")
    inspection = Inspection(page)
    inspection.look("world: turn with an exchange", "[data-act=open-exchange]", share=0.3, deck=True)
    page.locator("[data-act=open-exchange]").click()
    inspection.question("exchange", "[data-act=exchange]")
    page.keyboard.press("Escape")
    page.locator("[data-slot].open").first.click()
    inspection.question("refill", "[data-refill]")
    inspection.conclude()


def test_composing(stages: StageHouse, visits: Visits) -> None:
    page = sit(stages, visits, "compose")
    inspection = Inspection(page)
    route, _ = unlisted_payment(stages.stages["compose"])
    touch(page, f"[data-route='{route}']")
    inspection.question("world: many payments", "[data-act=pay]")
    page.locator("[data-sheet] .button.quiet").click()
    inspection.question("composing", "[data-act=pay]")
    inspection.conclude()


def test_laying_and_settling(stages: StageHouse, visits: Visits) -> None:
    page = sit(stages, visits, "row", "ro")
    inspection = Inspection(page)
    inspection.look("cards: turn with a row", "[data-act=row]", share=0.3, deck=True)
    page.locator("[data-act=row]").click()
    inspection.question("row", "[data-act=lay]")
    inspection.conclude()
    page = sit(stages, visits, "three")
    inspection = Inspection(page)
    page.locator("[data-act=row]").click()
    if page.locator("[data-sheet] .modes").count():
        page.locator("[data-sheet] .modes button").last.click()
    inspection.question("three", "[data-act=lay]")
    inspection.conclude()
    inspection = Inspection(sit(stages, visits, "settle", "pl"))
    inspection.question("settlement", "[data-act=settle]")
    inspection.conclude()


def test_the_focus_stays_at_the_table(stages: StageHouse, visits: Visits) -> None:
    """Whoever plays with keys goes on where they were, and not from the top of the page."""
    focus = "() => document.activeElement.closest('.play') !== null"
    page = sit(stages, visits, "claim")
    page.evaluate("() => document.querySelector('[data-route].open').focus()")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-act=pay]")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-sheet]", state="detached")
    assert page.evaluate(focus), "closing a sheet loses the focus"
    for _ in range(2):
        before = page.locator(".play").get_attribute("data-decision")
        page.locator("[data-slot].open").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => ![before, undefined].includes(document.querySelector('.play').dataset.decision)", arg=before
        )
        assert page.evaluate(focus), "taking a card loses the focus"


@pytest.mark.parametrize("language", ["en", "pl", "ro"])
def test_before_the_game(stages: StageHouse, visits: Visits, language: str) -> None:
    page = visits.page(stages, language=language)
    inspection = Inspection(page)
    page.wait_for_selector("[data-play]")
    inspection.look("lobby", "[data-play=usa]", "[data-play=cards]")
    page.goto(f"{stages.url}/new")
    page.wait_for_selector("form")
    inspection.look("new table", "form .button.primary", scrolls=False)
    page.goto(stages.url + stages.table("europe", mine(LONG_NAME), OPEN, OPEN).link)
    page.wait_for_selector("[data-act=start]")
    inspection.look("waiting room", "[data-act=start]")
    inspection.conclude()
