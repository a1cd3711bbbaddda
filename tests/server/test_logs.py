"""The log is JSON, one object a line, and keeps secrets even when somebody is careless."""

import io
import json
import logging
from collections import Counter
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


def test_a_store_that_fails_at_every_move_is_told_once_a_minute(written: io.StringIO) -> None:
    """The first at once; then one line a minute, which says how many were left out."""
    log = logging.getLogger("branchline.test")
    handler = next(each for each in logging.getLogger().handlers if isinstance(each.formatter, logs.JsonLines))
    for second in range(150):
        record = log.makeRecord(log.name, logging.ERROR, "", 0, "commit failed", (), None, extra={"reason": "full"})
        record.created = 1000.0 + second
        handler.handle(record)
    log.error("something else")
    log.error("something else")
    assert [(line["message"], line.get("repeated")) for line in lines(written)] == [
        ("commit failed", None),
        ("commit failed", 59),
        ("commit failed", 59),
        ("something else", None),
        ("something else", None),
    ]


def test_a_flood_from_one_address_does_not_fill_the_log_and_hides_nobody_else(written: io.StringIO) -> None:
    log = logging.getLogger("branchline.test")
    for number in range(3 * logs.MAX_REMEMBERED):
        log.info("rate limited", extra={"address": "10.0.0.1"})
        if number % 1000 == 0:
            log.info("rate limited", extra={"address": f"10.1.0.{number // 1000}"})
    told = Counter(line["address"] for line in lines(written))
    assert told["10.0.0.1"] <= 10, "one a minute, however slow this machine is"
    assert len(told) == 31


def test_of_how_many_addresses_the_log_remembers_something_is_bounded() -> None:
    few = logs.FewRepeats()
    for number in range(2 * logs.MAX_REMEMBERED):
        for _ in range(2):
            record = logging.makeLogRecord({"name": "x", "msg": "origin refused", "address": number})
            few.filter(record)
    assert len(few._last) == logs.MAX_REMEMBERED
    assert len(few._held) <= logs.MAX_REMEMBERED
