"""Resigning: final, played to the end by a bot, and told in the result and the record."""

from random import Random
from typing import Any

from branchline.core.ids import Seat
from branchline.notation.json.codec import to_json
from branchline.notation.records.record import record_text
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.chairs import PersonChair
from branchline.server.room.fairness import faults
from branchline.server.views.history import record_of_log
from tests.server.party import Party, bot, mine, new_table, started, through_choices
from tests.server.test_table_talk import play_until_a_claim


def at_a_turn(seed: int, **more: Any) -> tuple[Party, Seat]:
    """A game for two in its first turn, and the seat to move."""
    party = started(people=2, **more)
    through_choices(party, Random(seed))
    (turn,) = party.table.asked
    return party, turn


def test_a_bot_plays_the_seat_of_whoever_resigns(seed: int) -> None:
    party, turn = at_a_turn(seed)
    (applied,) = party.ack(wire.Resign, turn).applied
    assert applied.fact == facts.Away(turn, "resigned", sent=applied.fact.sent)
    assert [seat for seat, _, _ in party.room.bots_to_move()] == [turn]
    assert party.views.state().seats[turn].away == "resigned"
    assert party.views.update((), [applied], party.now).updates[0].steps == [
        wire.AwayStep(version=applied.version, at=applied.at, seat=turn, why="resigned")
    ]


def test_resigning_is_final(seed: int) -> None:
    party, turn = at_a_turn(seed)
    party.ack(wire.Resign, turn)
    action = to_json(party.table.game.printed, party.legal(turn)[0])
    decision = party.table.asked[turn]
    assert party.refusal(wire.Return, turn) == "resigned"
    assert party.refusal(wire.Play, turn, decision=decision, action=action) == "resigned"
    assert party.refusal(wire.Resign, turn) == "resigned"
    assert party.refusal(wire.AskTakeback, turn) == "resigned"
    party.ack(wire.Say, turn, text="well played")
    party.room = party.reloaded()
    assert party.refusal(wire.Return, turn) == "resigned", "also after a restart"


def test_who_has_resigned_is_asked_nothing_any_more(seed: int) -> None:
    party, turn = at_a_turn(seed)
    assert party.views.welcome((turn,), [], party.now, complete=True).updates[0].choices
    resigned = party.ack(wire.Resign, turn).applied
    for told in (
        party.views.update((turn,), resigned, party.now),
        party.views.welcome((turn,), [], party.now, complete=True),
    ):
        (update,) = told.updates
        assert update.view is not None
        assert (update.decision, update.choices) == (None, [])
        assert update.actors == [turn], "everybody sees whose turn it is"


def test_who_has_left_may_still_resign_and_who_has_not_begun_cannot(seed: int) -> None:
    waiting = Party(new_table(seats=[mine("Ann"), bot()]))
    assert waiting.refusal(wire.Resign, 0) == "not-playing"
    party, turn = at_a_turn(seed)
    party.ack(wire.Leave, turn)
    party.ack(wire.Resign, turn)
    party.play_randomly(Random(seed))
    assert party.refusal(wire.Resign, 1 - turn) == "game-over"


def test_nobody_waits_for_the_consent_of_whoever_has_resigned(seed: int) -> None:
    party = started(people=2)
    mover = play_until_a_claim(party, Random(seed))
    party.ack(wire.AskTakeback, mover)
    made = party.ack(wire.Resign, 1 - mover).applied
    assert [type(each.fact) for each in made] == [facts.Away, facts.TakenBack]
    assert party.table.person(1 - mover).away == "resigned", "what is taken back is the move"


def test_the_game_is_played_to_its_end_and_its_record_says_who_resigned(seed: int) -> None:
    party, turn = at_a_turn(seed)
    party.ack(wire.Resign, turn)
    assert not party.table.is_given_up
    party.play_randomly(Random(seed))
    assert party.table.status == "finished"
    record = record_of_log(party.table.id, party.entries)
    assert record is not None
    assert record.notes["resigned"] == [turn]
    assert '"finished":true' in record_text(record).replace(" ", "")
    assert faults(record) == []
    assert isinstance(party.table.chairs[turn], PersonChair)


def test_a_game_that_nobody_resigned_has_no_such_note(seed: int) -> None:
    party, turn = at_a_turn(seed)
    party.ack(wire.Leave, turn)
    party.play_randomly(Random(seed))
    record = record_of_log(party.table.id, party.entries)
    assert record is not None
    assert "resigned" not in record.notes


def test_when_all_have_resigned_nobody_waits_for_the_bots(seed: int) -> None:
    party, turn = at_a_turn(seed)
    party.ack(wire.Resign, turn)
    party.ack(wire.Resign, 1 - turn)
    assert party.table.is_given_up
