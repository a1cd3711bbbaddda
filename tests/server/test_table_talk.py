"""Taking back, chat, and the pace of bots."""

from random import Random

import pytest

from branchline.core import events
from branchline.core.actions import Action, ClaimRoute, DrawBlind, DrawFaceUp
from branchline.core.ids import Seat
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.commands import BotPlay
from branchline.server.room.takeback import shows_nothing_hidden
from tests.server.party import Party, started, through_choices


def first_of(party: Party, seat: int, kind: type[Action]) -> Action | None:
    return next((action for action in party.legal(seat) if isinstance(action, kind)), None)


def play_until_a_claim(party: Party, rng: Random) -> Seat:
    """Draw until somebody can claim a route, and let them do it; says who did."""
    through_choices(party, rng)
    while True:
        (turn,) = party.table.asked
        claim = first_of(party, turn, ClaimRoute)
        if claim is not None and len(party.table.chairs) > 1:
            party.play(turn, claim)
            return turn
        draw = first_of(party, turn, DrawBlind) or first_of(party, turn, DrawFaceUp)
        assert draw is not None
        party.play(turn, draw)


def test_a_claim_is_taken_back_when_the_others_agree(seed: int) -> None:
    party = started(people=3)
    mover = play_until_a_claim(party, Random(seed))
    before = party.table.moments[-1].state
    others = [seat for seat in range(3) if seat != mover]
    party.ack(wire.AskTakeback, mover)
    assert party.views.state().takeback == wire.Takeback(seat=mover, missing=others)
    assert party.refusal(wire.AskTakeback, mover) == "question-open"
    assert party.refusal(wire.AnswerTakeback, mover, agree=True) == "no-question"
    party.ack(wire.AnswerTakeback, others[0], agree=True)
    assert party.table.state != before
    result = party.ack(wire.AnswerTakeback, others[1], agree=True)
    assert [type(each.fact) for each in result.applied] == [facts.TakebackAnswered, facts.TakenBack]
    assert party.table.state == before
    assert party.table.asked == {mover: party.table.version}
    assert party.reloaded().table.state == before


def test_one_who_does_not_agree_is_enough(seed: int) -> None:
    party = started(people=3)
    mover = play_until_a_claim(party, Random(seed))
    state = party.table.state
    party.ack(wire.AskTakeback, mover)
    party.ack(wire.AnswerTakeback, (mover + 1) % 3, agree=False)
    assert party.views.state().takeback is None
    assert party.refusal(wire.AnswerTakeback, (mover + 2) % 3, agree=True) == "no-question"
    assert party.table.state == state


def test_bots_and_stand_ins_always_agree(seed: int) -> None:
    party = started(people=2, bots=1)
    through_choices(party, Random(seed))
    rng = Random(seed)
    while True:
        (turn,) = party.table.asked
        claim = first_of(party, turn, ClaimRoute)
        if turn != 2 and claim is not None:
            break
        party.play_randomly(rng, 1)
    assert claim is not None
    party.play(turn, claim)
    other = 1 - turn
    party.ack(wire.AskTakeback, turn)
    result = party.ack(wire.Leave, other)
    assert [type(each.fact) for each in result.applied] == [facts.Away, facts.TakenBack]


def test_alone_among_bots_nobody_has_to_be_asked(seed: int) -> None:
    party = started(people=1, bots=1)
    rng = Random(seed)
    through_choices(party, rng)
    while True:
        (turn,) = party.table.asked
        claim = first_of(party, turn, ClaimRoute)
        if turn == 0 and claim is not None:
            break
        party.play_randomly(rng, 1)
    assert claim is not None
    before = party.table.state
    party.play(0, claim)
    result = party.ack(wire.AskTakeback, 0)
    assert [type(each.fact) for each in result.applied] == [facts.TakenBack]
    assert party.table.state == before


