"""Boards that share another game's rules: from the front door through some moves to the replay of their record."""

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from branchline.data.load import BoardInfo
from branchline.games import catalog
from tests.browser.guest import Guest
from tests.browser.house import House
from tests.browser.quick import finished_table
from tests.browser.visits import Visits
from tests.browser.words import bare_keys, say

OTHERS = [info for info in catalog() if info.offered and info.id != info.game]
IDS = [info.id for info in OTHERS]
MOVES = 8


def claimed_routes(page: Page) -> set[str]:
    return set(page.evaluate("() => [...document.querySelectorAll('.route.taken')].map(r => r.dataset.route)"))


@pytest.mark.parametrize("language", ["en", "pl", "ro"])
def test_they_are_offered_by_their_own_names(house: House, visits: Visits, language: str) -> None:
    page = visits.page(house, language=language)
    for info in OTHERS:
        card = page.locator("article", has=page.locator(f"[data-play={info.id}]"))
        expect(card.get_by_role("heading")).to_have_text(info.names[language])
        expect(card.locator(".line").first).to_be_attached()  # A picture of its own; cards have no lines.
    page.get_by_role("link", name=say("lobby.new", language)).click()
    for info in OTHERS:
        expect(page.locator("label.board", has_text=info.names[language])).to_be_visible()
    assert not bare_keys(page.inner_text("body"))


@pytest.mark.parametrize("info", OTHERS, ids=IDS)
def test_it_is_played_from_the_front_door(house: House, visits: Visits, rng: Random, info: BoardInfo) -> None:
    page = visits.page(house)
    page.locator(f"[data-play={info.id}]").click()
    guest = Guest(page, rng)
    for _ in range(MOVES):
        guest.wait()
        guest.act()
    state = house.ask(f"/api/tables/{page.url.rpartition('/')[2]}")
    assert (state["board"], state["game"]) == (info.id, info.game)
    printed = house.ask(f"/api/boards/{info.id}/{state['edition']}")
    assert page.locator(".route").count() == len(printed["routes"])
    assert page.get_by_role("heading", level=1).inner_text() == info.names["en"]
    page.goto(house.url)
    expect(page.get_by_role("link", name=info.names["en"], exact=True)).to_be_visible()  # Among one's own tables.


@pytest.mark.parametrize("info", OTHERS, ids=IDS)
def test_its_record_is_replayed_with_every_route_that_was_claimed(
    house: House, visits: Visits, info: BoardInfo, tmp_path: Path
) -> None:
    seated = finished_table(house, info.id)
    record = house.ask(f"/api/tables/{seated.table}/record")
    claimed = {
        event["route"]
        for frame in house.ask(f"/api/tables/{seated.table}/replay")["frames"]
        for event in frame["events"]
        if event["event"] == "route-claimed"
    }
    path = tmp_path / "game.branchline.json"
    path.write_text(json.dumps(record), "utf-8")
    page = visits.page(house, "/replay")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector("[data-replay]")
    page.locator("[data-act=last]").click()
    expect(page.locator(".route.taken")).to_have_count(len(claimed))
    assert claimed_routes(page) == claimed
    assert len(claimed) > 10
