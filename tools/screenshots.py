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
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, sync_playwright

from branchline.core.actions import Action, LayRow
from branchline.core.ids import Seat
from branchline.core.phases import Turn
from branchline.lab.executor import open_executor
from branchline.lab.run import gather, lab_games, write
from branchline.server.room.table import Table
from tests.browser.chromium import launch
from tests.browser.house import House
from tools.small_png import small
from tools.stage import Staged, keep, stage

IMAGES: Final = Path(__file__).parents[1] / "docs/images"
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
SHEET: Final[dict[str, Any]] = {"viewport": {"width": 1000, "height": 1500}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SIDEWAYS: Final[dict[str, Any]] = PHONE | {"viewport": {"width": 844, "height": 390}}
SEATS: Final = ({"name": "Ola"}, {"level": "conductor"}, {"level": "planner"}, {"level": "racer"})
SEEDS: Final = {"usa": "coast to coast", "europe": "orient", "world": "tramp steamer", "cards": "shunting"}
MOMENTS: Final = {"usa": 0.62, "europe": 0.62, "world": 0.6}
"""How much of the game has been played, by the moves of a whole game with the same seed."""


class Shot(NamedTuple):
    name: str
    path: str
    device: dict[str, Any] = DESK
    language: str = "en"
    dark: bool = False
    pose: Callable[[Page], None] = lambda page: None


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="pictures to take; all if none is named")
    parser.add_argument("--into", type=Path, default=IMAGES, help="the folder for them")
    arguments = parser.parse_args()
    arguments.into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="branchline-screenshots-") as folder:
        now = time.time() - 3600
        middles = {game: middle(game, now) for game in MOMENTS} | {"cards": full_yards(now)}
        ends = {game: whole(game, now) for game in ("europe", "usa")}
        keep(Path(folder, "tables.db"), [*middles.values(), *ends.values()])
        with House(Path(folder)) as house, sync_playwright() as playwright:
            browser = launch(playwright)
            for shot in (*shots(middles, ends), Shot("lab", report(Path(folder)), SHEET, pose=reported)):
                if not arguments.names or shot.name in arguments.names:
                    take(browser, house, shot, arguments.into)
            browser.close()


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


def report(folder: Path) -> str:
    """A report of the laboratory on games of three bots."""
    lineup = ("planner", "greedy", "hasty")
    with open_executor() as executor:
        frames = gather(lab_games("europe", None, lineup, games=90, seed=1), executor)
    return write(folder / "lab", "europe", None, frames, f"Europe: 90 games of {', '.join(lineup)}")[-1].as_uri()


def begins(table: Table) -> bool:
    return 0 in table.asked and isinstance(table.state.phase, Turn)


def shots(middles: dict[str, Staged], ends: dict[str, Staged]) -> Iterator[Shot]:
    yield Shot("lobby", "/", pose=offered)
    for game, staged in middles.items():
        yield Shot(f"table-{game}", staged.link, pose=seated)
        yield Shot(f"phone-{game}", staged.link, PHONE, dark=game in ("europe", "cards"), pose=seated)
    yield Shot("sideways-usa", middles["usa"].link, SIDEWAYS, pose=seated)
    yield Shot("table-europe-dark", middles["europe"].link, dark=True, language="pl", pose=seated)
    yield Shot("payment", middles["usa"].link, pose=paying)
    yield Shot("end", ends["europe"].link, pose=result)
    yield Shot("phone-end", ends["europe"].link, PHONE, pose=result)
    replay = f"/replay/{ends['usa'].table}#move=90"
    yield Shot("replay", replay, pose=played_again)
    yield Shot("phone-replay", replay, PHONE, pose=played_again)


def take(browser: Browser, house: House, shot: Shot, folder: Path) -> None:
    context = browser.new_context(
        locale=shot.language,
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce",
        **shot.device,
    )
    page = context.new_page()
    page.goto(urljoin(house.url, shot.path))
    shot.pose(page)
    page.wait_for_load_state("networkidle")
    picture = small(page.screenshot())
    (folder / f"{shot.name}.png").write_bytes(picture)
    print(f"{shot.name:18} {len(picture) / 1000:6.0f} kB")
    context.close()


def offered(page: Page) -> None:
    page.wait_for_selector("[data-play]")


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


def reported(page: Page) -> None:
    page.wait_for_function("[...document.querySelectorAll('.plot')].every(plot => plot.querySelector('svg'))")


def result(page: Page) -> None:
    page.wait_for_selector("[data-results]")
    page.wait_for_timeout(300)


def played_again(page: Page) -> None:
    page.wait_for_selector("[data-replay]")
    page.wait_for_timeout(300)


if __name__ == "__main__":
    main()
