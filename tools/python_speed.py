"""Print the seconds that a Python takes for a little of what our code does all day, without using any of it.

`tools/find-python` runs this with every Python it finds, old ones too, which fail here and are passed over: so does
one that cannot make virtual environments.
"""

import ensurepip  # noqa: F401  # only asked whether it is there
import sys
import time
import venv  # noqa: F401
from collections.abc import Iterator
from typing import NamedTuple

OLDEST = (3, 11)
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
MASK = (1 << 128) - 1
ROUNDS = 40
"""So many that one of them is left alone by whatever else the machine does."""


class State(NamedTuple):
    hand: tuple[int, ...]
    routes: int
    chance: int
    size: int


class Legal:
    __slots__ = ("parts", "size")

    def __init__(self, parts: list[list[int]]) -> None:
        self.parts = parts
        self.size = sum(map(len, parts))


def members(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def step(state: State, kind: int, known: dict[tuple[int, ...], list[int]]) -> State:
    chance = (state.chance * MULTIPLIER + 1) & MASK
    counts = list(state.hand)
    counts[kind] = chance >> 126
    legal = Legal([counts, known.setdefault(tuple(counts[:3]), []), list(members(state.routes & 31))])
    return State(tuple(counts), state.routes | 1 << kind, chance, legal.size)


def seconds(steps: int = 3000) -> float:
    state = State((0,) * 9, 0, 1, 0)
    known: dict[tuple[int, ...], list[int]] = {}
    began = time.process_time()
    for number in range(steps):
        state = step(state, number % 9, known)
    return time.process_time() - began


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        sys.exit(f"{sys.executable} is too old")
    print(min(seconds() for _ in range(ROUNDS)))
