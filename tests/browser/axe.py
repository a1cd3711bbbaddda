"""Asks axe-core what is wrong with a page for people who do not see it, hear it, or use a mouse."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


@cache
def script() -> str:
    assert SCRIPT.is_file(), "axe-core is not installed: `make web` installs the packages of the client"
    return SCRIPT.read_text("utf-8")


OF_COLORS = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colors. The others find the same by day and by night."""


def faults(page: Page, *rules: str) -> list[str]:
    """Give every violation with the places where it is: of these rules, or of all, best practices too."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(script())  # Not a script tag: the policy of the page forbids foreign ones, as it should.
    wishes: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    # Of a board the rest of the answer is large, and nobody reads it.
    found = page.evaluate("async wishes => (await axe.run(document, wishes)).violations", wishes)
    return [
        f"{fault['id']}: {node['target']} {node['html'][:160]}: {node['failureSummary'][:300]}"
        for fault in found
        for node in fault["nodes"][:4]
    ]
