"""The fair deal: a promise before it, everybody's entropy in it, and the proof after it (docs/fairness.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, Literal, TypeAlias

from branchline.core.game import AnyGame, Options
from branchline.core.rng import Seed
from branchline.notation.records.record import Record

NOTE: Final = "fair"
"""Under this name the proof stands among the notes of a record."""

Dealing: TypeAlias = Literal[1, 2]
"""A way of dealing. In the first the hash is a number as seed, in the second the key of a stream (`core.rng`)."""

DEALING: Final = 2
"""How new tables deal."""


def commitment(table: str, secret: str, dealing: Dealing) -> str:
    """What is published when the table is made, long before the deal.

    It names the way of dealing too, or else the server could choose the better of two deals afterwards.
    """
    return _digest(f"branchline commitment {dealing}", table, secret)


def deal_seed(
    table: str, secret: str, game: AnyGame, options: Options, entropy: Sequence[str | None], dealing: Dealing
) -> Seed:
    """The seed of the game: nobody knows it who does not know the secret and the entropy of every seat."""
    return _seed(table, secret, (game.name, game.edition, game.digest), options, entropy, dealing)


def _seed(
    table: str,
    secret: str,
    box: tuple[str, str, str],
    options: Options,
    entropy: Sequence[str | None],
    dealing: Dealing,
) -> Seed:
    first = "-" if options.first is None else str(options.first)
    lines = [table, secret, *box, first, str(int(options.open_stacks)), *(part or "-" for part in entropy)]
    digest = _digest(f"branchline deal {dealing}", *lines)
    return int(digest, 16) if dealing == 1 else bytes.fromhex(digest)


def _digest(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def note(table: str, secret: str, entropy: Sequence[str | None], dealing: Dealing) -> dict[str, Any]:
    """The proof for the record of a finished game."""
    promised = commitment(table, secret, dealing)
    return {"table": table, "commitment": promised, "secret": secret, "entropy": list(entropy)}


def faults(record: Record, promised: str | None = None, mixed: Sequence[str] = ()) -> list[str]:
    """Everything about the deal of a record that its proof does not bear out; nothing when all agrees.

    Who noted the commitment before the game, or what they mixed in, can have that checked too.
    """
    proof = record.notes.get(NOTE)
    if proof is None or not _is_proof(proof, len(record.seats)):
        return ["the record carries no proof of its deal"]
    found = []
    dealing: Dealing = 2 if isinstance(record.seed, bytes) else 1
    if commitment(proof["table"], proof["secret"], dealing) != proof["commitment"]:
        found.append("the secret is not the one that was promised: its hash differs from the commitment")
    if promised is not None and promised.lower() != proof["commitment"]:
        found.append("the commitment is not the one that was shown before the game")
    found += [f"the entropy {part} is not in the deal" for part in mixed if part not in proof["entropy"]]
    box = (record.game, record.edition, record.digest)
    if _seed(proof["table"], proof["secret"], box, record.options, proof["entropy"], dealing) != record.seed:
        found.append("the seed does not come from the secret and the entropy of the seats")
    return found


def _is_proof(proof: Any, seats: int) -> bool:
    if not isinstance(proof, Mapping) or not isinstance(proof.get("entropy"), list):
        return False
    texts = [proof.get("table"), proof.get("secret"), proof.get("commitment")]
    texts += [part for part in proof["entropy"] if part is not None]
    return len(proof["entropy"]) == seats and all(isinstance(text, str) for text in texts)
