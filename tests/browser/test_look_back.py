"""Looking back in the page: an analysis begun, given up and kept; costly decisions on the board; what if."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from branchline.notation.records.record import record_text
from tests.browser.house import House
from tests.browser.quick import finished_table
from tests.browser.screens import assert_fine
from tests.browser.sizes import SAMPLE
from tests.browser.test_replay import move_of
from tests.browser.visits import PATIENCE, PHONE, Visits
from tests.browser.words import say
from tests.server.test_play_on import some_record

DECISIONS: Final = 14
"""A game that is not over can be looked back at too, and takes less time."""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    whole = some_record("usa", 3)
    file = tmp_path_factory.mktemp("records") / "short.branchline.json"
    file.write_text(record_text(replace(whole, actions=whole.actions[:DECISIONS], outcome=None)), "utf-8")
    return file


def hurried(route: Route) -> None:
    """Ask for as few trials as the server allows."""
    asked: Any = json.loads(route.request.post_data or "{}")
    route.continue_(post_data=json.dumps(asked | {"effort": 32}))


def opened(house: House, visits: Visits, record: Path, **wishes: Any) -> Page:
    page = visits.page(house, "/replay", **wishes)
    page.route("**/api/analyses", hurried)
    page.locator("input[type=file]").set_input_files(record)
    page.locator("[data-act=look-back]").click()
    page.wait_for_selector("[data-look-back]")
    return page


def analyzed(page: Page) -> None:
    page.locator("[data-act=analyze]").click()
    page.wait_for_selector("[data-look-back=done]", timeout=6 * PATIENCE)


def assert_in_sight(page: Page) -> None:
    for size in SAMPLE:
        page.set_viewport_size({"width": size.width, "height": size.height})
        page.wait_for_timeout(250)
        box = page.locator("[data-look-back]").bounding_box()
        assert box is not None
        assert box["x"] >= 0, size
        assert box["x"] + box["width"] <= size.width, size
        assert box["y"] < size.height, size
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size


def test_an_analysis_is_made_once_and_shows_what_would_have_been_better(
    house: House, visits: Visits, record: Path
) -> None:
    page = opened(house, visits, record)
    assert_fine(page, "before an analysis")
    analyzed(page)
    assert page.locator("[data-curve] svg").first.is_visible()
    assert_fine(page, "an analysis")
    costly = page.locator("[data-costly]")
    for seat in range(2):
        page.locator(f".seats [data-player='{seat}']").click()
        for place in range(costly.count()):
            number = int(costly.nth(place).get_attribute("data-costly") or -1)
            costly.nth(place).click()
            assert move_of(page) == number
            expect(costly.nth(place)).to_have_attribute("aria-current", "step")
    assert_in_sight(page)
    again = opened(house, visits, record, device=PHONE, language="pl-PL")
    again.locator("[data-act=analyze]").tap()
    again.wait_for_selector("[data-look-back=done]")
    assert_fine(again, "an analysis on a phone")


def test_an_analysis_can_be_given_up(house: House, visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "long.branchline.json"
    file.write_text(record_text(some_record("europe", 4)), "utf-8")
    page = opened(house, visits, file)
    with page.expect_response("**/api/analyses") as begun:
        page.locator("[data-act=analyze]").click()
    job = begun.value.json()["job"]
    with page.expect_response(f"**/api/jobs/{job}") as gone:
        page.locator("[data-act=cancel]").click()
        if gone.value.request.method != "DELETE":
            page.wait_for_event("response", lambda response: response.request.method == "DELETE")
    page.locator("[data-act=analyze]").wait_for()
    assert page.request.get(f"{house.url}/api/jobs/{job}").status == 404


def test_what_if_bots_play_on_and_what_if_i_do(house: House, visits: Visits, record: Path) -> None:
    page = opened(house, visits, record)
    page.get_by_role("slider", name=say("replay.controls")).fill("9")
    page.locator("[data-act=spread]").click()
    page.wait_for_selector("[data-spread='9']", timeout=6 * PATIENCE)
    assert page.locator("[data-spread] li").count() == 2
    page.locator("[data-act=play-on]").click()
    page.wait_for_selector(".play[data-status=playing]")
    table = page.url.rpartition("/")[2]
    assert house.ask(f"/api/tables/{table}")["taken_over"] == 9


def test_the_end_of_a_game_leads_to_looking_back(house: House, visits: Visits) -> None:
    page = visits.page(house, finished_table(house, "cards").link)
    page.locator("[data-act=look-back]").click()
    page.wait_for_selector("[data-look-back=idle]")
    assert "/replay/" in page.url
