"""A process in which bots think: `python -m branchline.server.bot_processes.worker`, fed by `pool` through its input.

It gets views and legal actions, never a state, and answers with an action or with what went wrong.
"""

from __future__ import annotations

import contextlib
import os
import sys
from random import Random
from typing import BinaryIO

from branchline.bots.guard import error_text
from branchline.bots.pickling import loads
from branchline.games import load_game
from branchline.notation.json.codec import to_json
from branchline.server.bot_processes.messages import BotRequest, encode_failure, encode_reply, read_frame, write_frame
from branchline.server.bot_processes.policy import guarded


def think(request: bytes) -> bytes:
    """Decide once. A bot that fails says so; it takes nobody else down."""
    try:
        asked: BotRequest = loads(request, lambda named: load_game(*named).printed)
        guard = guarded(asked.level, asked.board, asked.edition)
        decided = guard.decide(asked.view, asked.legal, Random(asked.seed), asked.legal.__contains__)
        if decided.trouble is not None:
            print(f"{asked.level}: {decided.trouble.value}: {decided.detail}", file=sys.stderr)
        return encode_reply(to_json(load_game(asked.board, asked.edition).printed, decided.action), decided.reason)
    except Exception as error:
        return encode_failure(error_text(error))


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    while (request := read_frame(source)) is not None:
        write_frame(sink, think(request))


def main() -> None:
    """Serve until the server closes the pipe. What a bot prints goes to the log, not between the answers."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    with contextlib.suppress(OSError):
        os.nice(5)  # People at the table come first.
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
