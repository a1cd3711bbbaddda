"""Is it any good? The report in the designer: asked for, given up, read, and followed."""

import tomllib
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.maker import Maker
from tests.browser.screens import assert_fine
from tests.browser.test_designer import saved
from tests.browser.visits import Visits
from tests.browser.words import say
from tests.own_boards import own_board

SOUND = 'between = ["dale", "holm"], points = 3'
DEAR = SOUND.replace("3", "9")
PATIENCE = 120_000
"""Milliseconds until a report is there, where the lane has been compiled."""


def test_a_ticket_that_is_worth_too_much_is_told_and_mended(house: House, visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "dear.toml"
    file.write_text(own_board("dear-land", "Dear Land").replace(SOUND, DEAR), "utf-8")
    page = visits.page(house, "/designer")
    page.locator("input[type=file]").set_input_files(file)
    Maker(page).wait_for_faults(0)
    balance = page.get_by_role("tab", name=say("designer.tab.balance"))
    balance.click()
    page.locator("[data-act=balance]").click()
    page.locator("[data-act=balance-stop]").click()
    expect(page.locator("[data-act=balance]")).to_be_enabled()
    expect(page.locator("progress")).to_have_count(0)

    page.locator("[data-act=balance]").click()
    page.wait_for_selector("[data-balance]", timeout=PATIENCE)
    first = page.locator("[data-finding]").first
    expect(first).to_contain_text("Dale – Holm")
    expect(page.locator("[data-games] tbody tr")).to_have_count(4)
    page.locator("summary", has_text=say("designer.balance-tickets")).click()
    expect(page.locator("[data-tickets] tbody tr")).to_have_count(16)
    assert_fine(page, "the report about a board")

    # Whoever looks at the ticket finds the report again.
    first.get_by_role("button", name=say("designer.show")).click()
    expect(page.locator("legend", has_text="Dale – Holm")).to_be_visible()
    balance.click()
    first.locator("[data-act=accept]").click()
    expect(page.locator("[data-balance]")).to_be_visible()
    expect(page.get_by_text(say("designer.balance-old"))).to_be_visible()
    Maker(page).wait_for_faults(0)
    points = {tuple(each["between"]): each["points"] for each in tomllib.loads(saved(page))["ticket"]}
    assert points["dale", "holm"] < 9