def test_what_others_did_openly_since_is_taken_back_too(seed: int) -> None:
    """Until something hidden comes to light, the whole way back is open."""
    rng = Random(seed)
    while True:
        party = started(people=2)
        mover = play_until_a_claim(party, rng)
        (other,) = party.table.asked
        claim = first_of(party, other, ClaimRoute)
        if claim is not None:
            break
    before = party.table.moments[0].state
    party.play(other, claim)
    party.ack(wire.AskTakeback, mover)
    party.ack(wire.AnswerTakeback, other, agree=True)
    assert party.table.state == before


def test_a_card_once_seen_stays_seen(seed: int) -> None:
    party = started(people=2)
    mover = play_until_a_claim(party, Random(seed))
    (other,) = party.table.asked
    draw = first_of(party, other, DrawBlind)
    assert draw is not None
    party.play(other, draw)
    assert party.refusal(wire.AskTakeback, mover) == "seen-since"
    assert party.refusal(wire.AskTakeback, other) == "seen-since"


def test_an_update_says_whether_a_move_can_be_taken_back_and_why_not(seed: int) -> None:
    """So that nobody is offered what would be refused."""
    party = started(people=2)

    def told(seat: Seat) -> str | None:
        return party.views.seat_update(seat, [], moved=False).no_takeback

    assert [told(Seat(0)), told(Seat(1))] == ["nothing-to-undo", "nothing-to-undo"]
    mover = play_until_a_claim(party, Random(seed))
    (other,) = party.table.asked
    assert told(mover) is None
    party.ack(wire.AskTakeback, mover)
    assert told(mover) == "question-open"
    party.ack(wire.AnswerTakeback, other, agree=False)
    draw = first_of(party, other, DrawBlind)
    assert draw is not None
    party.play(other, draw)
    assert [told(mover), told(other)] == ["seen-since", "seen-since"]
    assert party.views.seat_update(None, [], moved=False).no_takeback is None


def test_a_move_ends_the_question(seed: int) -> None:
    party = started(people=2)
    mover = play_until_a_claim(party, Random(seed))
    (other,) = party.table.asked
    party.ack(wire.AskTakeback, mover)
    result = party.play(other, party.legal(other)[0])
    told = party.views.update((), result.applied, party.now).table
    assert told is not None, "who was asked must learn that the question is over"
    assert told.takeback is None


def test_a_decision_that_was_taken_back_is_asked_anew(seed: int) -> None:
    """What was decided for the old question does not count for the new one."""
    party = started(people=2)
    mover = play_until_a_claim(party, Random(seed))
    (other,) = party.table.asked
    old, action = party.table.asked[other], party.legal(other)[0]
    party.ack(wire.AskTakeback, mover)
    party.ack(wire.AnswerTakeback, other, agree=True)
    written = to_json(party.table.game.printed, action)
    assert party.refusal(wire.Play, other, decision=old, action=written) in ("stale", "not-your-turn")


def test_only_people_take_moves_back() -> None:
    party = started(people=1, bots=1)
    party.handle(BotPlay(Seat(1), party.table.asked[Seat(1)], party.legal(1)[0]))
    assert party.refusal(wire.AskTakeback, 0) == "nothing-to-undo"


@pytest.mark.parametrize(
    "event",
    [
        events.CardDrawn(Seat(0), 0, 1),  # type: ignore[arg-type]
        events.CardTurnedUp(0, 0, 1),  # type: ignore[arg-type]
        events.TicketsOffered(Seat(0), 3, (1, 2, 3)),  # type: ignore[arg-type]
        events.TunnelDug(Seat(0), 1, (), (), 1),  # type: ignore[arg-type]
        events.PiecesChosen(Seat(0), (20, 40)),
        events.StackRevealed(Seat(0), ()),
        events.GameEnded(events.EndReason.LAST_TURNS),
    ],
)
def test_whatever_shows_something_closes_the_way_back(event: events.Event) -> None:
    assert not shows_nothing_hidden([events.TurnStarted(Seat(0)), event])
    assert shows_nothing_hidden([events.TurnStarted(Seat(0))])


