"""Everything that is rare in a random game, once on purpose: each action sheet is used, and axe is content."""

import re
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fingers import pinch
from tests.browser.guest import SCALE, SPOT, Guest
from tests.browser.house import BOT, House, mine
from tests.browser.screens import assert_fine
from tests.browser.stages import StageHouse, unlisted_payment
from tests.browser.visits import PATIENCE, PHONE, Visits
from tests.browser.words import say


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StageHouse]:
    with StageHouse(tmp_path_factory.mktemp("stages")) as opened:
        yield opened


def seat_at(stages: StageHouse, visits: Visits, name: str, **wishes: Any) -> Page:
    page = visits.page(stages, stages.stages[name].link, **wishes)
    page.wait_for_selector(".play[data-decision]")
    return page


def last_done(stages: StageHouse, name: str) -> list[str]:
    """Give what happened last by Ola's hand, as the server tells it."""
    staged = stages.stages[name]
    steps = stages.ask(f"/api/tables/{staged.table}/steps", token=staged.token)["steps"]
    moved = [step for step in steps if step["step"] == "played" and step["seat"] == 0 and step["by"] == "person"]
    return [event["event"] for event in moved[-1]["events"]]


def assert_done(stages: StageHouse, name: str, event: str) -> None:
    """Wait until the server tells of it: the page closes a sheet as soon as it has sent what was chosen there."""
    deadline = time.monotonic() + 30
    while event not in " ".join(done := last_done(stages, name)):
        assert time.monotonic() < deadline, f"{event} is not what was done last: {done}"
        time.sleep(0.1)


def open_a_city(page: Page, rng: Random, builds: str) -> str:
    """Open cities until something can be built in one."""
    guest = Guest(page, rng)
    for city in page.evaluate("() => [...document.querySelectorAll('[data-city]')].map(c => c.dataset.city)"):
        guest.point_at(f"[data-city='{city}']")
        page.wait_for_selector("[data-sheet]")
        if page.locator(f"[data-act={builds}]").count():
            return str(city)
        page.keyboard.press("Escape")
        page.wait_for_selector("[data-sheet]", state="detached")
    raise AssertionError(f"no {builds} can be built anywhere")


@pytest.mark.parametrize(("builds", "event"), [("station", "station-built"), ("harbor", "harbor-built")])
def test_building(stages: StageHouse, visits: Visits, rng: Random, builds: str, event: str) -> None:
    page = seat_at(stages, visits, builds)
    city = open_a_city(page, rng, builds)
    assert_fine(page, "a city")
    page.locator(f"[data-act={builds}]").click()
    page.wait_for_selector("[data-act=pay]")
    assert_fine(page, "paying for a building")
    page.locator("[data-act=pay]").click()
    expect(page.locator(f"[data-city='{city}'] .built[data-player='0']")).to_have_count(1)
    assert_done(stages, builds, event)


def test_why_nothing_can_be_built(stages: StageHouse, visits: Visits, rng: Random) -> None:
    """The page knows no rules: it asks the server why not, and says it in the language of the page."""
    page = seat_at(stages, visits, "compose", language="pl")
    Guest(page, rng).point_at("[data-city=lagos]")
    page.get_by_role("button", name=say("harbor.why", "pl")).click()
    expect(page.locator(".notice")).to_have_text(re.compile(re.escape(say("refusal.no-route-to-city", "pl"))))


def test_exchanging_pieces(stages: StageHouse, visits: Visits) -> None:
    page = seat_at(stages, visits, "exchange")
    pieces = page.locator(".player[data-player='0'] .counts")
    before = pieces.inner_text()
    page.locator("[data-act=open-exchange]").click()
    page.locator("[data-sheet]").get_by_role("button", name=say("deck.ships")).click()
    assert_fine(page, "exchange")
    page.locator("[data-act=exchange]").click()
    page.wait_for_selector("[data-sheet]", state="detached")
    expect(pieces).not_to_have_text(before)
    assert_done(stages, "exchange", "pieces-exchanged")


def test_a_payment_put_together_card_by_card(stages: StageHouse, visits: Visits, rng: Random) -> None:
    """Where there are more payments than can be listed, a player lays card after card, and the server says when."""
    route, payment = unlisted_payment(stages.stages["compose"])
    page = seat_at(stages, visits, "compose")
    Guest(page, rng).point_at(f"[data-route='{route}']")
    page.locator("[data-sheet] .button.quiet").click()
    assert_fine(page, "composing a payment")
    pay, judged = page.locator("[data-act=pay]"), page.locator("[data-sheet] [role=status]")
    expect(pay).to_be_disabled()
    expect(judged).to_have_text("")
    for number, kind in enumerate([kind for kind, count in payment.items() for _ in range(count)]):
        if number == 1:
            expect(judged).to_have_text(say("refusal.wrong-payment"))
        page.locator(f".compose [data-kind='{kind}'] button").last.click()
    expect(judged).to_have_text(say("pay.right"))
    pay.click()
    page.wait_for_selector("[data-sheet]", state="detached")
    assert_done(stages, "compose", "route-claimed")


