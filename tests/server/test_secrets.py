"""No secret leaves for a seat that may not see it: searched for in the bytes of every stream."""

from __future__ import annotations

import json
import logging
import re
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from branchline.core import events
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import Memory, nothing_seen, remember
from branchline.games import game_names
from branchline.server import wire
from branchline.server.bot_processes.messages import BotRequest, encode_request
from branchline.server.bot_processes.pool import name_of
from branchline.server.room.playing import ask
from branchline.server.room.tokens import holder_of
from branchline.server.views.history import steps_after
from branchline.server.views.table_view import TableViews
from tests.server.party import KEY, SECRET, Party, started
from tests.server.webapp import call, make_table, serving, take_seat

Viewer = Seat | None


class Watchers:
    """What every viewer of a table remembers."""

    def __init__(self, party: Party) -> None:
        table = party.table
        self.memories: dict[Viewer, Memory] = {
            viewer: nothing_seen(table.game.printed, len(table.chairs), viewer)
            for viewer in (*map(Seat, range(len(table.chairs))), None)
        }

    def follow(self, applied: list[Any]) -> None:
        for each in applied:
            for event in each.events:
                for viewer, memory in self.memories.items():
                    self.memories[viewer] = remember(memory, event.seen_by(viewer))


@pytest.mark.parametrize("game", game_names())
def test_worlds_that_a_viewer_cannot_tell_apart_send_the_same_bytes(game: str, seed: int) -> None:
    """Non-interference: hands, decks, tickets, offers and choices that a viewer cannot know are dealt anew, again and
    again, and nothing that is sent to that viewer changes by a single byte: no view, no choice, no step, no question's
    answer, and not what a bot in that seat is given to think about.
    """
    party = started(game, people=3)
    watchers = Watchers(party)
    watchers.follow(party.applied)
    rng = Random(seed)
    compared = 0
    for move in count(rng.randrange(10)):
        before = len(party.applied)
        party.play_randomly(rng, 1)
        if party.table.status != "playing":
            break
        watchers.follow(party.applied[before:])
        if before < 12 or move % 10 == 0:  # All of the set-up, and moments of the whole game.
            compare_worlds(party, watchers, rng)
            compared += 1
    assert compared > 12


def compare_worlds(party: Party, watchers: Watchers, rng: Random) -> None:
    real = party.table.state
    table_game = party.table.game
    for viewer, memory in watchers.memories.items():
        sent = bytes_for(party, viewer)
        view = table_game.view(real, viewer)._replace(memory=memory)
        party.table.state = table_game.imagine(view, rng.getrandbits(32))
        assert bytes_for(party, viewer) == sent, f"seat {viewer} is told something about what it cannot see"
        party.table.state = real


def compare_many_worlds(party: Party, watchers: Watchers, seed: int) -> None:
    for number in range(50):
        compare_worlds(party, watchers, Random(seed + number))


def bytes_for(party: Party, viewer: Viewer) -> bytes:
    """Everything that is made of the state for one viewer."""
    views = TableViews(party.room)
    seats = () if viewer is None else (viewer,)
    parts: list[Any] = [
        views.welcome(seats, party.applied[-3:], party.now, complete=True),
        views.update(seats, party.applied[-1:], party.now),
        views.state(),
        views.presence(party.now),
        party.room.summary(),
    ]
    sent = b"".join(map(msgspec.json.encode, parts))
    if viewer is None:
        return sent
    game, state = party.table.game, party.table.state
    actions: list[dict[str, Any]] = [{"do": "pass"}, {"do": "draw-blind", "deck": "trains"}, {"do": "tickets"}]
    for action in actions:
        sent += msgspec.json.encode(ask(party.room, wire.Ask(cid="q", seat=viewer, action=action), party.holders))
    thought = BotRequest("random", name_of(game), 1, game.view(state, viewer), game.legal(state, viewer))
    return sent + encode_request(thought)


