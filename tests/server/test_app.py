"""The real application: HTTP and WebSockets on a real store."""

import json
from pathlib import Path
from random import Random
from typing import cast

import apsw
import jsonschema_rs
import pytest
from starlette.applications import Starlette
from starlette.websockets import WebSocketDisconnect

from branchline.data.faults import Faulty
from branchline.notation.records.reader import read_record
from branchline.notation.records.replay import verify
from branchline.server.http.state import state_of
from branchline.server.limits import TABLES
from branchline.server.room import fairness
from branchline.server.settings import Settings
from branchline.server.wire import PROTOCOL
from tests.records import unsealed_line
from tests.server.party import OFFERED
from tests.server.test_schema import validator
from tests.server.webapp import call, make_table, secret_cid, serving, take_seat


@pytest.mark.parametrize("board", OFFERED)
def test_a_whole_game_over_the_wire_and_its_record(board: str, tmp_path: Path, seed: int) -> None:
    fits = validator("ServerMessage")
    with serving(tmp_path) as client:
        made = make_table(client, board=board, entropy="00ff", public=True)
        running = client.get(f"/api/tables/{made['table']}/record")
        assert (running.status_code, running.json()["code"]) == (409, "not-finished")
        with call(client) as ann:
            welcome = ann.hello(made["table"], made["token"])
            assert welcome["seats"] == made["seats"] == [0]
            last = ann.play_to_the_end(welcome["updates"][0], Random(seed))
        for text in ann.heard:
            fits.validate(json.loads(text))
        record = client.get(f"/api/tables/{made['table']}/record")
        steps = client.get(f"/api/tables/{made['table']}/steps").json()
    read = read_record(record.text, "record")
    assert read.board == welcome["table"]["board"] == board
    assert verify(read) == ()
    assert fairness.faults(read) == []
    assert read.outcome == last["outcome"]
    assert last["table"]["fairness"]["secret"] == read.notes["fair"]["secret"]
    assert welcome["table"]["fairness"]["commitment"] == read.notes["fair"]["commitment"]
    assert [step["version"] for step in steps["steps"]] == list(range(1, last["version"] + 1))


def test_the_same_id_stands_for_one_table_and_not_for_another(tmp_path: Path) -> None:
    """A lost answer is asked for again; a request for something else must not be answered with what was made before."""
    with serving(tmp_path) as client:
        wanted = {"cid": secret_cid(), "entropy": "ab12"}
        made = make_table(client, **wanted)
        assert make_table(client, **wanted) == made
        body = {"board": "europe", "seats": [{"kind": "mine", "name": "Ann"}, {"kind": "bot", "level": "random"}]}
        other = client.post("/api/tables", json=wanted | body)
        assert (other.status_code, other.json()["code"]) == (409, "cid-used")
        assert make_table(client, **wanted) == made


def test_two_people_and_a_spectator_see_the_same_game(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "open"}], start=False)
        bea = take_seat(client, made["table"])
        with call(client) as one, call(client) as two, call(client) as watcher:
            one.hello(made["table"], made["token"])
            two.hello(made["table"], bea["token"])
            watched = watcher.hello(made["table"])
            assert (watched["seats"], watched["updates"][0]["seat"]) == ([], None)
            assert one.command("start", 0)["type"] == "ack"
            looks = [caller.hear_until("update")["updates"][0] for caller in (one, two, watcher)]
            assert [look["seat"] for look in looks] == [0, 1, None]
            assert [bool(look["choices"]) for look in looks] == [True, True, False]
            assert looks[0]["view"]["players"] == looks[1]["view"]["players"] == looks[2]["view"]["players"]
            assert looks[0]["view"]["own"] != looks[1]["view"]["own"]
            assert looks[2]["view"]["own"] is None


