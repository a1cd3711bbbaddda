"""Proximal policy optimization: how a network gains from the games that it has played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from branchline.lane.learned.network import BEHIND, CONSIDERED
from branchline.train.gradients import Gradients
from branchline.train.model import Decisions, PlayerModel, log_chances


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """The numbers of the training; those that change while it runs are given as (first, last)."""

    step: tuple[float, float] = (6e-4, 1e-4)
    clip: float = 0.2
    epochs: int = 3
    batch: int = 16384
    entropy: tuple[float, float] = (0.01, 0.001)
    value: float = 0.5
    decay: float = 0.95
    """Of the advantage, back over the decisions of one seat (lambda)."""
    greatest: float = 0.5
    """Of the norm of the gradient."""
    warm_up: int = 4
    """Rounds in which only the estimates learn: before they are right, no move is known to be better than expected."""


GOING_ON: Final = (3e-4, 3e-5)
"""The steps of a network that has learned before: with those of a beginner it would forget."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Recorded decisions with what came of them."""

    asked: Decisions
    chosen: Tensor
    logs: Tensor
    """The logarithms of the chances that the chosen moves had."""
    advantage: Tensor
    results: Tensor
    """What the network should have foretold: margins and victories."""

    def __len__(self) -> int:
        return len(self.chosen)

    @classmethod
    def joined(cls, parts: Sequence[Lessons]) -> Lessons:
        """The lessons of all parts as one, each part's advantages made comparable."""
        return cls(
            Decisions.joined([part.asked for part in parts]),
            torch.cat([part.chosen for part in parts]),
            torch.cat([part.logs for part in parts]),
            torch.cat([(part.advantage - part.advantage.mean()) / (part.advantage.std() + 1e-6) for part in parts]),
            torch.cat([part.results for part in parts]),
        )


def losses(model: PlayerModel, lessons: Lessons, which: Tensor, clip: float) -> tuple[Tensor, Tensor, Tensor]:
    """Of the moves and of the estimates, and the entropy."""
    asked = lessons.asked.part(which)
    logs, results = model(asked)
    now = logs[asked.first + lessons.chosen[which]]
    ratio = (now - lessons.logs[which]).exp()
    gain = lessons.advantage[which]
    moves = -torch.minimum(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
    entropy = -(logs.exp() * logs).sum() / len(which)
    return moves, estimate_loss(results, lessons.results[which]), entropy


def estimate_loss(results: Tensor, truth: Tensor) -> Tensor:
    """Squares for the margin, cross-entropy for the victory."""
    margin = (results[:, 0] - truth[:, 0]).square().mean()
    won = torch.nn.functional.binary_cross_entropy_with_logits(results[:, 1], truth[:, 1])
    return margin + won


def improve(
    model: PlayerModel,
    optimizer: torch.optim.Optimizer,
    gradients: Gradients,
    lessons: Lessons,
    settings: LearningSettings,
    progress: float,
    *,
    moves_too: bool = True,
) -> dict[str, float]:
    """One round of learning; `progress` goes from 0 to 1 over the whole training."""
    for group in optimizer.param_groups:
        group["lr"] = _between(settings.step, progress)
    bonus = _between(settings.entropy, progress)

    def loss(piece: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        moves, estimates, entropy = losses(model, lessons, piece, settings.clip)
        total = moves_too * (moves - bonus * entropy) + settings.value * estimates
        return total, {"moves": moves, "estimates": estimates, "entropy": entropy}

    told = []
    for _ in range(settings.epochs):
        for which in torch.randperm(len(lessons), device=lessons.chosen.device).split(settings.batch):
            told.append(gradients.find(model, which, loss))
            torch.nn.utils.clip_grad_norm_(model.parameters(), settings.greatest)
            optimizer.step()
    return _means(told)


DOUBT = 0.6
"""So many cards behind the best, and a move is chosen e times as seldom."""
NEVER_CONSIDERED = -6.0


def wishes(asked: Decisions) -> Tensor:
    """The logarithms of chances that a doubting planner would give its moves.

    One who imitates the planner to the letter tries nothing else, and learns nothing afterwards.
    """
    behind = 5.0 * asked.moves[:, BEHIND] / DOUBT
    scores = torch.where(asked.moves[:, CONSIDERED] > 0, behind.clamp_min(NEVER_CONSIDERED), NEVER_CONSIDERED)
    return log_chances(scores, asked.owner, len(asked.count))


def imitate(
    model: PlayerModel, optimizer: torch.optim.Optimizer, gradients: Gradients, lessons: Lessons, batch: int
) -> dict[str, float]:
    """One pass of learning to choose as a doubting planner does, and to foretell what comes of it."""

    def loss(piece: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        asked = lessons.asked.part(piece)
        logs, results = model(asked)
        wished = wishes(asked)
        doubt = (wished.exp() * (wished - logs)).sum() / len(piece)
        agreement = logs[asked.first + lessons.chosen[piece]].exp().mean()
        total = doubt + 0.5 * estimate_loss(results, lessons.results[piece])
        return total, {"imitation": doubt, "agreement": agreement}

    told = []
    for which in torch.randperm(len(lessons), device=lessons.chosen.device).split(batch):
        told.append(gradients.find(model, which, loss))
        optimizer.step()
    return _means(told)


def _means(told: Sequence[dict[str, Tensor]]) -> dict[str, float]:
    return {name: float(torch.stack([figures[name] for figures in told]).mean()) for name in told[0]}


def _between(ends: tuple[float, float], progress: float) -> float:
    first, last = ends
    return first + (last - first) * min(1.0, progress)
