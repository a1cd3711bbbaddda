"""What strangers send is read or refused, and nothing else; each of these once ended a connection or a request."""

import json
from pathlib import Path
from typing import Any, cast

import pytest

from branchline.server import wire
from branchline.server.wire import PROTOCOL
from branchline.server.wire.decode import MAX_DETAIL, Reader, Unreadable
from tests.server.webapp import make_table, serving

DEEP = 3_000
PLAY = b'{"type":"play","cid":"a","seat":0,"decision":1,"action":'
UNREADABLE = [
    b'{"type":"say","cid":"a","seat":0,"text":"\xff"}',
    b'{"type":"say","cid":"a","seat":0,"text":"\xed\xa0\x80"}',
    b'{"type":"\xff"}',
    b'{"\xff":1}',
    b'{"x":' * DEEP,
    b"[" * DEEP,
    PLAY + b'{"do":' + b"[" * DEEP + b"]" * DEEP + b"}}",
    PLAY + b'{"do":"claim","pay":{"red":[1]}}}',
    b'{"type":"leave","cid":"a\\n","seat":0}',
    b'{"type":"add-entropy","cid":"a","seat":0,"entropy":"ab\\n"}',
    b'{"type":"arrange","cid":"a","seat":0,"target":1,"level":"random\\n"}',
]


@pytest.mark.parametrize("frame", UNREADABLE, ids=lambda frame: repr(frame[:60]))
def test_what_cannot_be_read_is_refused_in_few_words(frame: bytes) -> None:
    reader: Reader[wire.ClientMessage] = Reader(cast(Any, wire.ClientMessage))
    with pytest.raises(Unreadable) as refused:
        reader.read(frame)
    assert 0 < len(str(refused.value)) <= MAX_DETAIL


def test_a_connection_survives_what_cannot_be_read(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bea"}])
        with client.websocket_connect("/ws") as session:
            hello = {"type": "hello", "protocol": PROTOCOL, "table": made["table"], "tokens": [made["token"]]}
            session.send_text(json.dumps(hello))
            assert json.loads(session.receive_text())["type"] == "welcome"
            for frame in UNREADABLE:
                session.send_bytes(frame)
                assert json.loads(session.receive_text())["code"] == "bad-message"
            session.send_text('{"type":"ping"}')
            assert json.loads(session.receive_text())["type"] == "pong"


def test_a_request_whose_body_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        for body in (b'{"cid":"\xff"}', b'{"x":' * 3_000, b'{"options":' * 1_000):
            answer = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")
            assert 0 < len(answer.json()["detail"]) <= MAX_DETAIL


def test_nobody_nests_an_action_so_deeply_that_the_room_gives_up(tmp_path: Path) -> None:
    """Reading it and telling what is wrong with it must not need more of Python's stack than there is."""
    with serving(tmp_path) as client:
        made = make_table(client, seats=[{"kind": "mine", "name": "Ann"}, {"kind": "mine", "name": "Bea"}])
        for first in range(1, 1_000, 100):
            with client.websocket_connect("/ws") as session:
                hello = {"type": "hello", "protocol": PROTOCOL, "table": made["table"], "tokens": [made["token"]]}
                session.send_text(json.dumps(hello))
                assert json.loads(session.receive_text())["type"] == "welcome"
                for depth in range(first, first + 19):
                    nested = "[" * depth + '"wild"' + "]" * depth
                    session.send_text(f'{{"type":"ask","cid":"a","seat":0,"action":{{"do":"draw","slot":{nested}}}}}')
                    answer = json.loads(session.receive_text())
                    assert answer["code"] == ("bad-action" if depth == 1 else "bad-message")
