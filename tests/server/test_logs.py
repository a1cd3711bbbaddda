"""The log is JSON, one object a line, and keeps secrets even when somebody is careless."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from branchline.server import logs

TOKEN = "abcdefghijklmnopqrstuvwxyz234567"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Give what is written to the log, and put the log back as it was."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.begin("info", stream)
    yield stream
    root.handlers[:] = before
    root.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_says_when_who_what_and_what_belongs_to_it(written: io.StringIO) -> None:
    logging.getLogger("branchline.test").warning("moved %s", "twice", extra={"table": "oak", "seats": [1, 2]})
    (line,) = lines(written)
    assert str(line.pop("timestamp")).endswith("Z")
    assert line == {
        "level": "warning",
        "logger": "branchline.test",
        "message": "moved twice",
        "table": "oak",
        "seats": [1, 2],
    }


def test_levels_below_are_left_out(written: io.StringIO) -> None:
    logging.getLogger("branchline.test").debug("nobody asks")
    assert lines(written) == []


def test_a_failure_stays_on_one_line(written: io.StringIO) -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("branchline.test").exception("failed")
    (line,) = lines(written)
    assert "ValueError: two\nlines" in str(line["exception"])


@pytest.mark.parametrize(
    "careless",
    [
        f"hello {TOKEN}",
        f"/t/k4bq7xw2m3nadf5e#seat={TOKEN}",
        f"['{TOKEN}', '{TOKEN}']",
        f"Authorization: Bearer {TOKEN}",
    ],
)
def test_a_token_is_never_written(written: io.StringIO, careless: str) -> None:
    """ASVS 16.2.5: whoever logs a token by mistake, in the message, beside it or in a failure, logs stars."""
    log = logging.getLogger("branchline.test")
    log.info(careless)
    log.info("beside", extra={"link": careless, "all": [careless]})
    try:
        raise ValueError(careless)
    except ValueError:
        log.exception("failed")
    assert len(lines(written)) == 3
    assert TOKEN not in written.getvalue()
    assert written.getvalue().count("***") >= 4


def test_the_password_of_a_database_is_never_written(written: io.StringIO) -> None:
    logging.getLogger("branchline.test").info("at postgresql://anna:hunter2@db.example.net/tables")
    assert "hunter2" not in written.getvalue()
    assert "postgresql://anna:***@db.example.net/tables" in written.getvalue()


def test_ids_of_tables_and_commands_may_be_written(written: io.StringIO) -> None:
    logging.getLogger("branchline.test").info("at k4bq7xw2m3nadf5e")
    assert lines(written)[0]["message"] == "at k4bq7xw2m3nadf5e"
