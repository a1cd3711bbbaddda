"""Hints: what a bot would do in a person's place, told to nobody else, and counted openly."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from branchline.bots.guard import Guard
from branchline.bots.steady import SteadyBot
from branchline.bots.warming import WarmingBot
from branchline.core.actions import Action
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.games import game_names
from branchline.messages import LANGUAGES
from branchline.server import wire
from branchline.server.bot_processes import policy
from branchline.server.bot_processes.messages import BotDecision
from branchline.server.bot_processes.pool import BotFailed, BotProcesses
from branchline.server.room import facts
from branchline.server.views.history import record_of_log
from branchline.server.views.memories import standing
from branchline.server.views.steps import step_of
from tests.server.party import OPEN, Party, bot, mine, new_table, started, through_choices
from tests.server.webapp import Simple, call, make_table, serving, take_seat

TWO = [{"kind": "mine", "name": "Ann"}, {"kind": "open"}]


def ask(party: Party, seat: int, **more: Any) -> wire.Ack | wire.Refused:
    decision = more.pop("decision", party.table.asked.get(Seat(seat), 0))
    return party.do(wire.AskHint, seat, decision=decision, **more).reply


def refused(reply: wire.Ack | wire.Refused) -> str:
    assert isinstance(reply, wire.Refused), reply
    return reply.code


# --- At the table ---


def test_that_somebody_asked_is_kept_and_told_and_what_they_were_told_is_not() -> None:
    party = started(people=2)
    assert isinstance(ask(party, 0), wire.Ack)
    (hinted,) = [each for each in party.applied if isinstance(each.fact, facts.Hinted)]
    for viewer in (Seat(0), Seat(1), None):
        step = step_of(party.table.game.printed, hinted, viewer)
        assert step == wire.HintedStep(version=hinted.version, at=party.now, seat=0)
    assert [seat.hints for seat in party.views.state().seats] == [1, 0]
    assert party.reloaded().table.hints_of(0) == 1


def test_asking_twice_about_one_decision_counts_once_and_the_next_one_anew() -> None:
    party = started(people=2)
    through_choices(party, Random(1))
    (seat,) = party.table.asked
    ask(party, seat)
    ask(party, seat)
    version = party.table.version
    assert party.table.hints_of(seat) == 1
    while seat not in party.table.asked or party.table.asked[seat] <= version:
        party.play_randomly(Random(2), 1)
    ask(party, seat)
    assert party.table.hints_of(seat) == 2


def test_a_repeated_command_is_answered_as_before() -> None:
    party = started(people=2)
    first = party.handle(wire.AskHint(cid="h", seat=0, decision=party.table.asked[Seat(0)])).reply
    again = party.handle(wire.AskHint(cid="h", seat=0, decision=party.table.asked[Seat(0)])).reply
    assert first == again
    assert party.table.hints_of(0) == 1


def test_who_is_not_to_decide_gets_no_hint() -> None:
    party = started(people=2)
    through_choices(party, Random(1))
    (seat,) = party.table.asked
    assert refused(ask(party, 1 - seat)) == "stale"
    assert refused(ask(party, seat, decision=party.table.asked[seat] - 1)) == "stale"
    assert refused(party.handle(wire.AskHint(cid="x", seat=0, decision=1), frozenset()).reply) == "not-your-seat"
    party.ack(wire.Resign, seat)
    assert refused(ask(party, seat)) == "resigned"


def test_no_hint_before_and_after_the_game() -> None:
    party = Party(new_table(seats=[mine("Ann"), bot()]))
    assert refused(ask(party, 0)) == "not-playing"
    party.ack(wire.Start, 0)
    party.play_randomly(Random(3))
    assert refused(ask(party, 0)) == "game-over"


def options(hints: bool | None) -> wire.TableOptions:
    return wire.TableOptions(first=None, open_stacks=False, hints=hints)


@pytest.mark.parametrize(
    ("seats", "public", "hints", "allowed"),
    [
        ([mine("Ann"), OPEN], False, None, True),
        ([mine("Ann"), OPEN], True, None, False),
        ([mine("Ann"), bot()], True, None, True),
        ([mine("Ann"), mine("Bea")], True, None, True),
        ([mine("Ann"), OPEN], True, True, True),
        ([mine("Ann"), bot()], False, False, False),
    ],
    ids=["private", "public with others", "public with bots", "one screen", "allowed", "off"],
)
def test_a_table_says_whether_there_are_hints(
    seats: list[wire.SeatPlan], public: bool, hints: bool | None, allowed: bool
) -> None:
    party = Party(new_table(seats=seats, public=public, options=options(hints)))
    if OPEN in seats:
        party.sit("Bea")
    assert party.views.state().hints is allowed
    party.ack(wire.Start, 0)
    reply = ask(party, 0)
    assert isinstance(reply, wire.Ack) if allowed else refused(reply) == "no-hints"


def test_the_record_says_who_asked_and_how_often() -> None:
    party = started(people=1, bots=1)
    ask(party, 0)
    party.play_randomly(Random(4))
    record = record_of_log(party.table.id, party.entries)
    assert record is not None
    assert record.notes["hints"] == [1, 0]
    assert "hints" not in (record_of_log(party.table.id, [*without_hints(party)]) or record).notes


def without_hints(party: Party) -> list[Any]:
    """The same log with something else in place of the hint."""
    plain = facts.written(facts.Paced(1.0))
    return [
        replace(entry, body=plain) if isinstance(facts.read(entry.body), facts.Hinted) else entry
        for entry in party.entries
    ]


# --- What it is thought of ---


def ready_adviser(game: AnyGame) -> Guard:
    """Who gives hints, once it is compiled."""
    guard = policy.guarded(policy.HINT, game)
    assert isinstance(guard.bot, SteadyBot)
    assert isinstance(guard.bot.bot, WarmingBot)
    guard.bot.bot.wait()
    assert guard.bot.bot.name == "learned"
    return guard


def hint_in(party: Party, game: AnyGame, seat: Seat, state: Any, seed: int) -> tuple[Action, Any]:
    """The hint in a state, as the bots' processes think of it, from the seat's view and memory."""
    memory = nothing_seen(game.printed, len(party.table.chairs), seat)
    for each in standing(party.applied):
        memory = remember_all(memory, each.events)
    view = game.view(state, seat)._replace(memory=memory)
    legal = game.legal(state, seat)
    decided = ready_adviser(game).decide(view, legal, Random(seed), legal.__contains__)
    assert decided.trouble is None
    return decided.action, decided.reason


@pytest.mark.parametrize("name", game_names())
def test_the_same_view_brings_the_same_hint_whatever_is_hidden(name: str, seed: int) -> None:
    """Hands, decks and tickets that the seat cannot know are dealt anew, and so is the bots' chance."""
    party = started(name, people=3)
    game, rng = party.table.game, Random(seed)
    changed = 0
    for _ in range(8):
        party.play_randomly(rng, rng.randrange(1, 12))
        seat = min(party.table.asked)
        told = hint_in(party, game, seat, party.table.state, 0)
        memory = nothing_seen(game.printed, len(party.table.chairs), seat)
        for each in standing(party.applied):
            memory = remember_all(memory, each.events)
        view = game.view(party.table.state, seat)._replace(memory=memory)
        other = game.imagine(view, rng.getrandbits(32))
        changed += other != party.table.state
        assert hint_in(party, game, seat, other, 1) == told
    assert changed, "nothing hidden was dealt anew"


