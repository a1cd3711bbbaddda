"""What a log tells afterwards, and what the bots at a table remember of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from branchline.bots.daily import daily_key
from branchline.core.actions import ClaimRoute, DrawBlind
from branchline.core.ids import Seat
from branchline.games import load_game
from branchline.notation.records.replay import replay
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.chairs import label
from branchline.server.room.commands import BotPlay
from branchline.server.room.table import Applied
from branchline.server.store.contract import LogEntry
from branchline.server.views.history import applied_after, record_of_log, sentence_of, steps_after
from branchline.server.views.memories import Memories
from branchline.server.views.steps import step_of
from tests.server.party import Party, mine, new_table, started, through_choices
from tests.server.simulation.checks import as_sent
from tests.walks import board_of

WHY = facts.Why("fitting-tickets", {"tickets": [0, 1]})


PLAIN_STEPS: list[tuple[facts.Fact, dict[str, Any]]] = [
    (facts.Sat(1, "Bea", "a hash"), {"step": "sat", "seat": 1, "name": "Bea"}),
    (facts.Left(1), {"step": "left", "seat": 1}),
    (facts.Arranged(1, "random"), {"step": "arranged", "seat": 1, "level": "random"}),
    (facts.Renamed(0, "Anna"), {"step": "renamed", "seat": 0, "name": "Anna"}),
    (facts.EntropyAdded(0, "ab12"), {"step": "entropy-added", "seat": 0, "entropy": "ab12"}),
    (facts.Hinted(0, 5), {"step": "hinted", "seat": 0}),
    (facts.Away(0, "absent"), {"step": "away", "seat": 0, "why": "absent"}),
    (facts.Returned(0), {"step": "returned", "seat": 0}),
    (facts.Muted(1, muted=True), {"step": "muted", "seat": 1, "muted": True}),
    (facts.Paced(0.5), {"step": "paced", "pace": 0.5}),
    (facts.TakebackAsked(0), {"step": "takeback-asked", "seat": 0}),
    (facts.TakebackAnswered(1, agree=False), {"step": "takeback-answered", "seat": 1, "agree": False}),
    (facts.TakenBack(0, 4), {"step": "taken-back", "seat": 0, "to": 4}),
    (facts.Rematched("next", 0, "ab12"), {"step": "rematched", "table": "next"}),
    (facts.Resumed(), {"step": "resumed"}),
]


@pytest.mark.parametrize(("fact", "told"), PLAIN_STEPS, ids=[told["step"] for _, told in PLAIN_STEPS])
def test_whatever_happens_at_a_table_is_told_to_all_alike_without_its_secrets(
    fact: facts.Fact, told: dict[str, Any]
) -> None:
    applied = Applied(LogEntry("table", 7, 1005.0, "server", "v7", b""), fact)
    for viewer in (None, Seat(0), Seat(1)):
        step = as_sent(step_of(load_game("usa").printed, applied, viewer))
        assert step == {"version": 7, "at": 1005.0} | told


def test_whoever_comes_later_is_told_all_that_they_have_missed_and_nothing_twice() -> None:
    party = Party(new_table())
    party.sit("Bea")
    party.ack(wire.Leave, 1)
    party.sit("Cid")
    party.ack(wire.Say, 1, text="hello")
    steps = steps_after(party.table.id, party.entries, 0, None)
    assert [step["step"] for step in as_sent(steps)] == ["created", "sat", "left", "sat", "said"]
    for known in range(6):
        assert steps_after(party.table.id, party.entries, known, None) == steps[known:]
        missed = applied_after(party.table.id, party.entries, known)
        assert [each.version for each in missed] == [1, 2, 3, 4, 5][known:]


def test_what_was_taken_back_is_not_in_the_record(seed: int) -> None:
    party, rng = started(people=1, bots=1), Random(seed)
    through_choices(party, rng)
    claimed_and_taken_back(party)
    party.play_randomly(rng)
    record = record_of_log(party.table.id, party.entries)
    assert record is not None
    assert len(record.actions) == sum(isinstance(each, facts.Played) for each in party.facts()) - 1
    assert replay(record).state == party.table.state


def test_the_record_of_a_daily_deal_names_its_day(seed: int) -> None:
    """Only then can results of the same deal be compared."""
    party = Party(new_table("cards", [mine("Ann")], daily="2026-11-17"))
    party.play_randomly(Random(seed))
    record = record_of_log(party.table.id, party.entries)
    assert record is not None
    assert record.notes == {"daily": "2026-11-17"}
    assert record.seed == daily_key("2026-11-17", "cards", record.edition)


def whys(party: Party, viewer: Seat | None, language: str = "en") -> list[str]:
    """The reasons that the steps of the log tell a viewer."""
    steps = steps_after(party.table.id, party.entries, 0, viewer, language)
    return [step.why for step in steps if isinstance(step, wire.PlayedStep) and step.why]


def test_what_a_bot_thought_is_told_after_the_game_and_to_nobody_before(seed: int) -> None:
    """A reason names what only the bot may know: its tickets, the cards it waits for."""
    party, rng = started(people=1, bots=1), Random(seed)
    told = 0
    while party.table.status == "playing":
        seat = rng.choice(sorted(party.table.asked))
        legal = party.table.game.legal(party.table.state, seat)
        action = legal[rng.randrange(len(legal))]
        if seat == 1:
            party.handle(BotPlay(seat, party.table.asked[seat], action, WHY))
            told += 1
            if told % 40 == 1 and party.table.status == "playing":
                assert [whys(party, viewer) for viewer in (None, Seat(0), Seat(1))] == [[], [], []]
        else:
            party.play(seat, action)
    names = [label(chair) for chair in party.table.chairs]
    sentence = sentence_of(WHY, party.table.game.printed, "en", names)
    for viewer in (None, Seat(0)):
        assert whys(party, viewer) == [sentence] * told
    assert whys(party, None, "pl") == [sentence_of(WHY, party.table.game.printed, "pl", names)] * told


def test_a_reason_that_was_read_from_the_log_is_told_as_it_was_given() -> None:
    printed = board_of(load_game("usa"))
    read = facts.read(facts.written(facts.Played(seat=1, action={}, by="bot", why=WHY)))
    assert isinstance(read, facts.Played)
    assert read.why is not None
    told = sentence_of(read.why, printed, "en", ["Ann", "Bea"])
    assert told is not None
    for ticket in printed.tickets[:2]:
        assert any(printed.cities[end].name in told for end in ticket.cities), told
    one = sentence_of(facts.Why("claims-for", {"route": 0, "ticket": 1}), printed, "en", ["Ann", "Bea"])
    assert one is not None
    assert any(printed.cities[end].name in one for end in printed.tickets[1].cities), one


def claimed_and_taken_back(party: Party) -> int:
    """Ann, alone among bots, claims a route and takes that back: to which version."""
    while True:
        (turn,) = party.table.asked
        kinds = (ClaimRoute, DrawBlind) if turn == 0 else (DrawBlind,)
        found = [each for kind in kinds for each in party.legal(turn) if isinstance(each, kind)]
        party.act(turn, found[0] if found else party.legal(turn)[0])
        if found and isinstance(found[0], ClaimRoute):
            (taken_back,) = party.ack(wire.AskTakeback, 0).applied
            assert isinstance(taken_back.fact, facts.TakenBack)
            return taken_back.fact.to


def test_what_a_bot_remembers_is_the_whole_story_and_nothing_that_was_taken_back(seed: int) -> None:
    party, rng = started(people=1, bots=1), Random(seed)
    through_choices(party, rng)
    table, memories, anew = party.table, Memories(), Memories()
    memories.learn(table, Seat(1), party.applied)
    before, seen = memories.get(Seat(1)), len(party.applied)
    party.play_randomly(rng, 6)
    memories.follow(party.applied[seen:])
    anew.learn(table, Seat(1), party.applied)
    assert before != memories.get(Seat(1)) == anew.get(Seat(1))
    assert memories.get(Seat(0)) is None

    while len(party.table.asked) != 1 or type(party.table.state.phase).__name__ != "Turn":
        party.play_randomly(rng, 1)
    seen = len(party.applied)
    to = claimed_and_taken_back(party)
    memories.follow(party.applied[seen:])
    assert memories.get(Seat(1)) is None, "it is made anew when it is needed"
    memories.learn(table, Seat(1), party.applied)
    anew.learn(table, Seat(1), [each for each in party.applied if each.version <= to])
    assert memories.get(Seat(1)) == anew.get(Seat(1))
