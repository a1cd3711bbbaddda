"""The daily deal in the page: offered in the lobby, played, compared with the bots, shared, and kept on this device."""

import json
import re
import struct
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from branchline.bots.daily import BOTS
from tests.browser.house import OPEN, House, mine
from tests.browser.quick import play_without_a_page
from tests.browser.screens import assert_fine
from tests.browser.visits import DESK, PATIENCE, PHONE, SIDEWAYS, Visits
from tests.browser.words import say

HERE: dict[str, Any] = {"timezone_id": "UTC"}
LEVELS = [{"level": level, "points": 60 + 20 * place, "ahead": 0} for place, level in enumerate(BOTS)]


def day(ago: int = 0) -> str:
    return (datetime.now(UTC).date() - timedelta(ago)).isoformat()


def game(table: str, **more: Any) -> dict[str, Any]:
    return {"table": table, "points": None, "ahead": 0, "resigned": False, "levels": None} | more


def kept_page(house: House, visits: Visits, kept: dict[str, Any], **wishes: Any) -> Page:
    """The page on a device that has this progress."""
    context = visits.context(**HERE, **wishes)
    # A page that is still blank has no storage.
    keep = f"localStorage.setItem('branchline.daily', {json.dumps(json.dumps(kept))})"
    context.add_init_script(f"if (location.protocol === 'http:') {keep}")
    page = context.new_page()
    page.goto(f"{house.url}/daily")
    page.wait_for_selector("[data-daily]")
    return page


def test_the_lobby_leads_to_todays_deal_which_says_that_it_is_no_secret(house: House, visits: Visits) -> None:
    page = visits.page(house, **HERE)
    page.get_by_role("link", name=say("daily"), exact=True).click()
    page.wait_for_selector("[data-daily]")
    expect(page.locator("time")).to_have_attribute("datetime", day())
    boards = {each["board"] for each in house.ask("/api/boards")["boards"]}
    assert {each.get_attribute("data-daily") for each in page.locator("[data-daily]").all()} == boards
    assert_fine(page, "the daily deals")
    page.locator("[data-daily=europe] [data-act=play]").click()
    page.wait_for_selector("[data-offer]")
    expect(page.get_by_text(say("daily.table").format(day=day())).first).to_be_visible()
    table = page.url.rpartition("/")[2]
    state = house.ask(f"/api/tables/{table}")
    assert (state["daily"], state["public"], state["hints"]) == (day(), False, False)

    page.goto(f"{house.url}/daily")
    page.locator("[data-daily=europe] [data-act=resume]").click()
    page.wait_for_selector("[data-offer]")
    assert page.url.endswith(table)


def test_the_result_is_compared_with_every_level_and_shared(house: House, visits: Visits) -> None:
    seated = house.table("cards", mine("Ola"), OPEN, daily=day())
    play_without_a_page(house, seated)
    points = house.ask(f"/api/tables/{seated.table}")["points"]
    before = {day(ago): {"cards": game("k4bq7xw2m3nadf5e", points=50, levels=LEVELS)} for ago in (1, 2)}
    page = kept_page(house, visits, before | {day(): {"cards": game(seated.table)}})
    card = page.locator("[data-daily=cards]")
    card.locator("[data-comparison]").wait_for(timeout=3 * PATIENCE)  # Five games are played meanwhile.
    rows = card.locator("[data-comparison] li")
    expect(rows).to_have_count(1 + len(BOTS))
    expect(card.locator("[data-comparison] .mine b")).to_have_text(str(points[0]).replace("-", "−"))
    expect(card).to_contain_text("3 days in a row")
    assert_fine(page, "the result of a day")

    card.locator("[data-act=share]").click()
    text = page.locator("[data-share] textarea").input_value()
    assert text.startswith(f"Branchline {day()} · ")
    assert f"place {1 + sum(each > points[0] for each in points)} of 3" in text
    assert len([sign for sign in text if sign in "■□"]) == len(BOTS)
    assert_fine(page, "a result to share")
    with page.expect_download() as saved:
        page.locator("[data-act=picture]").click()
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert len(picture) > 5_000, "the picture is empty"


@pytest.mark.parametrize(
    ("device", "language"), [(DESK, "en"), (PHONE, "pl"), (SIDEWAYS, "ro")], ids=["desk", "phone", "sideways"]
)
def test_results_at_every_size(house: House, visits: Visits, device: dict[str, Any], language: str) -> None:
    played = {
        "usa": game("k4bq7xw2m3nadf5e", points=101, ahead=1, levels=LEVELS),
        "europe": game("k4bq7xw2m3nadf5e", points=-5, ahead=2, levels=LEVELS),
        "cards": game("k4bq7xw2m3nadf5e", points=140, resigned=True, levels=LEVELS),
    }
    page = kept_page(house, visits, {day(): played}, device=device, language=language)
    expect(page.locator("[data-daily=usa] [data-comparison] li").nth(2)).to_have_class(re.compile("mine"))
    expect(page.locator("[data-daily=europe] .mine b")).to_have_text("−5")
    expect(page.locator("[data-daily=cards] [data-act=share]")).to_have_count(0)
    assert_fine(page, f"results in {language}")
    page.locator("[data-daily=usa] [data-act=share]").click()
    page.locator("[data-share] img").wait_for()
    assert_fine(page, f"to be shared in {language}")