def test_a_toll(stages: StageHouse, visits: Visits) -> None:
    page = seat_at(stages, visits, "toll")
    page.wait_for_selector("[data-act=toll]")
    assert page.locator("[data-sheet] .reveal li.turned").count() > 0
    assert_fine(page, "toll")
    page.locator("[data-act=toll]").click()
    page.wait_for_selector("[data-act=toll]", state="detached")
    assert_done(stages, "toll", "route-claimed")


def test_a_row_and_a_settlement(stages: StageHouse, visits: Visits, rng: Random) -> None:
    page = seat_at(stages, visits, "row")
    page.locator("[data-act=row]").click()
    assert_fine(page, "row")
    page.keyboard.press("Escape")
    Guest(page, rng).carry_out("row", "")
    expect(page.locator("[data-yard='0'] [data-track]").first).to_be_visible()
    page = seat_at(stages, visits, "settle")
    assert_fine(page, "settlement")
    page.locator("[data-act=settle]").click()
    page.wait_for_selector("[data-act=settle]", state="detached")
    assert_done(stages, "settle", "settled")


def test_a_card_dragged_onto_a_route(house: House, visits: Visits, rng: Random) -> None:
    seated = house.table("usa", mine("Ola"), BOT)
    page = visits.page(house, seated.link)
    guest = Guest(page, rng)
    guest.wait()
    guest.act()
    guest.wait()
    route = page.locator(".route.open").first.get_attribute("data-route")
    x, y, _ = page.evaluate(SPOT, f"[data-route='{route}']")
    pile = page.locator(".hand [data-kind]").first.bounding_box()
    assert pile is not None
    page.mouse.move(pile["x"] + 20, pile["y"] + 20)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20, steps=4)
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    page.wait_for_selector("[data-act=pay], .notice")


def test_the_clock_runs_and_a_stand_in_plays(house: House, visits: Visits) -> None:
    # At a pace that leaves time to come back before stand-in and bot have played to the end.
    seated = house.table("usa", mine("Ola"), BOT, clock={"kind": "move", "seconds": 5}, pace=2)
    page = visits.page(house, seated.link)
    expect(page.get_by_role("timer").first).to_have_text(re.compile(r"0:0[1-5]"))
    banner = page.locator(".banner", has_text=say("away.you").format(player="Ola"))
    expect(banner).to_be_visible(timeout=PATIENCE)
    assert_fine(page, "a stand-in")
    page.get_by_role("button", name=say("away.return")).click()
    expect(banner).to_be_hidden()


def test_two_fingers_and_the_buttons(house: House, visits: Visits, rng: Random) -> None:
    seated = house.table("world", mine("Ola"), BOT)
    page = visits.page(house, seated.link, device=PHONE)
    guest = Guest(page, rng, touch=True)
    guest.wait()
    while page.locator("[data-sheet]").count():
        guest.act()
        guest.wait()
    page.get_by_role("button", name=say("board.whole")).tap()
    page.wait_for_timeout(300)  # The camera rests.
    before = page.evaluate(SCALE)
    pinch(page, 195, 300)
    page.wait_for_function(f"before => ({SCALE})() > 1.5 * before", arg=before)
    page.get_by_role("button", name=say("board.whole")).tap()
    page.wait_for_function(f"before => Math.abs(({SCALE})() - before) < 0.01", arg=before)
    pinch(page, 195, 300)
    page.wait_for_function(f"before => ({SCALE})() > 1.5 * before", arg=before)
    pinched = page.evaluate(SCALE)
    page.get_by_role("button", name=say("board.mine")).tap()
    # Farther away or nearer: that depends on where the tickets lead.
    page.wait_for_function(f"pinched => Math.abs(({SCALE})() - pinched) > 0.01", arg=pinched)


@pytest.mark.parametrize("wanted", [False, True])
def test_a_sound_for_those_who_want_one(house: House, visits: Visits, rng: Random, wanted: bool) -> None:
    """Whoever has muted the page hears nothing; others hear two notes whenever their turn comes."""
    context = visits.context()
    context.add_init_script(
        f"""window.notes = 0;
        if (location.protocol === "http:")
          localStorage.setItem("branchline.settings", JSON.stringify({{ sound: {str(wanted).lower()} }}));
        const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {{ window.notes++; return make.call(this); }};"""
    )
    page = context.new_page()
    page.goto(house.url + house.table("usa", mine("Ola"), BOT).link)
    guest = Guest(page, rng)
    for _ in range(8):
        guest.wait()
        guest.act()
    guest.wait()
    notes = page.evaluate("() => window.notes")
    assert notes % 2 == 0
    assert (notes > 0) is wanted
