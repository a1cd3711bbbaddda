"""A whole analysis: the same from the same seed, complete, and in sums that come out."""

from __future__ import annotations

import pytest

from branchline.analysis.analyze import analysis_steps, analyze
from branchline.analysis.findings import Analysis, Progress, Worth, analysis_json, read_analysis
from branchline.analysis.what_if import what_if
from branchline.core.ids import Seat
from branchline.notation.records.replay import replay

from .games import beginning, bots_record

EFFORT = 48


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyze(bots_record("sampleland", 3), effort=EFFORT)


def test_the_same_seed_gives_the_same_analysis(analysis: Analysis) -> None:
    record = beginning(bots_record("sampleland", 3), 8)
    again = analyze(record, effort=EFFORT)
    assert again.curve == analysis.curve[:9], "the end of a game does not change its beginning"
    assert analyze(record, effort=EFFORT) == again
    assert analyze(record, effort=EFFORT, seed=2) != again


def test_the_json_form_reads_back(analysis: Analysis) -> None:
    text = analysis_json(analysis)
    assert text.startswith(b'{"format":"branchline analysis 1","game":')
    assert read_analysis(text) == analysis


def test_the_curve_goes_from_the_first_decision_to_the_result(analysis: Analysis) -> None:
    record = bots_record("sampleland", 3)
    assert [point.number for point in analysis.curve] == list(range(len(record.actions) + 1))
    for point in analysis.curve:
        assert sum(worth.win.mean for worth in point.seats) == pytest.approx(1, abs=0.001)
    played = replay(record)
    outcome = played.game.outcome(played.state)
    assert [worth.win.mean == 1 for worth in analysis.curve[-1].seats] == [seat in outcome.winners for seat in range(3)]
    assert all(worth.win.error == worth.margin.error == 0 for worth in analysis.curve[-1].seats)


def test_every_decision_between_several_actions_is_judged(analysis: Analysis) -> None:
    record = bots_record("sampleland", 3)
    played = replay(record)
    wanted = [
        number
        for number, entry in enumerate(record.actions)
        if len(played.game.legal(played.steps[number].state, entry.seat)) > 1
    ]
    assert [decision.number for decision in analysis.decisions] == wanted
    for decision in analysis.decisions:
        entry = record.actions[decision.number]
        assert (decision.seat, decision.moves[0].text) == (entry.seat, entry.action)
        assert len({move.text for move in decision.moves}) == len(decision.moves)
        assert (decision.better is None) == (decision.loss is None) == (decision.cost is None)


def test_start_luck_and_decisions_make_the_end(analysis: Analysis) -> None:
    for account in analysis.accounts:
        assert account.rivals is not None
        for name in ("win", "margin"):
            parts = [getattr(part, name).mean for part in (account.start, account.luck, account.own, account.rivals)]
            assert sum(parts) == pytest.approx(getattr(account.end, name).mean, abs=0.001)


def test_the_costliest_come_first(analysis: Analysis) -> None:
    decisions = {decision.number: decision for decision in analysis.decisions}
    assert any(account.costliest for account in analysis.accounts)
    for account in analysis.accounts:
        costly = [decisions[number] for number in account.costliest]
        assert len(costly) <= 5
        assert all(decision.seat == account.seat and decision.better for decision in costly)
        means = [decision.cost.mean for decision in costly if decision.cost is not None]
        assert means[:1] == sorted(means, reverse=True)[:1] or len(means) < 2 or max(means) - means[0] < 5


def test_gains_add_up_to_the_loss_of_margin(analysis: Analysis) -> None:
    compared = 0
    for decision in analysis.decisions:
        if decision.loss is not None:
            gained = sum(gain if name != "rivals" else -gain for name, gain in decision.gains.items())
            assert gained == pytest.approx(decision.loss.margin.mean, abs=0.05)
            compared += 1
    assert compared


def test_one_seat_alone_has_no_word_on_its_rivals() -> None:
    [account] = analyze(beginning(bots_record("sampleland", 3), 12), seats=(1,), effort=32).accounts
    assert (account.seat, account.rivals) == (1, None)
    assert account.luck.win.mean == pytest.approx(
        account.end.win.mean - account.start.win.mean - account.own.win.mean, abs=0.001
    )


def test_it_tells_its_progress_and_can_be_ended() -> None:
    record = beginning(bots_record("sampleland", 3), 6)
    steps = list(analysis_steps(record, effort=32))
    assert steps[0].done == 0
    assert steps[-1].done == steps[-1].total
    assert [step.done for step in steps] == sorted(step.done for step in steps)

    class Cancelled(Exception):
        pass

    def told(progress: Progress) -> None:
        if progress.done == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        analyze(record, effort=32, told=told)


@pytest.mark.parametrize(("name", "seats"), [("europe", 3), ("world", 2), ("cards", 2)])
def test_every_game_can_be_analyzed(name: str, seats: int) -> None:
    found = analyze(beginning(bots_record(name, seats), 10), seats=(0,), effort=32)
    assert len(found.curve) == 11
    assert len(found.decisions) > 2


def test_what_if_tells_the_spread() -> None:
    record = bots_record("sampleland", 3)
    last = len(record.actions)
    end = what_if(record, last, times=5)
    played = replay(record)
    assert [set(totals) for totals in end.totals] == [
        {sheet.total} for sheet in played.game.outcome(played.state).sheets
    ]
    opened, known = what_if(record, 6, times=40), what_if(record, 6, times=40, seat=Seat(0))
    for spread in (opened, known):
        assert sum(win.mean for win in spread.wins) == pytest.approx(1, abs=0.001)
        assert [len(totals) for totals in spread.totals] == [40] * 3
        assert len({tuple(game) for game in zip(*spread.totals, strict=True)}) > 5
    assert opened != known
    assert what_if(record, 6, times=40) == opened
    with pytest.raises(ValueError, match="nothing comes after"):
        what_if(record, last + 1)


def test_worth_is_written_in_short() -> None:
    from msgspec import json

    from branchline.analysis.findings import estimate

    worth = Worth(estimate(0.51234, 0.01), estimate(-3, 2))
    assert json.encode(worth) == b'{"win":[0.5123,0.01],"margin":[-3.0,2.0]}'
