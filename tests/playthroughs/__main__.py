"""Tell the golden games again: `python -m tests.playthroughs`; with `--new`, play new ones first."""

import sys
from collections.abc import Sequence
from typing import Any

from branchline.core.actions import Action, BuildHarbor, BuildStation, ClaimRoute, KeepTickets
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.rng import Rng, below, seeded
from branchline.notation.typed.text import action_text
from tests.playthroughs.telling import FOLDER, Played, read, told

DEALS = [
    Played("usa", "refreshed", 3, 101),
    Played("usa", "classic", 2, 102),
    Played("europe", "standard", 4, 154),
    Played("world", "standard", 2, 135),
    Played("world", "standard", 3, 154),
    Played("cards", "standard", 2, 105),
    Played("cards", "standard", 4, 106),
    Played("sampleland", "standard", 5, 107),
]
WEIGHTS = {"ClaimRoute": 6, "DrawBlind": 2, "DrawFaceUp": 3, "BuildHarbor": 4, "LayRow": 6, "LayThree": 3, "PayToll": 3}
"""How likely a kind of action is chosen; 1 where nothing is said. Tickets are drawn seldom enough to be completed."""


def main() -> None:
    if "--new" in sys.argv:
        for deal in DEALS:
            path = FOLDER / f"{deal.game}-{deal.edition}-{deal.seats}.txt"
            path.write_text(told(deal.then(decisions(deal))), "utf-8")
    for path in FOLDER.glob("*.txt"):
        path.write_text(told(read(path.read_text("utf-8"))), "utf-8")


def decisions(deal: Played) -> list[str]:
    """Let players decide who like to complete tickets, so that every line of a score sheet comes up."""
    game = deal.loaded()
    state, rng, moves = game.start(deal.seats, deal.seed).state, seeded(deal.seed), []
    while not game.is_over(state):
        seat = game.actors(state)[0]
        action, rng = decided(game, state, seat, rng)
        moves.append(f"{seat}: {action_text(game, action)}")
        state = game.perform(state, seat, action).state
    return moves


def decided(game: AnyGame, state: Any, seat: Seat, rng: Rng) -> tuple[Action, Rng]:
    kinds: dict[str, list[Action]] = {}
    for action in game.legal(state, seat):
        kinds.setdefault(type(action).__name__, []).append(action)
    lots = [kind for kind in sorted(kinds) for _ in range(WEIGHTS.get(kind, 1))]
    lot, rng = below(rng, len(lots))
    some, rng = sample(sorted(kinds[lots[lot]], key=repr), rng)
    return max(some, key=lambda action: liking(game, state, seat, action)), rng


def sample(actions: Sequence[Action], rng: Rng) -> tuple[list[Action], Rng]:
    """Look at some of the actions only, for the sake of variety and time."""
    some = []
    for _ in range(12):
        index, rng = below(rng, len(actions))
        some.append(actions[index])
    return some, rng


def liking(game: AnyGame, state: Any, seat: Seat, action: Action) -> int:
    match action:
        case KeepTickets(kept, _):
            return -len(kept)
        case ClaimRoute(_, pay) | BuildHarbor(_, pay) | BuildStation(_, pay):
            after = game.perform(state, seat, action).state
            return 10 * game.outcome(after).sheets[seat].total - pay[-1]
        case _:
            return 0


if __name__ == "__main__":
    main()
