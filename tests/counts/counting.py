"""How many sequences of legal decisions lead on from a position: the counts, their split by verb, and their files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from branchline.core.game import AnyGame, Options
from branchline.core.ids import Seat
from branchline.games import load_game
from branchline.notation.typed.text import action_text, parse_action
from tests.walks import varied, walk

FOLDER = Path(__file__).parent
HEADER = """\
# How many sequences of legal decisions there are from a position, by their number of decisions.
# A decision is an action of a seat that may act; where several choose in secret, each of them may be next. Chance is in
# the seed, so each action leads to one state. Each count is split by the verb that the sequence begins with.
# Made by `python -m tests.counts` in the virtual environment; read the difference before you commit it.
"""


@dataclass(frozen=True)
class Position:
    """Where counting starts: a game, and the moves that lead there from its deal (`seat: action`)."""

    name: str
    game: str
    edition: str
    seats: int
    seed: int
    depth: int
    moves: tuple[str, ...] = ()

    def loaded(self) -> AnyGame:
        return load_game(self.game, self.edition)

    def state(self) -> Any:
        game = self.loaded()
        state = game.start(self.seats, self.seed, Options()).state
        for move in self.moves:
            seat, text = move.split(": ", 1)
            state = game.apply(state, Seat(int(seat)), parse_action(game, text)).state
        return state


def played(name: str, game: str, edition: str, *, seats: int, seed: int, moves: int, depth: int) -> Position:
    """A position after so many decisions of random players."""
    loaded = load_game(game, edition)
    walked = zip(range(moves), walk(loaded, seats, seed, varied), strict=False)
    told = tuple(f"{move.seat}: {action_text(loaded, move.action)}" for _, move in walked)
    return Position(name, game, edition, seats, seed, depth, told)


def count(game: AnyGame, state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return sum(len(game.legal(state, seat)) for seat in game.actors(state))
    return sum(count(game, after, depth - 1) for _, after in next_states(game, state))


def next_states(game: AnyGame, state: Any) -> Iterator[tuple[str, Any]]:
    for seat in game.actors(state):
        for action in game.legal(state, seat):
            yield f"{seat}: {action_text(game, action)}", game.perform(state, seat, action).state


def divide(game: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """The count behind each first decision: compare it with another program's to find the one that differs."""
    return {move: count(game, after, depth - 1) for move, after in next_states(game, state)}


def by_verb(counts: dict[str, int]) -> str:
    verbs: Counter[str] = Counter()
    for move, number in counts.items():
        verbs[move.split()[1]] += number
    return " + ".join(f"{verb} {number}" for verb, number in sorted(verbs.items()))


def counted(position: Position, depth: int) -> str:
    """One line of the file."""
    counts = divide(position.loaded(), position.state(), depth)
    return f"depth {depth}: {sum(counts.values())} = {by_verb(counts)}"


def written(positions: list[Position]) -> str:
    return HEADER + "".join(f"\n{block(position)}\n" for position in positions)


def block(position: Position) -> str:
    lines = [f"position {position.name}", f"game {position.game} {position.edition}"]
    lines += [f"seats {position.seats}", f"seed {position.seed}"]
    lines += [f"move {move}" for move in position.moves]
    lines += [counted(position, depth) for depth in range(1, position.depth + 1)]
    return "\n".join(lines)


def read(text: str) -> list[tuple[Position, list[str]]]:
    """The positions of a file, each with the lines that its counts are told in."""
    found = []
    body = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for part in body.strip().split("\n\n"):
        rows = [line.split(" ", 1) for line in part.splitlines()]
        values = dict(rows)
        game, edition = values["game"].split()
        depths = [f"{key} {value}" for key, value in rows if key == "depth"]
        moves = tuple(value for key, value in rows if key == "move")
        seats, seed = int(values["seats"]), int(values["seed"])
        found.append((Position(values["position"], game, edition, seats, seed, len(depths), moves), depths))
    return found
