"""The game at a table: decisions, refusals, secret choices made at the same time, and the end."""

from random import Random
from typing import Any

import pytest

from branchline.core.ids import Seat
from branchline.games import game_names, load_game
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.chairs import BotChair
from branchline.server.room.commands import BotPlay
from branchline.server.room.playing import ask
from tests.server.party import Party, bot, mine, new_table, started, through_choices
from tests.server.simulation.checks import as_sent

GAMES = [(name, seats) for name in game_names() for seats in load_game(name).seat_counts]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_game_is_played_to_its_score_sheet_by_every_number_of_players(game: str, seats: int, seed: int) -> None:
    """People and a bot; the log alone gives the same table again."""
    party = started(game, people=seats - 1, bots=1)
    party.play_randomly(Random(seed))
    assert party.table.status == "finished"
    update = party.views.welcome((Seat(0),), [], party.now, complete=True)
    assert update.outcome is not None
    assert [sheet["seat"] for sheet in update.outcome["sheets"]] == list(range(seats))
    assert update.table.fairness.secret == party.table.secret
    again = party.reloaded().table
    assert again.state == party.table.state
    assert (again.version, again.status, again.asked) == (party.table.version, "finished", {})


def test_secret_choices_may_be_made_in_any_order_and_tell_nothing() -> None:
    party = started(people=3)
    assert set(party.table.asked) == {0, 1, 2}
    asked = dict(party.table.asked)
    for seat in (2, 0):
        result = party.play(seat, party.legal(seat)[0])
        for viewer in (0, 1, 2, None):
            look = party.views.seat_update(None if viewer is None else Seat(viewer), result.applied, moved=True)
            (step,) = look.steps
            assert isinstance(step, wire.PlayedStep)
            assert as_sent(step.events) == [{"event": "choice-made", "seat": seat}]
        asked.pop(Seat(seat))
        assert party.table.asked == asked, "the takeback to the others stays the same one"
    party.play(1, party.legal(1)[0])
    assert len(party.table.asked) == 1


def test_whoever_is_not_asked_is_refused_with_the_reason_of_the_rules(seed: int) -> None:
    party = started(people=2)
    through_choices(party, Random(seed))
    (turn,) = party.table.asked
    action = to_json(party.table.game.printed, party.legal(turn)[0])
    other = 1 - turn
    assert party.refusal(wire.Play, other, decision=party.table.version, action=action) == "not-your-turn"
    assert party.refusal(wire.Play, turn, decision=0, action=action) == "stale"
    assert party.refusal(wire.Play, turn, decision=party.table.asked[turn], action={"do": "pass"}) == "can-act"


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"do": "fly"},
        {"do": 7},
        {"do": "claim"},
        {"do": "claim", "route": "nowhere", "pay": {}},
        {"do": "claim", "route": "boston--montreal--1", "pay": {"red": -1}},
        {"do": "claim", "route": "boston--montreal--1", "pay": {"red": True}},
        {"do": "draw", "slot": "0"},
        {"do": "draw", "slot": 0, "joker": 1},
        {"do": "keep", "kept": 5, "returned": []},
    ],
)
def test_an_action_that_is_none_is_a_bad_action(action: dict[str, object]) -> None:
    party = started()
    assert party.refusal(wire.Play, 0, decision=party.table.asked[Seat(0)], action=action) == "bad-action"


def test_nothing_can_be_played_before_the_start_or_after_the_end(seed: int) -> None:
    party = Party()
    assert party.refusal(wire.Play, 0, decision=1, action={"do": "pass"}) == "not-playing"
    party = started("cards")
    party.play_randomly(Random(seed))
    assert party.refusal(wire.Play, 0, decision=1, action={"do": "pass"}) == "game-over"


