"""Texts that people write, for other people to read: names and chat, cleaned so that they can only ever be text."""

from __future__ import annotations

import unicodedata

JOINER = "\N{ZERO WIDTH JOINER}"  # Parts of one emoji hang together by it.


def cleaned(text: str) -> str:
    """In one line, without signs that nobody sees: no control, no change of direction, no spaces around.

    What is left may be empty.
    """
    composed = unicodedata.normalize("NFC", text)
    visible = (" " if sign.isspace() else sign for sign in composed if sign.isspace() or _is_visible(sign))
    return " ".join("".join(visible).split())


def _is_visible(sign: str) -> bool:
    return sign == JOINER or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
