"""The network of a learned player: it scores the moves that come into question, whatever the game or board.

Every move is a row of numbers beside one row for the position, so that nothing here knows how many routes or tickets
there are: one set of weights plays every board. Two layers give each move a score; the mean of what they found, weighed
by these scores, joins the position for an estimate of how the game will end.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from branchline.lane.compile import jit
from branchline.lane.layout import MAX_ROUTES
from branchline.lane.rng import next_word

POSITION_SIZE: Final = 64
"""Numbers that describe the position as a seat knows it."""
MOVE_SIZE: Final = 40
"""Numbers that describe one move."""
HIDDEN: Final = 64
"""A power of two, as `product` adds up in halves; no less than the sizes above, as `add_product` notes their places."""
MAX_MOVES: Final = 48
"""So many moves are weighed at one decision."""
RESULTS: Final = 2
"""What is foretold: the margin of points in units of `MARGIN_UNIT`, and the log-odds of winning."""
MARGIN_UNIT: Final = 40.0
CONSIDERED: Final = 13
BEHIND: Final = 14
"""Where the row of a move tells that the planner considers it, and by how many fives of cards it is behind the best."""

Network: TypeAlias = Any
"""A record of the type NETWORK."""
Choice: TypeAlias = Any
"""A record of the type CHOICE."""

NETWORK: Final = np.dtype(
    [
        ("position_in", np.float32, (POSITION_SIZE, HIDDEN)),
        ("move_in", np.float32, (MOVE_SIZE, HIDDEN)),
        ("bias_in", np.float32, (HIDDEN,)),
        ("middle", np.float32, (HIDDEN, HIDDEN)),
        ("bias_middle", np.float32, (HIDDEN,)),
        ("score", np.float32, (HIDDEN,)),
        ("bias_score", np.float32, (1,)),
        ("value_position", np.float32, (POSITION_SIZE, HIDDEN)),
        ("value_moves", np.float32, (HIDDEN, HIDDEN)),
        ("bias_value", np.float32, (HIDDEN,)),
        ("value_middle", np.float32, (HIDDEN, HIDDEN)),
        ("bias_value_middle", np.float32, (HIDDEN,)),
        ("result", np.float32, (HIDDEN, RESULTS)),
        ("bias_result", np.float32, (RESULTS,)),
    ],
    align=True,
)

CHOICE: Final = np.dtype(
    [
        ("count", np.int64),
        ("codes", np.int64, (MAX_MOVES,)),
        ("places", np.int64, (MAX_MOVES,)),  # Of the codes among all legal ones.
        ("cost", np.float64, (MAX_MOVES,)),  # Of the payment, where several ways to pay are compared.
        ("of_route", np.int16, (MAX_ROUTES,)),  # The place of its claim among the moves; -1 for none.
        ("position", np.float32, (POSITION_SIZE,)),
        ("moves", np.float32, (MAX_MOVES, MOVE_SIZE)),
        ("chance", np.float32, (MAX_MOVES,)),  # First the scores, then the chances that they give.
        ("found", np.float32, (MAX_MOVES, HIDDEN)),
        ("base", np.float32, (HIDDEN,)),
        ("layer", np.float32, (HIDDEN,)),
        ("used", np.int64, (HIDDEN,)),
        ("pooled", np.float32, (HIDDEN,)),
        ("result", np.float32, (RESULTS,)),
    ],
    align=True,
)
"""One decision: the moves that come into question, how they look, and what the network makes of them."""


@jit
def tell_value(value: float, best: float, out: Any) -> None:
    """What the planner thinks of a move that it considers, in cards."""
    out[CONSIDERED] = 1.0
    out[BEHIND] = max(-10.0, value - best) / 5
    out[15] = min(20.0, max(-20.0, value)) / 10


@jit
def add_product(vector: Any, size: int, matrix: Any, out: Any, used: Any) -> None:
    """Add a row times a matrix to a row. Many inputs are zero and passed over; four others are added at a time.

    `used` is room for the places of those that are not zero.
    """
    count = 0
    for i in range(size):
        used[count] = i
        count += int(vector[i] != 0.0)
    n = 0
    while n + 4 <= count:
        a, b, c, d = used[n], used[n + 1], used[n + 2], used[n + 3]
        at_a, at_b, at_c, at_d = vector[a], vector[b], vector[c], vector[d]
        for j in range(HIDDEN):
            out[j] += (at_a * matrix[a, j] + at_b * matrix[b, j]) + (at_c * matrix[c, j] + at_d * matrix[d, j])
        n += 4
    while n < count:
        i = used[n]
        factor = vector[i]
        for j in range(HIDDEN):
            out[j] += factor * matrix[i, j]
        n += 1


@jit
def rectify(vector: Any) -> None:
    for j in range(HIDDEN):
        vector[j] = max(vector[j], np.float32(0.0))


@jit
def product(vector: Any, other: Any, room: Any) -> float:
    """The inner product of two rows, added up in halves, which a processor does many numbers at a time."""
    for j in range(HIDDEN):
        room[j] = vector[j] * other[j]
    width = HIDDEN // 2
    while width > 0:
        for j in range(width):
            room[j] += room[j + width]
        width //= 2
    return room[0]


@jit
def weigh(network: Network, choice: Choice) -> None:
    """Give every move its chance."""
    base, layer, used = choice.base, choice.layer, choice.used
    base[:] = network.bias_in
    add_product(choice.position, POSITION_SIZE, network.position_in, base, used)
    best = np.float32(-1e30)
    for n in range(choice.count):
        layer[:] = base
        add_product(choice.moves[n], MOVE_SIZE, network.move_in, layer, used)
        rectify(layer)
        found = choice.found[n]
        found[:] = network.bias_middle
        add_product(layer, HIDDEN, network.middle, found, used)
        rectify(found)
        score = np.float32(network.bias_score[0] + product(found, network.score, layer))
        choice.chance[n] = score
        best = max(best, score)
    total = np.float32(0.0)
    for n in range(choice.count):
        choice.chance[n] = np.exp(choice.chance[n] - best)
        total += choice.chance[n]
    for n in range(choice.count):
        choice.chance[n] /= total


@jit
def foretell(network: Network, choice: Choice) -> None:
    """Estimate how the game will end, after `weigh`."""
    pooled, layer, base, used = choice.pooled, choice.layer, choice.base, choice.used
    pooled[:] = np.float32(0.0)
    for n in range(choice.count):
        for j in range(HIDDEN):
            pooled[j] += choice.chance[n] * choice.found[n, j]
    layer[:] = network.bias_value
    add_product(choice.position, POSITION_SIZE, network.value_position, layer, used)
    add_product(pooled, HIDDEN, network.value_moves, layer, used)
    rectify(layer)
    base[:] = network.bias_value_middle
    add_product(layer, HIDDEN, network.value_middle, base, used)
    rectify(base)
    choice.result[:] = network.bias_result
    for j in range(HIDDEN):
        for k in range(RESULTS):
            choice.result[k] += base[j] * network.result[j, k]


@jit
def choose(network: Network, choice: Choice, rng: Any, bold: bool) -> int:
    """The number of the move to make: drawn by its chance, or, if it is not bold, the likeliest one."""
    weigh(network, choice)
    if bold:
        left = uniform(rng)
        for n in range(choice.count):
            left -= choice.chance[n]
            if left < 0.0:
                return n
    likeliest = 0
    for n in range(1, choice.count):
        if choice.chance[n] > choice.chance[likeliest]:
            likeliest = n
    return likeliest


@jit
def uniform(rng: Any) -> float:
    """A number in [0, 1)."""
    return float(next_word(rng) >> 11) * 2.0**-53
