"""What people read, in English, Polish and Romanian: one catalog a language, with plurals as each language has them.

A catalog is a flat JSON object, shared with the browser table. A message is a text with `{places}` to fill in, or an
object with one text for each plural category of the language, chosen by the value of `count`. A language is there when
its catalog is; one with other plurals than English needs its rule in `PLURALS` too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

Message: TypeAlias = str | Mapping[str, str]
Number: TypeAlias = int | float

DEFAULT: Final = "en"


def say(language: str, key: str, /, **values: object) -> str:
    """The message `key` with its places filled in.

    >>> say("pl", "count.tickets", count=22)
    '22 bilety'
    >>> say("ro", "count.tickets", count=22)
    '22 de bilete'
    """
    message = catalog(language)[key]
    if isinstance(message, str):
        return message.format_map(values)
    count = values["count"]
    assert isinstance(count, int | float)
    return message[plural(language, count)].format_map(values)


def knows(language: str, key: str) -> bool:
    """Whether there is a message `key`: a board of one's own may have colors that no catalog names."""
    return key in catalog(language)


@cache
def catalog(language: str) -> Mapping[str, Message]:
    """All messages of a language. Those of `balance/` are no part of the page, which gets them as sentences."""
    here = files(__name__)
    parts = [part for part in (here, here / "balance") if (part / f"{language}.json").is_file()]
    catalogs = [json.loads((part / f"{language}.json").read_text("utf-8")) for part in parts]
    return {key: message for messages in catalogs for key, message in messages.items()}


def plural(language: str, number: Number) -> str:
    """The plural category of a number, by the rules of Unicode CLDR.

    >>> [plural("pl", number) for number in (0, 1, 2, 5, 12, 22, 1.5)]
    ['many', 'one', 'few', 'many', 'many', 'few', 'other']
    """
    return PLURALS.get(language, _english)(abs(number))


def categories(language: str) -> frozenset[str]:
    """The plural categories that a message with a count must have."""
    return CATEGORIES.get(language, CATEGORIES[DEFAULT])


def _english(number: Number) -> str:
    return "one" if _is_one(number) else "other"


def _polish(number: Number) -> str:
    if not isinstance(number, int):
        return "other"
    if number == 1:
        return "one"
    return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


def _romanian(number: Number) -> str:
    if _is_one(number):
        return "one"
    return "few" if not isinstance(number, int) or number == 0 or 1 <= number % 100 <= 19 else "other"


def _is_one(number: Number) -> bool:
    """A number written with a fraction, such as 1.0, is never one of a thing."""
    return isinstance(number, int) and number == 1


PLURALS: Final[Mapping[str, Callable[[Number], str]]] = {"en": _english, "pl": _polish, "ro": _romanian}
CATEGORIES: Final[Mapping[str, frozenset[str]]] = {
    "en": frozenset({"one", "other"}),
    "pl": frozenset({"one", "few", "many", "other"}),
    "ro": frozenset({"one", "few", "other"}),
}
_CATALOGS: Final = sorted(file.name for file in files(__name__).iterdir() if file.name.endswith(".json"))
LANGUAGES: Final = tuple(dict.fromkeys([DEFAULT, *(name.removesuffix(".json") for name in _CATALOGS)]))
"""The languages with a catalog, English first."""
