"""Measure the page in Chromium: bytes, a slow phone's first load, frames while panning (`python -m tools.page_speed`).

Starts a server on a temporary file. What it prints are measurements of this machine, not limits: the bytes are the
same everywhere, the times are not, and other work on the machine makes them longer.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from branchline.games import game_names
from tests.browser.chromium import launch
from tests.browser.house import BOT, House, mine
from tests.browser.visits import DESK, PHONE

SLOW_4G: Final = {"latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
"""As Lighthouse throttles a phone: 150 ms there and back, 1.6 Mbit/s down."""
SLOWER: Final = 4
"""How many times slower than this machine's the phone's processor is taken to be."""
SECONDS: Final = 3.0
WATCH: Final = """() => {
  window.speed = { first: 0, busy: 0, blocked: 0 };
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (entry.name === "first-contentful-paint") speed.first = entry.startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      speed.busy = entry.startTime + entry.duration;
      speed.blocked += entry.duration - 50;
    }
  }).observe({ type: "longtask", buffered: true });
}"""
FRAMES: Final = """() => new Promise(resolve => {
  const times = [];
  const tick = now => {
    times.push(now);
    if (now - times[0] < 3000) requestAnimationFrame(tick);
    else resolve(times);
  };
  requestAnimationFrame(tick);
})"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.page_speed", description="Measure the page in Chromium.")
    parser.add_argument("--runs", type=int, default=3, help="first loads of a slow phone, of which the median counts")
    arguments = parser.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    with (
        tempfile.TemporaryDirectory(prefix="branchline-speed-") as folder,
        House(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        report(browser, house, arguments.runs)
        browser.close()


def report(browser: Browser, house: House, times: int) -> None:
    for game in game_names():
        print(f"{game:8} first load {first_load(browser, house, game) / 1000:.0f} kB")
    for game in game_names():
        runs = [slow_phone(browser, house, game) for _ in range(times)]
        first, ready, blocked = (median(values) for values in zip(*runs, strict=True))
        print(f"{game:8} slow phone: first paint {first:.1f} s, to play {ready:.1f} s, blocked {blocked:.1f} s")
    for name, device in (("desk", DESK), ("phone", PHONE)):
        gaps = panning(browser, house, device)
        speed, slow = 1000 * len(gaps) / sum(gaps), quantiles(gaps, n=20)[-1]
        print(f"world    {name}: {speed:.0f} frames a second, 19 of 20 within {slow:.0f} ms")


def first_load(browser: Browser, house: House, game: str) -> int:
    """Bytes over the line until a table can be played, headers and all, as they were sent."""
    page = browser.new_context(**DESK).new_page()
    sizes: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(house.url + house.table(game, mine("Ola"), BOT).link)
    page.wait_for_selector("[data-offer], [data-sheet]")
    page.wait_for_load_state("networkidle")
    page.context.close()
    return sum(sizes)


def slow_phone(browser: Browser, house: House, game: str) -> tuple[float, float, float]:
    """Seconds to the first paint, until a ticket can be chosen and nothing blocks any more, and blocked in all."""
    link = house.url + house.table(game, mine("Ola"), BOT).link
    page = browser.new_context(**PHONE).new_page()
    page.add_init_script(f"({WATCH})()")
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_4G})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    began = time.perf_counter()
    page.goto(link, wait_until="commit")
    page.wait_for_selector("[data-offer], [data-sheet]", timeout=120_000)
    there = time.perf_counter() - began
    page.wait_for_timeout(2000)
    seen: dict[str, Any] = page.evaluate("() => speed")
    page.context.close()
    return seen["first"] / 1000, max(there, seen["busy"] / 1000), seen["blocked"] / 1000


def panning(browser: Browser, house: House, device: dict[str, Any]) -> list[float]:
    """Milliseconds between frames while the largest board is dragged to and fro at twice its size."""
    page = browser.new_context(**device).new_page()
    page.goto(f"{house.url}/t/{house.table('world', mine('Ola'), BOT).table}")
    page.wait_for_selector(".board")
    box = page.locator(".window").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    for _ in range(3):
        page.mouse.wheel(0, -150)
    page.wait_for_timeout(500)
    drag(page, x, y)
    page.evaluate(f"window.frames_seen = ({FRAMES})()")
    drag(page, x, y, SECONDS)
    times: list[float] = page.evaluate("() => window.frames_seen")
    page.context.close()
    return [after - before for before, after in pairwise(times)]


def drag(page: Page, x: float, y: float, seconds: float = 0.2) -> None:
    """Hold the button and go round, as often as a mouse tells where it is."""
    page.mouse.down()
    ends = time.perf_counter() + seconds
    step = 0
    while time.perf_counter() < ends:
        step += 1
        page.mouse.move(x - 3 * abs(step % 80 - 40), y + 2 * abs(step % 40 - 20))
    page.mouse.up()


if __name__ == "__main__":
    main()
