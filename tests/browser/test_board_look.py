"""The board at a glance: five looks of a route told apart without color, names that can be read, the camera."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from branchline.core.ids import RouteSet
from branchline.core.phases import Turn
from branchline.core.states.state import closed_routes
from branchline.data.files import BOARDS
from branchline.server.room.table import Table
from tests.browser.board_measures import COLORS, FEATURES, MEASURE, clashes
from tests.browser.colors import VISIONS, contrast
from tests.browser.house import House
from tests.browser.sizes import SAMPLE, SIZES, Screen
from tests.browser.stages import OLA
from tests.browser.visits import PHONE, Visits
from tests.browser.words import say
from tools.small_png import decoded, pixels_of
from tools.stage import Staged, keep, stage

SMALL_DESK: Final[dict[str, Any]] = {"viewport": {"width": 1024, "height": 768}}
THREE: Final = ({"name": "Ola"}, {"level": "conductor"}, {"level": "racer"})
GAMES: Final = ("usa", "europe", "world")
LOOKS: Final = ("free", "claimable", "closed", "owned", "new")


class BoardHouse(House):
    """A house with a game of three in full swing on each board."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.stages = {game: _full_of_looks(game) for game in GAMES}
        # Playwright keeps an event loop in this thread, where no other may run.
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(keep, folder / "tables.db", list(self.stages.values())).result()

    def sit(self, visits: Visits, game: str, **wishes: Any) -> Page:
        page = visits.page(self, self.stages[game].link, **wishes)
        page.wait_for_selector(".play[data-decision]")
        return page


def _full_of_looks(game: str) -> Staged:
    """A table where Ola begins a turn, and routes of every look lie before her."""
    for number in range(20):
        made = stage(f"looks {number}", game, THREE, _shows_all(), time.time(), pace=0)
        if made.summary.status == "playing":
            return made
    raise AssertionError(f"no table of {game} ever shows all looks")


def _shows_all() -> Callable[[Table], bool]:
    """Ola begins a turn, some may be claimed, a lane is closed, and somebody has claimed something since her last."""
    before: dict[int, RouteSet] = {}

    def stands(table: Table) -> bool:
        if OLA not in table.asked or not isinstance(table.state.phase, Turn):
            return False
        taken = 0
        for player in table.state.players:
            taken |= player.routes
        others = taken & ~table.state.players[OLA].routes
        if table.version not in before:
            before[table.version] = others
        earlier = [routes for version, routes in before.items() if version < table.version]
        closed = closed_routes(table.state, OLA) & ~taken
        fresh = others & ~earlier[-1] if earlier else 0
        claims = any(type(action).__name__ == "ClaimRoute" for action in table.game.legal(table.state, OLA))
        return taken.bit_count() > 25 and closed != 0 and fresh != 0 and claims

    return stands


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoardHouse]:
    with BoardHouse(tmp_path_factory.mktemp("boards")) as opened:
        yield opened


def press(page: Page, key: str) -> None:
    page.get_by_role("button", name=say(key), exact=True).click()
    page.wait_for_timeout(250)  # Names are set anew when the camera rests.


def own_board(house: House, visits: Visits, name: str, **wishes: Any) -> Page:
    """Open a board file without a game."""
    page = visits.page(house, **wishes)
    page.get_by_role("link", name=say("board.own")).click()
    page.locator("input[type=file]").set_input_files(BOARDS / f"{name}.toml")
    page.wait_for_selector("[data-board] [data-name]")
    return page


@pytest.mark.parametrize("device", [SMALL_DESK, PHONE], ids=["1024", "phone"])
@pytest.mark.parametrize("game", [*GAMES, "great-lakes", "polska", "romania"])
def test_names_lie_neither_on_tracks_nor_on_each_other(
    boards: BoardHouse, visits: Visits, game: str, device: dict[str, Any]
) -> None:
    page = boards.sit(visits, game, device=device) if game in GAMES else own_board(boards, visits, game, device=device)
    for closer in range(3):
        press(page, "board.closer" if closer else "board.whole")
        if closer:
            press(page, "board.closer")
        measured = page.evaluate(MEASURE)
        assert not clashes(measured), f"{game}, {closer}"
        smallest = min(name["size"] for name in measured["names"]) * measured["scale"]
        assert smallest > 8.9, f"{game}, {closer}: {smallest:.1f} pixels"


