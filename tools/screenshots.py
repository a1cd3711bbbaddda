"""Take the pictures of the README and the documentation: `make screenshots`, or `python -m tools.screenshots --help`.

A server on a temporary file gets tables that bots have played to a certain point with fixed seeds, and Chromium looks
at them as people would. The same version of everything takes the same pictures.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, sync_playwright

from branchline.core.actions import Action, LayRow
from branchline.core.ids import Seat
from branchline.core.phases import Turn
from branchline.server.room.table import Table
from tests.browser.chromium import launch
from tests.browser.house import House
from tools.page_shots import PHONE, SIDEWAYS, Shot, page_shots
from tools.small_png import small
from tools.stage import Staged, keep, stage

IMAGES: Final = Path(__file__).parents[1] / "docs/images"
TABLET: Final[dict[str, Any]] = PHONE | {"viewport": {"width": 1024, "height": 768}}
BALTIC: Final = ("gdansk", "warsaw", "berlin", "copenhagen", "stockholm", "riga", "vilnius", "helsinki")
TRACKS: Final = ((0, 1), (0, 2), (1, 2), (2, 3), (0, 3), (3, 4), (4, 5), (5, 6), (6, 1), (4, 7), (7, 5))
SEATS: Final = ({"name": "Ola"}, {"level": "conductor"}, {"level": "planner"}, {"level": "racer"})
SEEDS: Final = {"usa": "coast to coast", "europe": "orient", "world": "tramp steamer", "cards": "shunting"}
MOMENTS: Final = {"usa": 0.62, "europe": 0.62, "world": 0.6}
"""How much of the game has been played, by the moves of a whole game with the same seed."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="pictures to take; all if none is named")
    parser.add_argument("--into", type=Path, default=IMAGES, help="the folder for them")
    arguments = parser.parse_args()
    arguments.into.mkdir(parents=True, exist_ok=True)

    def named(shots: Iterator[Shot]) -> list[Shot]:
        return [shot for shot in shots if not arguments.names or shot.name in arguments.names]

    wanted = named(page_shots())
    with tempfile.TemporaryDirectory(prefix="branchline-screenshots-") as folder:
        if not arguments.names or len(wanted) < len(arguments.names):
            wanted += named(staged_shots(Path(folder)))
        with House(Path(folder)) as house, sync_playwright() as playwright:
            browser = launch(playwright)
            for shot in wanted:
                take(browser, house, shot, Path(folder), arguments.into)
            browser.close()


def staged_shots(folder: Path) -> Iterator[Shot]:
    """The pictures of tables, which are kept in the folder's file first."""
    now = time.time() - 3600
    middles = {game: middle(game, now) for game in MOMENTS} | {"cards": full_yards(now)}
    ends = {game: whole(game, now) for game in ("europe", "usa")}
    keep(folder / "tables.db", [*middles.values(), *ends.values()])
    return shots(middles, ends)


def shunting(seed: str) -> Callable[[Table, Seat], Action | None]:
    """Players of the Card Game who lay long rows more often than bots do: a fuller table to look at."""
    rng = Random(seed)

    def choose(table: Table, seat: Seat) -> Action | None:
        if not isinstance(table.state.phase, Turn):
            return None
        legal = table.game.legal(table.state, seat)
        rows = [action for action in legal if isinstance(action, LayRow) and action.count + action.wilds > 2]
        if not rows or rng.random() < 0.5:
            return None
        return max(rng.choices(rows, k=3), key=lambda row: row.count)

    return choose


def whole(game: str, now: float) -> Staged:
    return stage(f"{SEEDS[game]}, to the end", game, SEATS[:3], lambda table: False, now)


def middle(game: str, now: float) -> Staged:
    """A table where some time has passed and Ola begins a turn."""
    last = len(stage(SEEDS[game], game, SEATS, lambda table: False, now).entries)
    some = MOMENTS[game] * last

    def until(table: Table) -> bool:
        return table.version > some and begins(table)

    return stage(SEEDS[game], game, SEATS, until, now)


def full_yards(now: float) -> Staged:
    """A table of the Card Game with cards in every yard."""

    def until(table: Table) -> bool:
        rows = [row for row in table.state.yards if row is not None]
        return begins(table) and len(rows) > 6 and len({row.seat for row in rows}) == len(SEATS)

    for number in range(100):
        seed = f"{SEEDS['cards']} {number}"
        staged = stage(seed, "cards", SEATS, until, now, choose=shunting(seed))
        if staged.summary.status == "playing":
            return staged
    raise AssertionError("no yards are ever full")


def begins(table: Table) -> bool:
    return 0 in table.asked and isinstance(table.state.phase, Turn)


