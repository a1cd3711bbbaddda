"""What docs/protocol.md promises to writers of clients is what the server does: codes, limits, order of checks."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, get_args

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from branchline.core.refusals import Refusal
from branchline.data import files
from branchline.data.checks import sizes
from branchline.messages import LANGUAGES
from branchline.server import limits, wire
from branchline.server.app import UVICORN
from branchline.server.http import tables as http_tables
from branchline.server.http import tcp
from branchline.server.http.boards import catalog as http_catalog
from branchline.server.http.boards import drawing
from branchline.server.http.responses import _STATUS
from branchline.server.limits import Rate
from branchline.server.live import websocket
from branchline.server.live.mailbox import Mailbox
from branchline.server.live.retention import FINISHED_DAYS, OPEN_DAYS, UNFINISHED_DAYS
from branchline.server.room import table_talk
from branchline.server.room.chairs import CHAT_BURST
from branchline.server.room.table import Retired
from tests.kill.server_process import ServerProcess
from tests.server.party import Party, mine, new_table
from tests.server.webapp import Caller, call, make_table, secret_cid, serving, take_seat

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "protocol.md").read_text("utf-8")
SOURCES: Final = sorted((ROOT / "src" / "branchline" / "server").rglob("*.py"))
BLIND: Final = {"do": "draw-blind", "deck": "trains"}
TWO: Final = [{"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bea"}]


# --- The page ---


def section(title: str) -> str:
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[2]


def codes_in(text: str) -> list[str]:
    return re.findall(r"`([a-z]+(?:-[a-z]+)*)`", text)


def rows(title: str) -> list[list[str]]:
    """The rows of all tables of a section, without their heads."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] not in ("Code", "Status", "What", "Request", "---")]


def listed(title: str) -> list[str]:
    return [code for row in rows(title) for code in codes_in(row[0])]


# --- The source ---

REFUSING: Final = MappingProxyType({"Refuse": 0, "refused": 1, "problem": 1})
"""Calls that say no, and which of their arguments is the code."""
CLOSING: Final = MappingProxyType({"CloseConnection": 0, "RoomLost": 0, "close": 0, "_give_up": 0})
"""Calls that end a connection."""
PASSED_ON: Final = {
    "code", "refuse.code", "refused.code", "result.reply.code", "lost.code", "str(closing)",
    "CLOSING.get(self.close_code, 1008)", "room.table.retired", "replayed.retired", "retired", "refusal.value",
    "refused",
    "codes.get(error.status_code, 'bad-message')", "'restart' if self._mailbox.is_closed else 'too-fast'",
}  # fmt: skip
"""Codes that are not written where they are used: those of the rules, of `Retired`, and what was raised elsewhere."""


def codes_of_source(calls: MappingProxyType[str, int]) -> set[str]:
    """Every code that is written in one of these calls; a code that comes from elsewhere must be one that we know."""
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = calls.get(name)
            if place is None or len(node.args) <= place or ast.unparse(node.func) == "os.close":
                continue
            given = node.args[place]
            if not isinstance(given, ast.Constant):
                assert ast.unparse(given) in PASSED_ON, (
                    f"{path.name}: where do the codes of {ast.unparse(given)} come from?"
                )
            words = [part.value for part in ast.walk(given) if isinstance(part, ast.Constant)]
            found |= {word for word in words if isinstance(word, str) and re.fullmatch(r"[a-z]+(-[a-z]+)*", word)}
    return found


def returned_by(module: Any, function: str) -> set[str]:
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    body = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == function)
    returns = [node for node in ast.walk(body) if isinstance(node, ast.Return)]
    parts = [part.value for each in returns for part in ast.walk(each) if isinstance(part, ast.Constant)]
    return {part for part in parts if isinstance(part, str)}


def refusals_of_source() -> set[str]:
    return (
        codes_of_source(REFUSING)
        | returned_by(table_talk, "takeback_refused")
        | set(get_args(Retired))
        | {"not-found", "wrong-method"}  # Starlette's own, by their status.
    )


# --- Codes ---

PROBLEMS: Final = {"foreign-page", "not-found", "wrong-method", "failed"}
FOR_PROGRAMS: Final = {"wrong-method"}
"""What the page never does."""
OF_THE_PAGE: Final = {"no-connection"}
"""What the page says by itself, without the server."""


def test_the_page_lists_exactly_the_refusals_of_the_rules_and_the_server() -> None:
    found = listed("Refusals")
    assert len(found) == len(set(found)), "each code once"
    assert {each.value for each in Refusal} | (refusals_of_source() - PROBLEMS) == set(found)