def test_every_tab_and_device_of_a_seat_is_told_the_same(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bea"}])
        with call(client) as laptop, call(client) as phone:
            first = laptop.hello(made["table"], made["token"])
            second = phone.hello(made["table"], made["token"])
            assert first["updates"] == second["updates"]
            assert [look["seat"] for look in first["updates"]] == [0, 1], "several seats on one screen"
            choice = first["updates"][0]["choices"][0]
            action = {"do": "keep", "kept": choice["offer"], "returned": []}
            phone.command("play", 0, decision=first["updates"][0]["decision"], action=action)
            one, two = laptop.hear_until("update"), phone.hear_until("update")
            assert one == two


def test_a_seat_that_was_taken_appears_to_all_and_plays_at_once(tmp_path: Path) -> None:
    """Somebody who watches takes a seat; the connection that shows the new token is theirs."""
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "open"}], start=False)
        with call(client) as ann:
            ann.hello(made["table"], made["token"])
            bea = take_seat(client, made["table"])
            update = ann.hear_until("update")
            assert update["updates"][0]["steps"][0]["step"] == "sat"
            assert update["table"]["seats"][1]["name"] == "Bea"
            with call(client) as other:
                assert other.hello(made["table"], bea["token"])["seats"] == [1]
            more = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "open"}], start=False)
            second = client.post(
                f"/api/tables/{more['table']}/seats",
                json={"cid": secret_cid(), "name": "Child"},
                headers={"authorization": f"Bearer {more['token']}"},
            ).json()
            assert second == {"table": more["table"], "token": more["token"], "seats": [0, 1]}


