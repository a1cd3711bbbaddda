"""The catalogs say the same in every language, and say everything that can happen."""

import string
from pathlib import Path
from typing import get_args

import pytest

from branchline import messages
from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.phases import Phase
from branchline.core.refusals import Refusal
from branchline.core.score import Finish, Source, TieBreak
from branchline.messages import LANGUAGES, catalog, categories, knows, plural, say
from branchline.notation.json.codec import word_of

NAMED = [
    *(f"event.{word_of(kind)}" for kind in get_args(Event)),
    *(f"action.{word_of(kind)}" for kind in get_args(Action)),
    *(f"phase.{word_of(kind)}" for kind in get_args(Phase)),
    *(f"refusal.{refusal.value}" for refusal in Refusal),
    *(f"source.{source.value}" for source in Source),
    *(f"finish.{finish.value}" for finish in Finish),
    *(f"tie-break.{tie_break.value}" for tie_break in TieBreak),
]


def texts(language: str, key: str) -> list[str]:
    message = catalog(language)[key]
    return [message] if isinstance(message, str) else list(message.values())


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_a_language_is_there_when_its_catalog_is() -> None:
    catalogs = {path.stem for path in Path(messages.__file__).parent.glob("*.json")}
    assert {"en", "pl", "ro"} <= catalogs
    assert ("en", *sorted(catalogs - {"en"})) == LANGUAGES


def test_a_language_without_a_rule_for_plurals_has_those_of_english() -> None:
    assert categories("de") == {"one", "other"}
    assert [plural("de", number) for number in (0, 1, 2, 1.5)] == ["other", "one", "other", "other"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_message(language: str) -> None:
    assert catalog(language).keys() == catalog("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_can_happen_has_a_message(language: str) -> None:
    assert [key for key in NAMED if not knows(language, key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_same_places(language: str) -> None:
    for key in catalog("en"):
        wanted = places(texts("en", key)[0])
        for text in texts(language, key):
            assert places(text) == wanted, f"{language}: {key}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_all_categories_and_a_count(language: str) -> None:
    for key, message in catalog(language).items():
        assert isinstance(message, str) == isinstance(catalog("en")[key], str), key
        if not isinstance(message, str):
            assert message.keys() == categories(language), f"{language}: {key}"
            assert all("count" in places(text) for text in message.values()), f"{language}: {key}"


@pytest.mark.parametrize("language", ["pl", "ro"])
def test_sentences_are_translated(language: str) -> None:
    """Words may be the same in two languages, sentences may not."""
    same = [
        key
        for key, message in catalog(language).items()
        if message == catalog("en")[key] and isinstance(message, str) and message.count(" ") > 1
    ]
    assert same == []


def test_polish_plurals_follow_cldr() -> None:
    assert {number: plural("pl", number) for number in (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 112, 122, -1, -2)} == {
        0: "many", 1: "one", 2: "few", 4: "few", 5: "many", 11: "many", 12: "many", 14: "many", 21: "many",
        22: "few", 25: "many", 112: "many", 122: "few", -1: "one", -2: "few",
    }  # fmt: skip
    assert plural("pl", 1.5) == plural("pl", 1.0) == "other"


def test_romanian_plurals_follow_cldr() -> None:
    assert {number: plural("ro", number) for number in (0, 1, 2, 19, 20, 100, 101, 119, 120, 201)} == {
        0: "few", 1: "one", 2: "few", 19: "few", 20: "other", 100: "other", 101: "few", 119: "few", 120: "other",
        201: "few",
    }  # fmt: skip
    assert plural("ro", 1.5) == "few"


def test_english_plurals_follow_cldr() -> None:
    assert [plural("en", number) for number in (0, 1, 2, 1.0)] == ["other", "one", "other", "other"]


def test_a_message_is_filled_in() -> None:
    assert say("pl", "event.cards-dealt.hidden", player="Ala", count=4) == "Ala otrzymuje 4 karty."
    assert say("ro", "count.points", count=20) == "20 de puncte"


def test_a_name_with_braces_is_only_a_name() -> None:
    assert say("en", "event.passed", player="{player} {0}") == "{player} {0} passes."


def test_doctests() -> None:
    import doctest

    result = doctest.testmod(messages)
    assert result.attempted
    assert not result.failed
