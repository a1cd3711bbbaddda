"""Several people and several windows at one table: all see the same, and nobody sees what is not theirs."""

import json
import time
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.guest import Guest, play_out
from tests.browser.house import BOT, House, mine
from tests.browser.secrets_on_the_wire import Eavesdropper, told_secrets, words_in
from tests.browser.visits import PATIENCE, Visits
from tests.browser.words import say

SEEN_BY_ALL = "() => [...document.querySelectorAll('.player .points, .player .counts')].map(node => node.textContent)"
SHOWN = """() => [...document.querySelectorAll('.player .points, .player .counts, .hand button, .tickets button')]
  .map(node => node.textContent)"""


def test_two_browsers_two_windows_and_somebody_who_watches(house: House, visits: Visits, rng: Random) -> None:
    host, table = host_a_table(house, visits)
    friend = visits.page(house, f"/t/{table}")
    friend.get_by_role("button", name=say("guest.sit"), exact=True).click()
    ears = {}
    watcher = visits.context().new_page()
    ears["watcher"] = Eavesdropper(watcher)
    watcher.goto(f"{house.url}/t/{table}")
    host.locator("[data-act=start]").click()
    second = host.context.new_page()
    ears["host"] = Eavesdropper(second)
    second.goto(f"{house.url}/t/{table}")
    host.bring_to_front()  # A window behind another draws nothing, and hears all the same.

    guests = Guest(host, rng), Guest(friend, rng)
    titles = words_on(watcher)
    moves = 0

    def look_in() -> bool:
        nonlocal moves
        moves += 1
        if moves % 12 == 0 and not guests[0].standing().is_over:
            agree(host, second)
            titles.update(words_on(watcher))
        return False

    play_out(*guests, until=look_in)
    for page in (second, watcher):
        page.wait_for_function("() => document.querySelector('.play').dataset.status === 'finished'", polling=100)
    agree(host, second)
    assert watcher.evaluate(SEEN_BY_ALL) == host.evaluate(SEEN_BY_ALL) == friend.evaluate(SEEN_BY_ALL)

    secret = secrets_of(house, table)
    heard = ears["watcher"].before_the_end()
    assert len(heard) > 20
    assert told_secrets(heard) == []
    assert words_in(heard, secret) == set()
    assert not [title for title in secret if title in titles]
    # The same search finds the secrets of the host in the host's own window, so it can find something.
    own = ears["host"].before_the_end()
    assert told_secrets(own)
    assert words_in(own, secret)


def test_a_game_of_the_public_list_is_watched(house: House, visits: Visits, rng: Random) -> None:
    seated = house.table("usa", mine("Zuzanna"), BOT, public=True)
    guest = Guest(visits.page(house, seated.link), rng)
    guest.wait()
    watcher = visits.page(house)
    watcher.get_by_role("listitem").filter(has_text="Zuzanna").get_by_role("link", name=say("lobby.watch")).click()
    watcher.wait_for_selector(".play")
    assert watcher.locator("[data-slot].open, [data-offer], .hand [data-kind]").count() == 0
    before = watcher.evaluate(SEEN_BY_ALL)
    play_out(guest, until=lambda: len(guest.done) >= 3)
    guest.wait()
    now = guest.page.evaluate(SEEN_BY_ALL)
    assert now != before
    watcher.wait_for_function(f"now => JSON.stringify(({SEEN_BY_ALL})()) === now", arg=compact(now))


def test_a_claim_is_taken_back_when_the_other_agrees(house: House, visits: Visits, rng: Random) -> None:
    host, table = host_a_table(house, visits)
    friend = visits.page(house, f"/t/{table}")
    friend.get_by_role("button", name=say("guest.sit"), exact=True).click()
    host.locator("[data-act=start]").click()
    before = play_until_a_claim(Guest(host, rng), Guest(friend, rng))
    assert host.evaluate(SEEN_BY_ALL) != before
    host.get_by_role("button", name=say("undo"), exact=True).click()
    friend.get_by_role("button", name=say("undo.agree"), exact=True).click()
    for page in (host, friend):
        page.wait_for_function(f"before => JSON.stringify(({SEEN_BY_ALL})()) === before", arg=compact(before))
    assert Guest(host, rng).wait().decision is not None
    assert Guest(friend, rng).standing().decision is None


def play_until_a_claim(host: Guest, friend: Guest) -> list[str]:
    """Let both play until the host has claimed a route; give what all saw before that."""
    deadline = time.monotonic() + PATIENCE / 1000 * 5
    while time.monotonic() < deadline:
        for guest in (host, friend):
            if guest.standing().decision is None:
                continue
            before: list[str] = guest.page.evaluate(SEEN_BY_ALL)
            guest.act()
            if guest is host and guest.done[-1].startswith("route"):
                return before
        host.page.wait_for_timeout(20)
    raise AssertionError(f"the host claims nothing: {host.done}")


def compact(value: object) -> str:
    """As JavaScript writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def host_a_table(house: House, visits: Visits) -> tuple[Page, str]:
    """Make a table for two through the form, and find its link on the page."""
    page = visits.page(house, "/new")
    page.get_by_role("button", name=say("new.remove-seat").format(seat=3)).click()
    page.get_by_role("button", name=say("new.make")).click()
    link = page.get_by_label(say("invite.link"))
    expect(link).to_be_visible()
    assert page.get_by_role("img", name=say("invite.qr")).count() == 1
    return page, link.input_value().rpartition("/")[2]


def agree(*windows: Page) -> None:
    """All windows of one person show the same, once all have heard everything."""
    deadline = time.monotonic() + PATIENCE / 1000
    while len(seen := {json.dumps(page.evaluate(SHOWN)) for page in windows}) > 1:
        assert time.monotonic() < deadline, f"two windows disagree: {seen}"
        time.sleep(0.05)


def words_on(page: Page) -> set[str]:
    """Give the ids of tickets and offers that stand in the page, and every name of one that can be read there."""
    return set(
        page.evaluate(
            """() => [...document.querySelectorAll('*')].flatMap(node => Object.values(node.dataset ?? {}))
                .concat([...document.querySelectorAll('.ticket')].map(node => node.innerText))"""
        )
    )


def secrets_of(house: House, table: str) -> set[str]:
    """Give every ticket that was in somebody's hand, from the replay with all hands open."""
    frames = house.ask(f"/api/tables/{table}/replay?open=1")["frames"]
    return {ticket for frame in frames for own in frame["hands"] or () for ticket in own["tickets"]}
