"""What the bots at a table have seen so far, for those that imagine hidden cards; people remember by themselves."""

from __future__ import annotations

from collections.abc import Iterable

from branchline.core.ids import Seat
from branchline.core.knowledge.memory import Memory, nothing_seen, remember_all
from branchline.server.room import facts
from branchline.server.room.table import Happened, Table


def standing(happened: Iterable[Happened]) -> list[Happened]:
    """What still stands of everything that happened: moves that were taken back are left out."""
    found: list[Happened] = []
    for each in happened:
        if isinstance(each.fact, facts.Undone):
            found = [earlier for earlier in found if earlier.version <= each.fact.to]
        elif each.events:
            found.append(each)
    return found


class Memories:
    """One memory for each seat that asks; made from the whole story, and then kept up as things happen."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[Seat, Memory] = {}

    def has(self, seat: Seat) -> bool:
        return seat in self._known

    def of(self, seat: Seat) -> Memory:
        return self._known[seat]

    def learn(self, seat: Seat, story: Iterable[Happened]) -> None:
        """Give a seat the memory of everything that happened."""
        memory = nothing_seen(self._table.game.printed, len(self._table.chairs), seat)
        for each in standing(story):
            memory = remember_all(memory, each.events)
        self._known[seat] = memory

    def follow(self, happened: Iterable[Happened]) -> None:
        """Add what has just happened. After a move was taken back, memories are made anew when they are needed."""
        for each in happened:
            if isinstance(each.fact, facts.Undone):
                self._known.clear()
            elif each.events:
                for seat, memory in self._known.items():
                    self._known[seat] = remember_all(memory, each.events)
