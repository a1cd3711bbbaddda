"""Asks axe-core what is wrong with a page for people who do not see it, hear it, or use a mouse."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"


@cache
def script() -> str:
    assert SCRIPT.is_file(), "axe-core is not installed: `make web` installs the packages of the client"
    return SCRIPT.read_text("utf-8")


def faults(page: Page) -> list[str]:
    """Give every violation with the places where it is; all rules of axe, best practices too."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(script())  # Not a script tag: the policy of the page forbids foreign ones, as it should.
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [
        f"{fault['id']}: {node['target']} {node['html'][:160]}: {node['failureSummary'][:300]}"
        for fault in found
        for node in fault["nodes"][:4]
    ]
