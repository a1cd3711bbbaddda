"""A process in which bots think: `python -m branchline.server.bot_processes.worker`, fed by `pool` through its input.

It gets views and legal actions, never a state, and answers with an action or with what went wrong.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections import OrderedDict
from random import Random
from typing import BinaryIO

from branchline.bots.guard import error_text
from branchline.bots.pickling import loads
from branchline.core.game import AnyGame
from branchline.core.printed.board import BOARDS_REMEMBERED
from branchline.games import game_in, load_game
from branchline.notation.json.codec import to_json
from branchline.server.bot_processes.messages import (
    BotRequest,
    GameName,
    encode_failure,
    encode_reply,
    encode_unknown_board,
    read_frame,
    write_frame,
)
from branchline.server.bot_processes.policy import guarded


class UnknownBoard(Exception):
    """A board of somebody's own that this worker has not seen yet, or not for long."""


class OwnGames:
    """The games on boards of somebody's own, by the digest of the file; those played last are remembered."""

    def __init__(self) -> None:
        self._texts: OrderedDict[str, str] = OrderedDict()

    def find(self, name: GameName) -> AnyGame:
        if not name.file:
            return load_game(name.board, name.edition)
        if name.text:
            self._texts[name.file] = name.text
            if len(self._texts) > BOARDS_REMEMBERED:
                self._texts.popitem(last=False)
        if name.file not in self._texts:
            raise UnknownBoard
        self._texts.move_to_end(name.file)
        return game_in(self._texts[name.file], name.edition)


GAMES = OwnGames()


def think(request: bytes) -> bytes:
    """Decide once. A bot that fails says so; it takes nobody else down."""
    try:
        asked: BotRequest = loads(request, lambda named: GAMES.find(named).printed)
        game = GAMES.find(asked.game)
        guard = guarded(asked.level, game)
        decided = guard.decide(asked.view, asked.legal, Random(asked.seed), asked.legal.__contains__)
        if decided.trouble is not None:
            print(f"{asked.level}: {decided.trouble.value}: {decided.detail}", file=sys.stderr)
        return encode_reply(to_json(game.printed, decided.action), decided.reason)
    except UnknownBoard:
        return encode_unknown_board()
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
