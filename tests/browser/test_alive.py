"""What moves and sounds at a table, in the page as a person sees it: cards that fly, robberies, the end, and quiet."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from branchline.core import actions
from branchline.core.phases import Turn
from branchline.server.room.table import Table
from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, House, mine
from tests.browser.quick import play_without_a_page
from tests.browser.screens import assert_fine
from tests.browser.stages import OLA, StageHouse, mostly, staged
from tests.browser.visits import PHONE, Visits
from tests.browser.words import say

# Notes every card that flies, as it looks when it begins: on a busy machine it may be gone before a test looks.
WATCH: Final = """() => {
  window.flown = [];
  new MutationObserver(changes => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node.classList?.contains("flying")) window.flown.push(node.innerHTML);
  }).observe(document.querySelector("[data-flights]"), { childList: true });
}"""
FLOWN: Final = "() => window.flown"
HELD: Final = "() => [...document.querySelectorAll('.hand .count')].reduce((sum, node) => sum + +node.textContent, 0)"


def can_rob(table: Table) -> bool:
    """Ola begins a turn and may outnumber a row of the other player."""
    if OLA not in table.asked or not isinstance(table.state.phase, Turn):
        return False
    rows = [action for action in table.game.legal(table.state, OLA) if isinstance(action, actions.LayRow)]
    return any(table.state.yards[action.color] is not None for action in rows)


def holds_what_cannot_be_played(table: Table) -> bool:
    """Ola begins a turn with a color that makes no row."""
    if OLA not in table.asked or not isinstance(table.state.phase, Turn):
        return False
    rows = [action for action in table.game.legal(table.state, OLA) if isinstance(action, actions.LayRow)]
    hand = table.state.players[OLA].hand
    return any(held and all(row.color != color for row in rows) for color, held in enumerate(hand[:-1]))


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StageHouse]:
    tables = {
        "robbery": staged("robbery", "cards", can_rob, choose=mostly(actions.LayRow)),
        "closed": staged("closed", "cards", holds_what_cannot_be_played),
    }
    with StageHouse(tmp_path_factory.mktemp("alive"), tables) as opened:
        yield opened


def at_first_turn(house: House, visits: Visits, rng: Random, **wishes: Any) -> Page:
    page = visits.page(house, house.table("usa", mine("Ola"), BOT).link, **wishes)
    guest = Guest(page, rng)
    play_out(guest, until=lambda: len(guest.done) >= 1)
    page.wait_for_selector("[data-draw=trains].open")
    page.evaluate(WATCH)
    return page


@pytest.mark.parametrize("device", [{}, {"device": PHONE}], ids=["desk", "phone"])
def test_a_card_flies_to_the_hand_and_the_hand_is_right(
    house: House, visits: Visits, rng: Random, device: dict[str, Any]
) -> None:
    page = at_first_turn(house, visits, rng, calm=False, **device)
    held = page.evaluate(HELD)
    page.locator("[data-draw=trains]").click()
    page.wait_for_function("() => window.flown.length > 0")
    assert page.evaluate(HELD) == held + 1, "the hand waits for nothing"
    assert "data-color" in page.evaluate(FLOWN)[0], "one's own card is turned over on its way"
    page.mouse.click(2, 300)
    page.wait_for_selector(".flying", state="detached")
    assert page.evaluate(HELD) == held + 1


def test_nothing_moves_for_those_who_want_no_movement(house: House, visits: Visits, rng: Random) -> None:
    page = at_first_turn(house, visits, rng)
    held = page.evaluate(HELD)
    page.locator("[data-draw=trains]").click()
    page.wait_for_function(f"before => ({HELD})() === before + 1", arg=held)
    assert page.evaluate(FLOWN) == []
    long = "() => document.getAnimations().filter(each => each.effect.getComputedTiming().duration > 1).length"
    assert page.evaluate(long) == 0


def test_no_face_of_a_card_drawn_blind_is_in_the_page_of_another(house: House, visits: Visits, rng: Random) -> None:
    ola = at_first_turn(house, visits, rng)
    watching = visits.page(house, ola.url.split(house.url)[1].split("#")[0], calm=False)
    watching.wait_for_selector("[data-draw=trains]")
    watching.evaluate(WATCH)
    ola.locator("[data-draw=trains]").click()
    watching.wait_for_function("() => window.flown.length > 0")
    first = watching.evaluate(FLOWN)[0]
    assert "back" in first
    assert "data-color" not in first


def test_one_tap_mutes_and_it_stays_so(house: House, visits: Visits, rng: Random) -> None:
    page = at_first_turn(house, visits, rng, device=PHONE)
    page.get_by_role("button", name=say("sound.mute")).tap()
    page.reload()
    unmute = page.get_by_role("button", name=say("sound.unmute"))
    expect(unmute).to_be_visible()
    unmute.tap()
    expect(page.get_by_role("button", name=say("sound.mute"))).to_be_visible()


def test_a_robbery_is_seen_and_announced(stages: StageHouse, visits: Visits) -> None:
    page = visits.page(stages, stages.stages["robbery"].link, calm=False)
    signal = page.locator("[data-rob]").first
    signal.wait_for()
    color = signal.get_attribute("data-rob")
    yard = page.locator("[data-yard='1'] [data-track]").and_(page.locator(f"[data-track='{color}']"))
    expect(yard).to_have_count(1)
    page.evaluate(WATCH)
    signal.click()
    page.locator("[data-act=lay]").click()
    expect(page.locator("[data-herald=train-robbed]")).to_contain_text(say("herald.robbery"))
    expect(yard).to_have_count(0)
    expect(page.locator(f"[data-yard='0'] [data-track='{color}']")).to_have_count(1)
    assert page.evaluate(FLOWN), "cards leave the yard"


def test_why_a_color_cannot_be_played_is_told_at_the_card(stages: StageHouse, visits: Visits) -> None:
    page = visits.page(stages, stages.stages["closed"].link)
    page.wait_for_selector("[data-tag]")
    closed = page.locator(".pile:not(.open):not([data-kind=wild])").first
    closed.click()
    told = page.locator("[data-why]")
    expect(told).to_be_visible()
    text = told.inner_text()
    assert text in (closed.get_attribute("aria-label") or "")
    assert_fine(page, "why a color cannot be played")
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    closed.click()
    told.locator("[data-rule-link]").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_winner_is_celebrated(house: House, visits: Visits) -> None:
    seated = house.table("cards", mine("Ola"), BOT)
    page = visits.page(house, f"/t/{seated.table}", calm=False)
    page.wait_for_selector(".play")
    play_without_a_page(house, seated)
    page.locator("[data-act=results]").click()
    page.wait_for_selector("[data-confetti]")
    page.keyboard.press("Shift")
    page.wait_for_selector("[data-confetti]", state="detached")
    expect(page.locator("[data-results]")).to_be_visible()
