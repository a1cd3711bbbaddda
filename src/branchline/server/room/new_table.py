"""Making a table: from what a person asks for, or a rematch, to the first entries of its log."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from branchline.bots.daily import RIVALS
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.core.revision import RULES_REVISION
from branchline.data.faults import Faulty
from branchline.data.guides import guides
from branchline.games import catalog, load_game
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.chairs import BotChair, Chair, OpenChair, PersonChair
from branchline.server.room.commands import Refuse
from branchline.server.room.fairness import DEALING
from branchline.server.room.levels import GENTLE, levels, plays
from branchline.server.room.room import Room
from branchline.server.room.seating import readable
from branchline.server.room.table import Table, file_of
from branchline.server.room.tokens import following_secret, holder_of, rematch_id, table_id, token_for
from branchline.server.store.contract import Append, BoardFile, LogEntry


def new_table(new: wire.NewTable, game: AnyGame, secret: str, key: str, now: float) -> Append:
    """The first entries of the table that somebody asks for, on the board that was found for it."""
    if new.guide:
        return _guided_table(new, secret, key, now)
    if new.daily is not None:
        return _daily_table(new, new.daily, secret, key, now)
    _demand_seats(game, new)
    holder = holder_of(token_for(key, new.cid))
    created = facts.Created(
        board=game.board_id,
        file=file_of(game),
        game=game.name,
        edition=game.edition,
        digest=game.digest,
        options=new.options,
        clock=new.clock,
        pace=new.pace,
        public=new.public,
        chairs=[chair_of(plan, holder) for plan in new.seats],
        secret=secret,
        key=key,
        revision=RULES_REVISION,
        dealing=DEALING,
        sent=digest_of_request(new),
    )
    made: list[facts.Fact] = [created]
    mine = next(seat for seat, plan in enumerate(new.seats) if isinstance(plan, wire.MySeat))
    if new.entropy is not None:
        made.append(facts.EntropyAdded(mine, new.entropy))
    if new.start:
        made.append(facts.Started())
    return first_entries(table_id(new.cid), game, made, now)


def _guided_table(new: wire.NewTable, secret: str, key: str, now: float) -> Append:
    """The guided first game of a board: whoever asks begins, against gentle bots, in a deal that everybody knows."""
    guide = guides().get(new.board)
    if guide is None:
        raise Refuse("unknown-board")
    bots = [BotChair(GENTLE) for _ in range(guide.seats - 1)]
    created = _known_deal(new, wire.TableOptions(first=0, open_stacks=False), bots, secret, key)
    return _begun(new, replace(created, guide=guide.seed), now)


def _daily_table(new: wire.NewTable, day: str, secret: str, key: str, now: float) -> Append:
    """The daily deal of a board: whoever asks has the first seat, against the bots of the day, without hints."""
    bots = [BotChair(level) for level in RIVALS]
    created = _known_deal(new, wire.TableOptions(first=None, open_stacks=False, hints=False), bots, secret, key)
    return _begun(new, replace(created, daily=day), now)


def _known_deal(
    new: wire.NewTable, options: wire.TableOptions, bots: Sequence[Chair], secret: str, key: str
) -> facts.Created:
    """A private table of one person and bots on a board of the package, whose deal everybody knows."""
    mine = [plan for plan in new.seats if isinstance(plan, wire.MySeat)]
    if len(mine) != 1:
        raise Refuse("wrong-seats", "exactly one seat must be yours")
    game = offered_game(new.board, None)
    return facts.Created(
        board=game.board_id,
        game=game.name,
        edition=game.edition,
        digest=game.digest,
        options=options,
        clock=wire.NoClock(),
        pace=new.pace,
        public=False,
        chairs=[chair_of(mine[0], holder_of(token_for(key, new.cid))), *bots],
        secret=secret,
        key=key,
        revision=RULES_REVISION,
        dealing=DEALING,
        sent=digest_of_request(new),
    )


def _begun(new: wire.NewTable, created: facts.Created, now: float) -> Append:
    return first_entries(table_id(new.cid), offered_game(new.board, None), [created, facts.Started()], now)


def digest_of_request(new: wire.NewTable | wire.PlayOn) -> str:
    """What tells a request from another with the same id."""
    said = replace(new, cid="")
    return sha256(msgspec.json.encode(said, order="sorted")).hexdigest()[:16]


def rematch_of(room: Room, now: float, asked: facts.Rematched | None = None) -> Append:
    """The table that follows a finished one: the same tokens hold the same seats. Who left and is not here has left.

    Where nobody else has to agree, because all others are bots, the game begins at once.
    """
    table = room.table
    created = facts.Created(
        board=table.game.board_id,
        file=file_of(table.game),
        game=table.game.name,
        edition=table.game.edition,
        digest=table.game.digest,
        options=table.options,
        clock=table.clock,
        pace=table.pace,
        public=table.public,
        chairs=[_chair_again(room, seat, chair) for seat, chair in enumerate(table.chairs)],
        secret=following_secret(table.key, "secret"),
        key=following_secret(table.key, "key"),
        revision=RULES_REVISION,
        dealing=DEALING,
    )
    made: list[facts.Fact] = [created]
    if asked is not None and _has_one_owner(created.chairs):
        if asked.seat is not None and asked.entropy is not None:
            made.append(facts.EntropyAdded(asked.seat, asked.entropy))
        made.append(facts.Started())
    return first_entries(rematch_id(table.id, table.key), table.game, made, now)


def _has_one_owner(chairs: list[Chair]) -> bool:
    """Whether one token holds every seat that is not a bot's."""
    owners = {chair.holder for chair in chairs if isinstance(chair, PersonChair)}
    return len(owners) == 1 and not any(isinstance(chair, OpenChair) for chair in chairs)


def first_entries(table: str, game: AnyGame, made: list[facts.Fact], now: float) -> Append:
    """Entries in the server's name, not the maker's, for what makes a token is not kept."""
    entries = [LogEntry(table, seq, now, "server", f"v{seq}", facts.written(fact)) for seq, fact in enumerate(made, 1)]
    room = Room(Table(table, game), now)
    room.catch_up(entries)
    text = game.printed.text if isinstance(game.printed, Board) else ""
    return Append(tuple(entries), room.summary(), board_file=BoardFile(text.encode()) if text else None)


def offered_game(board: str, edition: str | None) -> AnyGame:
    """The game on a board of the package that is offered for tables."""
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


def chair_of(plan: wire.SeatPlan, holder: str) -> Chair:
    match plan:
        case wire.MySeat():
            return PersonChair(readable(plan.name), holder)
        case wire.BotSeat():
            return BotChair(plan.level)
        case _:
            return OpenChair()


def _chair_again(room: Room, seat: int, chair: Chair) -> Chair:
    if isinstance(chair, BotChair) and chair.level == GENTLE:
        return BotChair(levels()[0])  # After a guided game comes an ordinary one.
    if not isinstance(chair, PersonChair):
        return chair
    return OpenChair() if chair.away and not room.is_here(seat) else PersonChair(chair.name, chair.holder)
