"""The screens on which every question must be answerable, from the smallest phone to a large desk."""

from typing import Final, NamedTuple

from playwright.sync_api import CDPSession, Page


class Size(NamedTuple):
    """A window in CSS pixels, and the layout it has; at a scale of two each of them is two pixels of the screen."""

    width: int
    height: int
    layout: str
    scale: int = 1

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f"@{self.scale}" if self.scale > 1 else "")


SIZES: Final = (
    Size(320, 568, "upright"),
    Size(360, 640, "upright"),
    Size(375, 667, "upright"),
    Size(390, 664, "upright"),
    Size(390, 844, "upright"),
    Size(412, 915, "upright"),
    Size(667, 375, "sideways"),
    Size(740, 360, "sideways"),
    Size(844, 390, "sideways"),
    Size(768, 1024, "upright"),
    Size(1024, 768, "desk"),
    Size(1280, 640, "desk"),
    Size(1440, 900, "desk"),
    Size(2560, 1440, "desk"),
    Size(720, 450, "sideways", scale=2),  # 1440 x 900 at a zoom of 200 %
)
SAMPLE: Final = tuple(SIZES[number] for number in (0, 3, 7, 8, 9, 11, 12, 14))
"""What every run of the tests looks at: the least and the usual of each layout."""
UPRIGHT, SIDEWAYS, DESK = SIZES[3], SIZES[8], SIZES[12]


class Screen:
    """The screen of a page, which takes one size after the other."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)

    def take(self, size: Size) -> None:
        metrics = {"width": size.width, "height": size.height, "deviceScaleFactor": size.scale, "mobile": False}
        self._session.send("Emulation.setDeviceMetricsOverride", metrics)
