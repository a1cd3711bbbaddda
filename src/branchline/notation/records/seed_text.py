"""Seeds as texts: a number in decimal digits, as it may be too big for other languages, or `key:` and a key."""

from __future__ import annotations

import re
from typing import Final

from branchline.core.rng import KEY_SIZE, Seed

_KEY: Final = "key:"
"""Tells a key from a number, as the hexadecimal digits of one alone could not: they may all be decimal ones."""


def seed_text(seed: Seed) -> str:
    return f"{_KEY}{seed.hex()}" if isinstance(seed, bytes) else str(seed)


def read_seed(text: str) -> Seed | None:
    """The seed that a text is; None where it is none. Numbers may be hexadecimal too, after `0x`."""
    if re.fullmatch(rf"{_KEY}[0-9a-f]{{{2 * KEY_SIZE}}}", text):
        return bytes.fromhex(text.removeprefix(_KEY))
    if re.fullmatch(r"[0-9]{1,100}|0x[0-9a-fA-F]{1,80}", text):
        return int(text, 0) if text.startswith("0x") else int(text)
    return None
