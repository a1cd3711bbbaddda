"""Every page beside the tables is whole on every screen: puzzles, daily deal, designer, rules, look back, atlas."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from branchline.analysis.puzzles.puzzle import puzzles_for
from branchline.data.files import BOARDS
from branchline.notation.records.record import record_text
from tests.browser.house import House
from tests.browser.inspection import Inspection
from tests.browser.maker import Maker
from tests.browser.test_daily import LEVELS, day, game, kept_page
from tests.browser.test_look_back import analyzed, hurried
from tests.browser.visits import Visits
from tests.server.test_play_on import some_record

SAMPLELAND: Final = BOARDS / "sampleland.toml"
TABLE: Final = "k4bq7xw2m3nadf5e"
LONG_NAMES: Final = ("Wolfeschlegelsteinhausen", "Brzęczyszczykiewicz", "Ana")


def inspected(house: House, visits: Visits, path: str, until: str, **wishes: Any) -> tuple[Page, Inspection]:
    page = visits.page(house, path, **wishes)
    page.wait_for_selector(until)
    return page, Inspection(page)


def test_the_gallery(house: House, visits: Visits) -> None:
    """The lobby of somebody who has a board of their own, and the page that it was opened with."""
    page, inspection = inspected(house, visits, "/board", "input[type=file]", language="pl")
    inspection.look("a board file", "input[type=file]")
    page.locator("input[type=file]").set_input_files(SAMPLELAND)
    page.wait_for_selector(".stage .board")
    inspection.look("an own board", share=0.25)
    page.goto(house.url)
    page.wait_for_selector(".few [data-play]")
    inspection.look("gallery", "[data-play=cards]", ".few [data-play]", "a[href='/puzzles']", "a[href='/designer']")
    inspection.conclude()


def test_puzzles(house: House, visits: Visits) -> None:
    page, inspection = inspected(house, visits, "/puzzles", "[data-solved]", language="ro")
    inspection.look("puzzles", "ol a[href^='/puzzles/usa-']", "[data-solved]")
    puzzle = next(each for each in puzzles_for("usa") if each.best.startswith("claim "))
    page.goto(f"{house.url}/puzzles/{puzzle.id}")
    page.wait_for_selector("[data-puzzle]")
    inspection.look("a puzzle", ".prompt", "a.home", share=0.3, deck=True)
    page.locator("[data-draw=trains]").click()
    inspection.question("a wrong answer", "[data-act=next]", "[data-act=again]", ".prompt")
    cards = puzzles_for("cards")[0]
    page.goto(f"{house.url}/puzzles/{cards.id}")
    page.wait_for_selector(f"[data-puzzle='{cards.id}']")
    inspection.look("a puzzle of cards", ".prompt", axe=False, share=0.3, deck=True)
    inspection.conclude()


def test_the_daily_deal(house: House, visits: Visits) -> None:
    """Played well, badly, given up, and not yet."""
    played = {
        "usa": game(TABLE, points=101, ahead=1, levels=LEVELS),
        "europe": game(TABLE, points=-5, ahead=2, levels=LEVELS),
        "cards": game(TABLE, points=140, resigned=True, levels=LEVELS),
    }
    page = kept_page(house, visits, {day(): played}, language="pl")
    inspection = Inspection(page)
    page.wait_for_selector("[data-comparison]")
    inspection.look(
        "daily", "[data-act=play]", "[data-daily=usa] [data-act=share]", "[data-daily=cards] [data-act=again]"
    )
    page.locator("[data-daily=usa] [data-act=share]").click()
    page.locator("[data-share] img").wait_for()
    inspection.look("sharing", "[data-act=copy]", "[data-act=picture]")
    inspection.conclude()


def test_the_designer(house: House, visits: Visits) -> None:
    page, inspection = inspected(house, visits, "/designer", "[data-act=begin]", language="ro")
    inspection.look("designer: start", "[data-act=begin]", "input[type=file]")
    page.locator("input[type=file]").set_input_files(SAMPLELAND)
    Maker(page).wait_for_faults(0)
    page.wait_for_selector("[data-act=as-played]")
    tools = ["[data-act=play]", "[data-act=export]", ".tools label", ".zoom button", "[role=tab]:last-of-type"]
    for index in range(page.get_by_role("tab").count()):
        page.get_by_role("tab").nth(index).click()
        if page.locator("ul.list button").count():
            page.locator("ul.list button").first.click()
        # The other panels are looked at by axe in test_designer.py; here it looks at the frame around them.
        reach = ["[role=tabpanel] :is(button, input, select)"]
        inspection.look(f"designer: panel {index}", *tools, reach=reach, axe=index == 0, share=0.2)
    inspection.conclude()


@pytest.mark.parametrize(("board", "language"), [("world", "pl"), ("cards", "ro")])
def test_rules_and_atlas(house: House, visits: Visits, board: str, language: str) -> None:
    page, inspection = inspected(house, visits, f"/rules/{board}#scoring", "#scoring", language=language)
    inspection.look(f"rules of {board}", "[type=search]", "nav a", "#scoring h2", "#numbers h2")
    page.goto(f"{house.url}/atlas/{board}")
    page.wait_for_selector(f"[data-atlas={board}]")
    inspection.look(f"atlas of {board}", "[data-players='3']", "nav a", "main section:last-of-type h2")
    inspection.conclude()


def test_looking_back(house: House, visits: Visits, tmp_path: Path) -> None:
    whole = some_record("usa", 3)
    file = tmp_path / "short.branchline.json"
    file.write_text(
        record_text(replace(whole, seats=LONG_NAMES[: len(whole.seats)], actions=whole.actions[:8], outcome=None)),
        "utf-8",
    )
    page, inspection = inspected(house, visits, "/replay", "input[type=file]", language="pl")
    inspection.look("a record", "input[type=file]", axe=False)
    page.route("**/api/analyses", hurried)
    page.locator("input[type=file]").set_input_files(file)
    page.locator("[data-act=look-back]").click()
    page.wait_for_selector("[data-look-back]")
    controls = (".scrub", "[data-act=look-back]")
    inspection.look("before looking back", *controls, reach=["[data-act=analyze]", "[data-act=play-on]"], share=0.05)
    analyzed(page)
    reach = ["[data-curve] svg", "[data-costly]", "[data-act=spread]", "[data-act=play-on]"]
    inspection.look("looking back", *controls, reach=reach, share=0.05)
    inspection.conclude()
