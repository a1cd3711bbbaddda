"""Weights of learned players in files, with what they were made for: others are refused in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from branchline.lane.learned import board_features, card_features
from branchline.lane.learned.network import NETWORK

BOARD_LOOKS: Final = f"board-{board_features.VERSION}"
CARD_LOOKS: Final = f"cards-{card_features.VERSION}"
"""Name what a network looks at: the numbers of `board_features` or `card_features` in their order."""


class StaleWeights(ValueError):
    """Weights that were learned with other numbers than those of this version."""


def save_weights(path: Path, record: NDArray[Any], looks: str, told: Mapping[str, str]) -> None:
    """Write a record of weights, with what is to be told about it."""
    names = NETWORK.names or ()
    tensors = {name: np.ascontiguousarray(record[name][0]) for name in names}
    save_file(tensors, path, metadata={"looks": looks, **told})


def load_weights(path: Path, looks: str) -> NDArray[Any]:
    """The weights of a file as a record for compiled code."""
    record = np.zeros(1, NETWORK)
    try:
        with safe_open(path, framework="numpy") as file:
            learned = (file.metadata() or {}).get("looks", "nothing known")
            if learned != looks:
                raise StaleWeights(f"{path.name} was trained on {learned}, but this needs {looks}; train anew")
            for name in NETWORK.names or ():
                record[name][0] = file.get_tensor(name)
    except (SafetensorError, ValueError) as error:
        if isinstance(error, StaleWeights):
            raise
        raise StaleWeights(f"{path.name} has no weights of a learned player: {error}") from error
    return record
