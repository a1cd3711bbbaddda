"""Safety of the server, by the ids of the OWASP Application Security Verification Standard 5.0 where they apply."""

from __future__ import annotations

import json
import re
import string
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from branchline.server import limits
from branchline.server.app import UVICORN
from branchline.server.http.security import Origins
from branchline.server.limits import Rate, RateLimit, RateLimits
from branchline.server.live.rooms import new_secret
from branchline.server.room.tokens import TOKEN_BYTES, table_id, token_for
from branchline.server.settings import Settings
from branchline.server.text import cleaned
from branchline.server.wire import PROTOCOL
from tests.server.webapp import ADDRESS, call, make_table, secret_cid, serving, take_seat


def handshake_is_refused(client: TestClient, **headers: str) -> bool:
    try:
        with client.websocket_connect("/ws", headers={"host": "localhost:8000"} | headers):
            return False
    except WebSocketDisconnect:
        return True


def test_asvs_4_4_2_a_foreign_page_gets_no_websocket(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        assert not handshake_is_refused(client, origin=ADDRESS)
        assert not handshake_is_refused(client), "a program that is no browser sends no origin"
        for origin in ("http://evil.example", "null", "http://localhost:9000", "https://localhost.evil.example", ""):
            assert handshake_is_refused(client, origin=origin), origin


def test_asvs_4_4_2_only_named_origins_are_added(tmp_path: Path) -> None:
    settings = Settings(public_url="https://trains.example.net/", origins=("https://dev.example.net",))
    with serving(tmp_path, settings) as client:
        public = {"host": "trains.example.net", "origin": "https://trains.example.net"}
        assert not handshake_is_refused(client, **public)
        assert not handshake_is_refused(client, host="trains.example.net", origin="https://dev.example.net")
        assert handshake_is_refused(client, host="trains.example.net", origin="https://evil.example.net")


@pytest.mark.parametrize(
    ("host", "origin", "permitted"),
    [
        ("127.0.0.1:8000", "http://127.0.0.1:8000", True),
        ("[::1]:8000", "http://[::1]:8000", True),
        ("192.168.1.20:8000", "http://192.168.1.20:8000", True),
        ("laptop.local:8000", "http://laptop.local:8000", True),
        ("laptop:8000", "http://laptop:8000", True),
        ("evil.example:8000", "http://evil.example:8000", False),
        ("evil.example", None, False),
        ("", None, False),
        ("127.0.0.1.evil.example", None, False),
    ],
)
def test_a_name_that_anybody_can_point_here_is_no_own_address(host: str, origin: str | None, permitted: bool) -> None:
    """A page at a name that its owner points at this machine would otherwise count as ours (DNS rebinding)."""
    sent = {"host": host} | ({} if origin is None else {"origin": origin})
    assert Origins(()).permits(Headers(sent)) is permitted


def test_two_origins_are_none() -> None:
    raw = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"origin", b"http://localhost")]
    assert not Origins(()).permits(Headers(raw=raw))


