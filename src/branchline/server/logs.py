"""The server's log: one JSON object a line on the standard error stream, and no secret in any of them."""

import json
import logging
import re
import sys
import time
from typing import Final, TextIO

LEVELS: Final = ("debug", "info", "warning", "error")
# What every record has by itself; anything else was given by whoever logged.
KNOWN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}
# A token, whole or as part of a link. Nobody should log one; if somebody does by mistake, it stops here.
TOKEN: Final = re.compile(r"(?<![a-z2-7])[a-z2-7]{32}(?![a-z2-7])")
# The password inside the address of a database.
PASSWORD: Final = re.compile(r"(?<=://)([^:/@\s]*):[^@/\s]+@")


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


def begin(level: str, stream: TextIO | None = None) -> None:
    """Send the log of everything in this process to the stream, from this level on."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # These two say at every start and connection what nobody asks.
    logging.getLogger("uvicorn").setLevel(max(logging.WARNING, root.level))
    logging.getLogger("websockets").setLevel(max(logging.WARNING, root.level))
