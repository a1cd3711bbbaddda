"""A table for tests: people and bots around a real room, with a clock that the test turns."""

from __future__ import annotations

from random import Random
from typing import Any

from branchline.core.actions import Action
from branchline.core.ids import Seat
from branchline.games import catalog, game_in
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.chairs import plays_itself
from branchline.server.room.commands import BotPlay, Command, Result, Sit, Tick
from branchline.server.room.judge import handle
from branchline.server.room.new_table import new_table as first_entries
from branchline.server.room.new_table import offered_game
from branchline.server.room.room import Room
from branchline.server.room.table import Applied, Table
from branchline.server.room.tokens import holder_of, kept_cid, token_for
from branchline.server.store.contract import LogEntry
from branchline.server.views.table_view import TableViews

SECRET = "5e" * 32
KEY = "0c" * 32


def cid_of(name: str) -> str:
    return f"{name:x<22}"


def mine(name: str) -> wire.MySeat:
    return wire.MySeat(name=name)


def bot(level: str = "random") -> wire.BotSeat:
    return wire.BotSeat(level=level)


OPEN = wire.OpenSeat()
OFFERED = tuple(info.id for info in catalog() if info.offered)
"""The boards, and sets of cards, that tables are made with."""


def new_table(board: str = "usa", seats: list[wire.SeatPlan] | None = None, **more: Any) -> wire.NewTable:
    return wire.NewTable(cid=cid_of("host"), board=board, seats=seats or [mine("Ann"), OPEN], **more)


class Party:
    """Ann makes the table; others sit down with a token of their own. Everything that is kept is in `entries`."""

    def __init__(self, new: wire.NewTable | None = None, *, secret: str = SECRET, now: float = 1000.0) -> None:
        self.now = now
        new = new or new_table()
        game = offered_game(new.board, new.edition) if new.file is None else game_in(new.file, new.edition)
        created = first_entries(new, game, secret, KEY, now)
        self.room = Room.load(created.table, list(created.entries), now, own=game)
        self.entries: list[LogEntry] = list(created.entries)
        self.applied: list[Applied] = []
        self.tokens = [token_for(KEY, new.cid)]
        self._cids = 0
        self.arrive(min(self.table.people()))

    @property
    def table(self) -> Table:
        return self.room.table

    @property
    def views(self) -> TableViews:
        return TableViews(self.room)

    @property
    def holders(self) -> frozenset[str]:
        """Everybody's hashes: a test acts for whom it likes."""
        return frozenset(person.holder for person in self.table.people().values())

    def arrive(self, seat: int) -> None:
        self.room.presence.arrive([self.table.person(seat).holder])

    def depart(self, seat: int) -> None:
        self.room.presence.depart([self.table.person(seat).holder], self.now)

    def handle(self, command: Command, holders: frozenset[str] | None = None) -> Result:
        result = handle(self.room, command, self.now, self.holders if holders is None else holders)
        self.entries += [each.entry for each in result.applied]
        self.applied += result.applied
        return result

    def cid(self) -> str:
        self._cids += 1
        return f"c{self._cids}"

    def do(self, kind: type[Any], seat: int, **more: Any) -> Result:
        return self.handle(kind(cid=self.cid(), seat=seat, **more))

    def ack(self, kind: type[Any], seat: int, **more: Any) -> Result:
        result = self.do(kind, seat, **more)
        assert isinstance(result.reply, wire.Ack), result.reply
        return result

    def refusal(self, kind: type[Any], seat: int, **more: Any) -> str:
        """The code with which a command is refused; nothing may have happened."""
        before = (self.table.version, self.table.state)
        result = self.do(kind, seat, **more)
        assert isinstance(result.reply, wire.Refused), result.reply
        assert not result.applied
        assert before == (self.table.version, self.table.state)
        return result.reply.code

    def sit(self, name: str, seat: int | None = None, **more: Any) -> int:
        """Somebody new sits down and is connected."""
        token = token_for(KEY, cid_of(name))
        result = self.handle(Sit(kept_cid(cid_of(name)), name, holder_of(token), seat, **more))
        assert isinstance(result.reply, wire.Ack), result.reply
        self.tokens.append(token)
        (found_seat,) = self.table.seats_of(frozenset({holder_of(token)}))
        self.arrive(found_seat)
        return found_seat

    def tick(self, seconds: float = 0.0) -> Result:
        self.now += seconds
        return self.handle(Tick())

    def legal(self, seat: int) -> list[Action]:
        return list(self.table.game.legal(self.table.state, Seat(seat)))

    def play(self, seat: int, action: Action, **more: Any) -> Result:
        written = to_json(self.table.game.printed, action)
        decision = self.table.asked[Seat(seat)]
        return self.ack(wire.Play, seat, decision=decision, action=written, **more)

    def play_randomly(self, rng: Random, moves: int = 10_000) -> None:
        """People and bots play on, until the game is over or so many moves are made."""
        for _ in range(moves):
            if self.table.status != "playing":
                return
            seat = rng.choice(sorted(self.table.asked))
            legal = self.table.game.legal(self.table.state, seat)
            self.act(seat, legal[rng.randrange(len(legal))])

    def act(self, seat: Seat, action: Action) -> None:
        """A decision of whoever is on the seat, a person or a bot."""
        if plays_itself(self.table.chairs[seat]):
            result = self.handle(BotPlay(seat, self.table.asked[seat], action))
            assert isinstance(result.reply, wire.Ack), result.reply
        else:
            self.play(seat, action)

    def facts(self) -> list[facts.Fact]:
        return [facts.read(entry.body) for entry in self.entries]

    def reloaded(self) -> Room:
        """The room that the log makes."""
        return Room.load(self.table.id, self.entries, self.now, own=self.table.game)


def started(game: str = "usa", people: int = 2, bots: int = 0, **more: Any) -> Party:
    """A game that has begun: Ann, Bea, Cid … and bots behind them."""
    names = ["Ann", "Bea", "Cid", "Dan", "Eve"][:people]
    seats: list[wire.SeatPlan] = [mine("Ann"), *(OPEN for _ in names[1:]), *(bot() for _ in range(bots))]
    party = Party(new_table(game, seats, **more))
    for name in names[1:]:
        party.sit(name)
    party.ack(wire.Start, 0)
    return party


def through_choices(party: Party, rng: Random) -> None:
    """Past the secret choices of the set-up, to the first turn."""
    while (
        len(party.table.asked) > 1 or party.table.game.view(party.table.state, None).phase.__class__.__name__ != "Turn"
    ):
        party.play_randomly(rng, 1)
