"""Looks at one page in all sizes, whenever it shows another screen, and tells every fault at once."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from tests.browser.axe import faults
from tests.browser.eyes import look
from tests.browser.sizes import DESK, SAMPLE, SIDEWAYS, UPRIGHT, Screen, Size


class Inspection:
    """One page, looked at in all sizes whenever it shows another screen."""

    sizes: Sequence[Size] = SAMPLE

    def __init__(self, page: Page) -> None:
        self.page = page
        self.screen = Screen(page)
        self.faults: list[str] = []
        self.bars: dict[str, dict[int, str]] = {}

    def look(self, name: str, *primary: str, axe: bool = True, **wishes: Any) -> None:
        """Look at what the page shows in all sizes; `axe` looks too, unless it has seen such a screen."""
        for size in self.sizes:
            self.screen.take(size)
            found = look(self.page, *primary, **wishes)
            if found["layout"] != size.layout:
                found["faults"].append(f"the layout is {found['layout']}, not {size.layout}")
            self.faults += [f"{name} at {size}: {fault}" for fault in found["faults"]]
            self.bars.setdefault(str(size), {}).setdefault(found["bar"], name)
        for size in (UPRIGHT, SIDEWAYS) if axe else ():
            self.screen.take(size)
            self.faults += [f"{name} at {size}: axe: {fault}" for fault in faults(self.page)]
        self.screen.take(DESK)

    def question(self, name: str, *primary: str, **wishes: Any) -> None:
        """Look at a sheet that may be folded to see what is behind it."""
        self.page.wait_for_selector(primary[0])
        self.look(name, *primary, **{"folds": True, **wishes})

    def conclude(self) -> None:
        for size, bars in self.bars.items():
            bars.pop(0, None)
            if len(bars) > 1:
                self.faults.append(f"at {size} the bar jumps: {bars}")
        assert not self.faults, f"{len(self.faults)} faults:\n" + "\n".join(self.faults)
