"""What people call things: cities and colors in every language, with or without accents, and what comes near."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache

from branchline.core.ids import CityId, Color, Kind
from branchline.core.printed.board import BOARDS_REMEMBERED
from branchline.core.printed.contract import Printed
from branchline.messages import DEFAULT, LANGUAGES, catalog, knows, say

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "ß": "ss", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_MIN_PREFIX = 3
_MAX_WORD = 40


class ParseError(ValueError):
    """Something typed that means nothing here. It can be said in every language, with what may have been meant."""

    def __init__(self, key: str, near: Iterable[str] = (), **values: object) -> None:
        self.key = key
        self.near = tuple(near)
        self.values = values
        super().__init__(self.said(DEFAULT))

    def said(self, language: str) -> str:
        sentence = say(language, f"parse.{self.key}", **self.values)
        if not self.near:
            return sentence
        return f"{sentence} {say(language, 'parse.near', near=', '.join(self.near))}"


def fold(text: str) -> str:
    """Lower case without accents, the words joined by single dashes.

    >>> fold("Sault Ste. Marie"), fold("Łódź"), fold("BUCUREȘTI")
    ('sault-ste-marie', 'lodz', 'bucuresti')
    """
    bare = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return "-".join(re.findall(r"[^\W_]+", letters))


@lru_cache(maxsize=BOARDS_REMEMBERED)
def city_names(printed: Printed) -> Mapping[str, CityId]:
    """Every folded name of a city. Where two cities share a name in some language, the printed one keeps it."""
    names: dict[str, CityId] = {}
    for translations in (False, True):
        for number, city in enumerate(printed.cities):
            for name in city.names.values() if translations else (city.id, city.name):
                names.setdefault(fold(name), CityId(number))
    return names


def find_city(printed: Printed, name: str) -> CityId | None:
    """The city of this name in any language, or the only one that begins like this."""
    names = city_names(printed)
    folded = fold(name)
    if folded in names:
        return names[folded]
    if len(folded) < _MIN_PREFIX:
        return None
    begun = {city for known, city in names.items() if known.startswith(folded)}
    return begun.pop() if len(begun) == 1 else None


def take_city(printed: Printed, tokens: Sequence[str]) -> tuple[CityId, list[str]]:
    """The city that the tokens begin with, and the tokens after it. A name may have several words."""
    names = city_names(printed)
    for count in range(min(len(tokens), 5), 0, -1):
        known = names.get(fold(" ".join(tokens[:count])))
        if known is not None:
            return known, list(tokens[count:])
    if not tokens:
        raise ParseError("city-missing")
    begun = find_city(printed, tokens[0])
    if begun is not None:
        return begun, list(tokens[1:])
    parts = fold(tokens[0]).split("-")
    if len(parts) > 1:  # two cities joined by a dash
        return take_city(printed, [*parts, *tokens[1:]])
    raise ParseError("unknown-city", near_cities(printed, tokens[0]), word=tokens[0])


def near_cities(printed: Printed, name: str) -> tuple[str, ...]:
    names = city_names(printed)
    return tuple(dict.fromkeys(printed.cities[names[known]].name for known in near_words(name, names)))


def near_words(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """What somebody who typed `word` may have meant, the likeliest first."""
    return get_close_matches(fold(word)[:_MAX_WORD], list(known), most, 0.7)


@cache
def spoken(group: str) -> Mapping[str, str]:
    """Every folded word for something, in all languages, from the catalogs' messages `group.something`."""
    words: dict[str, str] = {}
    for language in LANGUAGES:
        for key, message in catalog(language).items():
            kind, _, name = key.partition(".")
            if kind == group and isinstance(message, str):
                for word in (name, *message.split(",")):
                    words.setdefault(fold(word), name)
    return words


@lru_cache(maxsize=BOARDS_REMEMBERED)
def color_names(printed: Printed) -> Mapping[str, Color]:
    """Every folded name of a color; in Polish also as it agrees with a card."""
    names: dict[str, Color] = {}
    for number, color in enumerate(printed.colors):
        known = [say(language, f"color.{color}") for language in LANGUAGES if knows(language, f"color.{color}")]
        agreeing = [
            form for name in known if name[-1] in "yi" for form in (name[:-1] + "a", name[:-1] + "e", name + "e")
        ]
        for name in (color, *known, *agreeing):
            names.setdefault(fold(name), Color(number))
    return names


@lru_cache(maxsize=BOARDS_REMEMBERED)
def card_names(printed: Printed) -> Mapping[str, Kind]:
    """Every folded name of a kind of card: its id, the color of the kind that is called like its color, the wild."""
    ids = {kind.id: Kind(number) for number, kind in enumerate(printed.kinds)}
    names = {fold(word): kind for word, kind in ids.items()}
    for name, color in color_names(printed).items():
        kind = ids.get(printed.colors[color])
        if kind is not None:
            names.setdefault(name, kind)
    wilds = [word for word, meaning in spoken("word").items() if meaning == "wild"]
    for name in (*wilds, *(say(language, "card.wild") for language in LANGUAGES)):
        names.setdefault(fold(name), printed.wild)
    return names


def find_card(printed: Printed, name: str) -> Kind:
    names = card_names(printed)
    kind = names.get(fold(name))
    if kind is None:
        raise ParseError("unknown-card", near_words(name, names), word=name)
    return kind
