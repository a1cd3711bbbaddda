"""A language that nobody speaks: English with accents, two fifths longer, each message in brackets.

It is made from the English catalogs when a test runs and takes their place in the browser, so that it is never shipped.
A sentence without brackets did not come from a catalog; a layout that stands is ready for wordier languages.
"""

import json
import math
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.words import FOLDERS, ROOT, catalog

LONGER: Final = 0.4
_ACCENTS: Final = str.maketrans("aceghijklnorstuwyzACEGHIJKLNORSTUWYZ", "àçéĝĥïĵķļñôŕšţúŵýžÀÇÉĜĤÏĴĶĻÑÔŔŠŢÚŴÝŽ")
_PLACE: Final = re.compile(r"(\{\w+\})")
_VOWEL: Final = re.compile(r"[aeiou]", re.IGNORECASE)
_MESSAGE: Final = re.compile(r"\[[^\[\]]*\]")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")

# What is no sentence of the page: keys, hashes, times, other languages, what the server says, names on the map.
_TEXTS: Final = """() => {
  const skipped = "kbd, code, pre, q, time, script, style, [lang]:not(html), .board text";
  const shown = (node) => !node.closest(skipped) && node.checkVisibility({ visibilityProperty: true });
  const found = [document.title];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (shown(texts.currentNode.parentElement)) found.push(texts.currentNode.data);
  for (const name of ["aria-label", "aria-valuetext", "alt", "placeholder", "title"])
    for (const node of document.querySelectorAll(`[${name}]`)) if (shown(node)) found.push(node.getAttribute(name));
  return found;
}"""


def pseudo(text: str) -> str:
    """The message in the language that nobody speaks; its places stay as they are.

    >>> pseudo("Claim {route}")
    '[Çļàààïïm {route}]'
    """
    words = _PLACE.sub("", text)
    vowels = len(_VOWEL.findall(words))
    more, rest = divmod(math.ceil(LONGER * len(words)), vowels or 1)
    lengths = iter([2 + more] * rest + [1 + more] * (vowels - rest))
    parts = [
        part if _PLACE.fullmatch(part) else _VOWEL.sub(lambda vowel: vowel[0] * next(lengths), part).translate(_ACCENTS)
        for part in _PLACE.split(text)
    ]
    return f"[{''.join(parts)}]"


@cache
def pseudo_catalog() -> dict[str, Any]:
    return {
        key: pseudo(message) if isinstance(message, str) else {form: pseudo(text) for form, text in message.items()}
        for key, message in catalog("en").items()
    }


def speak_pseudo(context: BrowserContext) -> None:
    """Let every English catalog that the page loads be that of the language that nobody speaks."""
    module = f"export default {json.dumps(pseudo_catalog())};"
    context.route("**/assets/en-*.js", lambda route: route.fulfill(content_type="text/javascript", body=module))


def build_with_pseudo(folder: Path, code: str, name: str) -> Path:
    """Build the page with one more language, which is nothing but its catalogs; give the folder of the built page."""
    ours = shutil.ignore_patterns("node_modules", "static", "__pycache__", "*.py")
    for part in ("web", "src/branchline/messages", "src/branchline/draw/layouts", "src/branchline/draw/coast"):
        shutil.copytree(ROOT / part, folder / part, ignore=ours)
    (folder / "web/node_modules").symlink_to((ROOT / "web/node_modules").resolve())
    for catalogs in FOLDERS:
        english = json.loads((catalogs / "en.json").read_text("utf-8"))
        words = {key: pseudo_catalog()[key] for key in english} | ({"language": name} if "language" in english else {})
        (folder / catalogs.relative_to(ROOT) / f"{code}.json").write_text(json.dumps(words), "utf-8")
    built = subprocess.run(
        [ROOT / "tools/with-node", "npm", "run", "build"],
        cwd=folder / "web",
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "src/branchline/web/static"


def serve_from(context: BrowserContext, built: Path) -> None:
    """Let the browser have the page and its parts from a folder instead of from the server."""

    def fulfill(route: Route) -> None:
        route.fulfill(path=built / (urlsplit(route.request.url).path.lstrip("/") or "index.html"))

    context.route(lambda url: urlsplit(url).path == "/" or "/assets/" in url, fulfill)


def escaped(page: Page, names: set[str]) -> list[str]:
    """Give the texts of a page that have words outside every message; the names of things and people are no words."""
    known = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    return [text.strip() for text in page.evaluate(_TEXTS) if _WORD.search(_without_messages(known.sub("", text)))]


def _without_messages(text: str) -> str:
    """Give what is left of a text without its messages, which may stand in one another."""
    while (shorter := _MESSAGE.sub("", text)) != text:
        text = shorter
    return text