def test_a_small_desk_shows_the_names_of_europe(boards: BoardHouse, visits: Visits) -> None:
    page = boards.sit(visits, "europe", device=SMALL_DESK)
    shown = {name["city"] for name in page.evaluate(MEASURE)["names"]}
    assert len(shown) >= 40, f"only {len(shown)} of 47 names: {sorted(shown)}"


@pytest.mark.parametrize("game", GAMES)
def test_the_names_of_ones_tickets_are_always_there(boards: BoardHouse, visits: Visits, game: str) -> None:
    page = boards.sit(visits, game, device=PHONE)
    wanted = page.evaluate("() => [...document.querySelectorAll('.city.wanted')].map(city => city.dataset.city)")
    assert wanted
    in_window = """cities => {
      const stage = document.querySelector(".window").getBoundingClientRect();
      return cities.every(city => [...document.querySelectorAll(`[data-name="${city}"] text`)].some(text => {
        const box = text.getBoundingClientRect();
        return box.right > stage.left && box.left < stage.right && box.bottom > stage.top && box.top < stage.bottom;
      }));
    }"""
    for view in (None, "board.whole", "board.mine"):
        if view:
            press(page, view)
        page.wait_for_function(in_window, arg=wanted, timeout=10_000)  # At first the camera has to find its place.


def test_five_looks_differ_in_more_than_color(boards: BoardHouse, visits: Visits) -> None:
    page = boards.sit(visits, "usa")
    found: dict[str, list[str]] = page.evaluate(FEATURES)
    assert set(found) == set(LOOKS)
    for look, features in found.items():
        assert len(features) == 1, f"{look}: {features}"
    assert len({features[0] for features in found.values()}) == len(LOOKS), found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_look_can_be_seen_by_everybody(boards: BoardHouse, visits: Visits, scheme: str) -> None:
    page = boards.sit(visits, "usa", color_scheme=scheme)
    colors = page.evaluate(COLORS)
    for vision in VISIONS:
        seen = f"{scheme}, {vision}"
        assert contrast(colors["outline"], colors["land"], vision) >= 3, f"{seen}: what can be claimed"
        assert contrast(colors["outline"], colors["inside"], vision) >= 3, f"{seen}: what can be claimed"
        assert contrast(colors["ring"], colors["under"], vision) >= 4.5, f"{seen}: what is new"
        assert contrast(colors["closed"], colors["land"], vision) >= 2.2, f"{seen}: what is closed"
        for body in colors["bodies"]:
            assert contrast(body, colors["casing"], vision) >= 1.8, f"{seen}: trains"
        for color, free in colors["rims"].items():
            assert contrast(free["rim"], colors["land"], vision) >= 1.9, f"{seen}: a free {color} route"
            if free["sign"]:
                assert contrast(free["sign"], free["tint"], vision) >= 3, f"{seen}: the symbol of {color}"


def test_a_closed_lane_is_called_closed_everywhere(boards: BoardHouse, visits: Visits) -> None:
    page = boards.sit(visits, "usa")
    closed = page.locator("[data-look=closed]")
    ids = [str(route) for route in closed.evaluate_all("routes => routes.map(route => route.dataset.route)")]
    assert ids
    for label in closed.evaluate_all("routes => routes.map(route => route.ariaLabel)"):
        assert say("board.closed") in label
        assert not label.endswith(say("board.free"))
    press(page, "board.list")
    for route in ids:
        entry = page.locator(f"[data-listed='{route}']").first
        expect(entry).to_contain_text(say("board.closed"))
        expect(entry.locator(".tag")).to_have_text(say("list.closed"))


