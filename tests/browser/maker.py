"""Somebody who makes a board in the designer: with the mouse, with a finger, or with keys alone."""

from collections.abc import Sequence
from typing import Final

from playwright.sync_api import Page, TimeoutError

from tests.browser.fingers import move_fingers
from tests.browser.keyboard import FOCUSED
from tests.browser.screens import REST
from tests.browser.words import say

HEXAGON: Final = ((0.3, 0.25), (0.6, 0.22), (0.78, 0.5), (0.62, 0.72), (0.44, 0.7), (0.16, 0.45))
"""Where six cities are placed, in parts of the sketch."""
RING: Final = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 2), (2, 4))
"""Routes around them, and two across, which do not cross."""
TICKETS: Final = ((0, 2), (0, 4), (1, 3), (1, 5), (2, 4), (3, 5))
SPOTS: Final = """() => [...document.querySelectorAll("[data-sketch-city] .disc")].map(disc => {
  const box = disc.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""
LISTEN: Final = """button => {
  const heard = { click: false };
  button.addEventListener("click", () => (heard.click = true), { capture: true, once: true });
  return heard;
}"""
KEYS: Final = {"select": "s", "city": "c", "route": "r", "ticket": "t"}


class Maker:
    """Uses the mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def begin(self, name: str, *, game: str = "europe", sheet: str = "earth") -> None:
        page = self.page
        page.wait_for_selector("[data-act=begin]")
        page.locator("[data-field=new-name]").fill(name)
        page.locator(f"input[name=game][value={game}]").check()
        page.locator(f"input[name=sheet][value={sheet}]").check()
        self.press("[data-act=begin]")
        page.wait_for_selector("[data-sketch]")

    def press(self, selector: str) -> None:
        self.page.locator(selector).click()

    def tool(self, name: str) -> None:
        self.page.locator(f".tools label:has(input[value={name}])").click()

    def spots(self) -> list[tuple[float, float]]:
        return [(x, y) for x, y in self.page.evaluate(SPOTS)]

    def at(self, across: float, down: float) -> tuple[float, float]:
        box = self.page.locator("[data-sketch]").bounding_box()
        assert box is not None
        return box["x"] + across * box["width"], box["y"] + down * box["height"]

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end)
        self.page.mouse.up()

    def place_cities(self, places: Sequence[tuple[float, float]] = HEXAGON) -> None:
        self.tool("city")
        for across, down in places:
            self.click(*self.at(across, down))

    def draw_routes(self, pairs: Sequence[tuple[int, int]] = RING) -> None:
        self.tool("route")
        for one, two in pairs:
            spots = self.spots()
            self.drag(spots[one], spots[two])

    def add_tickets(self, pairs: Sequence[tuple[int, int]] = TICKETS) -> None:
        self.tool("ticket")
        for pair in pairs:
            for city in pair:
                self.click(*self.spots()[city])

    def wait_for_faults(self, count: int = 0) -> None:
        """Wait until the server has found so many things wrong."""
        self.page.wait_for_function(
            "count => document.querySelector('[data-faults]')?.dataset.faults === String(count)", arg=count
        )

    def make_all(self) -> None:
        self.place_cities()
        self.draw_routes()
        self.add_tickets()
        self.wait_for_faults(0)


class TouchMaker(Maker):
    """Uses a finger."""

    def press(self, selector: str) -> None:
        """Tap, as people do, until it is heard."""
        for _ in range(5):
            self.rest()
            button = self.page.locator(selector)
            heard = button.evaluate_handle(LISTEN)
            button.tap()
            try:
                self.page.wait_for_function("heard => heard.click", arg=heard, timeout=3000)
            except TimeoutError:
                continue
            return
        raise AssertionError(f"{selector} cannot be pressed with a finger")

    def rest(self) -> None:
        """Give the page time: Chromium takes back touches that a busy page does not answer at once."""
        self.page.evaluate(REST)
        self.page.wait_for_timeout(500)
        self.page.evaluate(REST)

    def tool(self, name: str) -> None:
        """Tap a tool, as people do, until it is chosen."""
        for _ in range(5):
            self.rest()
            self.page.locator(f".tools label:has(input[value={name}])").tap()
            self.page.wait_for_timeout(200)
            if self.page.locator(f".tools input[value={name}]").is_checked():
                return
        raise AssertionError(f"the tool {name} cannot be chosen with a finger")

    def click(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        parts = [part / 5 for part in range(6)]
        move_fingers(
            self.page, [(start[0] + (end[0] - start[0]) * p, start[1] + (end[1] - start[1]) * p) for p in parts]
        )


class KeyMaker(Maker):
    """Uses keys alone: tab stops, arrows, and the pointer of the sketch."""

    def tab_to(self, name: str, stops: int = 60) -> None:
        for _ in range(stops):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(FOCUSED) == name:
                return
        raise AssertionError(f"no tab stop is called {name!r}")

    def begin(self, name: str, *, game: str = "europe", sheet: str = "earth") -> None:
        self.page.wait_for_selector("[data-act=begin]")
        language = self.page.evaluate("() => document.documentElement.lang")
        self.tab_to(say("designer.board-name", language))
        self.page.keyboard.type(name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("[data-sketch]")
        self.tab_to(say("designer.map", language))

    def tool(self, name: str) -> None:
        self.page.keyboard.press(KEYS[name])

    def steer(self, across: int, down: int) -> None:
        """Move the pointer by so many steps."""
        for key, count in (("ArrowRight", across), ("ArrowLeft", -across), ("ArrowDown", down), ("ArrowUp", -down)):
            for _ in range(count):
                self.page.keyboard.press(key)

    def place_cities(self, places: Sequence[tuple[float, float]] = HEXAGON) -> None:
        self.tool("city")
        here = (0, 0)
        for across, down in places:
            there = (round(50 * (across - 0.5)), round(30 * (down - 0.5)))
            self.steer(there[0] - here[0], there[1] - here[1])
            self.page.keyboard.press("Enter")
            here = there

    def go_to(self, city: int) -> None:
        """Take the pointer to a city: the last one that was placed is where it stands."""
        count = len(self.spots())
        for _ in range((city - self.city) % count):
            self.page.keyboard.press(".")
        self.city = city

    city = len(HEXAGON) - 1

    def draw_routes(self, pairs: Sequence[tuple[int, int]] = RING) -> None:
        self.tool("route")
        self._join(pairs)

    def add_tickets(self, pairs: Sequence[tuple[int, int]] = TICKETS) -> None:
        self.tool("ticket")
        self._join(pairs)

    def _join(self, pairs: Sequence[tuple[int, int]]) -> None:
        for pair in pairs:
            for city in pair:
                self.go_to(city)
                self.page.keyboard.press("Enter")
