"""The table as each viewer sees it, ready for the wire; what several viewers see alike is written once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias, cast

from msgspec.structs import replace

from branchline import __version__
from branchline.core.ids import Seat
from branchline.core.printed.contract import Printed
from branchline.notation.json.codec import written_fields
from branchline.notation.records.record import outcome_json
from branchline.notation.records.seed_text import seed_text
from branchline.server import wire
from branchline.server.room import facts
from branchline.server.room.chairs import BotChair, PersonChair
from branchline.server.room.clock import clock_state
from branchline.server.room.fairness import commitment
from branchline.server.room.room import Room
from branchline.server.room.table import Applied, Table, file_of
from branchline.server.room.table_talk import takeback_refused
from branchline.server.views.choices import choices
from branchline.server.views.steps import encoded, said_step, step_of, written, written_field

Viewer: TypeAlias = Seat | None

# After these the game stands differently, and views and choices are told anew.
_GAME_CHANGED = (facts.Started, facts.Played, facts.TakenBack)
# These leave the table as it is, but for the game on it, the chat and the clocks.
_TABLE_UNCHANGED = (facts.Played, facts.Said, facts.Resumed)


def _is_resigning(fact: facts.Fact) -> bool:
    """Whoever resigns has nothing to decide any more."""
    return isinstance(fact, facts.Away) and fact.why == "resigned"


def _written_view(printed: Printed, view: Any) -> dict[str, Any]:
    """Every field of a view as JSON. Of its lists of players most stay the same from move to move."""
    lists = {
        name: [written(printed, each) for each in value]
        for name, value in zip(view._fields, view, strict=True)
        if type(value) is tuple and value and all(hasattr(each, "_fields") for each in value)
    }
    kind: Any = type(view)
    others = {
        name: written_field(printed, kind, name, getattr(view, name))
        for name in written_fields(kind)
        if name not in lists
    }
    return others | {name: encoded(written_list) for name, written_list in lists.items()}


class TableViews:
    """Writes what viewers see. The spectator's view is written once a state; a seat's differs from it in few fields."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._open: tuple[Any, Any, dict[str, Any]] = (None, None, {})

    @property
    def table(self) -> Table:
        return self.room.table

    def view(self, viewer: Viewer) -> dict[str, Any] | None:
        """The view by its fields, all of them in JSON that is ready to be sent."""
        state, game = self.table.state, self.table.game
        if state is None:
            return None
        known, open_view, told = self._open
        if known is not state:
            open_view = game.view(state, None)
            told = _written_view(game.printed, open_view)
            self._open = (state, open_view, told)
        if viewer is None:
            return told
        view = game.view(state, viewer)
        kind: Any = type(view)
        own = {
            name: written_field(game.printed, kind, name, value)
            for name, value, open_value in zip(view._fields, view, open_view, strict=True)
            if value != open_value
        }
        return told | own

    def seat_update(self, viewer: Viewer, applied: Sequence[Applied], *, moved: bool) -> wire.SeatUpdate:
        table = self.table
        steps = [step_of(table.game.printed, each, viewer) for each in applied]
        no_takeback = None if viewer is None else takeback_refused(table, viewer)
        if not moved:
            return wire.SeatUpdate(seat=viewer, steps=steps, view=None, no_takeback=no_takeback)
        decision = None if viewer is None or self._has_resigned(viewer) else table.asked.get(viewer)
        return wire.SeatUpdate(
            seat=viewer,
            steps=steps,
            view=self.view(viewer),
            actors=list(table.asked),
            decision=decision,
            choices=[] if viewer is None or decision is None else choices(table.game, table.state, viewer),
            no_takeback=no_takeback,
        )

    def _has_resigned(self, seat: Seat) -> bool:
        return self.table.person(seat).away == "resigned"

    def update(self, seats: tuple[Seat, ...], applied: Sequence[Applied], now: float) -> wire.Update:
        """What is told to a connection that holds these seats; without any, to a spectator."""
        (update,) = self.updates([seats], applied, now)
        return update

    def updates(
        self, viewers: Iterable[tuple[Seat, ...]], applied: Sequence[Applied], now: float
    ) -> Iterator[wire.Update]:
        """What is told to each of several connections, by the seats that they hold."""
        moved = any(isinstance(each.fact, _GAME_CHANGED) or _is_resigning(each.fact) for each in applied)
        changed = self.table.status == "finished" or any(
            each.ends_takeback or not isinstance(each.fact, _TABLE_UNCHANGED) for each in applied
        )
        for_all = wire.Update(
            version=self.table.version,
            updates=[],
            table=self.state() if changed else None,
            clock=clock_state(self.table, now),
            outcome=self.outcome() if moved else None,
            replaceable=self._replaceable(now),
        )
        for seats in viewers:
            own = [self.seat_update(viewer, applied, moved=moved) for viewer in seats or (None,)]
            yield replace(for_all, updates=own)

    def welcome(self, seats: tuple[Seat, ...], gap: Sequence[Applied], now: float, *, complete: bool) -> wire.Welcome:
        return wire.Welcome(
            protocol=wire.PROTOCOL,
            server=__version__,
            version=self.table.version,
            seats=list(seats),
            table=self.state(),
            updates=[self.seat_update(viewer, gap, moved=True) for viewer in seats or (None,)],
            complete=complete,
            said=[said_step(each, cast(facts.Said, each.fact)) for each in self.table.chat],
            clock=clock_state(self.table, now),
            outcome=self.outcome(),
            replaceable=self._replaceable(now),
        )

    def outcome(self) -> dict[str, Any] | None:
        if self.table.status != "finished" or self.table.retired is not None:
            return None
        found: dict[str, Any] = outcome_json(self.table.game, self.table.game.outcome(self.table.state))
        return found

    def state(self) -> wire.TableState:
        table, room = self.table, self.room
        takeback = table.takeback
        return wire.TableState(
            table=table.id,
            version=table.version,
            status=table.status,
            public=table.public,
            board=table.game.board_id,
            file=file_of(table.game),
            name=table.game.printed.name,
            game=table.game.name,
            edition=table.game.edition,
            options=table.options,
            clock=table.clock,
            pace=table.pace,
            host=room.host,
            seats=[self._seat(Seat(seat)) for seat in range(len(table.chairs))],
            spectators=room.presence.spectators,
            fairness=self._fairness(),
            created=table.created,
            takeback=None
            if takeback is None
            else wire.Takeback(seat=takeback.seat, missing=list(room.consent_missing(takeback.seat, takeback.agreed))),
            rematch=table.rematch,
            retired=table.retired,
            points=table.points,
            guide=table.guide is not None,
            daily=table.daily,
            hints=table.allows_hints,
            taken_over=None if table.deal is None else table.taken_over,
        )

    def standing(self) -> wire.TableStanding:
        """The table for somebody who is not there: who is to decide, and since when."""
        state = self.state()
        told = {name: getattr(state, name) for name in state.__struct_fields__}
        since = min(self.table.asked_at.values(), default=None)
        return wire.TableStanding(**told, actors=list(self.table.asked), since=since)

    def _seat(self, seat: Seat) -> wire.SeatState:
        match self.table.chairs[seat]:
            case PersonChair() as person:
                return wire.SeatState(
                    seat=seat,
                    kind="person",
                    name=person.name,
                    away=person.away,
                    connected=self.room.is_here(seat),
                    muted=person.muted,
                    entropy=person.entropy is not None,
                    hints=self.table.hints_of(seat),
                )
            case BotChair(level=level):
                return wire.SeatState(seat=seat, kind="bot", level=level)
            case _:
                return wire.SeatState(seat=seat, kind="open")

    def _fairness(self) -> wire.Fairness:
        """The secret only when nothing depends on it any more."""
        table = self.table
        over = table.status == "finished"
        return wire.Fairness(
            commitment=commitment(table.id, table.secret, table.dealing),
            entropy=[chair.entropy if isinstance(chair, PersonChair) else None for chair in table.chairs],
            secret=table.secret if over else None,
            seed=seed_text(table.seed) if over and table.retired is None else None,
        )

    def presence(self, now: float) -> wire.PresenceUpdate:
        seats = range(len(self.table.chairs))
        return wire.PresenceUpdate(
            connected=[self.room.is_here(seat) for seat in seats],
            spectators=self.room.presence.spectators,
            host=self.room.host,
            replaceable=self._replaceable(now),
        )

    def _replaceable(self, now: float) -> list[float | None]:
        """Nothing where nobody could ask for it, as in a game against bots."""
        if len({person.holder for person in self.table.people().values()}) < 2:
            return []
        at = [self.room.replaceable_at(Seat(seat)) for seat in range(len(self.table.chairs))]
        return [None if each is None else max(0.0, round(each - now, 1)) for each in at]
