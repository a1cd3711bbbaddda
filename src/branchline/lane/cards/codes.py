"""Action codes of the Card Game: one range of integers, and what each of them means (`lane.codes` for boards).

Blocks: pass, face-up draws, blind draw, stop, tickets, first keeps, keeps by the size of the offer, rows (by color,
then wilds, then cards of the color), threes. Then comes one that settles in the best way, for masks, which have no room
for more; and from `settle` on every set of tickets has its code: bit i for ticket i.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import combinations

from branchline.core.actions import (
    Action,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    LayRow,
    LayThree,
    Pass,
    SettleTickets,
    StopDrawing,
)
from branchline.core.bits import mask_of, members
from branchline.core.ids import Color, TicketId
from branchline.core.printed.card_set import CardSet
from branchline.lane.cards import layout
from branchline.lane.codes import VERSION, Entry, keeps, plain, with_places, with_tickets
from branchline.rules.cards.game import CardGame
from branchline.rules.cards.keep_tickets import MIN_KEPT


class CardSpace:
    """The codes of a set of cards. `size` of them fit a mask, the last of which settles in the best way."""

    def __init__(self, game: CardGame) -> None:
        self.cards: CardSet = game.printed
        self.blocks: dict[str, int] = {}
        self.entries: list[Entry] = []
        for name, block in self._blocks():
            self.blocks[name] = len(self.entries)
            self.entries.extend(block)
        self.best = len(self.entries)
        self.settle = self.best + 1

    @property
    def size(self) -> int:
        return self.settle

    @cached_property
    def digest(self) -> str:
        """Names the space in the record of an experiment: the same digest, the same meaning of every code."""
        text = "\n".join(repr(entry.action) for entry in self.entries)
        return sha256(f"branchline codes {VERSION}:{self.cards.id}\n{text}".encode()).hexdigest()[:16]

    def action(self, code: int, offer: Sequence[TicketId] = ()) -> Action:
        """What a code means; `offer` has the tickets among which the seat chooses, if it does."""
        if code >= self.settle:
            return SettleTickets(tuple(map(TicketId, members(code - self.settle))))
        return with_tickets(self.entries[code].action, offer)

    def code(self, action: Action, offer: Sequence[TicketId] = (), *, first: bool = False) -> int:
        """The code of an action; `first` says that the offer is that of the first tickets."""
        if isinstance(action, SettleTickets):
            return self.settle + mask_of(action.tickets)
        verb = layout.KEEP_FIRST if first else layout.KEEP
        return self._numbers[verb if isinstance(action, KeepTickets) else None, with_places(action, offer)]

    @cached_property
    def _numbers(self) -> dict[tuple[int | None, Action], int]:
        return {
            (entry.verb if isinstance(entry.action, KeepTickets) else None, entry.action): code
            for code, entry in enumerate(self.entries)
        }

    @property
    def most_colored(self) -> int:
        """Cards of a color in the longest row."""
        return max(kind.copies for kind in self.cards.kinds[:-1])

    @property
    def most_wilds(self) -> int:
        return self.cards.kinds[-1].copies

    def _blocks(self) -> Iterator[tuple[str, list[Entry]]]:
        rules = self.cards.rules
        colors = [Color(color) for color in range(len(self.cards.colors))]
        yield "pass", [plain(layout.PASS, Pass())]
        yield "draw", [Entry(layout.DRAW_FACE_UP, slot, 0, None, DrawFaceUp(slot)) for slot in range(rules.display)]
        yield "blind", [plain(layout.DRAW_BLIND, DrawBlind())]
        yield "stop", [plain(layout.STOP, StopDrawing())]
        yield "tickets", [plain(layout.DRAW_TICKETS, DrawTickets())]
        yield "first-keep", keeps(layout.KEEP_FIRST, rules.first_offer, rules.first_keep, ordered=False)
        for size in range(1, rules.offer + 1):
            yield f"keep-{size}", keeps(layout.KEEP, size, MIN_KEPT, ordered=True)
        yield (
            "row",
            [
                Entry(layout.LAY_ROW, color, count, (wilds,), LayRow(color, count, wilds))
                for color in colors
                for wilds in range(self.most_wilds + 1)
                for count in range(1, self.most_colored + 1)
            ],
        )
        yield (
            "three",
            [Entry(layout.LAY_THREE, a, b, (c,), LayThree((a, b, c))) for a, b, c in combinations(colors, 3)],
        )
