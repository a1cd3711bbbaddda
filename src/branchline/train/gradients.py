"""Gradients of a batch, worked out in pieces that fit a processor's cache, a thread for each piece.

PyTorch's own threads share out single operations on tensors of many megabytes, which takes several times as long, and
adds numbers up in any order. Here each piece goes through the whole network in one thread, and what the pieces found is
added up in their order, so that the same seed learns the same on any number of cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias

import torch
from torch import Tensor, nn

PIECE: Final = 4096
"""Decisions of a piece. A graphics card takes a batch as a whole."""

Losses: TypeAlias = Callable[[Tensor], tuple[Tensor, Mapping[str, Tensor]]]
"""Gives for some decisions the mean loss, and the figures that are to be told of it."""


class Gradients:
    """Works out gradients on one device."""

    def __init__(self, device: torch.device) -> None:
        self._pool = None
        if device.type == "cpu":
            torch.set_num_threads(1)
            self._pool = ThreadPoolExecutor(os.cpu_count(), initializer=torch.set_num_threads, initargs=(1,))

    def find(self, model: nn.Module, which: Tensor, losses: Losses) -> dict[str, Tensor]:
        """Give every parameter its gradient of the mean loss over these decisions; the result has the mean figures."""
        weights = list(model.parameters())

        def work_out(piece: Tensor) -> tuple[tuple[Tensor, ...], dict[str, Tensor]]:
            loss, told = losses(piece)
            part = len(piece) / len(which)
            found = torch.autograd.grad(loss * part, weights, materialize_grads=True)
            return found, {name: value.detach() * part for name, value in told.items()}

        pieces = [which] if self._pool is None else which.split(PIECE)
        found = [work_out(which)] if self._pool is None else list(self._pool.map(work_out, pieces))
        for number, weight in enumerate(weights):
            weight.grad = torch.stack([gradients[number] for gradients, _ in found]).sum(0)
        return {name: torch.stack([told[name] for _, told in found]).sum() for name in found[0][1]}
