"""A board of somebody's own at two server processes on one PostgreSQL: whoever comes to either of them has it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from starlette.testclient import TestClient

from branchline.core.printed.board import file_digest
from branchline.notation.records.reader import read_record
from branchline.notation.records.replay import verify
from branchline.server.app import create_app
from branchline.server.settings import Settings
from branchline.server.store.postgres.store import PostgresStore
from tests.own_boards import own_board
from tests.postgresql import private_cluster
from tests.server.webapp import ADDRESS, Simple, call, make_table

TEXT = own_board()
FILE = file_digest(TEXT)


@contextmanager
def process(database: str) -> Iterator[TestClient]:
    """A server process of its own, but for the memory that it shares with this test."""
    app = create_app(lambda: PostgresStore.open(database), Settings(), bots=Simple)
    with TestClient(app, base_url=ADDRESS) as client:
        yield client


def test_a_game_made_at_one_process_is_played_and_replayed_at_another(seed: int) -> None:
    with private_cluster() as cluster:
        database = cluster.database()
        with process(database) as one, process(database) as other:
            made = make_table(one, board="my-land", file=TEXT)
            assert other.get(f"/api/board-files/{FILE}").text == TEXT
            assert other.get(f"/api/tables/{made['table']}").json()["file"] == FILE
            with call(other) as ann:
                ann.play_to_the_end(ann.hello(made["table"], made["token"])["updates"][0], Random(seed))
            told = one.get(f"/api/tables/{made['table']}/record")
        record = read_record(told.text, "the record")
        assert record.board_file == TEXT
        assert verify(record) == ()
