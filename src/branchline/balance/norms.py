"""What is normal: the span of every measure on the printed boards, computed once and shipped as a small file.

python -m branchline.balance.norms --games 2000 computes the file anew.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from branchline.balance.measure import Kind, Measure, measures, play_sample
from branchline.balance.play import SamplePlayer
from branchline.core.printed.board import Board
from branchline.core.revision import RULES_REVISION
from branchline.games import load_game
from branchline.rules.board.game import BoardGame

PRINTED: Final = ("usa", "europe", "world", "great-lakes")
"""The boards that show what is normal: people have played them for years."""

SLACK: Final[Mapping[Kind, float]] = {
    Kind.SEAT: 0.1,
    Kind.WORTH: 0.1,
    Kind.UNLIKE: 0.05,
    Kind.GAIN: 1.0,
    Kind.IDLE: 0.02,
    Kind.FOUGHT: 0.05,
    Kind.BRIDGE: 0.0,
    Kind.COLOR: 0.1,
    Kind.LENGTH: 3.0,
    Kind.TIES: 0.02,
    Kind.SKILL: 0.1,
}
"""So much more or less than on any printed board is normal too: nobody would notice it at a table."""


@dataclass(frozen=True, slots=True)
class Span:
    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Norms:
    """The lowest and highest value on each printed board, by kind, number of players and board.

    `decks` says how many decks each of these boards has: where ships sail, lengths and points go by other measures, so
    that boards with ships are compared with boards with ships.
    """

    values: Mapping[str, Mapping[str, Mapping[str, Sequence[float]]]]
    decks: Mapping[str, int]

    def boards_like(self, board: Board, without: str = "") -> frozenset[str]:
        """The printed boards with which a board is compared, less the one that is named `without`."""
        decks = len(board.rules.display)
        return frozenset(name for name, own in self.decks.items() if own == decks and name != without)

    def span(self, kind: Kind, players: int, boards: Collection[str]) -> Span | None:
        """What is normal for a measure by these printed boards; None where none of them tells."""
        told = self.values.get(kind, {}).get(str(players), {})
        spans = [span for board, span in told.items() if board in boards]
        if not spans:
            return None
        slack = SLACK[kind]
        return Span(min(low for low, _ in spans) - slack, max(high for _, high in spans) + slack)


@cache
def norms() -> Norms:
    """The norms that are shipped."""
    told = json.loads((files("branchline.balance") / "norms.json").read_text("utf-8"))
    return Norms(told["values"], told["decks"])


def spans_of(found: Iterable[Measure]) -> dict[str, dict[str, tuple[float, float]]]:
    """The lowest and highest value of each kind at each number of players."""
    spans: dict[str, dict[str, tuple[float, float]]] = {}
    for measure in found:
        by_players = spans.setdefault(measure.kind, {})
        low, high = by_players.get(str(measure.players), (measure.value.mean, measure.value.mean))
        by_players[str(measure.players)] = (min(low, measure.value.mean), max(high, measure.value.mean))
    return spans


def compute(games: int, seed: int, threads: int) -> dict[str, Any]:
    """Play on the printed boards, and write down what is normal there."""
    values: dict[str, dict[str, dict[str, list[float]]]] = {}
    decks = {}
    for board in PRINTED:
        game = load_game(board)
        assert isinstance(game, BoardGame)
        decks[board] = len(game.printed.rules.display)
        for kind, by_players in spans_of(measures(play_sample(SamplePlayer(game, threads), games, seed))).items():
            for players, span in by_players.items():
                values.setdefault(kind, {}).setdefault(players, {})[board] = [round(value, 4) for value in span]
        print(f"{board}: played", file=sys.stderr)
    return {"games": games, "seed": seed, "rules_revision": RULES_REVISION, "decks": decks, "values": values}


def dump(told: Mapping[str, Any]) -> str:
    """JSON with a line for each kind and number of players, so that a change shows where it is."""
    kinds = (
        f"  {json.dumps(kind)}: {{\n"
        + ",\n".join(f"   {json.dumps(players)}: {json.dumps(boards)}" for players, boards in by_players.items())
        + "\n  }"
        for kind, by_players in told["values"].items()
    )
    heads = (f" {json.dumps(key)}: {json.dumps(value)}" for key, value in told.items() if key != "values")
    return "{\n" + ",\n".join([*heads, ' "values": {\n' + ",\n".join(kinds) + "\n }"]) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compute what is normal on the printed boards, as JSON.")
    parser.add_argument("--games", type=int, default=2000, help="games among equals at each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    print(dump(compute(given.games, given.seed, given.threads)), end="")


if __name__ == "__main__":
    main()
