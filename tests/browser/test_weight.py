"""How much must come over the line before a board can be played: bytes, which are the same on every machine."""

import pytest
from playwright.sync_api import Page

from branchline.games import game_names
from tests.browser.house import BOT, House, mine
from tests.browser.visits import Visits

MAX_BYTES = 250_000


def weigh(page: Page) -> list[int]:
    """Note the size of everything that comes, headers and all, as it was sent."""
    sizes: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    return sizes


@pytest.mark.parametrize("game", game_names())
def test_first_load_of_a_table(house: House, visits: Visits, game: str) -> None:
    seated = house.table(game, mine("Ola"), BOT)
    page = visits.context().new_page()
    sizes = weigh(page)
    page.goto(house.url + seated.link)
    page.wait_for_selector("[data-offer]")
    page.wait_for_load_state("networkidle")
    assert sum(sizes) > 40_000, "nothing was weighed"
    assert sum(sizes) < MAX_BYTES, f"{game} weighs {sum(sizes):,} bytes"