def test_who_comes_back_gets_what_they_missed(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bea"}])
        with call(client) as ann:
            welcome = ann.hello(made["table"], made["token"])
            seen = welcome["version"]
            for _ in range(3):
                ann.command("say", 0, text="hello")
        with call(client) as again:
            back = again.hello(made["table"], made["token"], since=seen)
            assert back["complete"]
            assert [step["version"] for step in back["updates"][0]["steps"]] == [seen + 1, seen + 2, seen + 3]
            assert [said["text"] for said in back["said"]] == ["hello"] * 3
        with call(client) as fresh:
            whole = fresh.hello(made["table"], made["token"], since=0)
            assert [step["version"] for step in whole["updates"][0]["steps"]] == list(range(1, seen + 4))
        with call(client) as odd:
            assert not odd.hello(made["table"], made["token"], since=9999)["complete"]


def test_a_restart_resumes_every_table_where_it_was(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bea"}])
        with call(client) as ann:
            before = ann.hello(made["table"], made["token"])
            choice = before["updates"][0]["choices"][0]
            play = {
                "decision": before["updates"][0]["decision"],
                "action": {"do": "keep", "kept": choice["offer"], "returned": []},
            }
            first = ann.command("play", 0, cid="once", **play)
    with serving(tmp_path) as client, call(client) as ann:
        after = ann.hello(made["table"], made["token"])
        assert after["version"] == first["version"]
        assert after["updates"][1]["view"] == {
            **before["updates"][1]["view"],
            "phase": after["updates"][1]["view"]["phase"],
        }
        assert ann.command("play", 0, cid="once", **play) == first, "a retry is answered, not repeated"
        assert ann.command("play", 0, cid="twice", **play)["code"] == "already-chosen"


def test_requests_may_be_repeated(tmp_path: Path) -> None:
    """A lost answer costs nobody a table or a seat."""
    with serving(tmp_path) as client:
        cid, seat_cid = secret_cid(), secret_cid()
        seats = [{"kind": "mine", "name": "Ann"}, {"kind": "open"}]
        first, second = (make_table(client, cid=cid, seats=seats, start=False) for _ in range(2))
        assert first == second
        taken = [take_seat(client, first["table"], cid=seat_cid) for _ in range(2)]
        assert taken[0] == taken[1]
        full = client.post(f"/api/tables/{first['table']}/seats", json={"cid": secret_cid(), "name": "Cid"})
        assert (full.status_code, full.json()["code"]) == (409, "table-full")


def test_only_public_tables_are_listed_and_only_until_they_end(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path) as client:
        open_seats = [{"kind": "mine", "name": "Ann"}, {"kind": "open"}]
        hidden = make_table(client, seats=open_seats, start=False)
        shown = make_table(client, seats=open_seats, start=False, public=True, board="cards")
        played = make_table(client, public=True, board="cards")

        def listed(query: str = "") -> set[str]:
            return {table["table"] for table in client.get(f"/api/tables{query}").json()["tables"]}

        assert listed() == {shown["table"], played["table"]}
        assert listed("?status=open") == {shown["table"]}
        assert listed("?game=usa") == set()
        assert listed("?status=finished") == set()
        assert client.get(f"/api/tables/{hidden['table']}").json()["public"] is False
        with call(client) as ann:
            ann.play_to_the_end(ann.hello(played["table"], played["token"])["updates"][0], Random(seed))
        assert listed() == {shown["table"]}


def test_a_rematch_keeps_people_and_tokens(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, board="cards")
        with call(client) as ann:
            ann.play_to_the_end(ann.hello(made["table"], made["token"])["updates"][0], Random(seed))
            assert ann.command("rematch", 0)["type"] == "ack"
            update = ann.hear_until("update")
            following = update["table"]["rematch"]
        with call(client) as again:
            welcome = again.hello(following, made["token"])
            assert welcome["seats"] == [0]
            assert welcome["table"]["status"] == "playing", "all others are bots"
            assert welcome["table"]["fairness"]["commitment"] != update["table"]["fairness"]["commitment"]


def test_what_is_printed_is_there_for_clients_without_boards(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for board in client.get("/api/boards").json()["boards"]:
            for edition in board["editions"]:
                address = f"/api/boards/{board['board']}/{edition['id']}"
                answer = client.get(address)
                assert answer.status_code == 200
                again = client.get(address, headers={"if-none-match": answer.headers["etag"]})
                assert again.status_code == 304
        for address in ("/api/boards/usa/gold", "/api/boards/chess/standard", "/api/boards/..%2f/x"):
            assert client.get(address).status_code == 404


def test_the_page_is_html_whether_built_or_not(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for path in ("/", "/t/abc"):
            answer = client.get(path)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/html")
            assert "Branchline" in answer.text
        assert client.get("/missing.js").status_code == 404
        assert client.get("/../../pyproject.toml").status_code == 404
        assert client.get("/api/nothing").json()["code"] == "not-found"


def test_operators_are_told_how_the_server_is(tmp_path: Path) -> None:
    with serving(tmp_path, client=("127.0.0.1", 50_000)) as client:
        assert client.get("/healthz").text == "ok\n"
        make_table(client)
        metrics = client.get("/metrics")
        assert metrics.headers["content-type"].startswith("text/plain")
        assert "branchline_rooms 1" in metrics.text


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"type": "hello", "protocol": 99, "table": "a" * 16}, "reload"),
        ({"type": "hello", "protocol": PROTOCOL, "table": "a" * 16}, "unknown-table"),
        ({"type": "hello", "protocol": PROTOCOL, "table": "A" * 16}, "bad-message"),
        ({"type": "ping"}, "bad-message"),
        ([], "bad-message"),
    ],
)
def test_a_connection_begins_with_hello(tmp_path: Path, hello: object, code: str) -> None:
    with serving(tmp_path) as client, client.websocket_connect("/ws") as session:
        session.send_text(json.dumps(hello))
        assert json.loads(session.receive_text()) == {"type": "bye", "code": code}
        with pytest.raises(WebSocketDisconnect):
            session.receive_text()


