"""Starts Debian's Chromium, or whichever the machine has, with nothing that calls home."""

import shutil
from typing import Final

from playwright.sync_api import Browser, Playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch(playwright: Playwright, *more: str) -> Browser:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, "no Chromium on this machine: `tools/system-test-deps chromium` installs it"
    return playwright.chromium.launch(executable_path=found, args=[*ARGUMENTS, *more])
