"""A screen is fine when axe finds nothing wrong with it, by day and by night."""

from playwright.sync_api import Page

from tests.browser.axe import OF_COLORS, faults

SCHEMES: dict[str, tuple[str, ...]] = {"light": (), "dark": OF_COLORS}
# Colors that are on their way are neither the old ones nor the new ones.
REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  await Promise.allSettled(document.getAnimations().map(moving => moving.finished));
}"""


def assert_fine(page: Page, screen: str) -> None:
    # A page that is fetched in parts is there before the part that draws it.
    page.locator("h1").first.wait_for(state="attached")
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(REST)
        found = faults(page, *rules)
        assert not found, f"{screen}, {scheme}:\n" + "\n".join(found)
