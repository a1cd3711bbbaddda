"""Clocks, absence, and stand-ins: nothing waits for ever."""

from random import Random
from typing import Any

import pytest

from branchline.core.ids import Seat
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.room import clock, facts
from branchline.server.room.chairs import PersonChair
from branchline.server.room.commands import BotPlay, Resume
from branchline.server.room.presence import ABSENCE_SECONDS, Elsewhere, Presence
from tests.server.party import Party, bot, mine, new_table, started, through_choices

ANN, BEA = Seat(0), Seat(1)


def at_a_turn(seed: int, **more: Any) -> tuple[Party, Seat]:
    """A game for two in its first turn, and the seat to move."""
    party = started(people=2, **more)
    through_choices(party, Random(seed))
    (turn,) = party.table.asked
    return party, turn


def away(party: Party) -> list[str | None]:
    return [chair.away if isinstance(chair, PersonChair) else None for chair in party.table.chairs]


def test_a_move_clock_runs_for_each_decision_and_then_a_stand_in_plays(seed: int) -> None:
    party, turn = at_a_turn(seed, clock=wire.MoveClock(seconds=30))
    assert party.room.due() == party.now + 30
    assert not party.tick(29.9).applied
    result = party.tick(0.1)
    assert [each.fact for each in result.applied] == [facts.Away(turn, "time")]
    assert party.room.bots_to_move() == [(turn, party.table.asked[turn], party.table.chairs[turn])]
    assert party.room.due() is None
    party.handle(BotPlay(turn, party.table.asked[turn], party.legal(turn)[0]))
    played = party.facts()[-1]
    assert isinstance(played, facts.Played)
    assert played.by == "stand-in"


def test_a_game_clock_is_used_up_over_the_game_and_grows_by_the_increment(seed: int) -> None:
    party = started(people=2, clock=wire.GameClock(seconds=60, increment=5))
    party.now += 20
    party.play(0, party.legal(0)[0])
    assert clock.left(party.table, ANN, party.now) == 45
    assert clock.left(party.table, BEA, party.now) == 40
    party.now += 10
    party.play(1, party.legal(1)[0])
    (turn,) = party.table.asked
    left = clock.left(party.table, turn, party.now)
    assert left is not None
    assert party.room.due() == party.now + left
    party.tick(left)
    assert away(party)[turn] == "time"


def test_of_several_who_choose_at_once_whoever_has_least_time_wakes_the_table() -> None:
    party = started("world", people=2, clock=wire.GameClock(seconds=60, increment=0))
    party.now += 5
    party.play(0, party.legal(0)[0])
    party.now += 15
    party.play(1, party.legal(1)[0])
    assert set(party.table.asked) == {ANN, BEA}, "now both choose their pieces"
    assert party.room.due() == party.now + 60 - 20
    party.tick(40)
    assert away(party) == [None, "time"]


def test_correspondence_counts_in_days_and_absence_is_no_fault(seed: int) -> None:
    party, turn = at_a_turn(seed, clock=wire.DaysClock(days=2))
    party.depart(turn)
    assert party.room.due() == party.now + 2 * 86_400
    assert party.refusal(wire.StandIn, 1 - turn, target=turn) == "still-there"
    party.tick(2 * 86_400)
    assert away(party)[turn] == "time"


def test_at_a_table_without_a_clock_who_is_gone_is_waited_for_but_not_for_ever(seed: int) -> None:
    party, turn = at_a_turn(seed)
    assert party.room.due() == party.now + clock.PATIENCE_THERE
    party.depart(turn)
    assert party.room.due() == party.now + clock.PATIENCE_GONE
    party.now += 60
    party.arrive(turn)
    party.depart(turn)
    assert party.room.due() == party.now + clock.PATIENCE_GONE, "who comes back in time is waited for anew"
    party.tick(clock.PATIENCE_GONE)
    assert away(party)[turn] == "absent"


def test_who_keeps_nobody_waiting_is_not_hurried(seed: int) -> None:
    """A game against bots rests until its player comes back, and so does a game that all have left open."""
    alone = Party(new_table(seats=[mine("Ann"), bot()], start=True))
    alone.depart(0)
    assert alone.room.due() is None
    party, turn = at_a_turn(seed)
    party.depart(0)
    party.depart(1)
    assert party.room.due() is None
    party.arrive(1 - turn)
    assert party.room.due() is not None


