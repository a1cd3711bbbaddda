"""The lane's generator gives the numbers of the core's."""

from __future__ import annotations

import numpy as np

from branchline.core import rng as core
from branchline.lane import rng as lane


def test_the_same_numbers_from_the_same_seed() -> None:
    for seed in (0, 1, -7, 1 << 80):
        generator = core.seeded(seed)
        words = lane.seeds_as_words([seed])[0]
        for bound in (*range(1, 200), (1 << 31) - 1, 3):
            number, generator = core.below(generator, bound)
            assert lane.below(words, bound) == number, (seed, bound)
        assert (int(words[0]) << 64 | int(words[1])) == generator


def test_the_same_shuffles_from_the_same_seed() -> None:
    for size in (0, 1, 2, 30):
        order, _ = core.shuffled(range(size), core.seeded(size))
        items = np.arange(size + 4, dtype=np.int16)
        lane.shuffle(lane.seeds_as_words([size])[0], items, 2, size + 2)
        assert items.tolist() == [0, 1, *(item + 2 for item in order), size + 2, size + 3]
