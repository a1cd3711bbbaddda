"""Likely worlds: possible ones, in which rivals mostly hold tickets that go with what they have built."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.analysis.decisions import decisions_of
from branchline.analysis.likely_worlds import CONNECTED, LikelyWorlds, ticket_odds
from branchline.core.ids import Seat
from branchline.lane.engine import lane_of
from branchline.lane.imagine import Imagination
from branchline.notation.records.replay import replay

from .games import bots_record


def late(name: str) -> Any:
    """What a seat knows late in a game."""
    record = bots_record(name)
    played = replay(record)
    decisions = list(decisions_of(record, played))
    return played.game, decisions[int(0.8 * len(decisions))]


def points_made(lane: Any, worlds: Any, view: Any, rival: int) -> float:
    """Mean points of the rival's tickets if the game ended now."""
    found = [lane.game.outcome(lane.state(worlds[i : i + 1])).sheets[rival] for i in range(len(worlds))]
    return sum(sum(line.points for line in sheet.lines if line.ticket is not None) for sheet in found) / len(worlds)


def test_rivals_hold_tickets_that_go_with_what_they_built() -> None:
    game, decision = late("usa")
    lane, rival = lane_of(game), 1 - decision.seat
    likely = LikelyWorlds(lane, decision.view).worlds(range(100, 140))
    possible = Imagination(lane, decision.view).worlds(range(100, 140))
    true = game.outcome(decision.state).sheets[rival]
    assert points_made(lane, likely, decision.view, rival) > points_made(lane, possible, decision.view, rival) + 5
    assert true.seat == rival


@pytest.mark.parametrize("name", ["usa", "cards"])
def test_they_are_possible_worlds_and_the_same_from_the_same_seeds(name: str) -> None:
    game, decision = late(name)
    lane = lane_of(game)
    worlds = LikelyWorlds(lane, decision.view).worlds(range(7, 12))
    assert (worlds == LikelyWorlds(lane, decision.view).worlds(range(7, 12))).all()
    for i in range(len(worlds)):
        state = lane.state(worlds[i : i + 1])
        seen = game.view(state, decision.seat)._replace(memory=decision.view.memory)
        assert seen == decision.view
        assert not game.problems(state)


def test_odds_come_from_what_everybody_sees() -> None:
    game, decision = late("usa")
    odds = ticket_odds(decision.view)
    assert not odds[decision.seat].any(), "one's own tickets are known"
    other = game.imagine(decision.view, 5)
    again = ticket_odds(game.view(other, Seat(decision.seat)))
    assert (odds == again).all()
    assert odds.max() == CONNECTED
    assert odds.min() < 0


def test_before_anything_is_built_all_tickets_are_alike() -> None:
    record = bots_record("usa")
    first = next(iter(decisions_of(record, replay(record))))
    assert not ticket_odds(first.view).any()
