"""Whole games as readable text: every decision with all that happened, and the score sheets at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.games import load_game
from branchline.notation.json.codec import to_json
from branchline.notation.records.record import outcome_json
from branchline.notation.typed.text import action_text, parse_action

FOLDER = Path(__file__).parent
HEADER = """\
# A whole game, decision by decision, with all that happened, as the rules core tells it.
# Told again by `python -m tests.playthroughs` in the virtual environment, which keeps the decisions; `--new` plays new
# games. Read the difference before you commit it.
"""


@dataclass(frozen=True)
class Played:
    """What a game is told from: the deal, and the decisions as `seat: action`."""

    game: str
    edition: str
    seats: int
    seed: int
    moves: tuple[str, ...] = ()

    def loaded(self) -> AnyGame:
        return load_game(self.game, self.edition)

    def then(self, moves: list[str]) -> Played:
        return replace(self, moves=tuple(moves))


def read(text: str) -> Played:
    """Find the deal and the decisions in a told game."""
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", " "))]
    head = dict(line.split(" ", 1) for line in lines[:4])
    moves = tuple(line.split(". seat ", 1)[1] for line in lines if ". seat " in line)
    return Played(head["game"], head["edition"], int(head["seats"]), int(head["seed"]), moves)


def told(played: Played) -> str:
    return "".join(f"{line}\n" for line in lines_of(played))


def lines_of(played: Played) -> Iterator[str]:
    game = played.loaded()
    yield HEADER
    yield f"game {played.game}"
    yield f"edition {played.edition}"
    yield f"seats {played.seats}"
    yield f"seed {played.seed}\n"
    state, events = game.start(played.seats, played.seed)
    yield "deal"
    yield from (f"  {sentence(to_json(game.printed, event))}" for event in events)
    for number, move in enumerate(played.moves, 1):
        seat, text = move.split(": ", 1)
        action = parse_action(game, text)
        state, events = game.apply(state, Seat(int(seat)), action)
        assert game.problems(state) == ()
        yield f"{number}. seat {seat}: {action_text(game, action)}"
        yield from (f"  {sentence(to_json(game.printed, event))}" for event in events)
    assert game.is_over(state), "the game goes on"
    yield from score_lines(outcome_json(game, game.outcome(state)))


def score_lines(outcome: Any) -> Iterator[str]:
    for sheet in outcome["sheets"]:
        yield f"sheet of seat {sheet['seat']}: {sheet['total']} points"
        yield from (f"  {sentence(line)}" for line in sheet["lines"])
    yield f"won by {words(outcome['winners'])}, decided by {outcome['decided_by']}"


def sentence(data: Mapping[str, Any]) -> str:
    """A flat JSON object as a line of words: the value of its first key says what it is."""
    (_, what), *rest = data.items()
    return " ".join([str(what), *(f"{key} {words(value)}" for key, value in rest)])


def words(value: Any) -> str:
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{count}" for key, count in value.items()) or "none"
    if isinstance(value, list):
        return ",".join("-" if item is None else str(item) for item in value) or "none"
    return str(value)
