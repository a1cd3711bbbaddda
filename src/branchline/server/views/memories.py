"""What the bots at a table have seen so far, for those that imagine hidden cards; people remember by themselves."""

from __future__ import annotations

from collections.abc import Iterable

from branchline.core.ids import Seat
from branchline.core.knowledge.memory import Memory, nothing_seen, remember_all
from branchline.server.room import facts
from branchline.server.room.table import Applied, Table


def standing(applied: Iterable[Applied]) -> list[Applied]:
    """What still stands of everything that happened: moves that were taken back are left out."""
    found: list[Applied] = []
    for each in applied:
        if isinstance(each.fact, facts.TakenBack):
            found = [earlier for earlier in found if earlier.version <= each.fact.to]
        else:
            found.append(each)
    return found


class Memories:
    """One memory for each seat that asks; made from the whole story, and then kept up as things happen."""

    def __init__(self) -> None:
        self._known: dict[Seat, Memory] = {}

    def get(self, seat: Seat) -> Memory | None:
        return self._known.get(seat)

    def learn(self, table: Table, seat: Seat, story: Iterable[Applied]) -> None:
        """Give a seat the memory of everything that happened."""
        memory = nothing_seen(table.game.printed, len(table.chairs), seat)
        for each in standing(story):
            memory = remember_all(memory, each.events)
        self._known[seat] = memory

    def follow(self, applied: Iterable[Applied]) -> None:
        """Add what has just happened. After a move was taken back, memories are made anew when they are needed."""
        for each in applied:
            if isinstance(each.fact, facts.TakenBack):
                self._known.clear()
            for seat, memory in self._known.items():
                self._known[seat] = remember_all(memory, each.events)