def test_chat_is_text_with_the_name_of_who_spoke() -> None:
    party = Party()
    result = party.ack(wire.Say, 0, text="  hello\n<script>alert(1)</script>  ")
    (step,) = party.views.seat_update(None, result.applied, moved=False).steps
    assert isinstance(step, wire.SaidStep)
    assert (step.name, step.text) == ("Ann", "hello <script>alert(1)</script>")
    assert party.views.welcome((), [], party.now, complete=True).said == [step]
    reply = party.do(wire.Say, 0, text="\u200b \n").reply
    assert isinstance(reply, wire.Refused)
    assert (reply.code, reply.detail) == ("bad-message", "the text has nothing that can be read")


def test_chat_has_a_pace_and_the_host_can_silence_a_seat() -> None:
    party = Party()
    party.sit("Bea")
    for _ in range(5):
        party.ack(wire.Say, 1, text="spam")
    assert party.refusal(wire.Say, 1, text="spam") == "too-fast"
    party.ack(wire.Say, 0, text="please")
    party.now += 10
    party.ack(wire.Say, 1, text="sorry")
    assert party.refusal(wire.Mute, 1, target=0, muted=True) == "not-host"
    party.ack(wire.Mute, 0, target=1, muted=True)
    party.now += 60
    assert party.refusal(wire.Say, 1, text="why?") == "muted"
    party.ack(wire.Mute, 0, target=1, muted=False)
    party.ack(wire.Say, 1, text="thanks")


def test_a_table_has_room_for_a_thousand_lines_of_chat() -> None:
    party = Party()
    for _ in range(1000):
        party.now += 2
        party.ack(wire.Say, 0, text="word")
    party.now += 60
    assert party.refusal(wire.Say, 0, text="word") == "chat-full"


def test_the_host_sets_the_pace_of_bots() -> None:
    party = Party()
    party.sit("Bea")
    assert party.refusal(wire.Pace, 1, pace=0.0) == "not-host"
    party.ack(wire.Pace, 0, pace=0.5)
    assert party.views.state().pace == 0.5


def test_only_people_can_be_muted() -> None:
    party = started(people=2, bots=1)
    for target in (2, 3, -1):
        assert party.refusal(wire.Mute, 0, target=target, muted=True) == "no-such-seat"
    party.ack(wire.Mute, 0, target=1, muted=True)
    assert party.views.state().seats[1].muted


def test_whoever_comes_is_told_the_last_fifty_lines() -> None:
    party = Party()
    for number in range(52):
        party.now += 2
        party.ack(wire.Say, 0, text=f"line {number}")
    said = party.views.welcome((), [], party.now, complete=True).said
    assert [line.text for line in said] == [f"line {number}" for number in range(2, 52)]


def test_only_what_is_said_carries_a_name_and_saying_something_ends_no_question(seed: int) -> None:
    party = started(people=2)
    mover = play_until_a_claim(party, Random(seed))
    (asked,) = party.ack(wire.AskTakeback, mover).applied
    (said,) = party.ack(wire.Say, 1, text="wait").applied
    assert (asked.name, asked.ends_takeback) == ("", False)
    assert (said.name, said.ends_takeback) == ("Bea", False)
    (answered,) = party.ack(wire.AnswerTakeback, 1 - mover, agree=False).applied
    assert answered.ends_takeback


def test_a_game_that_is_over_has_nothing_to_take_back(seed: int) -> None:
    party = started("cards")
    party.play_randomly(Random(seed))
    for seat in (0, 1):
        assert party.refusal(wire.AskTakeback, seat) == "nothing-to-undo"


def test_who_has_taken_a_move_back_has_nothing_more_to_take_back(seed: int) -> None:
    """What was hidden before the move does not stand in its way."""
    party = started(people=2)
    mover = play_until_a_claim(party, Random(seed))
    party.ack(wire.AskTakeback, mover)
    party.ack(wire.AnswerTakeback, 1 - mover, agree=True)
    assert party.refusal(wire.AskTakeback, mover) == "nothing-to-undo"
