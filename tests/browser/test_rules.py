"""The rules in the page: every clause, searched, linked, printed, on every screen, and from where one gets stuck."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from branchline.games import game_names
from tests.browser.guest import Guest
from tests.browser.house import BOT, House, mine
from tests.browser.quick import finished_table
from tests.browser.screens import assert_fine
from tests.browser.sizes import SIZES
from tests.browser.visits import DESK, PHONE, Visits
from tests.browser.words import say
from tests.test_clauses import clauses_of


def told(page: Page) -> set[str]:
    lists: list[str] = page.eval_on_selector_all("[data-clauses]", "all => all.map(each => each.dataset.clauses)")
    return {clause for each in lists for clause in each.split()}


def assert_inside(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.viewport_size


@pytest.mark.parametrize("game", game_names())
def test_the_rules_of_a_game(house: House, visits: Visits, game: str) -> None:
    page = visits.page(house, f"/rules/{game}#scoring")
    expect(page.locator("#scoring")).to_be_in_viewport()
    for language in ("pl", "ro", "en"):
        page.locator(f".languages [lang={language}]").click()
        page.wait_for_selector(f"html[lang={language}] [data-rules]")
        assert told(page) == clauses_of(game)
        assert page.locator("figure .drawing").count() >= 4
        assert all(page.eval_on_selector_all("figure .drawing", "all => all.map(each => each.childElementCount > 0)"))
        assert "{" not in page.locator("main").inner_text(), "a number is missing"
        for size in SIZES[:: 1 if language == "pl" else 5]:
            page.set_viewport_size({"width": size.width, "height": size.height})
            assert_inside(page)


def test_searching_and_printing(house: House, visits: Visits) -> None:
    page = visits.page(house, "/rules/europe")
    page.wait_for_selector("#tunnels")
    page.get_by_role("searchbox").fill("locomotives tunnel")
    page.wait_for_selector("#draw", state="detached")
    assert page.locator("#tunnels mark").count() > 2
    page.get_by_role("searchbox").fill("zzz")
    page.get_by_text(say("list.none")).wait_for()
    page.get_by_role("searchbox").fill("")
    page.emulate_media(media="print")
    assert page.locator("#tunnels").is_visible()
    assert not page.get_by_role("searchbox").is_visible()


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["world", "cards"])
def test_nobody_is_shut_out(house: House, visits: Visits, game: str, device: dict[str, object]) -> None:
    page = visits.page(house, f"/rules/{game}", device=device)
    page.wait_for_selector("#numbers")
    assert_fine(page, f"rules of {game}")


def open_rule(page: Page, section: str) -> None:
    page.locator(f"[data-rule-link={section}]").first.click()
    page.wait_for_selector(f"dialog [data-rule={section}]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_from_where_one_gets_stuck(house: House, visits: Visits, rng: Random) -> None:
    """A question, a refusal, the bar and the help lead to the section that answers them."""
    page = visits.page(house, house.table("europe", mine("Ola"), BOT).link)
    guest = Guest(page, rng)
    guest.wait()
    open_rule(page, "tickets")
    guest.act()
    guest.wait()
    page.get_by_role("button", name=say("rules"), exact=True).click()
    page.wait_for_selector("dialog [data-rule]")
    assert_fine(page, "rules over the table")
    link = page.locator("dialog a[target=_blank]").get_attribute("href")
    assert link is not None
    assert link.startswith("/rules/europe#")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.locator(".stage [data-look=free]").first.dispatch_event("click")
    page.locator(".notices [data-rule-link]").first.click()
    page.wait_for_selector("dialog [data-rule]")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("dialog a[href='/rules/europe']").count() == 1


def test_from_the_score_sheet(house: House, visits: Visits) -> None:
    page = visits.page(house, finished_table(house, "europe").link)
    page.wait_for_selector("[data-results]")
    page.get_by_role("tab", name=say("end.score")).click()
    open_rule(page, "stations")