def test_a_question_is_answered_with_the_reason_and_changes_nothing(seed: int) -> None:
    party = started(people=2)
    through_choices(party, Random(seed))
    (turn,) = party.table.asked
    state, version = party.table.state, party.table.version
    legal = to_json(party.table.game.printed, party.legal(turn)[0])

    def answer(seat: int, action: dict[str, Any]) -> str | None:
        reply = ask(party.room, wire.Ask(cid="q", seat=seat, action=action), party.holders)
        return reply.refusal if isinstance(reply, wire.Answer) else reply.code

    assert answer(turn, legal) is None
    assert answer(1 - turn, legal) == "not-your-turn"
    assert answer(turn, {"do": "claim", "route": "boston--montreal--1", "pay": {"red": 99}}) == "cards-not-held"
    assert answer(turn, {"do": "nonsense"}) == "bad-action"
    reply = ask(party.room, wire.Ask(cid="q", seat=0, action=legal), frozenset())
    assert isinstance(reply, wire.Refused)
    assert reply.code == "not-your-seat"
    assert (party.table.state, party.table.version) == (state, version)


def test_a_refusal_says_what_is_missing_from_the_seats_own_cards() -> None:
    """The answer to `ask` and the refusal of `play` have the same numbers."""
    party = started(people=2)
    through_choices(party, Random(1))
    (turn,) = party.table.asked
    board = party.table.game.printed
    hand = party.table.state.players[turn].hand
    blue = hand[board.kind_ids["blue"]] + hand[board.kind_ids["wild"]]
    action: dict[str, Any] = {"do": "claim", "route": "portland--salt-lake-city", "pay": {}}
    answered = ask(party.room, wire.Ask(cid="q", seat=turn, action=action), party.holders)
    assert isinstance(answered, wire.Answer)
    assert answered.need is not None
    assert (answered.need["need"], answered.need["colors"]) == ("cards-needed", ["blue"])
    assert (answered.need["cost"], answered.need["missing"]) == (6, 6 - blue)
    played = party.handle(wire.Play(cid="p", seat=turn, decision=party.table.asked[turn], action=action)).reply
    assert isinstance(played, wire.Refused)
    assert (played.code, played.need) == (answered.refusal, answered.need)


def test_a_command_sent_twice_is_answered_and_not_repeated() -> None:
    party = started(people=2)
    command = wire.Play(
        cid="once",
        seat=0,
        decision=party.table.asked[Seat(0)],
        action=to_json(party.table.game.printed, party.legal(0)[0]),
    )
    first = party.handle(command)
    version, state = party.table.version, party.table.state
    second = party.handle(command)
    assert first.reply == second.reply == wire.Ack(cid="once", version=version)
    assert not second.applied
    assert (party.table.version, party.table.state) == (version, state)
    party.room = party.reloaded()
    assert party.handle(command).reply == first.reply, "also after a restart"


def test_the_same_id_from_another_seat_is_another_command() -> None:
    party = started(people=2)
    for seat in (0, 1):
        action = to_json(party.table.game.printed, party.legal(seat)[0])
        command = wire.Play(cid="same", seat=seat, decision=party.table.asked[Seat(seat)], action=action)
        assert party.handle(command).applied


def test_only_who_holds_the_seat_acts_for_it() -> None:
    party = started(people=2)
    ann = frozenset({party.table.person(0).holder})
    action = to_json(party.table.game.printed, party.legal(1)[0])
    for seat in (1, 4):
        command = wire.Play(cid=f"c{seat}x", seat=seat, decision=party.table.version, action=action)
        reply = party.handle(command, ann).reply
        assert isinstance(reply, wire.Refused)
        assert reply.code == "not-your-seat"


def test_a_bots_move_is_judged_like_any_other(seed: int) -> None:
    party = Party(new_table(seats=[mine("Ann"), bot()], start=True))
    seat, decision, chair = party.room.bots_to_move()[0]
    assert (seat, chair) == (1, BotChair("random"))
    mine_, theirs = party.legal(0)[0], party.legal(1)[0]

    def code(command: BotPlay) -> str:
        reply = party.handle(command).reply
        return reply.code if isinstance(reply, wire.Refused) else "ack"

    assert code(BotPlay(seat, decision, mine_)) == "not-offered"
    assert code(BotPlay(Seat(0), party.table.asked[Seat(0)], mine_)) == "stale", "a person plays for themselves"
    assert code(BotPlay(seat, decision, theirs)) == "ack"
    assert code(BotPlay(seat, decision, theirs)) == "stale"
    played = party.facts()[-1]
    assert isinstance(played, facts.Played)
    assert played.by == "bot"
