"""Opens pages as different people would, and remembers everything that a page complained about."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from tests.browser.house import House, stranger

PATIENCE: Final = 60_000
"""Milliseconds to wait for anything; a slow machine is no failure."""
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SIDEWAYS: Final[dict[str, Any]] = PHONE | {"viewport": {"width": 844, "height": 390}}
# A server that is away, and one in the network without HTTPS, are part of some tests; the browser itself writes this.
EXPECTED: Final = (
    "net::ERR_",
    "WebSocket connection to",
    "Failed to load resource",
    "Cross-Origin-Opener-Policy",
    "Service Worker registration blocked",
)


class Visits:
    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def context(
        self, *, language: str = "en-US", device: dict[str, Any] = DESK, calm: bool = True, **wishes: Any
    ) -> BrowserContext:
        """Give a browser of one's own: nothing is kept from another. A calm one wants no movement.

        The service worker is blocked but where it is tested, so that tests see every request of a page.
        """
        context = self._browser.new_context(
            locale=language,
            reduced_motion="reduce" if calm else "no-preference",
            **({"extra_http_headers": stranger(), "service_workers": "block"} | device | wishes),
        )
        context.set_default_timeout(PATIENCE)
        context.on("page", self._watch)
        self._contexts.append(context)
        return context

    def page(self, house: House, path: str = "/", **wishes: Any) -> Page:
        page = self.context(**wishes).new_page()
        page.goto(house.url + path)
        return page

    def photograph(self, folder: Path) -> None:
        """Keep a picture of every page that is open, for whoever wants to know what went wrong."""
        pages = [page for context in self._contexts for page in context.pages]
        for number, page in enumerate(pages):
            path = folder / f"page{number}.png"
            page.screenshot(path=path)
            print(f"{page.url} looks like {path}")

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        assert not self.complaints, f"the page complained: {self.complaints[:5]}"

    def _watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", self._failed)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(each in message.text for each in EXPECTED):
            self.complaints.append(message.text)

    def _failed(self, error: Error) -> None:
        self.complaints.append(str(error))
