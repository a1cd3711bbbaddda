"""Measure how soon a killed server serves again with many stored games: `python -m tools.restart --games 100000`.

Games of four are played by the server's own rooms and written to a file: those under way each for itself, the finished
ones, which nobody loads, as copies of a few. Then the server is started, played on and killed (SIGKILL), again and
again, and timed from the start of its process to its first answer, and to the first sight of a table that lay on disk.
The processor time of a start is told too: on a machine that has other work, it says more than the clock.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import apsw
import msgspec

from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.room.judge import handle
from branchline.server.room.new_table import new_table, offered_game
from branchline.server.room.room import Room
from branchline.server.store.commits import encode
from branchline.server.store.contract import LogEntry, Summary
from branchline.server.store.sqlite.file import open_writer
from tools.load.meter import processor_seconds
from tools.player import Player, Server, gather_table

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
AT_ONCE = 2_000
DIFFERENT = 20


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.restart", description="Measure restarts.")
    parser.add_argument("--games", type=int, default=100_000, help="stored games")
    parser.add_argument("--playing", type=int, default=1_000, help="how many of them are under way")
    parser.add_argument("--restarts", type=int, default=10)
    parser.add_argument("--port", type=int, default=8797)
    parser.add_argument("--folder", help="where to make the file; it is removed at the end")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="branchline-restart-", dir=arguments.folder))
    try:
        measure(folder / "tables.db", arguments)
    finally:
        shutil.rmtree(folder)


def measure(path: Path, arguments: argparse.Namespace) -> None:
    began = time.perf_counter()
    playing = fill(path, arguments.games, arguments.playing)
    print(
        f"{arguments.games} games, {arguments.playing} of them under way: {path.stat().st_size / 1e9:.2f} GB, "
        f"written in {time.perf_counter() - began:.0f} s"
    )
    ready, used, viewed = [], [], []
    rng = Random(1)
    for _ in range(arguments.restarts):
        server, seconds = start(path, arguments.port)
        try:
            ready.append(seconds)
            used.append(processor_seconds(server.pid))
            viewed.append(view(arguments.port, rng.choice(playing)))
            asyncio.run(play_one(arguments.port))  # So that the kill leaves a log behind that must be recovered.
        finally:
            server.kill()
            server.wait()
    print(f"from the start of the process to its first answer:   {told(ready)}")
    print(f"processor time of the start:                         {told(used)}")
    print(f"from then to the view of a table that lay on disk:   {told(viewed)}")


def told(times: list[float]) -> str:
    ordered = sorted(times)
    return f"median {ordered[len(ordered) // 2]:.3f} s, longest {ordered[-1]:.3f} s of {len(ordered)}"


def start(path: Path, port: int) -> tuple[subprocess.Popen[bytes], float]:
    command = [sys.executable, "-m", "branchline.cli.main", "serve", "--port", str(port), "--log-level", "error"]
    began = time.perf_counter()
    server = subprocess.Popen(command, env=os.environ | {"BRANCHLINE_DB": str(path)})
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return server, time.perf_counter() - began
        except (URLError, OSError):
            if server.poll() is not None:
                raise SystemExit("The server did not start.") from None
            time.sleep(0.005)


def view(port: int, table: str) -> float:
    began = time.perf_counter()
    with urlopen(f"http://127.0.0.1:{port}/api/tables/{table}", timeout=30) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    assert found["status"] == "playing"
    return time.perf_counter() - began


async def play_one(port: int) -> None:
    server = Server(port)
    seats = await gather_table(lambda: server, "usa", 4)
    players = [Player(lambda: server, seat, Random(number)) for number, seat in enumerate(seats)]
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())


def fill(path: Path, games: int, playing: int) -> list[str]:
    """Write finished games and games under way; give the tables of the latter."""
    connection = open_writer(path)
    connection.pragma("synchronous", "OFF")  # Only while the file is made.
    rng = Random(1)
    finished = [play_room(rng, moves=10_000) for _ in range(DIFFERENT)]
    for begin in range(0, games - playing, AT_ONCE):
        with connection:
            for _ in range(begin, min(begin + AT_ONCE, games - playing)):
                summary, entries = rng.choice(finished)
                name = "".join(rng.choices(ALPHABET, k=16))
                insert(connection, msgspec.structs.replace(summary, table=name), entries)
    under_way = [play_room(rng, moves=rng.randrange(10, 200)) for _ in range(playing)]
    with connection:
        for summary, entries in under_way:
            insert(connection, summary, entries)
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    connection.close()
    with path.open("rb") as file:
        os.fsync(file)  # What the disk still has to write down is no part of the first start.
    return [summary.table for summary, _ in under_way if summary.status == "playing"]


def play_room(rng: Random, moves: int) -> tuple[Summary, list[LogEntry]]:
    """Let a room play at random; give what it would have kept."""
    cid = "".join(rng.choices(ALPHABET, k=26))
    new = wire.NewTable(
        cid=cid, board="usa", seats=[wire.MySeat(name=f"player {seat}") for seat in range(4)], start=True
    )
    created = new_table(
        new, offered_game(new.board, None), rng.randbytes(32).hex(), rng.randbytes(32).hex(), time.time()
    )
    entries = list(created.entries)
    room = Room.load(created.table, entries, time.time())
    table = room.table
    holders = frozenset(person.holder for person in table.people().values())
    for number in range(moves):
        if table.status != "playing":
            break
        seat = min(table.asked)
        legal = table.game.legal(table.state, seat)
        action = to_json(table.game.printed, legal[rng.randrange(len(legal))])
        play = wire.Play(cid=f"{number:016x}", seat=seat, decision=table.asked[seat], action=action)
        entries += [each.entry for each in handle(room, play, time.time(), holders).applied]
    return room.summary(), entries


def insert(connection: apsw.Connection, about: Summary, entries: list[LogEntry]) -> None:
    connection.execute(
        "INSERT INTO seating (id, version, status, public, updated, due, summary) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (about.table, len(entries), about.status, about.public, about.updated, about.due, encode(about)),
    )
    key = connection.last_insert_rowid()
    connection.executemany(
        "INSERT INTO entry (seating, seq, at, actor, cid, body) VALUES (?, ?, ?, ?, ?, ?)",
        ((key, each.seq, each.at, each.actor, each.cid, each.body) for each in entries),
    )


if __name__ == "__main__":
    main()
