"""Games to be looked at again: every frame is what a viewer saw, and what cannot be replayed is told."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from branchline.core.game import Options
from branchline.core.ids import Seat
from branchline.games import load_game
from branchline.notation.json.codec import to_json
from branchline.notation.records.record import Record, record_of, record_text
from branchline.notation.records.replay import replay
from branchline.server.limits import MAX_DECISIONS, MAX_RECORD_BYTES
from tests.records import unsealed
from tests.server.party import OFFERED
from tests.server.test_schema import validator
from tests.server.webapp import call, make_table, serving

AFTER = Path(__file__).parents[2] / "web" / "src" / "i18n" / "messages" / "after"
JSON = {"content-type": "application/json"}


def random_record(board: str, seed: int, seats: int = 2) -> Record:
    game = load_game(board)
    rng = Random(seed)
    state = game.start(seats, seed, Options()).state
    actions = []
    while actors := game.actors(state):
        legal = game.legal(state, actors[0])
        action = legal[rng.randrange(len(legal))]
        actions.append((actors[0], action))
        state = game.perform(state, actors[0], action).state
    return record_of(game, [f"P{seat}" for seat in range(seats)], seed, actions, game.outcome(state))


def ask(client: TestClient, record: Record | str, eyes: str = "") -> Any:
    text = record if isinstance(record, str) else record_text(record)
    return client.post(f"/api/replays{eyes}", content=text, headers=JSON)


def folded(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the view after each frame, as a page puts it together."""
    views: list[dict[str, Any]] = []
    for frame in frames:
        views.append((views[-1] if views else {}) | frame["changed"])
    return views


@pytest.mark.parametrize("board", OFFERED)
@pytest.mark.parametrize("eyes", ["", "?seat=1", "?open=1"])
def test_frames_fold_to_the_views_of_the_game(board: str, eyes: str, tmp_path: Path, seed: int) -> None:
    record = random_record(board, seed)
    with serving(tmp_path) as client:
        found = ask(client, record, eyes).json()
    validator("Replay").validate(found)
    played = replay(record)
    viewer = Seat(1) if eyes == "?seat=1" else None
    assert len(found["frames"]) == len(played.steps) == len(record.actions) + 1
    for view, frame, step in zip(folded(found["frames"]), found["frames"], played.steps, strict=True):
        real = to_json(played.game.printed, played.game.view(step.state, viewer))
        if eyes == "?open=1" and "cardset" in real:
            for seen, player in zip(real["players"], step.state.players, strict=True):
                assert seen["stack_size"] == sum(player.stack)
            view = view | {"players": [seen | {"stack": None} for seen in view["players"]]}
            real = real | {"players": [seen | {"stack": None} for seen in real["players"]]}
        assert view == real
        seen = [event if eyes == "?open=1" else event.seen_by(viewer) for event in step.events]
        assert frame["events"] == [to_json(played.game.printed, event) for event in seen]
        assert frame["actors"] == list(played.game.actors(step.state))
    assert [frame["seat"] for frame in found["frames"]] == [None, *(entry.seat for entry in record.actions)]
    assert found["outcome"] == record.outcome
    assert found["differences"] == []


@pytest.mark.parametrize("board", [*OFFERED, "sampleland"])
def test_the_board_that_a_replay_names_has_every_route_that_is_claimed(board: str, tmp_path: Path, seed: int) -> None:
    """A board that plays by another's rules is not that other board."""
    record = random_record(board, seed)
    with serving(tmp_path) as client:
        found = ask(client, record).json()
        printed = client.get(f"/api/boards/{found['board']}/{found['edition']}").json()
    assert (found["board"], found["game"]) == (record.board, record.game) == (board, printed["game"])
    assert found["digest"] == printed["digest"]
    claimed = [
        event["route"] for frame in found["frames"] for event in frame["events"] if event["event"] == "route-claimed"
    ]
    assert bool(claimed) == bool(printed["routes"])
    assert set(claimed) <= {route["id"] for route in printed["routes"]}


