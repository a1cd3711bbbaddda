"""A language that nobody speaks: English with accents, two fifths longer, each message in brackets.

It is made from the English catalogs when a test runs and takes their place in the browser, so that it is never shipped.
A sentence without brackets did not come from a catalog; a layout that stands is ready for wordier languages.
"""

import json
import math
import re
from functools import cache
from typing import Any, Final

from playwright.sync_api import BrowserContext, Page

from tests.browser.words import catalog

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


def escaped(page: Page, names: set[str]) -> list[str]:
    """Give the texts of a page that have words outside every message; the names of things and people are no words."""
    known = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    return [text.strip() for text in page.evaluate(_TEXTS) if _WORD.search(_without_messages(known.sub("", text)))]


def _without_messages(text: str) -> str:
    """Give what is left of a text without its messages, which may stand in one another."""
    while (shorter := _MESSAGE.sub("", text)) != text:
        text = shorter
    return text
