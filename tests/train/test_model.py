"""The network in PyTorch and the one in compiled code are the same network."""

from __future__ import annotations

from random import Random

import numpy as np
import torch

from branchline.lane.learned.network import CHOICE, MAX_MOVES, MOVE_SIZE, NETWORK, POSITION_SIZE, foretell, weigh
from branchline.train.model import Decisions, PlayerModel, load_record, record_of


def a_decision(random: Random, count: int) -> np.void:
    choice = np.zeros(1, CHOICE)[0]
    choice["count"] = count
    choice["position"] = [random.gauss(0, 1) for _ in range(POSITION_SIZE)]
    for n in range(count):
        choice["moves"][n] = [random.gauss(0, 1) if random.random() < 0.5 else 0 for _ in range(MOVE_SIZE)]
    return choice


def test_both_give_the_same_chances_and_results(seed: int) -> None:
    torch.manual_seed(seed)
    model, random = PlayerModel(), Random(seed)
    network = record_of(model)[0]
    for count in (1, 2, 17, MAX_MOVES):
        choice = a_decision(random, count)
        weigh(network, choice)
        foretell(network, choice)
        asked = Decisions(
            torch.from_numpy(choice["position"][None].copy()),
            torch.from_numpy(choice["moves"][:count].copy()),
            torch.tensor([0]),
            torch.tensor([count]),
        )
        logs, results = model(asked)
        np.testing.assert_allclose(choice["chance"][:count], logs.exp().detach().numpy(), rtol=1e-3, atol=1e-5)
        np.testing.assert_allclose(choice["result"], results[0].detach().numpy(), rtol=1e-3, atol=1e-4)


def test_weights_read_back_are_the_same() -> None:
    model, other = PlayerModel(), PlayerModel()
    record = record_of(model)
    load_record(other, record)
    again = record_of(other)
    for name in NETWORK.names or ():
        np.testing.assert_array_equal(record[name], again[name])


def test_a_part_of_the_decisions_has_its_own_moves() -> None:
    moves = torch.arange(9 * MOVE_SIZE, dtype=torch.float32).reshape(9, MOVE_SIZE)
    asked = Decisions(torch.zeros(3, POSITION_SIZE), moves, torch.tensor([0, 2, 5]), torch.tensor([2, 3, 4]))
    part = asked.part(torch.tensor([2, 0]))
    assert torch.equal(part.moves, torch.cat([moves[5:9], moves[0:2]]))
    assert part.first.tolist() == [0, 4]
    assert part.owner.tolist() == [0, 0, 0, 0, 1, 1]
