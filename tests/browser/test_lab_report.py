"""The laboratory's report in a real browser: every plot is drawn, nothing is fetched, and a phone shows all of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from branchline.lab.executor import InProcess
from branchline.lab.run import LabGames, gather, write

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["world", "cards"])
def test_the_report_draws_all_its_plots(browser: Browser, tmp_path: Path, game: str, size: str) -> None:
    frames = gather(LabGames(game, None, ("greedy", "hasty"), games=3, seed=1), InProcess(), tmp_path)
    report = write(tmp_path, game, None, frames, f"A look at {game}")[-1]
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    complaints: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("request", lambda request: asked.append(request.url))
    try:
        page.goto(report.as_uri())
        plots = page.locator(".plot")
        assert plots.count() == 7
        for number in range(plots.count()):
            drawn = plots.nth(number).locator("svg")
            drawn.wait_for()
            box = drawn.bounding_box()
            assert box is not None
            assert box["height"] > 40
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width, "wider than the window"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        page.close()
    assert complaints == []
    assert asked == [report.as_uri()]