def test_whole_board_means_the_whole_board(boards: BoardHouse, visits: Visits) -> None:
    page = boards.sit(visits, "europe", device=PHONE)
    inside = """() => {
      const stage = document.querySelector(".window").getBoundingClientRect();
      return [...document.querySelectorAll(".disc")].every(disc => {
        const box = disc.getBoundingClientRect();
        return box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom;
      });
    }"""
    press(page, "board.whole")
    assert page.evaluate(inside)
    whole = page.evaluate(MEASURE)["scale"]
    press(page, "board.mine")
    assert page.evaluate(MEASURE)["scale"] >= whole


# Cities, spaces and names that lie under the buttons.
UNDER_BUTTONS: Final = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let i = 0; i < 3; i++) await frame();
  const { left, top, right, bottom } = document.querySelector(".window [role=toolbar]").getBoundingClientRect();
  const under = node => {
    const box = node.getBoundingClientRect();
    return box.right > left + 1 && box.left < right - 1 && box.bottom > top + 1 && box.top < bottom - 1;
  };
  return [...document.querySelectorAll(".disc, .slot, [data-name] text")].filter(under).map(
    node => node.textContent || node.closest("[data-city], [data-route]").ariaLabel);
}"""


@pytest.mark.parametrize("game", [*GAMES, "great-lakes"])
def test_no_button_lies_on_the_whole_board(
    boards: BoardHouse, visits: Visits, request: pytest.FixtureRequest, game: str
) -> None:
    page = boards.sit(visits, game) if game in GAMES else own_board(boards, visits, game)
    screen = Screen(page)
    for size in SIZES if request.config.getoption("--every-size") else SAMPLE:
        screen.take(size)
        page.get_by_role("button", name=say("board.whole"), exact=True).click()
        assert not page.evaluate(UNDER_BUTTONS), f"{game} at {size}"


def test_the_copy_beyond_the_edge_of_the_world_has_its_colors(boards: BoardHouse, visits: Visits) -> None:
    page = boards.sit(visits, "world", device=PHONE)
    press(page, "board.closer")
    for _ in range(12):
        if page.locator("use[href='#whole-board']").count():
            break
        page.mouse.move(300, 400)
        page.mouse.down()
        page.mouse.move(180, 400, steps=4)
        page.mouse.up()
        page.wait_for_timeout(150)
    expect(page.locator("use[href='#whole-board']")).to_have_count(1)
    *_, channels, rows = decoded(page.locator(".window").screenshot())
    pixels = [pixel for row in rows for pixel in pixels_of(row, channels)]
    black = sum(pixel[:3] == (0, 0, 0) for pixel in pixels)
    assert black < 0.0005 * len(pixels), f"{black} of {len(pixels)} pixels are black"


def test_tapping_a_ticket_takes_the_camera_there(boards: BoardHouse, visits: Visits) -> None:
    page = boards.sit(visits, "europe", device=PHONE)
    press(page, "board.whole")
    whole = page.evaluate(MEASURE)["scale"]
    page.get_by_role("tab", name="Tickets").click()
    ticket = page.locator("[data-ticket]").first
    ticket.click()
    page.wait_for_timeout(250)
    assert page.evaluate(MEASURE)["scale"] > 1.05 * whole
    assert page.locator(".city.ringed").count() >= 2


def test_the_camera_offers_to_show_what_is_new(boards: BoardHouse, visits: Visits) -> None:
    page = boards.sit(visits, "usa", device=PHONE)
    press(page, "board.whole")
    assert page.locator("[data-news]").count() == 0, "all of it is in view"
    for _ in range(7):
        press(page, "board.closer")
    page.locator("[data-news]").click()
    page.wait_for_timeout(250)
    expect(page.locator("[data-news]")).to_have_count(0)
    assert page.locator(".route.fresh").count() > 0
