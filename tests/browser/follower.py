"""A guest who follows the guide of a first game: goes on where it can, and else uses what it points at."""

import time
from random import Random
from typing import Any, Final

from playwright.sync_api import Page

from tests.browser.guest import Guest
from tests.browser.keyboard import FOCUSED, KeyboardGuest
from tests.browser.visits import PATIENCE

GUIDE: Final = """() => {
  const guide = document.querySelector("[data-guide]");
  const pointed = document.querySelector("[data-pointed]");
  return {
    lesson: guide?.dataset.guide ?? "",
    waits: guide?.dataset.waits !== undefined,
    route: pointed?.dataset.route ?? "",
    city: pointed?.dataset.city ?? "",
    pointed: !!pointed,
    name: pointed?.outerHTML.slice(0, 160) ?? "",
    at: guide?.querySelector("[data-at]")?.textContent ?? "",
  };
}"""
SETTLE: Final = 150
"""Milliseconds in which the guide notices what was done and points anew."""


class Follower(Guest):
    """Follows with the mouse, or with a finger."""

    def __init__(self, page: Page, rng: Random, *, touch: bool = False) -> None:
        super().__init__(page, rng, touch=touch)
        self.told: list[str] = []
        self.named: dict[str, str] = {}
        """By lesson, what the guide said that it points at."""

    def follow(self, until: str = "end") -> list[str]:
        """Follow the guide to a lesson; give all lessons on the way, that one too."""
        deadline = time.monotonic() + 4 * PATIENCE / 1000
        while True:
            assert time.monotonic() < deadline, f"the guide leads nowhere after {self.told}: {self.look()}"
            now = self.look()
            self.page.wait_for_timeout(SETTLE)
            if now != self.look():
                continue
            lesson = now["lesson"]
            if lesson not in ("", "advice", "waiting", *self.told):
                self.told.append(lesson)
                self.named[lesson] = now["at"]
            if lesson == until:
                return self.told
            if now["waits"]:
                self.go_on()
            elif now["pointed"]:
                self.use(now)

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(GUIDE)
        return seen

    def go_on(self) -> None:
        self.click("[data-act=next-lesson]")

    def use(self, now: dict[str, Any]) -> None:
        print(now)
        if now["route"]:
            self.point_at(f".stage [data-route='{now['route']}']")
        elif now["city"]:
            self.point_at(f".stage [data-city='{now['city']}']")
        else:
            self.click("[data-pointed]")


class KeyboardFollower(Follower):
    """Follows with keys alone: the guide takes the focus where it points, and Enter or Space does it."""

    def __init__(self, page: Page, rng: Random) -> None:
        super().__init__(page, rng)
        self._keys = KeyboardGuest(page, rng)

    def go_on(self) -> None:
        self._press("[data-act=next-lesson]")

    def use(self, now: dict[str, Any]) -> None:
        self._press("[data-act=go-there]")
        tick = self.page.evaluate("() => document.activeElement.matches('input')")
        self.page.keyboard.press("Space" if tick else "Enter")

    def _press(self, button: str) -> None:
        name = self.page.locator(button).inner_text().strip()
        if name not in self.page.evaluate(FOCUSED):
            self._keys.tab_to(name)
        self.page.keyboard.press("Enter")
