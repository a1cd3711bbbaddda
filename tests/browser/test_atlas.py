"""The atlas in the page: every board in every language on every screen, its figures and its map."""

import pytest
from playwright.sync_api import expect

from tests.browser.house import House
from tests.browser.screens import assert_fine
from tests.browser.sizes import SIZES
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import say


@pytest.mark.parametrize("board", ["europe", "polska", "cards"])
def test_the_atlas_of_a_board(house: House, visits: Visits, board: str) -> None:
    page = visits.page(house, f"/atlas/{board}")
    for language in ("pl", "ro", "en"):
        page.locator(f".languages [lang={language}]").click()
        page.wait_for_selector(f"html[lang={language}] [data-atlas={board}]")
        text = page.locator("main").inner_text()
        assert "{" not in text, "a number is missing"
        assert "NaN" not in text
        for size in SIZES[:: 1 if language == "pl" else 5]:
            page.set_viewport_size({"width": size.width, "height": size.height})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size


def test_figures_are_those_of_the_number_of_players(house: House, visits: Visits) -> None:
    page = visits.page(house, "/")
    page.locator("a[href='/atlas/europe']").click()
    places = page.locator("#seats .bars li")
    expect(places).to_have_count(2)
    page.locator("[data-players='4']").click()
    expect(places).to_have_count(4)
    shaded = "all => all.map(each => Number(each.dataset.share))"
    claimed = page.eval_on_selector_all("#routes .route", shaded)
    page.locator("[data-map=early]").click()
    early = page.eval_on_selector_all("#routes .route", shaded)
    assert len(claimed) == len(early) > 80
    assert max(claimed) > 0.5
    assert all(one >= other for one, other in zip(claimed, early, strict=True))
    rows = page.locator("#tickets table").first.locator("tbody tr")
    expect(rows).to_have_count(12)
    page.locator("#tickets button").click()
    expect(rows).to_have_count(46)


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
def test_nobody_is_shut_out(house: House, visits: Visits, device: dict[str, object]) -> None:
    page = visits.page(house, "/atlas/europe", device=device)
    page.wait_for_selector("#strength")
    assert_fine(page, "atlas of europe")


def test_a_board_that_the_atlas_does_not_know(house: House, visits: Visits) -> None:
    page = visits.page(house, "/atlas/sampleland")
    page.get_by_text(say("nowhere")).wait_for()