# --- On the wire ---


class Failing(Simple):
    """Bots that have no idea."""

    async def decide(self, level: str, game: AnyGame, view: Any, legal: Any, asker: Any) -> BotDecision:
        raise BotFailed("no idea")


def test_only_the_connection_that_asked_gets_the_hint(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=TWO, start=False)
        bea = take_seat(client, made["table"])
        with call(client) as ann, call(client) as other, call(client) as watcher, call(client) as twin:
            ann.hello(made["table"], made["token"])
            twin.hello(made["table"], made["token"])
            other.hello(made["table"], bea["token"])
            watcher.hello(made["table"])
            ann.command("start", 0)
            look = ann.hear_until("update")["updates"][0]
            ann.send({"type": "ask-hint", "cid": "h1", "seat": 0, "decision": look["decision"]})
            hint = ann.hear_until("hint")
            assert (hint["cid"], hint["seat"], hint["decision"]) == ("h1", 0, look["decision"])
            assert hint["action"]["do"] == "keep"
            ann.command("say", 0, text="done")
            for each in (other, watcher, twin):
                steps: list[Any] = []
                while not any(step["step"] == "said" for step in steps):
                    steps = each.hear_until("update")["updates"][0]["steps"]
                assert not any('"type":"hint"' in text for text in each.heard)
                (told,) = [text for text in each.heard if '"step":"hinted"' in text]
                assert '"action"' not in told
                assert '"hints":1' in told


def test_whoever_lost_the_connection_asks_again_with_the_same_id(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client)
        question = {"type": "ask-hint", "cid": "h1", "seat": 0}
        hints = []
        for _ in range(2):
            with call(client) as ann:
                look = ann.hello(made["table"], made["token"])["updates"][0]
                ann.send(question | {"decision": look["decision"]})
                hints.append(ann.hear_until("hint"))
        assert hints[0] == hints[1], "one idea for one decision"


def test_where_no_bot_has_an_idea_the_answer_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, bots=Failing) as client:
        made = make_table(client)
        with call(client) as ann:
            look = ann.hello(made["table"], made["token"])["updates"][0]
            ann.send({"type": "ask-hint", "cid": "h1", "seat": 0, "decision": look["decision"]})
            hint = ann.hear_until("hint")
            assert (hint["action"], hint["why"]) == (None, None)


def test_a_hint_of_the_real_bots_is_legal_and_has_a_reason_in_every_language(tmp_path: Path) -> None:
    with serving(tmp_path, bots=lambda: BotProcesses(1)) as client:
        made = make_table(client)
        with call(client) as ann:
            look = ann.hello(made["table"], made["token"])["updates"][0]
            told = []
            for language in (*LANGUAGES, "xx"):
                question = {"type": "ask-hint", "cid": language, "seat": 0, "decision": look["decision"]}
                ann.send(question | {"language": language})
                told.append(ann.hear_until("hint"))
            assert len({each["why"] for each in told}) == len(LANGUAGES)
            assert told[-1]["why"] == told[0]["why"], "a language that nobody has is English"
            answer = ann.command("play", 0, decision=look["decision"], action=told[0]["action"])
            assert answer["type"] == "ack", answer