def test_the_page_lists_exactly_the_problems_of_http_alone() -> None:
    assert sorted(listed("HTTP")) == sorted(PROBLEMS)
    assert refusals_of_source() >= PROBLEMS


def test_the_page_lists_exactly_the_codes_of_goodbyes_with_their_closing_codes() -> None:
    found = {codes_in(row[0])[0]: int(row[1]) for row in rows("The end of a connection")}
    assert found == {code: websocket.CLOSING.get(code, 1008) for code in codes_of_source(CLOSING)}


def test_every_code_has_a_sentence_in_every_language_and_no_sentence_is_left_over() -> None:
    seen = ({each.value for each in Refusal} | refusals_of_source() | OF_THE_PAGE) - FOR_PROGRAMS
    folders = [ROOT / "src/branchline/messages", ROOT / "web/src/i18n/messages", ROOT / "web/src/i18n/messages/after"]
    for language in LANGUAGES:
        keys = [key for folder in folders for key in json.loads((folder / f"{language}.json").read_text("utf-8"))]
        said = {key.removeprefix("refusal.") for key in keys if key.startswith("refusal.")}
        assert said == seen, language


def test_the_page_lists_the_status_of_every_code() -> None:
    found = {code: row[0] for row in rows("HTTP") if re.fullmatch(r"\d{3}", row[0]) for code in codes_in(row[1])}
    others = {"foreign-page": 403, "not-found": 404, "wrong-method": 405, "failed": 500}
    assert found == {code: str(status) for code, status in (_STATUS | others).items()}


# --- Limits ---


def rate(limit: Rate) -> str:
    each = f"{limit.per_second:g} a second" if limit.per_second >= 1 else f"one in {1 / limit.per_second:g} seconds"
    return f"{limit.burst:g} at once, {each}"


IN_WORDS: Final = {5: "five", 6: "six"}
IN_PARTS: Final = {4: "a quarter"}
LIMITS: Final = {
    "MAX_FRAME_BYTES": f"one message to the server | {limits.MAX_FRAME_BYTES:,} bytes",
    "MAX_BODY_BYTES": f"the body of a request | {limits.MAX_BODY_BYTES:,} bytes",
    "MAX_TABLE_BYTES": f"a new table, which may bring a board file, {limits.MAX_TABLE_BYTES:,};",
    "MAX_RECORD_BYTES": f"a record or a board file to be shown {limits.MAX_RECORD_BYTES:,}",
    "MAX_DECISIONS": f"{limits.MAX_DECISIONS:,} decisions",
    "MAX_UNREAD_MESSAGES": f"{limits.MAX_UNREAD_MESSAGES:,} messages or",
    "MAX_UNREAD_BYTES": f"{limits.MAX_UNREAD_BYTES:,} characters",
    "MAX_WAITING_COMMANDS": f"commands that wait for one table | {limits.MAX_WAITING_COMMANDS:,};",
    "MAX_CONNECTIONS_PER_TABLE": f"connections at one table | {limits.MAX_CONNECTIONS_PER_TABLE:,} |",
    "MAX_CONNECTIONS": f"connections in all | {limits.MAX_CONNECTIONS:,} |",
    "MAX_CONNECTIONS_PER_ADDRESS": f"connections from one address | {limits.MAX_CONNECTIONS_PER_ADDRESS:,} open",
    "MAX_ROOMS": f"rooms in memory | {limits.MAX_ROOMS:,};",
    "MAX_SEAT_CHANGES": f"{limits.MAX_SEAT_CHANGES:,} times of each kind",
    "MAX_HOST_CHANGES": f"{limits.MAX_HOST_CHANGES:,} times for each seat and kind",
    "MAX_FAULTS": f"make no sense | {limits.MAX_FAULTS},",
    "MESSAGES": f"messages on one connection | {rate(limits.MESSAGES)} in the long run",
    "CONNECTIONS": f"new ones {rate(limits.CONNECTIONS)}",
    "REQUESTS": f"requests from one address | {rate(limits.REQUESTS)}",
    "TABLES": f"seats taken, from one address | {rate(limits.TABLES)}",
    "DESIGNS": f"boards in the making from one address | {rate(limits.DESIGNS)};",
    "DRAWINGS": f"drawn ones {rate(limits.DRAWINGS)} |",
    "REPLAYS": f"replays from one address | {rate(limits.REPLAYS)}",
}
ELSEWHERE: Final = [
    f"`steps` and `record` count as {IN_WORDS[1 + int(http_tables.REPLAY_COST)]}",
    f"drawing a board counts as {IN_WORDS[int(http_catalog.DRAW_COST)]}",
    f"a board file | {files.MAX_FILE_BYTES:,} bytes",
    f"{sizes.MAX_CITIES} cities, {sizes.MAX_ROUTES} routes, {drawing.DRAW_SECONDS:g} seconds",
    f"{CHAT_BURST} lines in {table_talk.CHAT_SECONDS:g} seconds from one seat, {table_talk.MAX_CHAT_LINES:,} lines",
    f"{wire.MAX_TEXT} characters a line",
    f"names | {wire.MAX_NAME} characters",
    f"{tcp.MAX_TCP_PER_ADDRESS} and at most {IN_PARTS[tcp.SHARES]} of what the server can hold",
    f"{tcp.HEADER_SECONDS:g} s, {tcp.BODY_SECONDS:g} s, {tcp.ANSWER_SECONDS:g} s, {tcp.IDLE_SECONDS:g} s;",
    f"headers of one request | {tcp.MAX_HEADER_BYTES:,} bytes",
    f"after {UNFINISHED_DAYS} days if it is not finished, after {FINISHED_DAYS} days if it is",
    f"payments listed in one choice | {wire.MAX_PAYMENTS};",
    f"nobody has touched it for {OPEN_DAYS:g} days",
]


