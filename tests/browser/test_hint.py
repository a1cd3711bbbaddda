"""Hints at a table: asked for by mouse, finger and keys, followed to the end of a decision, seen by nobody else."""

import time
from random import Random
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.follower import SETTLE, Follower, KeyboardFollower
from tests.browser.guest import STANDING
from tests.browser.house import BOT, OPEN, House, mine
from tests.browser.screens import assert_fine
from tests.browser.sizes import SAMPLE
from tests.browser.visits import PATIENCE, PHONE, Visits
from tests.browser.words import say

TOLD: Final = "[data-hint]:not([data-hint=thinking])"


def decision_of(page: Page) -> str | None:
    found: str | None = page.evaluate(STANDING)["decision"]
    return found


def follow_the_hint(page: Page, follower: Follower) -> str:
    """Do with the ordinary controls what the ring points at, until the decision is made; give what it was."""
    page.wait_for_selector(TOLD)
    kind = page.locator("[data-hint]").get_attribute("data-hint") or ""
    decision, deadline = decision_of(page), time.monotonic() + PATIENCE / 1000
    while decision_of(page) == decision:
        assert time.monotonic() < deadline, f"the hint {kind} leads nowhere: {follower.look()}"
        now = follower.look()
        page.wait_for_timeout(SETTLE)
        if now == follower.look() and now["pointed"] and decision_of(page) == decision:
            follower.use(now)
    page.wait_for_selector("[data-hint]", state="detached")
    return kind


def wait_for_my_turn(page: Page) -> None:
    page.wait_for_function(f"() => ({STANDING})().decision != null")


def assert_in_sight(page: Page) -> None:
    """The hint lies inside the window at every size, and the page scrolls nowhere."""
    for size in SAMPLE:
        page.set_viewport_size({"width": size.width, "height": size.height})
        page.wait_for_timeout(200)
        box = page.locator("section[data-hint]").bounding_box()
        assert box is not None
        assert box["x"] >= 0, size
        assert box["y"] >= 0, size
        assert box["x"] + box["width"] <= size.width, size
        assert box["y"] + box["height"] <= size.height, size
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size


def test_a_hint_says_what_and_why_and_points_there(house: House, visits: Visits, rng: Random) -> None:
    page = visits.page(house, house.table("usa", mine("Ola"), BOT).link)
    page.wait_for_selector("[data-offer]")
    page.get_by_role("button", name=say("hint.ask")).first.click()
    page.wait_for_selector(TOLD)
    assert page.locator("[data-hint] [data-why]").inner_text()
    assert page.locator("[data-hint] [role=status]").inner_text().startswith(say("hint.idea"))
    assert_fine(page, "a hint beside a question")
    follower = Follower(page, rng)
    kinds = [follow_the_hint(page, follower)]
    for _ in range(8):
        wait_for_my_turn(page)
        page.keyboard.press("h")
        page.wait_for_selector(TOLD)
        if page.locator("[data-hint=claim]").count():
            expect(page.locator(".stage [data-pointed]").first).to_be_attached()
            assert_fine(page, "a hint on the board")
            assert_in_sight(page)
            page.set_viewport_size({"width": 1440, "height": 900})
        kinds.append(follow_the_hint(page, follower))
    assert kinds[0] == "keep"
    assert {"draw", "draw-blind"} & {*kinds}
    expect(page.locator("[data-hints]").first).to_have_attribute("data-hints", "9")
    page.get_by_text(say("step.hinted").replace("{player}", "Ola")).first.wait_for(state="attached")


def test_a_hint_on_a_phone_with_a_finger(house: House, visits: Visits, rng: Random) -> None:
    page = visits.page(house, house.table("cards", mine("Ola"), BOT).link, device=PHONE, language="pl-PL")
    follower = Follower(page, rng, touch=True)
    for _ in range(3):
        wait_for_my_turn(page)
        page.get_by_role("button", name=say("tools", "pl")).last.tap()
        page.locator("[data-menu]").get_by_role("button", name=say("hint.ask", "pl")).tap()
        follow_the_hint(page, follower)


def test_a_hint_with_keys_alone(house: House, visits: Visits, rng: Random) -> None:
    page = visits.page(house, house.table("world", mine("Ola"), BOT).link)
    follower = KeyboardFollower(page, rng)
    for _ in range(3):
        wait_for_my_turn(page)
        page.keyboard.press("h")
        follow_the_hint(page, follower)


def test_the_others_see_that_somebody_asked_and_no_more(house: House, visits: Visits) -> None:
    made = house.table("usa", mine("Ola"), OPEN)
    other = house.ask(f"/api/tables/{made.table}/seats", {"cid": "b" * 32, "name": "Bea"})
    ola = visits.page(house, made.link)
    bea = visits.page(house, f"/t/{made.table}#seat={other['token']}")
    frames: list[str] = []
    bea.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
    bea.reload()
    ola.locator("[data-act=start]").click()
    ola.wait_for_selector("[data-offer]")
    ola.keyboard.press("h")
    ola.wait_for_selector(TOLD)
    assert say("hint.seen") in ola.locator("[data-hint]").inner_text()
    expect(bea.locator("[data-hints='1']").first).to_be_attached()
    assert not bea.locator("[data-hint]").count()
    assert any('"hinted"' in frame for frame in frames)
    assert not any('"type":"hint"' in frame for frame in frames)


def test_a_table_without_hints_says_so(house: House, visits: Visits) -> None:
    options = {"first": None, "open_stacks": False, "hints": False}
    page = visits.page(house, house.table("usa", mine("Ola"), BOT, options=options).link)
    page.wait_for_selector("[data-offer]")
    assert not page.get_by_role("button", name=say("hint.ask")).count()
    page.keyboard.press("h")
    page.get_by_text(say("refusal.no-hints")).first.wait_for()