def test_the_comparison_of_worlds_finds_a_leak(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One number that depends on a hidden hand, anywhere in what is sent, is found."""
    party = started("usa", people=2)
    watchers = Watchers(party)
    watchers.follow(party.applied)
    compare_worlds(party, watchers, Random(seed))
    honest = TableViews.presence

    def leaking(views: TableViews, now: float) -> wire.PresenceUpdate:
        told = honest(views, now)
        told.spectators = views.table.state.players[1].hand[-1]
        return told

    monkeypatch.setattr(TableViews, "presence", leaking)
    with pytest.raises(AssertionError, match="cannot see"):
        compare_many_worlds(party, watchers, seed)


@pytest.mark.parametrize("game", game_names())
def test_no_viewer_ever_hears_of_a_ticket_that_was_not_shown_to_it(game: str, seed: int) -> None:
    """Canaries: the ids of tickets are words that stand for nothing else, and a viewer may know only some of them."""
    party = started(game, people=3)
    printed = party.table.game.printed
    routes = {route.id for route in getattr(printed, "routes", ())}
    canaries = {ticket.id for ticket in printed.tickets} - routes
    assert len(canaries) > 20
    may_know: dict[Viewer, set[str]] = {Seat(0): set(), Seat(1): set(), Seat(2): set(), None: set()}
    rng = Random(seed)
    told = 0
    while True:
        for applied in party.applied[told:]:
            learn(may_know, applied.events, printed)
        told = len(party.applied)
        if party.table.status != "playing":
            break
        for viewer, known in may_know.items() if told < 12 or rng.random() < 0.15 else ():
            heard = set(re.findall(r'"([a-z0-9-]+)"', bytes_for_wire(party, viewer)))
            assert heard & canaries <= known, f"{viewer} heard of {heard & canaries - known}"
        party.play_randomly(rng, 1)
    assert any(known for known in may_know.values())


def learn(may_know: dict[Viewer, set[str]], applied: tuple[events.Event, ...], printed: Any) -> None:
    """What the rules show to whom, from the unredacted events."""
    for event in applied:
        match event:
            case events.TicketsOffered(seat, _, tickets) if tickets is not None:
                may_know[seat] |= {printed.tickets[ticket].id for ticket in tickets}
            case events.TicketsSettled(_, tickets, _):
                for known in may_know.values():
                    known |= {printed.tickets[ticket].id for ticket in tickets}


def bytes_for_wire(party: Party, viewer: Viewer) -> str:
    views = party.views
    seats = () if viewer is None else (viewer,)
    update = views.update(seats, party.applied[-1:], party.now)
    welcome = views.welcome(seats, party.applied, party.now, complete=True)
    return (msgspec.json.encode(update) + msgspec.json.encode(welcome)).decode()


def test_the_deals_secret_and_everybodys_tokens_stay_where_they_are(seed: int) -> None:
    party = started("cards", people=2, bots=1)
    party.ack(wire.Say, 0, text="hello")
    party.play_randomly(Random(seed), 30)
    streams = b""
    for viewer in (Seat(0), Seat(1), None):
        seats = () if viewer is None else (viewer,)
        streams += msgspec.json.encode(party.views.welcome(seats, party.applied, party.now, complete=True))
        streams += msgspec.json.encode(steps_after(party.table.id, party.entries, 0, viewer))
    streams += msgspec.json.encode(party.room.summary())
    key = party.table.seed
    assert isinstance(key, bytes)
    hidden = [SECRET, KEY, key.hex(), str(int.from_bytes(key, "big")), *party.tokens, *map(holder_of, party.tokens)]
    for secret in hidden:
        assert secret.encode() not in streams
    assert party.views.state().fairness.commitment.encode() in streams


def test_the_record_of_a_running_game_is_refused_whoever_asks(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client)
        for headers in ({}, {"authorization": f"Bearer {made['token']}"}):
            answer = client.get(f"/api/tables/{made['table']}/record", headers=headers)
            assert (answer.status_code, answer.json()) == (409, {"code": "not-finished", "detail": ""})


def test_steps_are_told_to_each_as_they_may_know_them(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "open"}], start=False)
        bea = take_seat(client, made["table"])
        with call(client) as ann:
            ann.hello(made["table"], made["token"])
            ann.command("start", 0)
        address = f"/api/tables/{made['table']}/steps"

        def dealt(**more: Any) -> dict[int, Any]:
            steps = client.get(address, **more).json()["steps"]
            (started_step,) = (step for step in steps if step["step"] == "started")
            cards = [event for event in started_step["events"] if event["event"] == "cards-dealt"]
            return {event["seat"]: event["cards"] for event in cards}

        as_ann = dealt(headers={"authorization": f"Bearer {made['token']}"})
        as_bea = dealt(headers={"authorization": f"Bearer {bea['token']}"})
        as_nobody = dealt()
        assert as_ann[0]
        assert as_bea[1]
        assert as_ann[1] is as_bea[0] is as_nobody[0] is as_nobody[1] is None
        refused = client.get(f"{address}?seat=1", headers={"authorization": f"Bearer {made['token']}"})
        assert refused.json()["code"] == "not-your-seat"


def test_logs_and_problems_hold_no_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    """Everything is logged that can be, while people play, err and ask for what is not theirs."""
    caplog.set_level(logging.DEBUG)
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "bot", "level": "random"}])
        wrong = "a" * 32
        client.get(f"/api/tables/{made['table']}/steps", headers={"authorization": f"Bearer {wrong}"})
        problems = client.post("/api/tables", json={"cid": made["token"]}).text
        with call(client) as ann:
            welcome = ann.hello(made["table"], made["token"])
            ann.send({"type": "hello", "tokens": [made["token"]]})
            problems += json.dumps(ann.hear_until("refused"))
            ann.play_to_the_end(welcome["updates"][0], Random(seed))
        state = client.get(f"/api/tables/{made['table']}").json()
    logged = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    for secret in (made["token"], holder_of(made["token"]), state["fairness"]["secret"]):
        assert secret not in logged
        assert secret not in problems
