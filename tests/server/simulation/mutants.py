"""Mistakes that somebody could make in the server, each a change of one function: some seed must find every one."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from branchline.server import wire
from branchline.server.live.audience import Audience
from branchline.server.live.commit import Committer
from branchline.server.live.room_task import RoomTask
from branchline.server.live.rooms import Rooms
from branchline.server.room import clock, judge
from branchline.server.room.table import Table
from branchline.server.store import chain
from branchline.server.store.postgres.notices import Listener
from branchline.server.store.postgres.writer import PostgresWriter


@dataclass(frozen=True)
class Mutant:
    """`old` stands once in the source of the function; `seed`, with `forced` (see `Plan`), is known to find it."""

    name: str
    function: Callable[..., Any]
    old: str
    new: str
    seed: int = 0
    forced: Mapping[str, Any] = field(default_factory=dict)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Let the function make the mistake for a while."""
        function: Any = self.function
        right = function.__code__
        function.__code__ = self._code()
        try:
            yield
        finally:
            function.__code__ = right

    def _code(self) -> Any:
        """The mistaken function's code, compiled with its whole module, of which nothing else is used."""
        own = inspect.getsource(self.function)
        assert own.count(self.old) == 1, f"{self.name}: the function has changed; write the mistake anew"
        module = sys.modules[self.function.__module__]
        changed = inspect.getsource(module).replace(own, own.replace(self.old, self.new))
        compiled: Any = compile(changed, str(module.__file__), "exec", dont_inherit=True)
        for name in self.function.__qualname__.split("."):
            compiled = next(each for each in compiled.co_consts if getattr(each, "co_name", None) == name)
        return compiled


CALM: Final = {
    "late": False,
    "is_hot_seat": False,
    "hostile": False,
    "fault_every": None,
    "kills_at_commits": 0.0,
    "failures": 0.0,
}
SHARED: Final = {**CALM, "store": "postgres", "processes": 2, "storm": 40.0, "clock": wire.NoClock()}
LEASES: Final = {**SHARED, "fault_every": 2.0, "faults": ("stop_renewing",), "seats": 3, "people": 1, "moves": 60}
DEAF: Final = {**SHARED, "fault_every": 2.0, "faults": ("deafen",), "seats": 3, "people": 2}
HELD: Final = {**CALM, "store": "sqlite", "processes": 1, "seats": 2, "people": 2, "hostile": True, "moves": 6}
ALONE: Final = {**CALM, "store": "sqlite", "processes": 1, "clock": wire.NoClock(), "moves": 20}

MUTANTS = (
    Mutant("no fence in the committer", Committer._keep, "self.fence if fenced else None", "None", 12, LEASES),
    Mutant("the first step of the gap is missing", Audience.gap, "each.version > since]", "each.version > since + 1]"),
    Mutant(
        "the database is told no fence",
        PostgresWriter._values,
        "[append.fence for append, _ in chained]",
        "[None for _ in chained]",
        12,
        LEASES,
    ),
    Mutant(
        "the lease of a lost room is kept",
        Rooms._forget,
        "if task.is_lost:",
        "if False:",
        11,
        {**SHARED, "processes": 3, "seats": 2, "people": 2, "failures": 0.3, "moves": 10},
    ),
    Mutant("a dead line is not found", Listener._hear, 'await self._connection.execute("SELECT 1")', "pass", 10, DEAF),
    Mutant(
        "clocks run out too late",
        clock.decision_ends,
        "return since + seconds",
        "return since + 3 * seconds",
        5,
        {**HELD, "clock": wire.MoveClock(seconds=10)},
    ),
    Mutant(
        "coming back gives time",
        Table._return,
        "self._charge(seat, at)",
        "self.asked_at.update({seat: at} if seat in self.asked_at else {})",
        0,
        {**HELD, "clock": wire.MoveClock(seconds=10)},
    ),
    Mutant(
        "acknowledged and not kept",
        Committer._keep,
        "await self._store.append(Append(entries, room.summary(), self.fence if fenced else None))",
        "with contextlib.suppress(StoreError):\n            await self._store.append(Append(entries, room.summary()))",
        1,
        {**ALONE, "failures": 0.3},
    ),
    Mutant("what others kept is not told", Committer.commit, "[*missed, *applied]", "applied", 1, SHARED),
    Mutant(
        "a repeated command is judged again",
        judge.handle,
        "if (known := room.known(actor, command.cid)) is not None:",
        "if (known := room.known(actor, command.cid)) is None and known:",
        0,
        ALONE,
    ),
    Mutant(
        "checksums are not looked at",
        chain.checked,
        "_check(table, found, after)",
        "pass",
        2,
        {**SHARED, "fault_every": 2.0, "faults": ("spoil", "kill")},
    ),
    Mutant(
        "an older table is shown", RoomTask._join, "since > self.audience.broadcast_version:", "since < 0:", 3, DEAF
    ),
    Mutant(
        "all get the same text",
        Audience.broadcast,
        "texts[connection.seats]",
        "next(iter(texts.values()))",
        0,
        {**ALONE, "clock": wire.MoveClock(seconds=10), "seats": 2, "people": 2, "moves": 6},
    ),
    Mutant(
        "the rematch is told and not made",
        Committer._keep,
        "await self._store.append(rematch_of(room, self._now(), each.fact))",
        "pass",
        0,
        {**ALONE, "late": True, "seats": 2, "people": 2},
    ),
    Mutant(
        "what is kept elsewhere is not fetched", Rooms._noticed, "            task.pull()", "            pass", 1, DEAF
    ),
)