def test_a_family_at_one_screen_does_not_wait_for_itself() -> None:
    party = Party(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
    assert party.room.due() is None


def test_the_player_returns_and_plays_on(seed: int) -> None:
    party, turn = at_a_turn(seed, clock=wire.MoveClock(seconds=30))
    assert party.refusal(wire.Return, turn) == "not-away"
    party.tick(30)
    party.now += 5
    assert party.refusal(wire.Return, turn) == "no-time", "the decision is the stand-in's now"
    while turn in party.table.asked:
        party.handle(BotPlay(turn, party.table.asked[turn], party.legal(turn)[0]))
    party.ack(wire.Return, turn)
    assert away(party) == [None, None]
    assert not party.room.bots_to_move()


def test_whoever_plays_is_back(seed: int) -> None:
    party, turn = at_a_turn(seed, clock=wire.MoveClock(seconds=30))
    party.tick(30)
    result = party.play(turn, party.legal(turn)[0])
    assert [type(each.fact) for each in result.applied] == [facts.Returned, facts.Played]
    assert away(party) == [None, None]


def test_who_has_no_time_left_of_the_game_comes_back_with_the_increment_of_a_turn(seed: int) -> None:
    party, turn = at_a_turn(seed, clock=wire.GameClock(seconds=60, increment=10))
    party.tick(70)
    assert party.refusal(wire.Return, turn) == "no-time"
    while turn in party.table.asked:
        party.handle(BotPlay(turn, party.table.asked[turn], party.legal(turn)[0]))
    party.ack(wire.Return, turn)
    assert clock.left(party.table, turn, party.now) == 10


def test_who_leaves_a_game_is_stood_in_for_and_may_come_back(seed: int) -> None:
    party, turn = at_a_turn(seed)
    party.ack(wire.Leave, turn)
    assert away(party)[turn] == "left"
    assert party.room.bots_to_move()
    party.ack(wire.Return, turn)
    assert not party.room.bots_to_move()


def test_where_all_have_left_and_nobody_looks_on_bots_wait(seed: int) -> None:
    party, turn = at_a_turn(seed)
    party.ack(wire.Leave, 0)
    party.ack(wire.Leave, 1)
    assert [seat for seat, _, _ in party.room.bots_to_move()] == [turn]
    party.depart(0)
    party.depart(1)
    assert party.room.bots_to_move() == []


def test_when_all_have_left_bots_play_the_game_to_its_end(seed: int) -> None:
    party, _ = at_a_turn(seed)
    party.ack(wire.Leave, 0)
    party.ack(wire.Leave, 1)
    party.play_randomly(Random(seed))
    assert party.table.status == "finished"


def test_people_may_ask_for_a_stand_in_when_somebody_is_gone_or_keeps_them_waiting(seed: int) -> None:
    party, turn = at_a_turn(seed)
    other = 1 - turn
    assert party.refusal(wire.StandIn, other, target=turn) == "still-there"
    assert party.refusal(wire.StandIn, other, target=4) == "no-such-seat"
    party.now += clock.PATIENCE_ASKED
    party.ack(wire.StandIn, other, target=turn)
    assert away(party)[turn] == "asked"
    assert party.refusal(wire.StandIn, other, target=turn) == "seat-taken", "somebody stands in already"


def test_a_lost_connection_gives_time_to_come_back_before_anybody_may_ask_for_a_stand_in(seed: int) -> None:
    party, turn = at_a_turn(seed)
    other = 1 - turn
    party.now += 20
    party.depart(turn)
    assert party.room.replaceable_at(turn) == party.now + clock.GRACE_GONE
    party.now += clock.GRACE_GONE - 0.1
    assert party.refusal(wire.StandIn, other, target=turn) == "still-there"
    party.now += 0.1
    party.ack(wire.StandIn, other, target=turn)
    assert away(party)[turn] == "asked"
    assert party.room.replaceable_at(turn) is None


def test_who_was_gone_before_the_question_has_the_same_time_from_the_question_on(seed: int) -> None:
    party, turn = at_a_turn(seed)
    other = Seat(1 - turn)
    party.depart(other)
    party.now += 300
    assert party.room.replaceable_at(other) is None, "nobody waits for them yet"
    assert party.refusal(wire.StandIn, turn, target=other) == "still-there"
    while other not in party.table.asked:
        party.play(turn, party.legal(turn)[0])
    assert party.room.replaceable_at(other) == party.now + clock.GRACE_GONE


def test_who_was_connected_to_another_process_is_gone_from_when_that_process_says_so(seed: int) -> None:
    party, turn = at_a_turn(seed)
    presence, holder = party.room.presence, party.table.person(turn).holder
    party.depart(turn)
    assert presence.told("other", Elsewhere(frozenset({holder}), 2), party.now)
    party.now += 20
    assert party.room.is_here(turn)
    assert party.views.state().spectators == 2
    assert not presence.told("other", Elsewhere(frozenset({holder}), 2), party.now), "that is no news"
    assert presence.told("other", None, party.now)
    assert not party.room.is_here(turn)
    assert party.views.state().spectators == 0
    assert party.room.replaceable_at(turn) == party.now + clock.GRACE_GONE


def test_who_is_connected_here_too_does_not_go_with_the_other_process(seed: int) -> None:
    party, turn = at_a_turn(seed)
    presence, holder = party.room.presence, party.table.person(turn).holder
    presence.told("other", Elsewhere(frozenset({holder}), 0), party.now)
    party.now += 20
    presence.told("other", None, party.now)
    assert party.room.is_here(turn)
    assert presence.gone_since(holder) is None


def test_coming_and_going_does_not_put_a_stand_in_off_for_ever(seed: int) -> None:
    party, turn = at_a_turn(seed)
    since = party.now
    for _ in range(3):
        party.depart(turn)
        party.now += 39
        party.arrive(turn)
    party.depart(turn)
    assert party.room.replaceable_at(turn) == since + clock.PATIENCE_ASKED


def test_a_table_that_was_just_loaded_replaces_nobody_at_once(seed: int) -> None:
    party, turn = at_a_turn(seed)
    party.now += 3600
    party.room = party.reloaded()
    party.arrive(1 - turn)
    assert party.refusal(wire.StandIn, 1 - turn, target=turn) == "still-there"
    assert party.room.replaceable_at(turn) == party.now + clock.GRACE_GONE


def test_everybody_is_told_when_somebody_may_be_replaced(seed: int) -> None:
    party, turn = at_a_turn(seed)
    party.now += 5
    party.depart(turn)
    party.now += 5.04
    told: list[float | None] = [None, None]
    told[turn] = 40.0
    assert party.views.presence(party.now).replaceable == told
    assert party.views.update((ANN,), [], party.now).replaceable == told
    assert party.views.welcome((ANN,), [], party.now, complete=True).replaceable == told
    party.now += 100
    assert party.views.presence(party.now).replaceable[turn] == 0.0
    alone = Party(new_table(seats=[mine("Ann"), bot()], start=True))
    assert alone.views.presence(alone.now).replaceable == [], "bots replace nobody"


def test_a_restart_of_the_server_costs_nobody_time(seed: int) -> None:
    party, _ = at_a_turn(seed, clock=wire.MoveClock(seconds=30))
    party.now += 3600
    party.room = party.reloaded()
    result = party.handle(Resume(since=party.now))
    assert [each.fact for each in result.applied] == [facts.Resumed()]
    assert party.room.due() == party.now + 30
    assert not party.handle(Resume(since=party.now)).applied, "once is enough"


@pytest.mark.parametrize("rule", [wire.NoClock(), wire.DaysClock(days=1)])
def test_slow_clocks_are_left_alone_by_a_restart(seed: int, rule: wire.ClockRule) -> None:
    party, _ = at_a_turn(seed, clock=rule)
    party.now += 3600
    assert not party.handle(Resume(since=party.now)).applied


def test_a_clock_that_is_set_back_does_not_turn_the_log_around(seed: int) -> None:
    party, turn = at_a_turn(seed)
    before = party.entries[-1].at
    party.now -= 500
    party.play(turn, party.legal(turn)[0])
    assert party.entries[-1].at == before


def test_the_summary_says_when_a_table_must_be_woken(seed: int) -> None:
    party, _ = at_a_turn(seed, clock=wire.MoveClock(seconds=30))
    assert party.room.summary().due == party.now + 30
    party.tick(30)
    assert party.room.summary().due == party.now, "a bot's move is due at once"
    resting = Party(new_table(seats=[mine("Ann"), bot()]))
    assert resting.room.summary().due is None


def test_the_clocks_are_told_as_seconds_left(seed: int) -> None:
    party, turn = at_a_turn(seed, clock=wire.MoveClock(seconds=30))
    party.now += 10
    state = clock.clock_state(party.table, party.now)
    assert state is not None
    assert state.running == [turn]
    assert state.left[turn] == 20
    assert state.left[1 - turn] == 30, "who is not asked has all of the time for the next decision"
    assert clock.clock_state(at_a_turn(seed)[0].table, party.now) is None


def test_a_stale_stand_in_is_too_late(seed: int) -> None:
    party, turn = at_a_turn(seed, clock=wire.MoveClock(seconds=30))
    party.ack(wire.Leave, turn)
    decision, action = party.table.asked[turn], party.legal(turn)[0]
    party.ack(wire.Return, turn)
    reply = party.handle(BotPlay(turn, decision, action)).reply
    assert isinstance(reply, wire.Refused)
    assert reply.code == "stale"
    written = to_json(party.table.game.printed, action)
    party.ack(wire.Play, turn, decision=decision, action=written)


def test_the_clock_that_runs_out_first_wakes_a_table_that_rests() -> None:
    """All choose their first tickets at once, each with time of their own."""
    party = started(people=2, clock=wire.GameClock(seconds=60))
    assert clock.wakes_at(party.table) == party.now + 60
    party.table.seconds_left[BEA] = 20.0
    assert clock.wakes_at(party.table) == party.now + 20


def test_a_table_that_was_woken_expects_everybody_for_a_minute() -> None:
    party = Party()
    party.room = party.reloaded()
    assert party.room.presence.next_loss() == party.now + ABSENCE_SECONDS
    party.room.presence.pass_time(party.now + ABSENCE_SECONDS)
    assert party.room.presence.next_loss() is None


def test_a_room_is_no_younger_than_when_it_was_loaded_and_time_does_not_go_back() -> None:
    presence = Presence(1000.0)
    assert presence.now == 1000.0
    for told, now in ((990.0, 1000.0), (1010.0, 1010.0), (1005.0, 1010.0)):
        presence.pass_time(told)
        assert presence.now == now


def test_the_table_is_woken_when_the_first_of_those_who_went_has_been_gone_for_a_minute() -> None:
    party = Party()
    party.sit("Bea")
    presence = party.room.presence
    party.now += 100
    party.depart(BEA)
    gone = party.now
    party.now += 10
    party.depart(ANN)
    assert presence.next_loss() == gone + ABSENCE_SECONDS
    party.arrive(BEA)
    assert presence.next_loss() == party.now + ABSENCE_SECONDS, "who is back is not missed"
    party.arrive(ANN)
    assert presence.next_loss() is None


def test_others_wait_90_seconds_for_who_is_gone_15_minutes_for_who_is_there_and_may_ask_sooner(seed: int) -> None:
    """As the description of the protocol promises."""
    party, turn = at_a_turn(seed)
    assert party.room.due() == party.now + 900
    assert party.room.replaceable_at(turn) == party.now + 120
    party.depart(turn)
    assert party.room.due() == party.now + 90
    assert party.room.replaceable_at(turn) == party.now + 45


def test_who_was_gone_before_the_question_is_waited_for_from_the_question_on(seed: int) -> None:
    party, turn = at_a_turn(seed)
    other = Seat(1 - turn)
    party.depart(other)
    party.now += 300
    while other not in party.table.asked:
        party.play(turn, party.legal(turn)[0])
    assert party.room.due() == party.now + clock.PATIENCE_GONE


def test_before_the_game_a_seat_and_the_rights_of_the_host_are_kept_for_a_minute() -> None:
    party = Party()
    party.sit("Bea")
    party.depart(ANN)
    party.tick(59.9)
    assert party.room.host == ANN
    party.tick(0.1)
    assert party.room.host == BEA


def test_no_clock_is_told_before_the_game_or_after_it(seed: int) -> None:
    party = Party(new_table("cards", [mine("Ann"), bot()], clock=wire.MoveClock(seconds=30)))
    assert clock.clock_state(party.table, party.now) is None
    party.ack(wire.Start, 0)
    assert clock.clock_state(party.table, party.now) is not None
    party.play_randomly(Random(seed))
    assert clock.clock_state(party.table, party.now) is None


def test_in_correspondence_who_is_not_asked_has_all_days_for_the_next_decision(seed: int) -> None:
    party, turn = at_a_turn(seed, clock=wire.DaysClock(days=2))
    party.now += 3 * 86_400
    assert clock.left(party.table, turn, party.now) == 0
    assert clock.left(party.table, Seat(1 - turn), party.now) == 2 * 86_400


def test_a_table_that_everybody_has_left_is_not_woken(seed: int) -> None:
    party, turn = at_a_turn(seed, clock=wire.MoveClock(seconds=30))
    party.ack(wire.Leave, 1 - turn)
    assert party.room.summary().due == party.now + 30
    party.ack(wire.Leave, turn)
    assert party.room.summary().due is None


def test_bots_go_on_while_anybody_looks_on_here_or_at_another_process(seed: int) -> None:
    party, turn = at_a_turn(seed)
    presence, holder = party.room.presence, party.table.person(turn).holder
    assert presence.holders_here == party.holders
    for seat in (0, 1):
        party.ack(wire.Leave, seat)
        party.depart(seat)
    assert presence.holders_here == frozenset()
    assert party.room.bots_to_move() == []
    presence.arrive([])
    assert party.room.bots_to_move()
    presence.depart([], party.now)
    assert party.room.bots_to_move() == []
    presence.told("quiet", Elsewhere(frozenset(), 0), party.now)
    for there in (Elsewhere(frozenset({holder}), 0), Elsewhere(frozenset(), 1)):
        presence.told("other", there, party.now)
        assert party.room.bots_to_move()
    presence.told("other", None, party.now)
    assert party.room.bots_to_move() == []
