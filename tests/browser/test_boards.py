"""Somebody's own board in the page: a file with coordinates only is drawn, or what is wrong with it is told."""

from pathlib import Path

from playwright.sync_api import expect

from branchline.data.files import BOARDS
from branchline.data.load import load_board
from tests.browser.house import House
from tests.browser.screens import assert_fine
from tests.browser.visits import Visits
from tests.browser.words import say

SAMPLELAND = BOARDS / "sampleland.toml"


def test_a_board_of_ones_own(house: House, visits: Visits, tmp_path: Path) -> None:
    page = visits.page(house)
    page.get_by_role("link", name=say("board.own")).click()
    page.wait_for_selector("input[type=file]")
    assert_fine(page, "open a board")
    broken = tmp_path / "broken.toml"
    broken.write_text(SAMPLELAND.read_text("utf-8").replace('"aber", "brig"', '"aber", "atlantis"'), "utf-8")
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.get_by_role("alert")).to_contain_text("atlantis")

    page.locator("input[type=file]").set_input_files(SAMPLELAND)
    page.wait_for_selector("[data-board]")
    board = load_board("sampleland")
    for route in board.routes:
        assert page.locator(f"[data-route='{route.id}'] .slot").count() == route.length
    for city in board.cities:
        assert page.locator(f"[data-city='{city.id}'] .disc").count() == 1
    outside = """() => {
      const board = document.querySelector(".board").getBoundingClientRect();
      return [...document.querySelectorAll(".slot, .disc, .board text")].filter(node => {
        const box = node.getBoundingClientRect();
        return box.left < board.left || box.right > board.right || box.top < board.top || box.bottom > board.bottom;
      }).length;
    }"""
    assert page.evaluate(outside) == 0
    assert_fine(page, "a board of one's own")
    page.screenshot(path=tmp_path / "board.png")
    page.get_by_role("button", name=say("board.another")).click()
    page.wait_for_selector("input[type=file]")
