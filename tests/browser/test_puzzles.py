"""Puzzles in the page: found in the lobby, solved with the ordinary controls, told why, and remembered."""

import pytest
from playwright.sync_api import expect

from branchline.analysis.puzzles.puzzle import Puzzle, puzzles_for
from tests.browser.house import House
from tests.browser.screens import assert_fine
from tests.browser.visits import DESK, PHONE, SIDEWAYS, Visits


def puzzle_with(best: str) -> Puzzle:
    """A puzzle of the USA whose best move begins with this word."""
    return next(puzzle for puzzle in puzzles_for("usa") if puzzle.best.startswith(best))


def test_from_the_lobby_to_the_list(house: House, visits: Visits) -> None:
    page = visits.page(house, "/")
    page.locator("a[href='/puzzles']").click()
    page.wait_for_selector("[data-solved='0']")
    assert page.locator("ol a[href^='/puzzles/usa-']").count() == len(puzzles_for("usa"))
    for size in ((1440, 900), (390, 844), (844, 390), (320, 568)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size
    assert_fine(page, "list of puzzles")


@pytest.mark.parametrize("device", [DESK, PHONE, SIDEWAYS], ids=["desk", "phone", "sideways"])
def test_a_wrong_answer_is_told_and_can_be_mended(house: House, visits: Visits, device: dict[str, object]) -> None:
    puzzle = puzzle_with("claim ")
    page = visits.page(house, f"/puzzles/{puzzle.id}", device=device)
    page.wait_for_selector(f"[data-puzzle='{puzzle.id}']")
    assert_fine(page, "a puzzle")
    page.locator("[data-draw=trains]").click()
    page.wait_for_selector("[data-verdict=wrong]")
    expect(page.locator("[data-verdict] tbody tr")).to_have_count(len(puzzle.others) + 1)
    assert_fine(page, "a wrong answer")
    page.locator("[data-act=again]").click()
    page.wait_for_selector("[data-verdict]", state="detached")
    page.goto(f"{house.url}/puzzles")
    page.wait_for_selector("[data-solved='0']")


def test_a_right_answer_is_kept_on_this_device(house: House, visits: Visits) -> None:
    puzzle = puzzle_with("draw ")
    page = visits.page(house, f"/puzzles/{puzzle.id}")
    slot = int(puzzle.best.removeprefix("draw ")) - 1
    page.locator(f".offer [data-slot='{slot}']").click()
    page.wait_for_selector("[data-verdict=right]")
    assert page.locator("[data-act=again]").count() == 0
    page.locator("[data-act=next]").click()
    page.wait_for_selector(f"[data-puzzle]:not([data-puzzle='{puzzle.id}']), [data-solved]")
    page.goto(f"{house.url}/puzzles")
    page.wait_for_selector("[data-solved='1']")


def test_a_puzzle_that_is_not_there(house: House, visits: Visits) -> None:
    page = visits.page(house, "/puzzles/usa-0-0")
    page.get_by_role("alert").wait_for()
    page.locator("a[href='/puzzles']").click()
    page.wait_for_selector("[data-solved]")
