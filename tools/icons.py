"""Makes the icons of the installed app from their drawings: `python -m tools.icons`.

The drawings are `web/public/icon.svg` and, with room for masks around it, `web/app/icon-maskable.svg`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser.chromium import launch

WEB: Final = Path(__file__).parent.parent / "web"
DRAWINGS: Final = {"icon": WEB / "public" / "icon.svg", "maskable": WEB / "app" / "icon-maskable.svg"}
SIZES: Final = (192, 512)


def main() -> None:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, drawing in DRAWINGS.items():
            for size in SIZES:
                page = browser.new_page(viewport={"width": size, "height": size})
                page.set_content(
                    f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{drawing.read_text('utf-8')}"
                )
                path = WEB / "public" / "icons" / f"{name}-{size}.png"
                page.screenshot(path=path, omit_background=True)
                page.close()
                print(path.relative_to(WEB.parent))
        browser.close()


if __name__ == "__main__":
    main()
