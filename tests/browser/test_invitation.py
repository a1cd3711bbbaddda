"""Inviting: a link that works on this machine only says so, and a guest is told who invites to what."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from branchline.server.network import own_addresses
from tests.browser.house import OPEN, House, mine
from tests.browser.visits import Visits
from tests.browser.words import say
from tests.cli.test_serve import started


@pytest.fixture
def at_home(tmp_path: Path) -> Iterator[str]:
    """Give the address of a server that was started by `branchline play`."""
    with started("play", "--no-open", db=tmp_path / "tables.db") as (_, url):
        yield url


def test_the_host_lets_others_in_and_the_link_follows(at_home: str, visits: Visits) -> None:
    page = visits.context(extra_http_headers={}).new_page()  # At the server's own machine, and no stranger.
    page.goto(f"{at_home}/new")
    page.get_by_role("button", name=say("new.make")).click()
    link = page.get_by_label(say("invite.link"))
    expect(page.locator("[data-reach=machine]")).to_contain_text(say("invite.machine"))
    assert link.input_value().startswith(f"{at_home}/t/")
    page.locator("[data-act=open-network]").click()
    addresses = own_addresses()
    if not addresses:
        expect(page.locator(".notice")).to_have_text(re.compile(re.escape(say("refusal.no-network"))))
        return
    there = f"http://{addresses[0]}:{at_home.rpartition(':')[2]}"
    expect(page.locator("[data-reach=network]")).to_contain_text(there)
    expect(link).to_have_value(re.compile(rf"^{re.escape(there)}/t/"))
    guest = visits.context(extra_http_headers={}).new_page()
    guest.goto(link.input_value().replace(there, at_home))  # Tests stay on the machine; who listens is test_network's.
    expect(guest.get_by_role("button", name=say("guest.sit"), exact=True)).to_be_visible()


def test_a_guest_is_told_who_invites_to_what_and_sits_down_by_one_button(house: House, visits: Visits) -> None:
    seated = house.table("europe", mine("Zuzanna"), OPEN, OPEN)
    guest = visits.page(house, f"/t/{seated.table}")
    expect(guest.get_by_role("heading", level=1)).to_have_text(
        say("guest.invites").format(name="Zuzanna", board="Europe")
    )
    guest.locator("[data-act=watch]").click()
    expect(guest.locator("[data-player]")).to_have_count(3)
    guest.reload()
    guest.get_by_label(say("room.name")).fill("Mihai")
    guest.keyboard.press("Enter")
    expect(guest.locator("[data-player='1']")).to_contain_text("Mihai")
