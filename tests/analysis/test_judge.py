"""Decisions are judged by what their seat knew, and rightly where the rules alone tell what is right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from branchline.analysis.decisions import PastDecision, decisions_of
from branchline.analysis.judge import Judge, leads, means
from branchline.analysis.judgment import judged_decision
from branchline.core.actions import Action, ClaimRoute
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.phases import Turn
from branchline.notation.json.codec import from_json
from branchline.notation.records.replay import replay

from .games import bots_record

EFFORT = 64


def finding(judge: Judge, game: AnyGame, decision: PastDecision, state: Any) -> Any:
    """What is found about a decision if this were the true state."""
    view = game.view(state, decision.seat)._replace(memory=decision.view.memory)
    judged = judge.judge(view, game.legal(state, decision.seat), decision.action, "1")
    return judged_decision(game, decision.number, judged)


@pytest.mark.parametrize(("name", "seats"), [("usa", 2), ("europe", 3), ("world", 2), ("cards", 3)])
def test_a_decision_is_judged_alike_whatever_is_hidden(name: str, seats: int, seed: int) -> None:
    record = bots_record(name, seats)
    played = replay(record)
    game, judge = played.game, Judge(played.game, EFFORT)
    compared = others = 0
    for decision in list(decisions_of(record, played))[:: len(record.actions) // 5]:
        if len(game.legal(decision.state, decision.seat)) > 1:
            imagined = game.imagine(decision.view, seed)
            compared += 1
            others += imagined.players != decision.state.players
            assert finding(judge, game, decision, imagined) == finding(judge, game, decision, decision.state)
    assert compared >= 3
    assert others >= 2, "worlds with other hands and tickets"


def test_in_the_last_turn_losses_are_those_that_the_rules_tell() -> None:
    """Nothing is left to chance then: a loss is the difference of two score sheets, without any error."""
    checked = 0
    for seed in range(1, 7):
        record = bots_record("usa", seed=seed)
        played = replay(record)
        game, judge = played.game, Judge(played.game, EFFORT)
        *_, decision = decisions_of(record, played)
        legal = game.legal(decision.state, decision.seat)
        claims = [action for action in legal if isinstance(action, ClaimRoute)]
        leads = {claim: margin(game, decision, claim) for claim in claims}
        if isinstance(decision.view.phase, Turn) and len(set(leads.values())) > 1:
            worst = min(claims, key=leads.__getitem__)
            found = judged_decision(game, decision.number, judge.judge(decision.view, legal, worst, "1"))
            assert found.better is not None
            assert found.loss is not None
            assert found.is_clear
            assert found.loss.margin.error == 0
            better: Action = from_json(game.printed, Action, found.moves[found.better].action)
            assert found.loss.margin.mean == margin(game, decision, better) - leads[worst]
            assert margin(game, decision, better) == max(leads.values())
            checked += 1
    assert checked


def margin(game: AnyGame, decision: PastDecision, action: Action) -> int:
    """The lead of the seat when an action ends the game."""
    outcome = game.outcome(game.perform(decision.state, decision.seat, action).state)
    totals = {sheet.seat: sheet.total for sheet in outcome.sheets}
    mine = totals.pop(decision.seat)
    return mine - max(totals.values())


def test_the_view_of_a_past_decision_is_that_of_its_seat() -> None:
    from branchline.analysis.decisions import view_at

    record = bots_record("usa")
    played = replay(record)
    for decision in list(decisions_of(record, played))[::9]:
        assert view_at(played, decision.number, decision.seat) == decision.view
        assert decision.view.seat == decision.seat
        assert decision.view.own.hand == decision.state.players[decision.seat].hand
    assert view_at(played, 3, Seat(1)).seat == 1


def test_means_leave_out_what_was_not_tried() -> None:
    found = means(np.array([[1.0, 4.0], [np.nan, np.nan], [3.0, 4.0]]))
    assert found.mean.tolist() == [2.0, 4.0]
    assert found.error.tolist() == [1.0, 0.0]


def test_what_a_decision_may_have_cost_is_looked_at_in_all_worlds() -> None:
    """Fewer worlds would miss large losses: of which decisions to look at again, the race has a word too."""
    record = bots_record("usa")
    played = replay(record)
    game, judge = played.game, Judge(played.game, EFFORT)
    compared = 0
    for decision in decisions_of(record, played):
        legal, seat = game.legal(decision.state, decision.seat), decision.seat
        if len(legal) == 1:
            continue
        judged = judge.judge(decision.view, legal, decision.action, "1")
        if judged.better and judged.fresh is not None:
            raced = leads(judged.raced)[[judged.better, 0], :, seat]
            fresh = leads(judged.fresh)[[judged.measured.index(judged.better), 0], :, seat]
            both = np.concatenate([raced[0] - raced[1], fresh[0] - fresh[1]])
            assert judged.suspected(judged.better, 0).lead.mean[seat] == pytest.approx(np.nanmean(both))
            assert judged.compared(judged.better, 0).lead.mean[seat] == pytest.approx(np.mean(fresh[0] - fresh[1]))
            compared += 1
        if compared == 5:
            return
    raise AssertionError(f"only {compared} decisions could be better")
