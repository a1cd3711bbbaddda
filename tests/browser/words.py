"""The sentences of the page, to find things as people do and to find what was left untranslated."""

import json
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDERS = (
    ROOT / "src/branchline/messages",
    ROOT / "web/src/i18n/messages",
    ROOT / "web/src/i18n/messages/after",
    ROOT / "web/src/i18n/messages/daily",
    ROOT / "web/src/i18n/messages/designer",
)


@cache
def catalog(language: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for folder in FOLDERS:
        merged |= json.loads((folder / f"{language}.json").read_text("utf-8"))
    return merged


def say(key: str, language: str = "en") -> str:
    """Give a message that has no plural."""
    message = catalog(language)[key]
    assert isinstance(message, str), key
    return message


def bare_keys(text: str) -> list[str]:
    """Give every key that stands on a page instead of its message."""
    words = {word.strip(".,:;()") for word in text.split()}
    return sorted(key for key in catalog("en") if "." in key and key in words)
