"""A guest who plays through the page: sees what it offers, chooses by lot, and clicks. Knows no rules, as the page."""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from playwright.sync_api import Locator, Page

from tests.browser.fingers import drag, pinch
from tests.browser.visits import PATIENCE
from tests.browser.words import say

# All that can be begun or answered now, each with the mark that the page gives it. What is covered is not offered.
OFFERS: Final = """() => {
  const found = [];
  const add = (what, selector, name) => {
    for (const node of document.querySelectorAll(selector)) {
      if (node.disabled || !node.checkVisibility() || node.closest("[inert]")) continue;
      found.push([what, name ? node.dataset[name] : ""]);
    }
  };
  for (const act of ["keep", "pieces", "settle", "toll", "leave"]) add(act, `[data-act=${act}]`, "");
  add("keep", "[data-act=keep]:disabled", "");
  if (document.querySelector("[data-offer]")) return [["keep", ""]];
  if (found.length) return found;
  if (document.querySelector("[data-sheet]")) return [];
  add("slot", "[data-slot].open", "slot");
  add("draw", "[data-draw].open", "draw");
  add("route", "[data-route].open", "route");
  add("city", "[data-city].open", "city");
  for (const act of ["row", "open-exchange", "stop", "pass"]) add(act, `[data-act=${act}]`, "");
  return found;
}"""

STANDING: Final = """() => {
  const play = document.querySelector(".play");
  return {
    status: play?.dataset.status ?? "",
    decision: play?.dataset.decision ?? null,
    curtain: !!document.querySelector("[data-act=reveal]"),
  };
}"""

# Where a route or a city can be clicked: once the board rests, not under or close to anything else, not outside. Where
# it can be seen but not clicked, as on a small board where all lies close together, the third value is false.
SPOT: Final = """async selector => {
  const frame = () => new Promise(requestAnimationFrame);
  const place = () => JSON.stringify(document.querySelector(".board").getBoundingClientRect());
  for (let before = ""; before !== place(); await frame()) { before = place(); await frame(); }
  // Beyond its edge a wrapping board goes on as a copy, which is one element with everything in it.
  const board = document.querySelector(".board");
  const around = board.getBoundingClientRect().width;
  const shifts = board.classList.contains("wraps") ? [0, around, -around] : [0];
  const beside = [[12, 0], [-12, 0], [0, 12], [0, -12]];
  let seen = null;
  for (const group of document.querySelectorAll(selector)) {
    for (const shape of group.querySelectorAll(".slot, .disc")) {
      const box = shape.getBoundingClientRect();
      for (const shift of shifts) {
        const x = box.x + box.width / 2 + shift, y = box.y + box.height / 2;
        const top = document.elementFromPoint(x, y);
        if (!top?.closest(".board")) continue;
        const found = shift ? top.matches(".board > use") : group.contains(top);
        const clear = ([dx, dy]) => {
          const near = document.elementFromPoint(x + dx, y + dy);
          return near?.closest(".window") && !near.closest("[role=toolbar]");
        };
        if (found && beside.every(clear)) return [x, y, true];
        seen ??= [x, y, false];
      }
    }
  }
  return seen;
}"""

SCALE: Final = "() => new DOMMatrix(getComputedStyle(document.querySelector('.mover')).transform).a"
TOO_SMALL: Final = 0.5
"""At this scale a finger on a phone covers more than one route."""

# How likely each kind of thing is to be chosen where several are offered. Claims bring a game to its end.
WEIGHTS: Final = {
    "route": 60,
    "row": 60,
    "slot": 12,
    "draw": 8,
    "city": 6,
    "open-exchange": 1,
    "toll": 6,
    "leave": 1,
    "stop": 1,
}

CURIOSITY: Final = 0.04
"""How often a guest opens some city instead of doing what is offered."""


class Standing(NamedTuple):
    """How the table stands for whoever looks at a page."""

    status: str
    decision: str | None
    curtain: bool

    @property
    def is_over(self) -> bool:
        return self.status == "finished"


