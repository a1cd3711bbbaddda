"""The network of `lane.learned.network` in PyTorch, for training; both give the same chances and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from branchline.lane.learned.network import HIDDEN, MOVE_SIZE, NETWORK, POSITION_SIZE, RESULTS


class Decisions:
    """Decisions as tensors: one row for each position, and the moves of all of them in one long table."""

    def __init__(self, positions: Tensor, moves: Tensor, first: Tensor, count: Tensor) -> None:
        self.positions, self.moves, self.first, self.count = positions, moves, first, count

    def part(self, which: Tensor) -> Decisions:
        """Some of the decisions, their moves moved together."""
        count = self.count[which]
        first = torch.cumsum(count, 0) - count
        row = torch.arange(int(count.sum()), device=count.device)
        rows = row - torch.repeat_interleave(first - self.first[which], count)
        return Decisions(self.positions[which], self.moves[rows], first, count)

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """The decisions of all parts as one, their moves behind each other."""
        offsets = np.cumsum([0, *(len(part.moves) for part in parts)])
        return cls(
            torch.cat([part.positions for part in parts]),
            torch.cat([part.moves for part in parts]),
            torch.cat([part.first + int(offset) for part, offset in zip(parts, offsets, strict=False)]),
            torch.cat([part.count for part in parts]),
        )

    @property
    def owner(self) -> Tensor:
        """The decision that each move belongs to."""
        return torch.repeat_interleave(torch.arange(len(self.count), device=self.count.device), self.count)


class PlayerModel(nn.Module):
    """Scores of moves and estimates of results."""

    def __init__(self) -> None:
        super().__init__()
        self.position_in = nn.Linear(POSITION_SIZE, HIDDEN)
        self.move_in = nn.Linear(MOVE_SIZE, HIDDEN, bias=False)
        self.middle = nn.Linear(HIDDEN, HIDDEN)
        self.score = nn.Linear(HIDDEN, 1)
        self.value_position = nn.Linear(POSITION_SIZE, HIDDEN)
        self.value_moves = nn.Linear(HIDDEN, HIDDEN, bias=False)
        self.value_middle = nn.Linear(HIDDEN, HIDDEN)
        self.result = nn.Linear(HIDDEN, RESULTS)
        for last in (self.score, self.result):
            nn.init.zeros_(last.bias)
            last.weight.data.mul_(0.1)

    def forward(self, asked: Decisions) -> tuple[Tensor, Tensor]:
        """The logarithm of every move's chance, and the results of every decision."""
        owner = asked.owner
        hidden = torch.relu(self.position_in(asked.positions)[owner] + self.move_in(asked.moves))
        found = torch.relu(self.middle(hidden))
        scores = self.score(found).squeeze(-1)
        logs = log_chances(scores, owner, len(asked.count))
        pooled = torch.zeros(len(asked.count), HIDDEN, device=found.device, dtype=found.dtype)
        pooled = pooled.index_add(0, owner, found * logs.exp().unsqueeze(-1))
        value = torch.relu(self.value_position(asked.positions) + self.value_moves(pooled))
        results = self.result(torch.relu(self.value_middle(value)))
        return logs, results


def log_chances(scores: Tensor, owner: Tensor, decisions: int) -> Tensor:
    """Softmax within each decision, as logarithms."""
    best = torch.full((decisions,), -1e30, device=scores.device, dtype=scores.dtype)
    best = best.scatter_reduce(0, owner, scores.detach(), "amax")
    shifted = scores - best[owner]
    total = torch.zeros(decisions, device=scores.device, dtype=scores.dtype).index_add(0, owner, shifted.exp())
    return shifted - total.log()[owner]


_LAYERS = (
    ("position_in", "position_in.weight"),
    ("move_in", "move_in.weight"),
    ("bias_in", "position_in.bias"),
    ("middle", "middle.weight"),
    ("bias_middle", "middle.bias"),
    ("score", "score.weight"),
    ("bias_score", "score.bias"),
    ("value_position", "value_position.weight"),
    ("value_moves", "value_moves.weight"),
    ("bias_value", "value_position.bias"),
    ("value_middle", "value_middle.weight"),
    ("bias_value_middle", "value_middle.bias"),
    ("result", "result.weight"),
    ("bias_result", "result.bias"),
)
"""The fields of a record of weights and the parameters that they hold, turned around: inputs are rows there."""


def record_of(model: PlayerModel) -> NDArray[Any]:
    """The weights as a record for compiled code."""
    record = np.zeros(1, NETWORK)
    weights = model.state_dict()
    for field, name in _LAYERS:
        values = weights[name].detach().cpu().numpy().T
        record[field][0] = values.reshape(record[field][0].shape)
    return record


def load_record(model: PlayerModel, record: NDArray[Any]) -> None:
    """Give a model the weights of a record."""
    weights = cast("dict[str, Tensor]", model.state_dict())
    for field, name in _LAYERS:
        values = np.ascontiguousarray(record[field][0]).reshape(tuple(weights[name].shape)[::-1]).T
        weights[name].copy_(torch.from_numpy(np.ascontiguousarray(values)))
