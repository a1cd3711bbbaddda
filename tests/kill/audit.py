"""Compares what players were told with what the store has kept."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from branchline.server.room import facts
from branchline.server.room.room import Room
from branchline.server.store.contract import LogEntry
from branchline.server.store.open import open_store
from tools.player import Player


async def audit(db: str, players: Iterable[Player]) -> int:
    """Check every table at which somebody played; give the number of moves that were acknowledged."""
    store = await open_store(db)
    acknowledged = 0
    logs: dict[str, list[LogEntry]] = {}
    for player in players:
        table = player.seat.table
        if table not in logs:
            logs[table] = await store.read(table)
            check_log(table, logs[table])
        check_player(player, logs[table])
        acknowledged += len(player.acknowledged)
    await store.close()
    return acknowledged


def check_log(table: str, entries: list[LogEntry]) -> None:
    """Nothing is missing, nothing is there twice, and all of it can be played again."""
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), f"gap in the log of {table}"
    commands = Counter((entry.actor, entry.cid) for entry in entries)
    assert commands.most_common(1)[0][1] == 1, f"a command was carried out twice at {table}"
    assert Room.load(table, entries, entries[-1].at).table.version == len(entries)


def check_player(player: Player, entries: list[LogEntry]) -> None:
    """What was acknowledged is kept under the version that was told; what was not is kept once at most."""
    seat = player.seat.seat
    for move in player.acknowledged:
        assert move.version is not None
        assert move.version <= len(entries), f"lost: {move} of {player.seat.table}"
        entry = entries[move.version - 1]
        assert (entry.cid, entry.actor.partition(".")[0]) == (move.cid, str(seat)), f"lost: {move}, found {entry}"
        fact = msgspec.json.decode(entry.body)
        assert (fact["fact"], fact["action"]) == ("played", move.action), f"changed: {move}, found {fact}"
    kept = [entry.cid for entry in entries if is_played_by(entry, seat)]
    told = [move.cid for move in player.acknowledged]
    uncertain = [player.under_way.cid] if player.under_way else []
    assert kept in (told, told + uncertain), f"seat {seat} of {player.seat.table} played {kept}, was told {told}"


def is_played_by(entry: LogEntry, seat: int) -> bool:
    fact = facts.read(entry.body)
    return isinstance(fact, facts.Played) and fact.seat == seat and fact.by == "person"
