"""After the game: the story of the scoring, every line, the game in numbers, the proof, a rematch, the record."""

import json
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, House, Seated, mine
from tests.browser.quick import finished_table, play_without_a_page
from tests.browser.visits import Visits
from tests.browser.words import say


def test_the_scoring_is_told_by_itself(house: House, visits: Visits) -> None:
    """Somebody who sees the last move, and does not mind movement, hears the story at once."""
    seated = house.table("usa", mine("Ola"), BOT)
    page = visits.page(house, f"/t/{seated.table}", calm=False)
    page.wait_for_selector(".play")
    play_without_a_page(house, seated)
    page.wait_for_selector("[data-scoring]")
    steps = page.locator("[data-scoring] progress")
    begun = float(steps.get_attribute("value") or 0)
    page.wait_for_function("begun => document.querySelector('[data-scoring] progress')?.value >= begun + 2", arg=begun)
    page.locator("[data-act=results]").click()
    check_totals(page, house, seated)


def check_totals(page: Page, house: House, seated: Seated) -> None:
    for sheet in house.ask(f"/api/tables/{seated.table}/record")["outcome"]["sheets"]:
        total = str(sheet["total"]).replace("-", "−")
        expect(page.locator(f"[data-total='{sheet['seat']}']")).to_have_text(total)


def test_a_path_is_traced_on_the_map(house: House, visits: Visits) -> None:
    seated = finished_table(house, "usa")
    outcome = house.ask(f"/api/tables/{seated.table}/record")["outcome"]
    page = results(house, visits, seated.link)
    page.get_by_role("button", name=say("end.show-scoring")).click()
    lit: list[set[str]] = []
    while page.locator("[data-scoring]").count():
        lit.append(set(page.evaluate("() => [...document.querySelectorAll('[data-bed].lit')].map(r => r.dataset.bed)")))
        page.get_by_role("button", name=say("end.next")).click()
    paths = [
        set(line["routes"])
        for sheet in outcome["sheets"]
        for line in sheet["lines"]
        if line["source"] == "longest-path"
    ]
    assert all(path in lit for path in paths if path)


def results(house: House, visits: Visits, link: str) -> Page:
    page = visits.page(house, link)
    page.wait_for_selector("[data-results]")
    return page


def test_the_deal_is_proven_in_the_page_and_a_rematch_follows(house: House, visits: Visits, rng: Random) -> None:
    seated = house.table("cards", mine("Ola"), BOT, entropy="0123456789abcdef")
    page = visits.page(house, seated.link)
    play_out(Guest(page, rng))
    page.get_by_role("tab", name=say("end.fairness")).click()
    for key in ("fair.promised", "fair.dealt", "fair.seen"):
        expect(page.get_by_text(say(key))).to_be_visible()
    assert page.locator("[data-verdict=good]").count() == 3
    page.locator("[data-act=rematch]").click()
    page.wait_for_url(lambda url: seated.table not in url)
    page.wait_for_selector("[data-offer]")


def test_a_false_proof_is_found(house: House, visits: Visits) -> None:
    """A server that shows another secret than it promised is found out by the page itself."""
    seated = finished_table(house, "cards")

    def lie(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        body = answer.json()
        body["proof"]["secret"] = body["proof"]["secret"][::-1]
        route.fulfill(response=answer, json=body)  # type: ignore[attr-defined]

    page = visits.context().new_page()
    page.route("**/replay?*", lie)
    page.goto(f"{house.url}/replay/{seated.table}")
    page.locator("[data-act=results]").click()
    page.get_by_role("tab", name=say("end.fairness")).click()
    expect(page.get_by_text(say("fair.not-promised"))).to_be_visible()
    expect(page.get_by_text(say("fair.not-dealt"))).to_be_visible()


def test_statistics_count_what_the_record_has(house: House, visits: Visits) -> None:
    seated = finished_table(house, "europe")
    page = results(house, visits, seated.link)
    page.get_by_role("tab", name=say("end.statistics")).click()
    row = page.get_by_role("row", name=say("stats.row.routes"))
    shown = [int(text) for text in row.locator("td").all_inner_texts()]
    frames = house.ask(f"/api/tables/{seated.table}/replay")["frames"]
    claimed = [event["seat"] for frame in frames for event in frame["events"] if event["event"] == "route-claimed"]
    assert shown == [claimed.count(0), claimed.count(1)]
    assert page.locator("figure svg").count() == 3


def test_the_record_is_downloaded(house: House, visits: Visits) -> None:
    seated = finished_table(house, "usa")
    page = results(house, visits, seated.link)
    with page.expect_download() as download:
        page.get_by_role("link", name=say("end.record")).click()
    assert download.value.suggested_filename == f"{seated.table}.branchline.json"
    saved = json.loads(download.value.path().read_text("utf-8"))
    assert saved == house.ask(f"/api/tables/{seated.table}/record")
