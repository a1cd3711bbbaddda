"""The fair deal: a promise before it, everybody's entropy in it, and the proof after it (docs/fairness.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from branchline.core.game import AnyGame, Options
from branchline.notation.records.record import Record

NOTE: Final = "fair"
"""Under this name the proof stands among the notes of a record."""


def commitment(table: str, secret: str) -> str:
    """What is published when the table is made, long before the deal."""
    return _digest("branchline commitment 1", table, secret)


def deal_seed(table: str, secret: str, game: AnyGame, options: Options, entropy: Sequence[str | None]) -> int:
    """The seed of the game: nobody knows it who does not know the secret and the entropy of every seat."""
    return _seed(table, secret, (game.name, game.edition, game.digest), options, entropy)


def _seed(table: str, secret: str, box: tuple[str, str, str], options: Options, entropy: Sequence[str | None]) -> int:
    first = "-" if options.first is None else str(options.first)
    lines = [table, secret, *box, first, str(int(options.open_stacks)), *(part or "-" for part in entropy)]
    return int(_digest("branchline deal 1", *lines), 16)


def _digest(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def note(table: str, secret: str, entropy: Sequence[str | None]) -> dict[str, Any]:
    """The proof for the record of a finished game."""
    return {"table": table, "commitment": commitment(table, secret), "secret": secret, "entropy": list(entropy)}


def faults(record: Record, promised: str | None = None, mixed: Sequence[str] = ()) -> list[str]:
    """Everything about the deal of a record that its proof does not bear out; nothing when all agrees.

    Who noted the commitment before the game, or what they mixed in, can have that checked too.
    """
    proof = record.notes.get(NOTE)
    if proof is None or not _is_proof(proof, len(record.seats)):
        return ["the record carries no proof of its deal"]
    found = []
    if commitment(proof["table"], proof["secret"]) != proof["commitment"]:
        found.append("the secret is not the one that was promised: its hash differs from the commitment")
    if promised is not None and promised.lower() != proof["commitment"]:
        found.append("the commitment is not the one that was shown before the game")
    found += [f"the entropy {part} is not in the deal" for part in mixed if part not in proof["entropy"]]
    box = (record.game, record.edition, record.digest)
    if _seed(proof["table"], proof["secret"], box, record.options, proof["entropy"]) != record.seed:
        found.append("the seed does not come from the secret and the entropy of the seats")
    return found


def _is_proof(proof: Any, seats: int) -> bool:
    if not isinstance(proof, Mapping) or not isinstance(proof.get("entropy"), list):
        return False
    texts = [proof.get("table"), proof.get("secret"), proof.get("commitment")]
    texts += [part for part in proof["entropy"] if part is not None]
    return len(proof["entropy"]) == seats and all(isinstance(text, str) for text in texts)
