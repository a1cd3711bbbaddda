"""A guest without a mouse: tab stops, arrow keys, Enter, and moves that are typed."""

from random import Random
from typing import Final

from playwright.sync_api import Page

from tests.browser.guest import Guest
from tests.browser.words import say

FOCUSED: Final = """() => {
  const node = document.activeElement;
  return [node?.getAttribute("aria-label"), node?.labels?.[0]?.innerText, node?.innerText]
    .map(text => (text ?? "").trim()).find(Boolean) ?? "";
}"""
OPTIONS: Final = "() => [...document.querySelectorAll('[role=option]')].map(option => option.innerText)"
MAX_STOPS: Final = 80


class KeyboardGuest(Guest):
    """Types every move into the box for commands, and chooses among what it suggests."""

    def __init__(self, page: Page, rng: Random) -> None:
        super().__init__(page, rng)
        self.press = page.keyboard.press

    def tab_to(self, name: str) -> None:
        """Walk through the tab stops until one is called so."""
        for _ in range(MAX_STOPS):
            self.press("Tab")
            if name in self.page.evaluate(FOCUSED):
                return
        raise AssertionError(f"no tab stop is called {name!r}")

    def act(self) -> None:
        deciding = self.standing().decision
        assert deciding is not None
        self.type_a_move()
        self.page.wait_for_function(
            "before => document.querySelector('.play')?.dataset.decision !== before", arg=deciding
        )

    def type_a_move(self) -> None:
        if not self.page.evaluate("() => document.activeElement?.getAttribute('role') === 'combobox'"):
            self.press("/")
            self.page.wait_for_function("() => document.activeElement?.getAttribute('role') === 'combobox'")
        wishes = [say("verb.claim").partition(",")[0]] if self.rng.random() < 0.8 else []
        for wish in [*wishes, ""]:
            self.press("Control+A")
            self.press("Delete")
            self.page.keyboard.type(wish)
            if options := self.page.evaluate(OPTIONS):
                break
        else:
            raise AssertionError("it is this guest's turn, but nothing is suggested")
        chosen = self.rng.randrange(len(options))
        for _ in range(chosen):
            self.press("ArrowDown")
        self.done.append(options[chosen])
        self.press("Enter")
