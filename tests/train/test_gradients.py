"""The gradient of a batch is the same, whatever its pieces and on however many cores."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
from torch import Tensor, nn

from branchline.train import gradients
from branchline.train.gradients import Gradients


class Problem:
    """A small network and something that it gets wrong."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
        self.inputs, self.truth = torch.randn(1000, 8), torch.randn(1000)
        self.which = torch.randperm(1000)[:777]

    def losses(self, which: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        loss = (self.model(self.inputs[which]).squeeze(1) - self.truth[which]).square().mean()
        return loss, {"loss": loss}

    def found(self, way: Gradients) -> tuple[list[Tensor], float]:
        told = way.find(self.model, self.which, self.losses)
        return [weight.grad for weight in self.model.parameters() if weight.grad is not None], float(told["loss"])


@pytest.mark.parametrize("piece", [1, 100, 776, 777, 5000])
def test_pieces_make_no_difference(seed: int, monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(gradients, "PIECE", piece)
    problem = Problem(seed)
    found, told = problem.found(Gradients(torch.device("cpu")))
    loss = problem.losses(problem.which)[0]
    wanted = torch.autograd.grad(loss, list(problem.model.parameters()))
    assert len(found) == len(wanted)
    for gradient, whole in zip(found, wanted, strict=True):
        torch.testing.assert_close(gradient, whole, rtol=1e-4, atol=1e-5)
    assert told == pytest.approx(float(loss.detach()), rel=1e-4)


def test_cores_make_no_difference(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gradients, "PIECE", 50)
    problem = Problem(seed)
    few, many = Gradients(torch.device("cpu")), Gradients(torch.device("cpu"))
    few._pool, many._pool = ThreadPoolExecutor(1), ThreadPoolExecutor(7)
    alone, _ = problem.found(few)
    alone = [gradient.clone() for gradient in alone]
    for gradient, other in zip(alone, problem.found(many)[0], strict=True):
        assert torch.equal(gradient, other), "to the last bit"