def shots(middles: dict[str, Staged], ends: dict[str, Staged]) -> Iterator[Shot]:
    for game, staged in middles.items():
        yield Shot(f"table-{game}", staged.link, pose=seated)
        yield Shot(f"phone-{game}", staged.link, PHONE, dark=game in ("europe", "cards"), pose=seated)
    yield Shot("sideways-usa", middles["usa"].link, SIDEWAYS, pose=seated)
    yield Shot("table-europe-dark", middles["europe"].link, dark=True, language="pl", pose=seated)
    yield Shot("payment", middles["usa"].link, pose=paying)
    yield Shot("end", ends["europe"].link, pose=result)
    yield Shot("phone-end", ends["europe"].link, PHONE, pose=result)
    yield Shot("hint", middles["usa"].link, pose=hinted)
    yield Shot("phone-hint", middles["europe"].link, PHONE, language="pl", pose=hinted)
    look = f"/replay/{ends['usa'].table}?look-back"
    yield Shot("look-back", look, pose=looked_back)
    yield Shot("phone-look-back", look, PHONE, pose=looked_back)
    replay = f"/replay/{ends['usa'].table}#move=90"
    yield Shot("replay", replay, pose=played_again)
    yield Shot("phone-replay", replay, PHONE, pose=played_again)
    yield Shot("designer-routes", "/designer", pose=designed)
    yield Shot("designer-drawn", "/designer", pose=designed_and_drawn)
    yield Shot("designer-balance", "/designer", pose=designed_and_judged)
    yield Shot("designer-tablet", "/designer", TABLET, language="pl", pose=designed)
    yield Shot("designer-phone", "/designer", PHONE, language="ro", pose=designed)


def take(browser: Browser, house: House, shot: Shot, files: Path, folder: Path) -> None:
    context = browser.new_context(
        locale=shot.language,
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce",
        **shot.device,
    )
    page = context.new_page()
    path = shot.path if isinstance(shot.path, str) else shot.path(house, files)
    page.goto(urljoin(house.url, path))
    shot.pose(page)
    page.wait_for_load_state("networkidle")
    picture = small(page.screenshot())
    (folder / f"{shot.name}.png").write_bytes(picture)
    print(f"{shot.name:18} {len(picture) / 1000:6.0f} kB")
    context.close()


def seated(page: Page) -> None:
    page.wait_for_selector(".play[data-decision]")
    page.wait_for_timeout(300)


def paying(page: Page) -> None:
    seated(page)
    open_routes = page.locator("[data-route].open")
    lengths = open_routes.evaluate_all("routes => routes.map(route => route.querySelectorAll('.slot').length)")
    longest = open_routes.nth(lengths.index(max(lengths))).locator(".slot").first.bounding_box()
    assert longest is not None
    page.mouse.click(longest["x"] + longest["width"] / 2, longest["y"] + longest["height"] / 2)
    page.wait_for_selector("[data-sheet]")
    page.wait_for_timeout(300)


def result(page: Page) -> None:
    page.wait_for_selector("[data-results]")
    page.wait_for_timeout(300)


def designed(page: Page) -> None:
    """A board around the Baltic in the making, all by the forms of the panel, which every screen has."""
    page.wait_for_selector("[data-act=begin]")
    page.locator("[data-field=new-name]").fill("Baltic")
    page.locator("[data-act=begin]").click()
    for name in BALTIC:
        page.locator("[data-field=search]").fill(name)
        page.locator("ul.found button").first.click()
    for tab, pairs in (("route", TRACKS), ("ticket", [(0, 5), (0, 7), (1, 4), (2, 6), (3, 5), (7, 2)])):
        page.locator(f".tools label:has(input[value={tab}])").click()
        for one, two in pairs:
            page.locator("[data-field=from]").select_option(BALTIC[one])
            page.locator("[data-field=to]").select_option(BALTIC[two])
            page.locator("[data-act=join]").click()
    page.locator(".zoom button").last.click()
    page.wait_for_selector("[data-act=as-played]", timeout=120_000)
    page.wait_for_timeout(1500)


def designed_and_drawn(page: Page) -> None:
    designed(page)
    page.locator("[data-act=as-played]").click()
    page.wait_for_selector("[data-drawn] .board")
    page.wait_for_timeout(500)


def designed_and_judged(page: Page) -> None:
    designed(page)
    page.locator("[role=tab]").nth(5).click()
    page.locator("[data-act=balance]").click()
    page.wait_for_selector("[data-balance]", timeout=600_000)
    page.wait_for_timeout(500)


def hinted(page: Page) -> None:
    seated(page)
    page.keyboard.press("h")
    page.wait_for_selector("[data-hint]:not([data-hint=thinking])")
    page.wait_for_timeout(600)


def looked_back(page: Page) -> None:
    """The costliest decision of the first seat; the first picture waits for the analysis, which is then kept."""
    page.locator("[data-act=analyze]").click()
    page.wait_for_selector("[data-look-back=done]", timeout=1_200_000)
    page.locator("[data-costly]").first.click()
    page.wait_for_timeout(800)


def played_again(page: Page) -> None:
    page.wait_for_selector("[data-replay]")
    page.wait_for_timeout(300)


if __name__ == "__main__":
    main()
