"""How much must come over the line before a board can be played: bytes, which are the same on every machine."""

from importlib.resources import files

import pytest
from playwright.sync_api import Page

from branchline.games import game_names
from tests.browser.house import BOT, House, mine
from tests.browser.visits import Visits

MAX_BYTES = 250_000

ON_DEMAND = ("DailyPage", "Guide", "HintPanel", "LookBack", "PuzzlePage", "RulesDialog", "RulesPage", "RuleText")
"""Parts of the page that come only when somebody learns, asks, looks back or solves."""


def weigh(page: Page) -> list[int]:
    """Note the size of everything that comes, headers and all, as it was sent."""
    sizes: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    return sizes


def part_of(url: str) -> str:
    """The name of a part of the page, without the digest after it."""
    return url.rpartition("/")[2].partition("-")[0]


def test_what_loads_on_demand_is_a_part_of_its_own() -> None:
    assets = files("branchline") / "web" / "static" / "assets"
    assert {*ON_DEMAND} <= {part_of(asset.name) for asset in assets.iterdir()}


@pytest.mark.parametrize("game", game_names())
def test_first_load_of_a_table(house: House, visits: Visits, game: str) -> None:
    seated = house.table(game, mine("Ola"), BOT)
    page = visits.context().new_page()
    sizes, parts = weigh(page), []
    page.on("request", lambda request: parts.append(part_of(request.url)))
    page.goto(house.url + seated.link)
    page.wait_for_selector("[data-offer]")
    page.wait_for_load_state("networkidle")
    assert sum(sizes) > 40_000, "nothing was weighed"
    assert sum(sizes) < MAX_BYTES, f"{game} weighs {sum(sizes):,} bytes"
    assert "TablePage" in parts
    assert not {*ON_DEMAND} & {*parts}
