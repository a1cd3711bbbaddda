"""Finished games again: by link and from files, through any eyes, forward, back, by itself."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from branchline.games import game_names
from tests.browser.house import House
from tests.browser.quick import finished_table
from tests.browser.visits import Visits
from tests.browser.words import say


def move_of(page: Page) -> int:
    return int(page.locator("[data-move]").get_attribute("data-move") or -1)


def opened(house: House, visits: Visits, path: str) -> Page:
    page = visits.page(house, path)
    page.wait_for_selector("[data-replay]")
    return page


@pytest.mark.parametrize("game", game_names())
def test_step_scrub_and_link(house: House, visits: Visits, game: str) -> None:
    seated = finished_table(house, game)
    frames = house.ask(f"/api/tables/{seated.table}/replay?open=1")["frames"]
    last = len(frames) - 1
    page = opened(house, visits, f"/replay/{seated.table}#move=7")
    assert move_of(page) == 7
    page.locator("[data-act=forward]").click()
    page.keyboard.press("ArrowRight")
    assert move_of(page) == 9
    assert page.url.endswith("#move=9")
    page.locator("[data-act=back]").click()
    assert move_of(page) == 8
    page.get_by_role("slider", name=say("replay.controls")).fill(str(last - 1))
    assert move_of(page) == last - 1
    page.keyboard.press("Escape")
    page.locator("[data-act=last]").click()
    assert move_of(page) == last
    claimed = {e["route"] for frame in frames for e in frame["events"] if e["event"] == "route-claimed"}
    assert (
        set(page.evaluate("() => [...document.querySelectorAll('.route.taken')].map(r => r.dataset.route)")) == claimed
    )
    page.locator("[data-act=first]").click()
    assert move_of(page) == 0
    assert page.locator(".route.taken").count() == 0
    assert page.locator("[data-hand]").count() == 2, "all hands are open"


def test_it_plays_by_itself_to_the_end(house: House, visits: Visits) -> None:
    seated = finished_table(house, "usa")
    last = len(house.ask(f"/api/tables/{seated.table}/replay")["frames"]) - 1
    page = opened(house, visits, f"/replay/{seated.table}#move={last - 4}")
    page.get_by_label(say("replay.speed")).select_option("8×")
    page.locator("[data-act=run]").click()
    expect(page.locator("[data-move]")).to_have_attribute("data-move", str(last))
    expect(page.get_by_role("button", name=say("replay.play"), exact=True)).to_be_visible()


def test_through_the_eyes_of_a_seat_and_of_a_spectator(house: House, visits: Visits) -> None:
    seated = finished_table(house, "usa", "Ola", "Ion")
    page = opened(house, visits, f"/replay/{seated.table}#move=12")
    eyes = page.get_by_label(say("replay.viewpoint"))
    eyes.select_option("Ion")
    expect(page.locator("[data-hand]")).to_have_count(1)
    assert page.locator("[data-hand]").get_attribute("data-hand") == "1"
    assert move_of(page) == 12, "other eyes see the same move"
    eyes.select_option(say("replay.viewpoint.watch"))
    expect(page.locator("[data-hand]")).to_have_count(0)


def test_a_record_from_a_file(house: House, visits: Visits, tmp_path: Path) -> None:
    seated = finished_table(house, "world")
    record = house.ask(f"/api/tables/{seated.table}/record")
    path = tmp_path / "game.branchline.json"
    path.write_text(json.dumps(record), "utf-8")
    page = visits.page(house, "/replay")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector("[data-replay]")
    assert page.locator(".moves li").count() == len(record["actions"]) + 1
    page.locator("[data-act=results]").click()
    for sheet in record["outcome"]["sheets"]:
        expect(page.locator(f"[data-total='{sheet['seat']}']")).to_have_text(str(sheet["total"]).replace("-", "−"))


def test_what_is_wrong_with_a_file_is_told(house: House, visits: Visits, tmp_path: Path) -> None:
    seated = finished_table(house, "usa")
    record = house.ask(f"/api/tables/{seated.table}/record")
    page = visits.page(house, "/replay")
    broken = tmp_path / "broken.json"
    del record["checksum"]  # Otherwise it alone would tell that something was changed.
    broken.write_text(json.dumps(record | {"actions": [[0, "fly to the moon"]]}), "utf-8")
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.get_by_role("alert")).to_contain_text(say("refusal.bad-record"))
    expect(page.get_by_role("alert")).to_contain_text("action 1")
    changed = tmp_path / "changed.json"
    record["outcome"]["winners"] = [7]
    changed.write_text(json.dumps(record), "utf-8")
    page.locator("input[type=file]").set_input_files(changed)
    expect(page.get_by_role("alert")).to_contain_text(say("replay.differs"))
    expect(page.get_by_role("alert")).to_contain_text("outcome.winners")


def test_a_game_that_goes_on_has_no_replay(house: House, visits: Visits) -> None:
    from tests.browser.house import BOT, mine

    seated = house.table("usa", mine("Ola"), BOT)
    page = visits.page(house, f"/replay/{seated.table}")
    expect(page.get_by_role("alert")).to_contain_text(say("refusal.not-finished"))