def test_the_page_tells_every_limit_as_it_is() -> None:
    named = {name for name, value in vars(limits).items() if name.isupper() and isinstance(value, int | Rate)}
    assert named == LIMITS.keys(), "each limit of limits.py has its line on the page"
    told = section("Limits")
    assert [words for words in (*LIMITS.values(), *ELSEWHERE) if words not in told] == []


def test_the_page_tells_the_other_numbers_as_they_are() -> None:
    assert f"The server waits {websocket.HELLO_SECONDS:g} seconds for `hello`." in PAGE
    assert f"at most {http_tables.MAX_LISTED}, and none that nobody has touched for a day" in PAGE
    assert http_tables.LISTED_SECONDS == 86_400
    assert f"a message of more than {UVICORN['ws_max_size']:,} bytes (1009)" in PAGE
    ping, patience = UVICORN["ws_ping_interval"], UVICORN["ws_ping_timeout"]
    assert f"about every {ping:g} seconds, that is not answered within {patience:g} " in PAGE.replace("\n", " ")


def test_steps_and_records_cost_as_much_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.http.state.REQUESTS", Rate(13, 0.0))  # one for the table, twice six
    with serving(tmp_path) as client:
        address = f"/api/tables/{make_table(client)['table']}/steps"
        assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]