def test_with_all_hands_open_every_hand_is_told(tmp_path: Path, seed: int) -> None:
    record = random_record("usa", seed, seats=3)
    with serving(tmp_path) as client:
        frames = ask(client, record, "?open=1").json()["frames"]
        assert all(frame["hands"] is None for frame in ask(client, record).json()["frames"])
    played = replay(record)
    hands: Any = None
    for frame, step in zip(frames, played.steps, strict=True):
        hands = frame["hands"] or hands
        views = [played.game.view(step.state, Seat(seat)) for seat in range(3)]
        assert hands == [to_json(played.game.printed, view.own) for view in views]


def test_the_game_of_a_table_once_it_is_over(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, board="cards")
        path = f"/api/tables/{made['table']}/replay"
        assert client.get(path).json()["code"] == "not-finished"
        with call(client) as caller:
            welcome = caller.hello(made["table"], made["token"])
            end = caller.play_to_the_end(welcome["updates"][0], Random(seed))
        found = client.get(path).json()
        assert found["outcome"] == end["outcome"]
        assert folded(client.get(f"{path}?seat=0").json()["frames"])[-1] == end["updates"][0]["view"]
        assert found["proof"]["commitment"] == end["table"]["fairness"]["commitment"]
        assert found["seed"] == end["table"]["fairness"]["seed"]
        assert client.get(f"{path}?seat=7").json()["code"] == "no-such-seat"
        assert client.get(f"{path}?seat=0&open=1").json()["code"] == "bad-message"
        assert client.get("/api/tables/aaaaaaaaaaaaaaaa/replay").status_code == 404


def test_a_changed_record_says_where_it_differs(tmp_path: Path, seed: int) -> None:
    record = unsealed(random_record("usa", seed))
    record["outcome"]["sheets"][0]["total"] += 5
    with serving(tmp_path) as client:
        found = ask(client, json.dumps(record)).json()
    assert len(found["differences"]) == 1
    assert found["differences"][0].startswith("outcome.sheets[0].total")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "something else"}, "is not a record"),
        ({"board": "atlantis"}, "there is no game or board 'atlantis'"),
        ({"edition": "1066"}, "1066"),
        ({"seats": ["A"] * 9}, "9 players are not possible"),
        ({"actions": [[0, "claim paris zurich"]]}, "paris"),
        ({"actions": [[0, "draw blind"]]}, "is refused"),
        ({"seed": -1}, "is not a number"),
    ],
)
def test_what_is_wrong_with_a_record_is_the_answer(change: dict[str, Any], reason: str, tmp_path: Path) -> None:
    record = unsealed(random_record("usa", 1)) | change
    with serving(tmp_path) as client:
        answer = ask(client, json.dumps(record))
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-record"
    assert reason in answer.json()["detail"]


@pytest.mark.parametrize("revision", [1, 99])
def test_a_game_of_other_rules_is_refused_as_such(revision: int, tmp_path: Path) -> None:
    record = unsealed(random_record("usa", 1)) | {"revision": revision, "digest": "of other data"}
    with serving(tmp_path) as client:
        answer = ask(client, json.dumps(record))
    assert answer.status_code == 400
    assert answer.json()["code"] == "other-revision"
    assert answer.json()["detail"].startswith(f"revision: the game was played under revision {revision} of the rules")
    for language in ("en", "pl", "ro"):
        catalog = json.loads((AFTER / f"{language}.json").read_text("utf-8"))
        assert catalog["refusal.other-revision"]


def test_what_is_no_record_at_all_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        assert ask(client, "[]").json()["code"] == "bad-record"
        assert ask(client, "{").json()["code"] == "bad-record"
        assert client.post("/api/replays", content=b"\xff\xfe", headers=JSON).json()["code"] == "bad-record"
        assert client.post("/api/replays", content="{}").json()["code"] == "bad-message"
        assert client.post("/api/replays?open=yes", content="{}", headers=JSON).json()["code"] == "bad-message"
        assert ask(client, "[" * (MAX_RECORD_BYTES + 1)).status_code == 413
        long = unsealed(random_record("usa", 1))
        long["actions"] *= 1 + MAX_DECISIONS // len(long["actions"])
        assert ask(client, json.dumps(long)).json()["code"] == "too-big"


def test_an_unfinished_record_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    record = unsealed(random_record("europe", 1))
    record |= {"actions": record["actions"][:20], "outcome": None}
    with serving(tmp_path) as client:
        found = ask(client, json.dumps(record)).json()
    assert len(found["frames"]) == 21
    assert found["outcome"] is None
