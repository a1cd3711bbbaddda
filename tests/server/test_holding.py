"""Nobody holds a table up: no sequence of commands gives a seat more time than its clock had."""

from random import Random
from typing import Any

import pytest

from branchline.core.ids import Seat
from branchline.server import wire
from branchline.server.room import clock, facts
from branchline.server.room.chairs import plays_itself
from branchline.server.room.commands import BotPlay, Command
from branchline.server.room.table_talk import takeback_refused
from tests.server.party import Party, started, through_choices
from tests.server.test_table_talk import play_until_a_claim

STAND_IN_SECONDS = 1.0
"""So long a stand-in needs for a decision in these tests: the only grace on top of a clock."""
STEP = 0.25


def at_a_turn(seed: int, rule: wire.ClockRule) -> tuple[Party, Seat]:
    party = started(people=2, clock=rule)
    through_choices(party, Random(seed))
    (turn,) = party.table.asked
    return party, turn


def test_who_leaves_and_returns_has_the_time_that_was_left_of_the_move(seed: int) -> None:
    party, turn = at_a_turn(seed, wire.MoveClock(seconds=30))
    end = party.now + 30
    for _ in range(5):
        party.now += 5
        party.ack(wire.Leave, turn)
        party.ack(wire.Return, turn)
        assert party.room.due() == end
    assert party.reloaded().due() == end


def test_who_leaves_and_returns_has_the_time_that_was_left_of_the_game(seed: int) -> None:
    party, turn = at_a_turn(seed, wire.GameClock(seconds=60))
    before = clock.left(party.table, turn, party.now)
    assert before is not None
    party.now += 50
    party.ack(wire.Leave, turn)
    party.now += 0.5
    party.ack(wire.Return, turn)
    assert clock.left(party.table, turn, party.now) == pytest.approx(before - 50.5), "the time away is charged too"


def test_who_leaves_is_not_charged_for_what_the_stand_in_thinks(seed: int) -> None:
    party, turn = at_a_turn(seed, wire.GameClock(seconds=60, increment=5))
    before = clock.left(party.table, turn, party.now)
    assert before is not None
    party.now += 10
    party.ack(wire.Leave, turn)
    party.now += 20
    party.handle(BotPlay(turn, party.table.asked[turn], party.legal(turn)[0]))
    after = clock.left(party.table, turn, party.now)
    assert after in (pytest.approx(before - 10), pytest.approx(before - 5))


@pytest.mark.parametrize("rule", [wire.MoveClock(seconds=30), wire.GameClock(seconds=60), wire.DaysClock(days=1)])
def test_whose_time_is_over_does_not_take_the_decision_back_from_the_stand_in(seed: int, rule: wire.ClockRule) -> None:
    party, turn = at_a_turn(seed, rule)
    left = clock.left(party.table, turn, party.now)
    assert left is not None
    party.tick(left)
    assert party.refusal(wire.Return, turn) == "no-time"
    assert party.room.bots_to_move()


def test_without_a_clock_patience_is_not_renewed_by_coming_back(seed: int) -> None:
    party, turn = at_a_turn(seed, wire.NoClock())
    end = party.now + clock.PATIENCE_THERE
    while party.now < end - 80:
        party.now += 80
        party.depart(turn)
        party.ack(wire.Leave, turn)
        party.arrive(turn)
        party.ack(wire.Return, turn)
    assert party.room.due() == end
    party.depart(turn)
    assert party.room.due() == end
    party.tick(end - party.now)
    party.arrive(turn)
    assert party.refusal(wire.Return, turn) == "no-time"


def test_friends_who_come_back_after_a_day_are_not_hurried(seed: int) -> None:
    """Patience counts what others have waited, not what the table has rested."""
    party, _ = at_a_turn(seed, wire.NoClock())
    party.now += 86_400
    party.room = party.reloaded()
    party.arrive(0)
    party.arrive(1)
    assert party.room.due() == party.now + clock.PATIENCE_THERE


def test_a_move_taken_back_has_the_time_that_was_left_of_it(seed: int) -> None:
    party = started(people=2, clock=wire.MoveClock(seconds=30))
    through_choices(party, Random(seed))
    rng = Random(seed)
    mover = play_until_a_claim(party, rng)
    (moment,) = party.table.moments[-1:]
    party.now += 10
    party.ack(wire.AskTakeback, mover)
    party.ack(wire.AnswerTakeback, 1 - mover, agree=True)
    assert party.room.due() == party.now + 30 - moment.used


def test_what_was_thought_about_a_move_stays_thought_when_it_is_taken_back() -> None:
    party = started(people=2, clock=wire.MoveClock(seconds=30))
    party.now += 12
    party.play(0, party.legal(0)[0])
    party.ack(wire.AskTakeback, 0)
    party.ack(wire.AnswerTakeback, 1, agree=True)
    assert clock.left(party.table, Seat(0), party.now) == 18


@pytest.mark.parametrize(
    ("rule", "seconds"),
    [(wire.MoveClock(seconds=30), 30.0), (wire.GameClock(seconds=60), 60.0), (wire.DaysClock(days=2), 2 * 86_400.0)],
    ids=["move", "game", "days"],
)
def test_a_move_on_which_all_time_was_used_is_not_taken_back(rule: wire.ClockRule, seconds: float) -> None:
    for used, refused in ((seconds, "no-time"), (seconds - 0.1, None)):
        party = started(people=2, clock=rule)
        party.now += used
        party.play(0, party.legal(0)[0])
        assert takeback_refused(party.table, Seat(0)) == refused