def test_ping_tells_time_and_version(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bea"}])
        with call(client) as ann:
            version = ann.hello(made["table"], made["token"])["version"]
            ann.send({"type": "ping"})
            assert ann.hear_until("pong")["version"] == version


def test_a_record_that_was_tampered_with_is_found_out(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, board="cards")
        with call(client) as ann:
            ann.play_to_the_end(ann.hello(made["table"], made["token"])["updates"][0], Random(seed))
        text = client.get(f"/api/tables/{made['table']}/record").text
    record = unsealed_line(text)
    record["notes"]["fair"]["secret"] = "00" * 32
    assert len(fairness.faults(read_record(json.dumps(record), "record"))) == 2
    record = unsealed_line(text)
    record["seed"] = f"key:{1:064x}"
    assert len(fairness.faults(read_record(json.dumps(record), "record"))) == 1
    del record["notes"]
    assert fairness.faults(read_record(json.dumps(record), "record")) == ["the record carries no proof of its deal"]
    with pytest.raises(Faulty):
        read_record("{}", "record")


def test_the_schema_of_problems_holds(tmp_path: Path) -> None:
    fits = validator("Problem")
    with serving(tmp_path) as client:
        for answer in (client.get("/api/tables/x"), client.post("/api/tables", json={}), client.put("/api/boards")):
            assert answer.status_code >= 400
            fits.validate(answer.json())
    with pytest.raises(jsonschema_rs.ValidationError):
        fits.validate({"code": 1})


def test_a_server_that_can_keep_nothing_is_not_healthy(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        (tmp_path / "tables.db").rename(tmp_path / "elsewhere.db")
        answer = client.get("/healthz")
        assert (answer.status_code, answer.text) == (503, "the store has a fault\n")


def test_a_damaged_table_is_not_shown_as_another(tmp_path: Path) -> None:
    """A finished game whose last entries are lost is not one that is not finished."""
    with serving(tmp_path) as client:
        damaged, whole = make_table(client), make_table(client)
        connection = apsw.Connection(str(tmp_path / "tables.db"))
        connection.set_busy_timeout(5000)
        last = "SELECT max(seq) FROM entry JOIN seating ON key = seating WHERE id = ?"
        own = "seating = (SELECT key FROM seating WHERE id = ?)"
        connection.execute(f"DELETE FROM entry WHERE seq = ({last}) AND {own}", (damaged["table"],) * 2)
        connection.close()
        assert client.get("/healthz").status_code == 200, "nobody has looked yet"
        answer = client.get(f"/api/tables/{damaged['table']}/record")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert client.get("/healthz").status_code == 503
        assert client.get(f"/api/tables/{whole['table']}/record").json()["code"] == "not-finished"


def test_a_rematch_costs_what_a_new_table_costs(tmp_path: Path, seed: int) -> None:
    """Otherwise one address could fill the store with them; whoever comes to one that is there pays nothing."""
    with serving(tmp_path) as client, call(client) as ann:
        made = make_table(client, board="cards")
        ann.play_to_the_end(ann.hello(made["table"], made["token"])["updates"][0], Random(seed))
        state = state_of(cast(Starlette, client.app))
        while state.new_tables.take("testclient", state.rooms.now()):
            pass
        refused = ann.command("rematch", 0)
        assert (refused["type"], refused.get("code")) == ("refused", "too-fast")
        state.new_tables._known.clear()
        assert ann.command("rematch", 0)["type"] == "ack"
        while state.new_tables.take("testclient", state.rooms.now()):
            pass
        assert ann.command("rematch", 0)["type"] == "ack"


def test_a_rematch_that_is_refused_costs_nothing(tmp_path: Path, seed: int) -> None:
    """Whoever does not hold the seat makes no table, so nothing is taken from what their address may still make."""
    with serving(tmp_path) as client, call(client) as ann:
        made = make_table(client, board="cards")
        ann.play_to_the_end(ann.hello(made["table"], made["token"])["updates"][0], Random(seed))
        state = state_of(cast(Starlette, client.app))
        while state.new_tables.take("testclient", state.rooms.now()):
            pass
        refused = ann.command("rematch", 1)
        assert (refused["type"], refused.get("code")) == ("refused", "not-your-seat")
        state.new_tables._known.clear()
        for _ in range(int(TABLES.burst)):
            assert ann.command("rematch", 1)["code"] == "not-your-seat"
        assert ann.command("rematch", 0)["type"] == "ack"


def test_the_page_is_told_for_how_long_games_are_kept(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(keep_unfinished=14, keep_finished=0)) as client:
        told = client.get("/api/boards").json()
        assert (told["keep_unfinished"], told["keep_finished"]) == (14, 0)
