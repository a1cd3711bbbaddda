"""Making a table: from what a person asks for to the first entries of its log, and the token for the maker."""

from __future__ import annotations

from typing import NamedTuple

from branchline.core.game import AnyGame
from branchline.core.revision import RULES_REVISION
from branchline.data.faults import Faulty
from branchline.games import catalog, load_game
from branchline.server import wire
from branchline.server.bot_processes.levels import plays
from branchline.server.room import facts
from branchline.server.room.commands import Refuse
from branchline.server.room.room import Room
from branchline.server.room.seating import readable
from branchline.server.room.table import Table
from branchline.server.room.tokens import holder_of, table_id, token_for
from branchline.server.store.contract import Entry


class Founded(NamedTuple):
    room: Room
    entries: list[Entry]


def found(new: wire.NewTable, secret: str, key: str, now: float) -> Founded:
    """The room of a new table, whose entries are still to be kept."""
    game = offered_game(new.board, new.edition)
    _demand_seats(game, new)
    holder = holder_of(token_for(key, new.cid))
    created = facts.Created(
        board=game.board_id,
        game=game.name,
        edition=game.edition,
        digest=game.digest,
        options=new.options,
        clock=new.clock,
        pace=new.pace,
        public=new.public,
        chairs=[_chair(plan, holder) for plan in new.seats],
        secret=secret,
        key=key,
        revision=RULES_REVISION,
    )
    made: list[facts.Fact] = [created]
    mine = next(seat for seat, plan in enumerate(new.seats) if isinstance(plan, wire.MySeat))
    if new.entropy is not None:
        made.append(facts.Mixed(mine, new.entropy))
    if new.start:
        made.append(facts.Started())
    return begun(table_id(new.cid), made, now)


def begun(table: str, made: list[facts.Fact], now: float) -> Founded:
    """A table that begins with these facts; its maker is the server, for what makes a token is not kept."""
    entries = [Entry(table, seq, now, "server", f"v{seq}", facts.written(fact)) for seq, fact in enumerate(made, 1)]
    room = Room(Table(table), now)
    room.catch_up(entries)
    return Founded(room, entries)


def offered_game(board: str, edition: str | None) -> AnyGame:
    if not any(info.id == board and info.offered for info in catalog()):
        raise Refuse("unknown-board")
    try:
        return load_game(board, edition)
    except Faulty:
        raise Refuse("unknown-board") from None


def _demand_seats(game: AnyGame, new: wire.NewTable) -> None:
    if len(new.seats) not in game.seat_counts:
        raise Refuse("wrong-seats")
    if not any(isinstance(plan, wire.MySeat) for plan in new.seats):
        raise Refuse("wrong-seats", "at least one seat must be yours")
    if new.options.first is not None and new.options.first >= len(new.seats):
        raise Refuse("wrong-seats", "the first seat does not exist")
    if any(isinstance(plan, wire.BotSeat) and not plays(plan.level, game) for plan in new.seats):
        raise Refuse("unknown-level")
    if new.start and any(isinstance(plan, wire.OpenSeat) for plan in new.seats):
        raise Refuse("seat-open")


def _chair(plan: wire.SeatPlan, holder: str) -> facts.Chair:
    match plan:
        case wire.MySeat():
            return facts.Chair("person", readable(plan.name), holder=holder)
        case wire.BotSeat():
            return facts.Chair("bot", level=plan.level)
        case _:
            return facts.Chair("open")
