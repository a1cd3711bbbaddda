"""Deal what a watcher has not seen: cards and tickets, as any of the ways that memory leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from branchline.core import events
from branchline.core.ids import Cards, DeckId, Seat, TicketId
from branchline.core.memory import Memory, Spent
from branchline.core.rng import Rng, below, shuffled


class CardDeal(NamedTuple):
    """A hand for each seat (the watcher's own as it is known), and each deck."""

    hands: tuple[Cards, ...]
    decks: tuple[Cards, ...]
    rng: Rng


def deal_cards(memory: Memory, rng: Rng) -> CardDeal:
    """Hands and decks that could lie under all that was seen; every possible deal can come up."""
    hands = [list(cards) for cards in memory.known]
    decks = []
    for deck in range(len(memory.fillings)):
        rng, left = _deal_deck(memory, DeckId(deck), hands, rng)
        decks.append(left)
    return CardDeal(tuple(map(tuple, hands)), tuple(decks), rng)


def _deal_deck(memory: Memory, deck: DeckId, hands: list[list[int]], rng: Rng) -> tuple[Rng, Cards]:
    fillings = memory.fillings[deck]
    pools = [list(filling.pool) for filling in fillings]
    owed = [list(filling.drawn) for filling in fillings]
    spent = [card for card in memory.spent if memory.printed.kinds[card.kind].deck == deck]
    rng = _settle_spent(spent, pools, owed, rng)
    for pool, draws in zip(pools, owed, strict=True):
        cards, rng = shuffled([kind for kind, count in enumerate(pool) for _ in range(count)], rng)
        start = 0
        for seat, count in enumerate(draws):
            for kind in cards[start : start + count]:
                hands[seat][kind] += 1
                pool[kind] -= 1
            start += count
    return rng, tuple(pools[-1])


def _settle_spent(spent: Sequence[Spent], pools: list[list[int]], owed: list[list[int]], rng: Rng) -> Rng:
    """Say from which filling each spent card came, by trying in random order until all fit."""
    whole = [list(draws) for draws in owed]

    def place(index: int, rng: Rng) -> Rng | None:
        if index == len(spent):
            return rng
        seat, kind, limits = spent[index]
        order, rng = shuffled(range(len(limits)), rng)
        for filling in order:
            used = whole[filling][seat] - owed[filling][seat]
            if pools[filling][kind] and used < limits[filling]:
                pools[filling][kind] -= 1
                owed[filling][seat] -= 1
                done = place(index + 1, rng)
                if done is not None:
                    return done
                pools[filling][kind] += 1
                owed[filling][seat] += 1
        return None

    done = place(0, rng)
    assert done is not None, "what was seen cannot have happened"
    return done


class TicketDeal(NamedTuple):
    """Who holds which tickets, the ticket deck, and what lies before a seat that is choosing."""

    held: tuple[tuple[TicketId, ...], ...]
    queue: tuple[TicketId, ...]
    offers: tuple[tuple[TicketId, ...], ...]
    rng: Rng


class Contradiction(Exception):
    """A guess about tickets does not fit what was seen later; another guess will."""


class _Bag:
    """Tickets that lie in an order which nobody knows."""

    def __init__(self, cells: Sequence[int]) -> None:
        self.cells = list(cells)


class TicketTable:
    """The tickets as nameless cards that get a name when the watcher sees one."""

    def __init__(self, memory: Memory, rng: Rng) -> None:
        printed = memory.printed.tickets
        self.memory = memory
        self.rng = rng
        self.long = [getattr(ticket, "long", False) for ticket in printed]
        order = sorted(range(len(printed)), key=lambda i: not self.long[i])
        self.is_long = [self.long[i] for i in order]
        self.name: dict[int, TicketId] = {}
        self.cell: dict[TicketId, int] = {}
        self.apart = [cell for cell in range(len(printed)) if self.is_long[cell]]
        self.queue: list[int | _Bag] = [cell for cell in range(len(printed)) if not self.is_long[cell]]
        self.held: list[list[int]] = [[] for _ in range(memory.seats)]
        self.offer: list[list[int]] = [[] for _ in range(memory.seats)]
        self.returned: list[list[int]] = [[] for _ in range(memory.seats)]

    def replay(self) -> None:
        first = 0
        for event in self.memory.tickets:
            match event:
                case events.TicketsOffered(seat, count, tickets):
                    is_first = first < self.memory.seats
                    first += 1
                    self._offer(seat, count, tickets, is_first=is_first)
                case events.TicketsKept(seat, count, _, kept, returned):
                    self._keep(seat, count, kept, returned, at_start=first <= self.memory.seats)
                case events.TicketDeckChanged():
                    self._take_back()
                case events.TicketsSettled(seat, tickets, _):
                    for ticket in tickets:
                        self._recognize(seat, ticket)

    def _pick(self, bound: int) -> int:
        index, self.rng = below(self.rng, bound)
        return index

    def _named(self, cell: int, ticket: TicketId) -> None:
        """The watcher sees that this card is that ticket."""
        if self.name.get(cell, ticket) != ticket or self.cell.get(ticket, cell) != cell:
            raise Contradiction
        if self.is_long[cell] != self.long[ticket]:
            raise Contradiction
        self.name[cell] = ticket
        self.cell[ticket] = cell

    def _draw(self, ticket: TicketId | None) -> int:
        top = self.queue.pop(0)
        if isinstance(top, _Bag):
            cells = top.cells
            if ticket is not None and self.cell.get(ticket) in cells:
                which = cells.index(self.cell[ticket])
            else:
                nameless = [i for i, cell in enumerate(cells) if ticket is None or cell not in self.name]
                if not nameless:
                    raise Contradiction
                which = nameless[self._pick(len(nameless))]
            top = cells.pop(which)
        if ticket is not None:
            self._named(top, ticket)
        return top

    def _offer(self, seat: Seat, count: int, tickets: tuple[TicketId, ...] | None, *, is_first: bool) -> None:
        rules = self.memory.printed.rules
        apart = getattr(rules, "first_long", 0) if is_first else 0
        for i in range(count):
            ticket = None if tickets is None else tickets[i]
            if i < apart:
                cell = self.apart.pop(0)
                if ticket is not None:
                    self._named(cell, ticket)
            else:
                cell = self._draw(ticket)
            self.offer[seat].append(cell)

    def _keep(
        self,
        seat: Seat,
        count: int,
        kept: tuple[TicketId, ...] | None,
        returned: tuple[TicketId, ...] | None,
        *,
        at_start: bool,
    ) -> None:
        if kept is None or returned is None:
            order, self.rng = shuffled(self.offer[seat], self.rng)
            mine, back = list(order[:count]), list(order[count:])
        else:
            mine, back = [self.cell[t] for t in kept], [self.cell[t] for t in returned]
        self.offer[seat] = []
        self.held[seat] += mine
        if at_start:
            self.returned[seat] = back
        else:
            self.queue += back

    def _take_back(self) -> None:
        """The returned first tickets go where the rules say: under the deck as they are, or shuffled, or away."""
        back = [cell for cells in self.returned for cell in cells]
        way = getattr(self.memory.printed.rules, "first_return", "deck")
        if way == "bottom":
            self.queue += back
        elif way == "shuffle":
            bag = _Bag(back)
            self.queue += [bag] * len(back)
        elif way == "deck":  # C-3: shuffled into the whole deck
            bag = _Bag([*[cell for cell in self.queue if isinstance(cell, int)], *back])
            self.queue = [bag] * len(bag.cells)

    def _recognize(self, seat: Seat, ticket: TicketId) -> None:
        """A completed ticket is shown: it was one of those that the seat holds."""
        cell = self.cell.get(ticket)
        if cell is None:
            nameless = [cell for cell in self.held[seat] if cell not in self.name]
            if not nameless:
                raise Contradiction
            cell = nameless[self._pick(len(nameless))]
            self._named(cell, ticket)
        if cell not in self.held[seat]:
            raise Contradiction

    def deal(self) -> TicketDeal:
        """Give names to all that stayed nameless, and let go of bags."""
        for long in (False, True):
            free = [TicketId(i) for i, is_long in enumerate(self.long) if is_long == long and i not in self.cell]
            names, self.rng = shuffled(free, self.rng)
            cells = [cell for cell, is_long in enumerate(self.is_long) if is_long == long and cell not in self.name]
            for cell, ticket in zip(cells, names, strict=True):
                self._named(cell, ticket)
        queue = [self._draw(None) for _ in range(len(self.queue))]
        return TicketDeal(
            tuple(self._tickets(cells) for cells in self.held),
            self._tickets(queue),
            tuple(self._tickets(cells) for cells in self.offer),
            self.rng,
        )

    def _tickets(self, cells: Sequence[int]) -> tuple[TicketId, ...]:
        return tuple(self.name[cell] for cell in cells)


def deal_tickets(memory: Memory, rng: Rng) -> TicketDeal:
    """Tickets that could lie under all that was seen. A guess that does not fit is thrown away whole."""
    while True:
        table = TicketTable(memory, rng)
        try:
            table.replay()
        except Contradiction:
            rng = table.rng
            continue
        return table.deal()
