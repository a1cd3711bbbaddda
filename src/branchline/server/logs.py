"""The server's log: one JSON object a line on the standard error stream, and no secret in any of them."""

import json
import logging
import re
import sys
import time
from collections import Counter, OrderedDict
from typing import Final, TextIO

LEVELS: Final = ("debug", "info", "warning", "error")
# What every record has by itself; anything else was given by whoever logged.
KNOWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}
# A token, whole or as part of a link. Nobody should log one; if somebody does by mistake, it stops here.
TOKEN: Final = re.compile(r"(?<![a-z2-7])[a-z2-7]{32}(?![a-z2-7])")
# The password inside the address of a database.
PASSWORD: Final = re.compile(r"(?<=://)([^:/@\s]*):[^@/\s]+@")


# What a store that fails makes everybody say at every move, and a flood at every connection.
REPEATED: Final = frozenset(
    {
        "a request failed",
        "commit failed",
        "due tables not read",
        "lease not renewed",
        "notices interrupted",
        "other processes not told",
        "store lost",
        "the store has a fault",
        "too many connections",
        "all connections are taken",
    }
)
# What one address, or whoever asks for one table, can make the server say as often as it likes.
REPEATED_BY: Final = {
    "connection refused": "address",
    "origin refused": "address",
    "rate limited": "address",
    "table damaged": "table",
    "table not loaded": "table",
    "table requested again": "table",
    "unknown token": "table",
    "unplayable table": "table",
}
REPEAT_SECONDS: Final = 60.0
MAX_REMEMBERED: Final = 10_000


def without_secrets(text: str) -> str:
    return PASSWORD.sub(r"\1:***@", TOKEN.sub("***", text))


class JsonLines(logging.Formatter):
    """Writes a record as one object: timestamp, level, logger, message, and the fields that belong to it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in KNOWN}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(line, default=repr, ensure_ascii=False))


class FewRepeats(logging.Filter):
    """Lets the first of the repeated messages through at once, then one a minute, with the number of those left out."""

    def __init__(self) -> None:
        super().__init__()
        self._last: OrderedDict[tuple[str, str, object], float] = OrderedDict()  # The oldest first.
        self._held: Counter[tuple[str, str, object]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        by = REPEATED_BY.get(record.msg)
        if by is None and record.msg not in REPEATED:
            return True
        key = (record.name, record.msg, by and getattr(record, by, None))
        if record.created - self._last.get(key, -REPEAT_SECONDS) < REPEAT_SECONDS:
            self._held[key] += 1
            return False
        self._last[key] = record.created
        self._last.move_to_end(key)
        if len(self._last) > MAX_REMEMBERED:
            self._held.pop(self._last.popitem(last=False)[0], None)
        if held := self._held.pop(key, 0):
            record.repeated = held
        return True


def begin(level: str, stream: TextIO | None = None) -> None:
    """Send the log of everything in this process to the stream, from this level on."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(FewRepeats())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # These two say at every start and connection what nobody asks.
    logging.getLogger("uvicorn").setLevel(max(logging.WARNING, root.level))
    logging.getLogger("websockets").setLevel(max(logging.WARNING, root.level))