def test_asvs_3_5_1_foreign_pages_cannot_make_requests(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        foreign = {"origin": "http://evil.example"}
        body = {"cid": secret_cid(), "board": "usa", "seats": []}
        for answer in (
            client.post("/api/tables", json=body, headers=foreign),
            client.get("/api/tables", headers=foreign),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
            assert "access-control-allow-origin" not in answer.headers  # ASVS 3.4.2


def test_asvs_3_5_2_a_body_that_pages_send_without_asking_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            answer = client.post("/api/tables", content=b"{}", headers={"content-type": kind})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")


@pytest.mark.parametrize("path", ["/", "/t/abc", "/api/boards", "/api/tables/none", "/healthz", "/metrics", "/x.js"])
def test_asvs_3_4_every_answer_carries_the_headers_that_protect(tmp_path: Path, path: str) -> None:
    with serving(tmp_path) as client:
        headers = client.get(path).headers
    policy = headers["content-security-policy"]
    for directive in ("default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert directive in policy  # 3.4.3, 3.4.6
    assert "unsafe-eval" not in policy
    assert not re.search(r"script-src [^;]*unsafe-inline", policy)
    assert headers["x-content-type-options"] == "nosniff"  # 3.4.4
    assert headers["referrer-policy"] == "no-referrer"  # 3.4.5
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "strict-transport-security" not in headers, "only a server with a certificate may demand one"
    assert "server" not in headers  # 13.4.6
    if "json" in headers["content-type"]:
        assert "sandbox" in policy  # 3.2.1


def test_asvs_3_4_1_a_public_server_insists_on_encryption(tmp_path: Path) -> None:
    with serving(tmp_path, Settings(public_url="https://trains.example.net")) as client:
        demanded = client.get("/api/boards").headers["strict-transport-security"]
    assert demanded == "max-age=31536000; includeSubDomains"


def test_asvs_4_1_1_every_body_says_what_it_is(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for path, kind in (
            ("/", "text/html; charset=utf-8"),
            ("/healthz", "text/plain; charset=utf-8"),
            ("/api/boards", "application/json"),
            ("/api/tables/none", "application/json"),
        ):
            assert client.get(path).headers["content-type"] == kind


def test_asvs_7_2_3_tokens_have_enough_chance_and_are_unique() -> None:
    assert TOKEN_BYTES * 8 >= 128
    key = new_secret()
    tokens = {token_for(key, f"{number:022}") for number in range(5_000)}
    assert len(tokens) == 5_000
    assert all(re.fullmatch("[a-z2-7]{32}", token) for token in tokens)
    for place in range(32):
        assert len({token[place] for token in tokens}) == 32, "every letter occurs at every place"
    assert len({new_secret() for _ in range(1_000)}) == 1_000
    assert len(bytes.fromhex(new_secret())) * 8 == 256


def test_asvs_7_2_1_only_the_server_decides_what_a_token_holds(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        mine, theirs = make_table(client), make_table(client)
        with call(client) as stranger:
            assert stranger.hello(theirs["table"], mine["token"])["seats"] == []
            refused = stranger.command("say", 0, text="hello")
            assert refused["code"] == "not-your-seat"


def test_asvs_7_4_1_a_seat_that_was_given_up_is_closed_to_its_token(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "open"}], start=False)
        bea = take_seat(client, made["table"])
        with call(client) as caller:
            caller.hello(made["table"], bea["token"])
            assert caller.command("leave", 1)["type"] == "ack"
            assert caller.command("say", 1, text="still here")["code"] == "not-your-seat"
        with call(client) as again:
            assert again.hello(made["table"], bea["token"])["seats"] == []


def test_answers_do_not_tell_whether_a_secret_exists(tmp_path: Path) -> None:
    """A private table, a table that does not exist and what can be none look alike to who does not know the link."""
    with serving(tmp_path) as client:
        made = make_table(client)
        unknown = table_id(secret_cid())
        answers = [
            (answer.status_code, answer.content)
            for table in (unknown, "x" * 16, "../../etc/passwd", made["table"][:-1], made["table"].upper())
            for answer in (client.get(f"/api/tables/{table}"), client.get(f"/api/tables/{table}/steps"))
            if table != "../../etc/passwd"
        ]
        assert set(answers) == {(404, b'{"code":"unknown-table","detail":""}')}
        address = f"/api/tables/{made['table']}/steps"
        plain = client.get(address)
        wrong = client.get(address, headers={"authorization": f"Bearer {'a' * 32}"})
        odd = client.get(address, headers={"authorization": "Bearer short"})
        assert plain.content == wrong.content == odd.content, "a wrong token is no token"


def test_asvs_14_2_1_no_address_takes_a_token(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client)
        steps = client.get(f"/api/tables/{made['table']}/steps?token={made['token']}").json()
        assert steps["seat"] is None, "a token in an address opens nothing"
        assert made["token"] not in client.get(f"/api/tables/{made['table']}").text


def test_asvs_14_3_2_what_is_personal_is_not_kept_in_caches(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client)
        for path in ("/api/tables", f"/api/tables/{made['table']}", f"/api/tables/{made['table']}/steps"):
            assert client.get(path).headers["cache-control"] == "no-store"
        answer = client.post("/api/tables", json={})
        assert answer.headers["cache-control"] == "no-store"
        assert not [name for name in answer.headers if name == "set-cookie"], "no cookies at all"


@pytest.mark.parametrize("method", ["TRACE", "PUT", "DELETE", "PATCH", "CONNECT"])
def test_asvs_13_4_4_only_what_is_meant_to_be_asked_is_answered(tmp_path: Path, method: str) -> None:
    with serving(tmp_path) as client:
        for path in ("/api/tables", "/api/boards", "/"):
            assert client.request(method, path).status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/..%2fpyproject.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../__init__.py",
        "//etc/x.y",
    ],
)
def test_asvs_5_3_2_paths_lead_nowhere_else(tmp_path: Path, path: str) -> None:
    with serving(tmp_path) as client:
        assert client.get(path).status_code == 404


def test_asvs_2_2_1_bodies_are_read_strictly(tmp_path: Path) -> None:
    good = {"board": "usa", "seats": [{"kind": "mine", "name": "A"}, {"kind": "open"}]}
    bad: list[Any] = [
        {"cid": "short"},
        {"cid": "x" * 65},
        {"seats": [{"kind": "mine", "name": "A" * 25}, {"kind": "open"}]},
        {"seats": [{"kind": "king"}] * 2},
        {"seats": [{"kind": "open"}] * 6},
        {"board": "../usa"},
        {"pace": -1},
        {"pace": "fast"},
        {"clock": {"kind": "move", "seconds": 0}},
        {"clock": {"kind": "days", "days": 31}},
        {"entropy": "xyz"},
        {"admin": True},
        {"options": {"first": -1}},
    ]
    with serving(tmp_path) as client:
        for change in bad:
            answer = client.post("/api/tables", json={"cid": secret_cid()} | good | change)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-message"), change
        assert client.post("/api/tables", json={"cid": secret_cid()} | good).status_code == 201


def test_too_much_is_too_much(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        huge = client.post(
            "/api/tables", content=b" " * (limits.MAX_TABLE_BYTES + 1), headers={"content-type": "application/json"}
        )
        assert (huge.status_code, huge.json()["code"]) == (413, "too-big")
        made = make_table(client)
        with client.websocket_connect("/ws") as session:
            session.send_text(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": made["table"]}))
            session.send_text("x" * (limits.MAX_FRAME_BYTES + 1))
            while (message := json.loads(session.receive_text()))["type"] != "bye":
                pass
            assert message["code"] == "too-big"
    assert UVICORN["ws_max_size"] <= 64_000


def test_asvs_2_4_1_who_asks_too_often_is_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.http.state.TABLES", Rate(2, 0.0))
    monkeypatch.setattr("branchline.server.http.state.REQUESTS", Rate(10, 0.0))
    with serving(tmp_path) as client:
        codes = []
        for _ in range(4):
            seats = [{"kind": "mine", "name": "A"}, {"kind": "open"}]
            body = {"cid": secret_cid(), "board": "usa", "seats": seats}
            codes.append(client.post("/api/tables", json=body).status_code)
        assert codes == [201, 201, 429, 429]
        assert [client.get("/api/boards").status_code for _ in range(8)] == [200] * 6 + [429] * 2


def test_asvs_2_4_1_connections_and_messages_have_a_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.http.state.CONNECTIONS", Rate(2, 0.0))
    monkeypatch.setattr("branchline.server.live.websocket.MESSAGES", Rate(5, 0.0))
    with serving(tmp_path) as client:
        made = make_table(client)
        with call(client) as caller:
            caller.hello(made["table"])
            for _ in range(6):
                caller.send({"type": "ping"})
            while (message := caller.hear())["type"] != "bye":
                pass
            assert message["code"] == "too-fast"
        assert not handshake_is_refused(client)
        assert handshake_is_refused(client)


def test_asvs_2_4_1_one_address_does_not_take_the_places_of_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("branchline.server.http.state.MAX_CONNECTIONS_PER_ADDRESS", 2)
    with serving(tmp_path) as client:
        made = make_table(client)
        with call(client) as first, call(client) as second:
            for caller in (first, second):
                caller.hello(made["table"])
            assert handshake_is_refused(client)
        assert not handshake_is_refused(client), "places are given back"


def test_a_client_that_talks_nonsense_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client)
        with call(client) as caller:
            caller.hello(made["table"])
            for _ in range(limits.MAX_FAULTS):
                caller.send({"type": "nonsense"})
            seen = []
            while (message := caller.hear())["type"] != "bye":
                seen.append(message.get("code"))
            assert seen.count("bad-message") == limits.MAX_FAULTS - 1
            assert message["code"] == "bad-message"


def test_credit_comes_back_with_time_and_memory_is_bounded() -> None:
    credit = RateLimit(Rate(2, 0.5), 0.0)
    assert [credit.take(0.0) for _ in range(3)] == [True, True, False]
    assert not credit.take(1.9)
    assert credit.take(4.1)
    credits_ = RateLimits(Rate(1, 0.0), most=100)
    for number in range(10_000):
        assert credits_.take(f"10.0.{number // 256}.{number % 256}", 0.0)
    assert len(credits_._known) == 100


def test_asvs_16_5_1_what_goes_wrong_inside_is_not_told_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("secret of the house")

    monkeypatch.setattr("branchline.server.http.boards.catalog.offers", broken)
    with serving(tmp_path, raise_server_exceptions=False) as client:
        answer = client.get("/api/boards")
    assert (answer.status_code, answer.json()) == (500, {"code": "failed", "detail": ""})


def test_asvs_16_5_3_a_room_that_fails_stops_and_keeps_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own bug ends the match as it stands; nothing is half done, and whoever comes back finds the table."""
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bea"}])
        with call(client) as ann:
            version = ann.hello(made["table"], made["token"])["version"]
            with monkeypatch.context() as broken:
                broken.setattr("branchline.server.room.table_talk.cleaned", failing)
                ann.send({"type": "say", "cid": "x", "seat": 0, "text": "hello"})
                while (message := ann.hear())["type"] != "bye":
                    pass
            assert message["code"] == "restart"
        with call(client) as again:
            assert again.hello(made["table"], made["token"])["version"] == version
            assert again.command("say", 0, text="hello")["type"] == "ack"


def failing(text: str) -> str:
    raise RuntimeError(text)


@pytest.mark.parametrize("sign", [*"\x00\x07\x1b\x7f\u200b\u202a\u202e\u2066\ufeff\u2028"])
def test_asvs_1_names_and_chat_hold_no_signs_that_deceive(sign: str) -> None:
    assert cleaned(f"An{sign}n") in ("Ann", "An n")
    assert cleaned(sign) == ""


def test_names_of_all_the_world_are_left_alone() -> None:
    for name in ("Zażółć gęślą jaźń", "Ștefan și Țărăncuța", "李小龍", "عمر", "👩‍🚀", "O'Brien <3", string.punctuation):
        assert cleaned(name) == name


def test_asvs_2_3_4_one_seat_is_never_given_twice(tmp_path: Path) -> None:
    """Many ask for the last seat at once; one gets it."""
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "open"}], start=False)
        bodies = [{"cid": secret_cid(), "name": f"guest {number}"} for number in range(8)]
        address = f"/api/tables/{made['table']}/seats"
        with ThreadPoolExecutor(8) as pool:
            codes = list(pool.map(lambda body: client.post(address, json=body).status_code, bodies))
        assert sorted(codes) == [201] + [409] * 7


def test_asvs_1_2_4_a_name_is_no_sql(tmp_path: Path) -> None:
    """What closes a quotation, a statement or a comment is kept as it is, and does nothing."""
    name = "'; DROP TABLE entry;--"
    with serving(tmp_path) as client:
        seats = [{"kind": "mine", "name": name}, {"kind": "open"}]
        made = make_table(client, seats=seats, start=False, public=True)
        listed = client.get("/api/tables", params={"game": "usa", "status": "open"}).json()["tables"]
        assert [table["names"][0] for table in listed] == [name]
        for odd in ("' OR 1=1 --", "usa'--", '"'):
            assert client.get("/api/tables", params={"game": odd}).json()["tables"] == []
            assert client.get("/api/tables", params={"status": odd}).json()["tables"] == []
        assert client.get(f"/api/tables/{made['table']}").json()["seats"][0]["name"] == name