def test_a_message_is_measured_in_bytes_and_not_in_letters(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client)
        with call(client) as caller:
            caller.hello(made["table"])
            caller._session.send_text("ż" * (limits.MAX_FRAME_BYTES // 2 + 1))
            assert goodbye(caller) == ("too-big", 1008)


# --- Connections that are refused or ended ---


def goodbye(caller: Caller) -> tuple[str, int]:
    """The code of the `bye`, and the one with which the connection closes after it."""
    while (message := caller.hear())["type"] != "bye":
        pass
    with pytest.raises(WebSocketDisconnect) as closed:
        caller.hear()
    return message["code"], closed.value.code


def test_the_closing_codes_are_those_of_the_page(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for hello, expected in (
            ({"protocol": wire.PROTOCOL + 1, "table": "a" * 16}, ("reload", 1000)),
            ({"protocol": wire.PROTOCOL, "table": "a" * 16}, ("unknown-table", 1008)),
            ({"protocol": wire.PROTOCOL, "table": "no"}, ("bad-message", 1008)),
        ):
            with call(client) as caller:
                caller.send({"type": "hello", **hello})
                assert goodbye(caller) == expected


def test_a_table_that_is_full_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.live.room_task.MAX_CONNECTIONS_PER_TABLE", 1)
    with serving(tmp_path) as client:
        made = make_table(client)
        with call(client) as first, call(client) as second:
            first.hello(made["table"])
            second.send({"type": "hello", "protocol": wire.PROTOCOL, "table": made["table"]})
            assert goodbye(second) == ("too-many", 1013)


def test_who_says_no_hello_is_told_goodbye(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "HELLO_SECONDS", 0.05)
    with serving(tmp_path) as client, call(client) as caller:
        assert goodbye(caller) == ("bad-message", 1008)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("server")
    process = ServerProcess(str(folder / "tables.db"), folder / "log")
    process.start()
    process.wait_until_ready()
    yield process.port
    process.stop()


def test_a_refused_handshake_is_plain_http(port: int) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{port}/ws", origin=Origin("https://evil.example"))
    assert (refused.value.response.status_code, refused.value.response.body) == (403, b"")


def line_to(port: int) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{port}/ws", compression=None)


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ("x" * (UVICORN["ws_max_size"] + 1), 1009),
        (b"\x81\x82\x00\x00\x00\x00\xff\xfe", 1007),
        (b"\x83\x80\x00\x00\x00\x00", 1002),
    ],
    ids=["too long", "not UTF-8", "no kind of frame"],
)
def test_who_breaks_the_websocket_is_closed_without_a_word(port: int, broken: str | bytes, code: int) -> None:
    with line_to(port) as line:
        if isinstance(broken, bytes):
            line.socket.sendall(broken)
        else:
            line.send(broken)
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


def test_the_socket_is_nothing_to_plain_requests(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        answer = client.get("/ws")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_table_in_the_address_is_for_proxies_and_says_nothing_to_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made, other = make_table(client), make_table(client)
        with client.websocket_connect(f"/ws?table={other['table']}") as session:
            assert Caller(session).hello(made["table"], made["token"])["table"]["table"] == made["table"]


# --- Updates ---


def first_choice(look: dict[str, Any]) -> dict[str, Any]:
    """An answer to the first decision of a game on a board: keep every ticket."""
    return {"do": "keep", "kept": look["choices"][0]["offer"], "returned": []}


def test_an_update_may_repeat_a_decision_under_way(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[TWO[0], {"kind": "open"}], start=False)
        bea = take_seat(client, made["table"])
        with call(client) as one, call(client) as two:
            one.hello(made["table"], made["token"])
            two.hello(made["table"], bea["token"])
            one.command("start", 0)
            look = two.hear_until("update")["updates"][0]
            mine = one.hear_until("update")["updates"][0]
            one.command("play", 0, decision=mine["decision"], action=first_choice(mine))
            again = two.hear_until("update")["updates"][0]
            assert again["view"] is not None
            assert again["decision"] == look["decision"]
            assert again["choices"] == look["choices"]


def test_what_did_not_touch_the_game_says_nothing_about_decisions(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=TWO)
        with call(client) as ann:
            look = ann.hello(made["table"], made["token"])["updates"][0]
            ann.send({"type": "say", "cid": "hello", "seat": 0, "text": "hello"})
            update = ann.hear_until("update")["updates"][0]
            told = (update["view"], update["actors"], update["decision"], update["choices"])
            assert told == (None, [], None, [])
            assert ann.command("play", 0, decision=look["decision"], action=first_choice(look))["type"] == "ack"


# --- The order of checks ---


def code_of(answer: dict[str, Any]) -> str:
    return str(answer.get("code", answer["type"]))


def test_the_order_of_checks_of_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command has every fault from its own on; the first is told."""
    monkeypatch.setattr("branchline.server.room.judge.MAX_SEAT_CHANGES", 1)
    with serving(tmp_path) as client:
        made = make_table(client, seats=[TWO[0], {"kind": "open"}], start=False)
        bea = take_seat(client, made["table"])
        with call(client) as two:
            two.hello(made["table"], bea["token"])
            assert code_of(two.command("rename", 1, name="Bella", cid="mine")) == "ack"
            assert code_of(two.command("rename", 0, name="Ann", cid="mine")) == "not-your-seat"
            assert code_of(two.command("rename", 4, name="Ann", cid="mine")) == "not-your-seat"
            assert code_of(two.command("rename", 1, name="Ann", cid="mine")) == "cid-used"
            assert code_of(two.command("rename", 1, name="Bella", cid="mine")) == "ack", "the answer of then"
            assert code_of(two.command("rename", 1, name="Ann")) == "too-many", "counted before it is judged"
            assert code_of(two.command("arrange", 1, target=4, level="none")) == "not-host"
            assert code_of(two.command("play", 1, decision=1, action={"do": "dance"})) == "bad-action"
            assert code_of(two.command("play", 1, decision=1, action={"do": "pass"})) == "not-playing"


def test_a_game_that_cannot_go_on_is_told_before_anything_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.room.judge.MAX_SEAT_CHANGES", 1)
    party = Party(new_table(seats=[mine("Ann"), mine("Bea")], start=True))
    party.ack(wire.Rename, 0, name="Anna")
    party.ack(wire.Pace, 0, pace=1.0)
    party.table.retired = "old-rules"
    assert party.refusal(wire.Pace, 0, pace=2.0) == "old-rules"
    assert party.refusal(wire.Rename, 0, name="Ann") == "too-many"
    party.ack(wire.Say, 0, text="hello")
    party.ack(wire.Mute, 0, target=1, muted=True)
    party.ack(wire.Rematch, 0)


def test_the_order_of_checks_of_a_move(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=TWO)
        with call(client) as ann:
            look = ann.hello(made["table"], made["token"])["updates"][0]
            legal, stale = first_choice(look), look["decision"] - 1
            assert code_of(ann.command("play", 0, decision=stale, action={"do": "dance"})) == "bad-action"
            assert code_of(ann.command("play", 0, decision=stale, action=BLIND)) == "tickets-first"
            assert code_of(ann.command("play", 0, decision=stale, action=legal, cid="again")) == "stale"
            kept = ann.command("play", 0, decision=look["decision"], action=legal, cid="again")
            assert code_of(kept) == "ack", "a refused command leaves its cid free"
            assert code_of(ann.command("play", 0, decision=stale, action=legal)) == "already-chosen"
            assert code_of(ann.command("ask", 0, action={"do": "dance"})) == "bad-action"
            assert ann.command("ask", 0, action=legal) | {"cid": ""} == {
                "type": "answer", "cid": "", "refusal": "already-chosen", "need": None,
            }  # fmt: skip


def test_commands_of_the_host_ask_for_the_host_first(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[TWO[0], {"kind": "open"}], start=False)
        bea = take_seat(client, made["table"])
        with call(client) as one, call(client) as two:
            one.hello(made["table"], made["token"])
            two.hello(made["table"], bea["token"])
            one.command("start", 0)
            for command in ({"kind": "start"}, {"kind": "arrange", "target": 4, "level": "none"}):
                assert code_of(two.command(seat=1, **command)) == "not-host"
                assert code_of(one.command(seat=0, **command)) == "not-open"


def test_too_many_waiting_commands_are_refused_and_the_connection_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=TWO)
        with call(client) as ann:
            ann.hello(made["table"], made["token"])
            with monkeypatch.context() as full:
                full.setattr(Mailbox, "submit", lambda self, job: False)
                assert code_of(ann.command("say", 0, text="hello")) == "too-fast"
            assert code_of(ann.command("say", 0, text="hello")) == "ack"


def test_a_message_that_cannot_be_read_has_no_cid(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client)
        with call(client) as ann:
            ann.hello(made["table"], made["token"])
            ann.send({"type": "dance", "cid": "mine"})
            refused = ann.hear_until("refused")
            assert (refused["code"], refused["cid"]) == ("bad-message", None)


def problem(client: TestClient, path: str, body: bytes, **headers: str) -> tuple[int, str]:
    answer = client.post(path, content=body, headers={"content-type": "application/json"} | headers)
    return answer.status_code, answer.json()["code"]


def test_the_order_of_checks_of_a_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.http.state.REQUESTS", Rate(10, 0.0))
    monkeypatch.setattr("branchline.server.http.state.REPLAYS", Rate(0, 0.0))
    monkeypatch.setattr("branchline.server.http.state.TABLES", Rate(1, 0.0))
    nowhere, foreign = f"/api/tables/{'a' * 16}/seats", {"origin": "https://evil.example"}
    sitting = json.dumps({"cid": secret_cid(), "name": "Bea"}).encode()
    huge = b" " * (limits.MAX_BODY_BYTES + 1)
    with serving(tmp_path) as client:
        assert problem(client, "/nowhere", huge, **foreign) == (403, "foreign-page")
        assert problem(client, "/api/nowhere", huge) == (404, "not-found")
        assert problem(client, "/api/invitation", huge) == (405, "wrong-method")
        assert problem(client, nowhere, huge, **{"content-type": "text/plain"}) == (400, "bad-message")
        assert problem(client, nowhere, huge) == (413, "too-big")
        assert problem(client, nowhere, b"{}") == (400, "bad-message")
        assert problem(client, nowhere, sitting) == (404, "unknown-table")
        assert problem(client, nowhere, sitting) == (429, "too-fast"), "counted before the table is looked for"
        for path in ("/api/replays", "/api/boards"):
            assert problem(client, path, b"{", **{"content-type": "text/plain"}) == (429, "too-fast")
        assert client.get("/healthz").status_code == 200
        assert problem(client, "/api/nowhere", huge) == (429, "too-fast"), "nothing is left for this address"
        assert problem(client, "/api/nowhere", huge, **foreign) == (403, "foreign-page")
