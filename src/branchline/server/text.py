"""Texts that people write, for other people to read: names and chat, cleaned so that they can only ever be text."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINER: Final = "\N{ZERO WIDTH JOINER}"  # Parts of one emoji hang together by it.
EMOJI_STYLE: Final = "\N{VARIATION SELECTOR-16}"
VIRAMA: Final = 9
"""The combining class of what makes two letters of an Indian script one; a joiner after it changes how they look."""
MAX_MARKS: Final = 3
"""Marks on one letter; no living spelling needs more, and towers of them cover what others write."""

# Letters, marks and symbols by their category, and yet nobody sees anything of them.
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, range(0xFE00, 0xFE0F)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
_EMOJI: Final = ("So", "Sm")
_STYLED: Final = frozenset("#*0123456789\u203c\u2049\u3030\u303d")
_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))

# Letters of other scripts that are drawn like Latin ones; small, for what people would think of.
_LIKE: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТХУаеорсхуіјѕԁһԛԝԜӀӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονιρυıɡɑօոսհ",
    "ABESIJKMHOPCTXYaeopcxyijsdhqwWIlABEZHIKMNOPTYXaovipuigaonuh",
)
_LIKE_IN_SHAPE: Final = str.maketrans("I1|!05", "llllOS")


def cleaned(text: str) -> str:
    """In one line, without signs that nobody sees: no control, no change of direction, no spaces around.

    What is left may be empty.
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        if sign.isspace():
            kept.append(" ")
        elif sign in (JOINER, EMOJI_STYLE):
            if kept and _hangs_on(sign, kept[-1]):
                kept.append(sign)
        elif _is_mark(sign):
            marks += 1
            if sign not in _BLANK and marks <= MAX_MARKS and kept and kept[-1] != " ":
                kept.append(sign)
        elif _is_visible(sign):
            kept.append(sign)
            marks = 0
    return " ".join("".join(kept).split()).rstrip(JOINER)


def _hangs_on(sign: str, before: str) -> bool:
    """Whether a joiner or a style changes what is seen: it follows a part of an emoji, or a sign that joins letters."""
    category = unicodedata.category(before)
    if sign == EMOJI_STYLE:
        return category in _EMOJI or before in _STYLED
    return category in _EMOJI or before == EMOJI_STYLE or before in _TONES or unicodedata.combining(before) == VIRAMA


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me") and sign not in (JOINER, EMOJI_STYLE)


def _is_visible(sign: str) -> bool:
    return sign not in _BLANK and unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def look_alike(one: str, other: str) -> bool:
    """Whether people may take one name for the other: only case, marks or letters of the same shape differ."""
    return not _shapes(one).isdisjoint(_shapes(other))


def _shapes(name: str) -> set[str]:
    """Two ways to read a name: by its letters, and by their shape alone, where I is l."""
    parts = unicodedata.normalize("NFKD", cleaned(name))
    bare = "".join(sign for sign in parts if unicodedata.category(sign)[0] != "M" and sign != JOINER)
    letters = bare.translate(_LIKE)
    shape = letters.translate(_LIKE_IN_SHAPE).casefold().replace("rn", "m").replace("vv", "w")
    return {letters.casefold(), shape}