def test_a_turn_taken_back_takes_its_increment_back(seed: int) -> None:
    party = started(people=2, clock=wire.GameClock(seconds=600, increment=30))
    mover = play_until_a_claim(party, Random(seed))
    after = clock.left(party.table, mover, party.now)
    assert after is not None
    party.ack(wire.AskTakeback, mover)
    party.ack(wire.AnswerTakeback, 1 - mover, agree=True)
    assert clock.left(party.table, mover, party.now) == after - 30


def test_who_is_away_is_not_charged_when_a_move_is_taken_back_while_the_stand_in_thinks(seed: int) -> None:
    party = started(people=2, clock=wire.GameClock(seconds=600))
    mover = play_until_a_claim(party, Random(seed))
    other = Seat(1 - mover)
    party.ack(wire.Leave, other)
    before = clock.left(party.table, other, party.now)
    party.now += 20
    party.ack(wire.AskTakeback, mover)
    assert party.table.asked.keys() == {mover}, "a stand-in always agrees"
    assert clock.left(party.table, other, party.now) == before


class Holder:
    """Somebody who tries to keep the others waiting with every command there is, at random."""

    def __init__(self, party: Party, seat: Seat, rng: Random) -> None:
        self.party, self.seat, self.rng = party, seat, rng
        self.held: dict[int, float] = {}  # By decision, that is by state: one taken back is the same once more.
        self.states: list[Any] = []  # Kept, so that no id is used twice.
        self.away_since: float | None = None

    def misbehave(self) -> None:
        party, seat, cid = self.party, self.seat, self.party.cid()
        target, name = 1 - seat, self.rng.choice("abc")
        commands: list[Command] = [
            wire.Leave(cid=cid, seat=seat),
            wire.Return(cid=cid, seat=seat),
            wire.Rename(cid=cid, seat=seat, name=name),
            wire.AskTakeback(cid=cid, seat=seat),
            wire.AnswerTakeback(cid=cid, seat=seat, agree=self.rng.random() < 0.5),
            wire.StandIn(cid=cid, seat=seat, target=self.rng.choice((seat, target))),
            wire.Pace(cid=cid, seat=seat, pace=1.0),
            wire.Say(cid=cid, seat=seat, text=name),
            wire.Mute(cid=cid, seat=seat, target=target, muted=True),
            wire.Start(cid=cid, seat=seat),
            wire.Arrange(cid=cid, seat=seat, target=seat, level="random"),
        ]
        party.handle(self.rng.choice(commands))
        if self.rng.random() < 0.1:
            connect = party.depart if party.room.is_here(seat) else party.arrive
            connect(seat)

    def let_time_pass(self) -> None:
        """The server ticks in time, and a stand-in decides when nobody has taken the seat back while it thought."""
        party, seat = self.party, self.seat
        state = party.table.state
        if seat in party.table.asked:
            if all(state is not known for known in self.states):
                self.states.append(state)
            self.held[id(state)] = self.held.get(id(state), 0.0) + STEP
        party.now += STEP
        due = party.room.due()
        if due is not None and due <= party.now:
            party.tick()
        if not (seat in party.table.asked and plays_itself(party.table.chairs[seat])):
            self.away_since = None
        elif self.away_since is None:
            self.away_since = party.now
        elif party.now - self.away_since >= STAND_IN_SECONDS:
            self.move(seat)
            self.away_since = None

    def move(self, seat: Seat) -> None:
        party, rng = self.party, self.rng
        action = rng.choice(party.legal(seat))
        if plays_itself(party.table.chairs[seat]):
            party.handle(BotPlay(seat, party.table.asked[seat], action))
        else:
            party.play(seat, action)


def search(seed: int, rule: wire.ClockRule, others: str) -> Holder:
    """A few minutes at a table with a holder; the other person plays at once, or has left to a stand-in."""
    rng = Random(seed)
    party, seat = at_a_turn(seed, rule)
    if others == "left":
        party.ack(wire.Leave, 1 - seat)
    holder = Holder(party, seat, rng)
    for _ in range(1200):
        if party.table.status != "playing":
            break
        for _ in range(rng.randrange(4)):
            before = clock.left(party.table, seat, party.now)
            holder.misbehave()
            after = clock.left(party.table, seat, party.now)
            if isinstance(rule, wire.GameClock):
                assert before is not None
                assert after is not None
                assert after <= before + 1e-6, "a command gave time"
        holder.let_time_pass()
        other = Seat(1 - seat)
        if other in party.table.asked and rng.random() < 0.5:
            holder.move(other)
        elif seat in party.table.asked and rng.random() < 0.01:
            holder.move(seat)
    return holder


@pytest.mark.parametrize("others", ["there", "left"])
@pytest.mark.parametrize("attempt", range(2))
def test_no_sequence_of_commands_holds_a_decision_longer_than_the_move_clock(
    seed: int, attempt: int, others: str
) -> None:
    holder = search(seed + attempt, wire.MoveClock(seconds=10), others)
    assert max(holder.held.values()) <= 10 + STAND_IN_SECONDS + 2 * STEP
    assert any(isinstance(fact, facts.Returned) for fact in holder.party.facts())


@pytest.mark.parametrize("others", ["there", "left"])
@pytest.mark.parametrize("attempt", range(2))
def test_no_sequence_of_commands_gives_time_on_a_game_clock(seed: int, attempt: int, others: str) -> None:
    holder = search(seed + attempt, wire.GameClock(seconds=60, increment=1), others)
    turns = sum(isinstance(fact, facts.Played) and fact.seat == holder.seat for fact in holder.party.facts())
    assert sum(holder.held.values()) <= 60 + turns * (1 + STAND_IN_SECONDS + 2 * STEP)
