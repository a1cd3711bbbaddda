"""Compiled players as bots: they decide on views, with a reason for everything."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from branchline.bots.bot import decision_of
from branchline.bots.compiled import COMPILED_PLAYERS, PREFIX
from branchline.bots.registry import levels, make_bot
from branchline.core.actions import KeepTickets
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.core.views.view import ChoosingTickets
from branchline.games import load_game
from branchline.lane.engine import lane_of
from branchline.lane.players.play import new_players
from branchline.lane.players.views import offer_seen, row_of_card_view


@pytest.mark.parametrize("seats", [2, 4])
def test_the_compiled_planner_keeps_the_tickets_that_the_planner_keeps(seats: int, seed: int) -> None:
    """Of the Card Game, where both compare all parts of an offer; in the last turn by the best settlement.

    Or others that are worth as much: of equals each takes the first that it looks at.
    """
    game = load_game("cards")
    lane = lane_of(game)
    planner, compiled = make_bot("planner", game), new_players(lane)
    step = game.start(seats, seed)
    memories = [remember_all(nothing_seen(game.printed, seats, Seat(seat)), step.events) for seat in range(seats)]
    compared = 0
    while not game.is_over(step.state):
        for seat in game.actors(step.state):
            view = game.view(step.state, seat)._replace(memory=memories[seat])
            legal = game.legal(step.state, seat)
            action = decision_of(planner.decide(view, legal, Random(seed))).action
            if isinstance(action, KeepTickets):
                compiled.decide("planner", row_of_card_view(view), seat, seed, view.memory)
                codes = compiled.legal_codes().tolist()
                code = lane.space.code(action, offer_seen(view), first=isinstance(view.phase, ChoosingTickets))
                values = compiled.values[: len(codes)]
                assert values[codes.index(code)] == pytest.approx(values.max())
                compared += 1
            step = game.perform(step.state, seat, action)
            memories = [remember_all(memory, step.events) for memory in memories]
    assert compared > seats


def test_no_level_needs_the_compiler() -> None:
    assert not {level.bot for level in levels()} & {"learned", *(PREFIX + player for player in COMPILED_PLAYERS)}


@pytest.mark.parametrize(
    ("bot", "board", "decides"),
    [
        ("learned", "usa", "branchline.lane.learned.board_table:consider_board"),
        ("learned", "cards", "branchline.lane.learned.card_table:consider_cards"),
        ("lane-planner", "usa", "branchline.lane.players.board.decide:decide"),
        ("lane-planner", "cards", "branchline.lane.players.cards.decide:decide"),
    ],
)
def test_a_bot_is_compiled_when_it_is_made(bot: str, board: str, decides: str) -> None:
    """Or its first decisions would be lost: whoever plays gives it twenty seconds, and a compiler takes a minute."""
    module, name = decides.split(":")
    lines = (
        "from branchline.bots.registry import make_bot",
        "from branchline.games import load_game",
        f"from {module} import {name}",
        f"make_bot({bot!r}, load_game({board!r}))",
        f"assert {name}.signatures, 'nothing is compiled yet'",
    )
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)