class Guest:
    """Plays with the mouse, or with a finger where the page is a phone's."""

    def __init__(self, page: Page, rng: Random, *, touch: bool = False) -> None:
        self.page = page
        self.rng = rng
        self.touch = touch
        self.deciding: str | None = None
        self.done: list[str] = []

    def standing(self) -> Standing:
        return Standing(**self.page.evaluate(STANDING))

    def wait(self) -> Standing:
        """Wait until something is to be decided here, or all is over."""
        self.page.wait_for_function(
            """() => {
              const play = document.querySelector(".play");
              return play && (play.dataset.status === "finished" || play.dataset.decision !== undefined)
                || document.querySelector("[data-act=reveal]");
            }"""
        )
        return self.standing()

    def act(self) -> None:
        """Decide once."""
        standing = self.standing()
        if standing.curtain:
            self.click("[data-act=reveal]")
            self.page.wait_for_selector("[data-act=reveal]", state="detached")
            return
        assert standing.decision is not None, standing
        self.deciding = standing.decision
        offers = self.offers()
        is_free = any(what == "draw" for what, _ in offers)
        if not (is_free and self.rng.random() < CURIOSITY and self.look_around()):
            what, key = self.choose(offers)
            self.done.append(f"{what} {key}".strip())
            self.carry_out(what, key)
        self.page.wait_for_function(
            "before => document.querySelector('.play')?.dataset.decision !== before", arg=standing.decision
        )

    def offers(self) -> list[tuple[str, str]]:
        """Wait until something is offered: a tunnel's cards are turned up one by one."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not (found := self.page.evaluate(OFFERS)):
            assert time.monotonic() < deadline, "it is this guest's turn, but the page offers nothing"
            self.page.wait_for_timeout(30)
        return [(what, key) for what, key in found]

    def choose(self, offers: Sequence[tuple[str, str]]) -> tuple[str, str]:
        kinds = sorted({what for what, _ in offers})
        what = self.rng.choices(kinds, [WEIGHTS.get(kind, 1) for kind in kinds])[0]
        found = sorted(key for kind, key in offers if kind == what)
        # A hand full of tickets only makes the game longer.
        if what == "draw" and "tickets" in found and len(found) > 1 and self.rng.random() < 0.8:
            found.remove("tickets")
        return what, self.rng.choice(found)

    def carry_out(self, what: str, key: str) -> None:
        doings: dict[str, Callable[[str], None]] = {
            "keep": self._keep,
            "pieces": self._pieces,
            "toll": self._toll,
            "slot": self._slot,
            "draw": self._draw,
            "route": self._route,
            "city": self._city,
            "row": self._row,
            "open-exchange": self._exchange,
            "pass": self._pass,
        }
        if what in doings:
            doings[what](key)
        else:
            self.click(f"[data-act={what}]")

    def click(self, target: str | Locator) -> None:
        found = self.page.locator(target) if isinstance(target, str) else target
        if self.touch:
            found.tap()
        else:
            found.click()

    def _keep(self, _: str) -> None:
        boxes = self.page.locator("[data-offer]")
        for index in range(boxes.count()):
            if self.rng.random() < 0.6:
                self.click(boxes.nth(index))
        keep = self.page.locator("[data-act=keep]")
        for index in range(boxes.count()):
            if keep.is_enabled():
                break
            if not boxes.nth(index).is_checked():
                self.click(boxes.nth(index))
        self.click(keep)

    def _pieces(self, _: str) -> None:
        slider = self.page.locator("[data-sheet] input[type=range]")
        most = int(slider.get_attribute("max") or 0)
        slider.fill(str(self.rng.randint(0, most)))
        self.click("[data-act=pieces]")

    def _toll(self, _: str) -> None:
        self._pick_payment()
        self.click("[data-act=toll]")

    def _slot(self, key: str) -> None:
        self.click(f"[data-slot='{key}']")
        self._answer_if_asked("[data-refill]")

    def _draw(self, key: str) -> None:
        self.click(f"[data-draw='{key}']")
        if key == "tickets":
            self.click("[data-act=confirm]")

    def _route(self, key: str) -> None:
        self.point_at(f"[data-route='{key}']")
        self._pay()

    def _city(self, key: str) -> None:
        self.point_at(f"[data-city='{key}']")
        self.click("[data-act=station], [data-act=harbor]")
        self._pay()

    def look_around(self) -> bool:
        """Open any city, as curious people do; where something can be built there, build it."""
        cities = self.page.evaluate("() => [...document.querySelectorAll('[data-city]')].map(c => c.dataset.city)")
        if not cities:
            return False
        self.point_at(f"[data-city='{self.rng.choice(cities)}']")
        self.page.wait_for_selector("[data-sheet]")
        building = self.page.locator("[data-act=station], [data-act=harbor]")
        if building.count():
            self.done.append("build")
            self.click(building)
            self._pay()
            return True
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("[data-sheet]", state="detached")
        return False

    def _pay(self) -> None:
        self.page.wait_for_selector("[data-act=pay]")
        self._pick_payment()
        self.click("[data-act=pay]")

    def _pick_payment(self) -> None:
        ways = self.page.locator("[data-sheet] input[type=radio]")
        if (count := ways.count()) > 1:
            ways.nth(self.rng.randrange(min(count, 6))).check()

    def _row(self, _: str) -> None:
        self.click("[data-act=row]")
        colors = self.page.locator("[data-row]")
        self.page.wait_for_selector("[data-row]")
        lay = self.page.locator("[data-act=lay]")
        order = list(range(colors.count()))
        self.rng.shuffle(order)
        self.click(colors.nth(order[0]))
        for index in order[1:]:
            if lay.is_enabled():
                break
            self.click(colors.nth(index))
        self.click(lay)

    def _exchange(self, _: str) -> None:
        self.click("[data-act=open-exchange]")
        self.click("[data-act=exchange]")

    def _pass(self, _: str) -> None:
        self.click("[data-act=pass]")
        self.click("[data-act=confirm]")

    def _answer_if_asked(self, selector: str) -> None:
        """World asks which deck refills the display; elsewhere the card is taken at once."""
        found: Any = self.page.wait_for_function(
            """([selector, before]) => {
              if (document.querySelector(selector)) return "asked";
              return document.querySelector(".play")?.dataset.decision !== before ? "done" : false;
            }""",
            arg=[selector, self.deciding],
        ).json_value()
        if found == "asked":
            answers = self.page.locator(selector)
            self.click(answers.nth(self.rng.randrange(answers.count())))

    def point_at(self, selector: str) -> None:
        """Click something on the board where it lies; what is not in sight is looked for from farther away."""
        for attempt in range(12):
            spot = self.page.evaluate(SPOT, selector)
            print(f"{selector} at {spot}, scale {self.page.evaluate(SCALE):.2f}")
            is_small = self.touch and self.page.evaluate(SCALE) < TOO_SMALL
            if spot and spot[2] and not is_small:
                break
            elif spot and self.touch and attempt % 2:  # Near an edge a pinch alone does not help.
                drag(self.page, *spot[:2])
            elif spot and is_small:
                pinch(self.page, *spot[:2])  # No finger is as fine as that.
            else:
                self.click(self.page.get_by_role("button", name=self.word("board.farther"), exact=True))
        else:
            raise AssertionError(f"{selector} is nowhere on the screen")
        x, y, _ = spot
        if self.touch:
            print(f"a finger on {selector} at {x:.0f}, {y:.0f}, scale {self.page.evaluate(SCALE):.2f}")
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def word(self, key: str) -> str:
        """Say something as this guest's page says it."""
        return say(key, self.page.evaluate("() => document.documentElement.lang"))


def play_out(*guests: Guest, until: Callable[[], bool] = lambda: False) -> None:
    """Let everybody play until all see the end of the game, or until something else has come about."""
    deadline = time.monotonic() + 540
    while not until():
        assert time.monotonic() < deadline, f"no end in sight after {[guest.done[-10:] for guest in guests]}"
        if len(guests) == 1:
            guests[0].wait()
        standings = [guest.standing() for guest in guests]
        if all(standing.is_over for standing in standings):
            return
        moved = False
        for guest, standing in zip(guests, standings, strict=True):
            if not standing.is_over and (standing.curtain or standing.decision is not None):
                guest.act()
                moved = True
        if not moved:
            guests[0].page.wait_for_timeout(20)
