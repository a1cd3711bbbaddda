"""Tokens, the capabilities that hold seats, and the ids of tables: how they are made, and the hashes that are kept.

Both are made from the `cid` of the request that asks for them, so that a repeated request gets the same answer; nobody
else can make them, because a token needs the table's key too.
"""

from __future__ import annotations

import hmac
from base64 import b32encode
from hashlib import sha256

TOKEN_BYTES = 20
TABLE_BYTES = 10


def table_id(cid: str) -> str:
    return _letters(sha256(b"branchline table\n" + cid.encode()).digest()[:TABLE_BYTES])


def rematch_id(table: str, key: str) -> str:
    """The id of the table that follows a finished one: the same, whoever asks first."""
    return _letters(_keyed(key, f"rematch\n{table}")[:TABLE_BYTES])


def following_secret(key: str, purpose: str) -> str:
    """A new secret out of an old one that is never told; so a rematch, too, is the same whoever asks first."""
    return _keyed(key, f"following\n{purpose}").hex()


def token_for(key: str, cid: str) -> str:
    """160 bits that only the table's key and the asker's own secret id give together."""
    return _letters(_keyed(key, f"token\n{cid}")[:TOKEN_BYTES])


def holder_of(token: str) -> str:
    """What is kept of a token: enough to know it again, of no use to whoever reads the database."""
    return sha256(b"branchline holder\n" + token.encode()).hexdigest()


def kept_cid(cid: str) -> str:
    """A `cid` that gives a token is a secret itself, so the log has its hash."""
    return sha256(b"branchline cid\n" + cid.encode()).hexdigest()[:32]


def _keyed(key: str, text: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), text.encode(), "sha256")


def _letters(data: bytes) -> str:
    return b32encode(data).decode().lower()
