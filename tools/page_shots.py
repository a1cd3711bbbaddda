"""The pictures of the documentation that need no table to be staged: lobby, rules, guides, the day, files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page
from rich.console import Console

from branchline.bots.daily import daily_scores
from branchline.bots.registry import level
from branchline.games import load_game
from branchline.lab.executor import open_executor
from branchline.lab.run import LabGames, gather, write
from branchline.terminal.session import Session
from branchline.terminal.solo import SoloGame
from tests.browser.follower import Follower
from tests.browser.house import OPEN, House, mine

DESK: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
TERMINAL: Final[dict[str, Any]] = {"viewport": {"width": 1482, "height": 930}}
SHARED: Final[dict[str, Any]] = {"viewport": {"width": 1200, "height": 630}}
SHEET: Final[dict[str, Any]] = {"viewport": {"width": 1000, "height": 1500}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SIDEWAYS: Final[dict[str, Any]] = PHONE | {"viewport": {"width": 844, "height": 390}}
DAY: Final = date(2026, 11, 17)
"""It is always this day in the pictures."""


class Shot(NamedTuple):
    name: str
    path: str | Callable[[House, Path], str]
    device: dict[str, Any] = DESK
    language: str = "en"
    dark: bool = False
    pose: Callable[[Page], None] = lambda page: None


def page_shots() -> Iterator[Shot]:
    yield Shot("lobby", "/", pose=offered)
    yield Shot("rules-europe", "/rules/europe#tunnels", pose=read)
    yield Shot("guide-europe", guided("europe"), pose=led_to("tunnels"))
    yield Shot("guide-phone", guided("world"), PHONE, pose=led_to("ships", touch=True))
    yield Shot("guide-sideways", guided("cards"), SIDEWAYS, pose=led_to("robbing", touch=True))
    yield Shot("daily", "/daily", pose=played_today)
    yield Shot("daily-shared", "/daily", SHARED, pose=shared)
    yield Shot("lab", lambda house, folder: report(folder), SHEET, pose=reported)
    yield Shot("terminal", lambda house, folder: terminal(folder), TERMINAL)


def report(folder: Path) -> str:
    """A report of the laboratory on games of three bots."""
    lineup = ("planner", "greedy", "hasty")
    with open_executor() as executor:
        frames = gather(LabGames("europe", None, lineup, games=90, seed=1), executor, folder)
    return write(folder / "lab", "europe", None, frames, f"Europe: 90 games of {', '.join(lineup)}")[-1].as_uri()


def terminal(folder: Path) -> str:
    """A game in the terminal of which two thirds have been played, with a hint asked for."""
    game = load_game("usa")
    others = [level("planner"), level("racer")]
    solo = SoloGame(game, [each.make(game) for each in others], seed=5)
    while len(solo.actions) < 150:
        solo.let_bots_play()
        solo.play(solo.hint().action)
    solo.let_bots_play()
    console = Console(
        record=True,
        file=StringIO(),
        force_terminal=True,
        color_system="truecolor",
        width=120,
        height=40,
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
    session = Session(console, solo, others, "Ola", "en")
    session.show()
    session.answer("hint")
    drawn = console.export_svg(title="branchline terminal usa --against planner --against racer")
    picture = folder / "terminal.html"
    # Without the fonts that it would fetch from elsewhere.
    picture.write_text(f"<body style='margin: 0'>{re.sub(r'@font-face {[^}]*}', '', drawn)}", "utf-8")
    return picture.as_uri()


def offered(page: Page) -> None:
    page.wait_for_selector("[data-play]")


def read(page: Page) -> None:
    page.wait_for_selector("#tunnels")
    page.wait_for_timeout(300)


def guided(game: str) -> Callable[[House, Path], str]:
    return lambda house, folder: house.table(game, mine("Ola"), OPEN, guide=True).link


def led_to(lesson: str, *, touch: bool = False) -> Callable[[Page], None]:
    def pose(page: Page) -> None:
        page.wait_for_selector("[data-guide=welcome]")
        Follower(page, Random(1), touch=touch).follow(lesson)
        page.wait_for_timeout(500)

    return pose


def played_today(page: Page) -> None:
    """Somebody has played for three days, today a little better than the conductor."""
    scores = [score._asdict() for score in daily_scores(load_game("usa"), DAY.isoformat())]
    points = next(score["points"] for score in scores if score["level"] == "conductor") + 3
    played = {"table": "k4bq7xw2m3nadf5e", "points": points, "ahead": 1, "resigned": False, "levels": scores}
    days = {(DAY - timedelta(ago)).isoformat(): {"usa": played} for ago in range(3)}
    page.evaluate("kept => localStorage.setItem('branchline.daily', kept)", json.dumps(days))
    page.clock.set_fixed_time(datetime(DAY.year, DAY.month, DAY.day, 12, tzinfo=UTC))
    page.reload()
    page.wait_for_selector("[data-comparison]")
    page.wait_for_timeout(300)


def shared(page: Page) -> None:
    """The picture alone, as others get it; a server of somebody's own has its name in it."""
    played_today(page)
    page.locator("[data-act=share]").click()
    source = page.locator("[data-share] img").get_attribute("src")
    page.set_content(f"<body style='margin: 0'><img src={json.dumps(source)}>")
    page.wait_for_timeout(300)


def reported(page: Page) -> None:
    page.wait_for_function("[...document.querySelectorAll('.plot')].every(plot => plot.querySelector('svg'))")
