"""All that a training needs to go on where it was stopped, in one file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Final

import torch

CHECKPOINT: Final = "checkpoint.pt"


class NoCheckpoint(ValueError):
    """A file from which a training cannot go on, with the reason as a sentence."""


def save_checkpoint(folder: Path, looks: str, state: Mapping[str, Any]) -> None:
    """Write the new file beside the old one first: there is a whole one at every moment."""
    fresh = folder / f"{CHECKPOINT}.new"
    torch.save({**state, "looks": looks}, fresh)
    fresh.replace(folder / CHECKPOINT)


def load_checkpoint(folder: Path, looks: str, device: torch.device) -> dict[str, Any] | None:
    """What was saved by a training that looks at the same things; None where nothing was."""
    path = folder / CHECKPOINT
    if not path.exists():
        return None
    try:
        state: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    except (RuntimeError, UnpicklingError, EOFError, ValueError, KeyError):
        raise NoCheckpoint(f"{path} cannot be read as a checkpoint; remove it, or name another --folder") from None
    its = state.get("looks", looks)  # Older ones do not say.
    if its != looks:
        raise NoCheckpoint(
            f"{path} is of a training that looks at {its}, this one looks at {looks}; name another --folder"
        )
    return state
