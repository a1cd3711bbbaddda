"""Every choice of tickets that a stack can pay, as a sequence that is counted rather than listed (C-16, C-17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, overload

from branchline.core.actions import SettleTickets
from branchline.core.bits import mask_of, members
from branchline.core.game import LazyActions
from branchline.core.ids import Cards, TicketId, TicketSet
from branchline.core.optimize.best_settlement import best_settlement
from branchline.core.printed.card_set import CardSet, CardTicket

MAX_FORKS = 20_000
"""Beyond this, counting takes too long. Only who hoards tickets and cards on purpose gets there."""

Tickets = Mapping[TicketId, CardTicket]


class TooMany(Exception):
    """More forks than anybody should wait for."""


class Fork(NamedTuple):
    """A ticket that can be paid is taken or left; the ways go on to other forks, or to None: nothing more can be paid.

    `taking` of the `size` choices behind the fork take the ticket. The best of them all is worth `best`.
    """

    ticket: TicketId
    taken: Fork | None
    left: Fork | None
    taking: int
    size: int
    best: int


class Settlements(LazyActions[SettleTickets]):
    """The payable choices, the best one first; to complete nothing is always among them.

    The tickets are gone through one after the other, and what can still be chosen depends only on the cards left. So
    the ways join again, they can be counted, and any choice is found by its number. The best one changes places with
    whatever comes first.
    """

    __slots__ = ("_best", "_first", "_tickets")

    def __init__(self, stack: Cards, tickets: Tickets) -> None:
        self._tickets = tickets
        self._first = _forks(stack, tickets)
        self._best = self._best_rank()

    def __len__(self) -> int:
        return 1 if self._first is None else self._first.size

    def __iter__(self) -> Iterator[SettleTickets]:
        return (self[index] for index in range(len(self)))

    @overload
    def __getitem__(self, index: int) -> SettleTickets: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SettleTickets]: ...
    def __getitem__(self, index: int | slice) -> SettleTickets | Sequence[SettleTickets]:
        if isinstance(index, slice):
            return [self[i] for i in range(len(self))[index]]
        rank = range(len(self))[index]
        if rank in (0, self._best):
            rank = self._best - rank
        return SettleTickets(_in_order(self._at(rank)))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, SettleTickets) or any(ticket not in self._tickets for ticket in action.tickets):
            return False
        chosen = mask_of(action.tickets)
        return action.tickets == _in_order(chosen) and self._payable(chosen)

    def _at(self, rank: int) -> TicketSet:
        """The choice with this number, before the best one moves to the front."""
        chosen = 0
        fork = self._first
        while fork is not None:
            if rank < fork.taking:
                chosen |= 1 << fork.ticket
                fork = fork.taken
            else:
                rank -= fork.taking
                fork = fork.left
        return chosen

    def _payable(self, chosen: TicketSet) -> bool:
        fork = self._first
        while fork is not None:
            ticket = 1 << fork.ticket
            fork = fork.taken if chosen & ticket else fork.left
            chosen &= ~ticket
        return not chosen

    def _best_rank(self) -> int:
        rank = 0
        fork = self._first
        while fork is not None:
            if fork.left is not None and fork.left.best == fork.best:
                rank += fork.taking
                fork = fork.left
            else:
                fork = fork.taken
        return rank


def _in_order(tickets: TicketSet) -> tuple[TicketId, ...]:
    return tuple(map(TicketId, members(tickets)))


def _worths(tickets: Tickets) -> dict[TicketId, int]:
    """Greater for more points, then for one ticket more, then for lower numbers: no two choices are worth the same."""
    count = len(tickets)
    return {
        ticket: (printed.points * (count + 1) + 1 << count) + (1 << place)
        for place, (ticket, printed) in enumerate(sorted(tickets.items(), reverse=True))
    }


def _forks(stack: Cards, tickets: Tickets) -> Fork | None:
    """The first fork; forks with the same tickets ahead and the same useful cards are one."""
    # Tickets of one color stand together: behind the last of them its cards no longer matter, and more ways join.
    order = sorted(tickets, key=lambda ticket: tickets[ticket].needs, reverse=True)
    needs = [tickets[ticket].needs for ticket in order]
    worths = _worths(tickets)
    wanted = [(0,) * (len(stack) - 1)]
    for need in reversed(needs):
        wanted.append(tuple(map(int.__add__, wanted[-1], need)))
    wanted.reverse()
    known: list[dict[Cards, Fork]] = [{} for _ in order]
    count = 0

    def fork_from(step: int, cards: Cards) -> Fork | None:
        nonlocal count
        for at in range(step, len(order)):
            after = paid(cards, needs[at])
            if after is not None:
                break
        else:
            return None
        cards = useful(cards, wanted[at])
        fork = known[at].get(cards)
        if fork is None:
            count += 1
            if count > MAX_FORKS:
                raise TooMany
            fork = _fork(order[at], worths[order[at]], fork_from(at + 1, after), fork_from(at + 1, cards))
            known[at][cards] = fork
        return fork

    return fork_from(0, stack)


def _fork(ticket: TicketId, worth: int, taken: Fork | None, left: Fork | None) -> Fork:
    taking, best = (1, worth) if taken is None else (taken.size, worth + taken.best)
    if left is None:
        return Fork(ticket, taken, left, taking, taking + 1, best)
    return Fork(ticket, taken, left, taking, taking + left.size, max(best, left.best))


def useful(cards: Cards, wanted: tuple[int, ...]) -> Cards:
    """The cards without those that nothing ahead asks for. Where all can be paid, it no longer matters how."""
    colored = tuple(map(min, cards, wanted))
    if cards[-1] >= sum(wanted) - sum(colored):
        return (*wanted, 0)
    return (*colored, cards[-1])


def paid(cards: Cards, needs: tuple[int, ...]) -> Cards | None:
    """What is left of the cards when a ticket is paid, wilds only where a color runs out; None when it cannot be."""
    after = list(cards)
    for color, need in _asked(needs):
        have = after[color]
        if have >= need:
            after[color] = have - need
        else:
            after[color] = 0
            after[-1] -= need - have
    return tuple(after) if after[-1] >= 0 else None


@cache
def _asked(needs: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The colors that a ticket asks for, which are few, with how many of each."""
    return tuple((color, need) for color, need in enumerate(needs) if need)


@lru_cache(maxsize=512)
def settlements(cardset: CardSet, stack: Cards, tickets: TicketSet) -> Settlements:
    """All that the stack can pay; where that is too much to count, the best settlement and every part of it.

    Whatever else the stack can pay stays allowed, as `can_settle` says; it is just not listed then.
    """
    printed = cardset.tickets
    held = {ticket: printed[ticket] for ticket in _in_order(tickets) if paid(stack, printed[ticket].needs) is not None}
    try:
        return Settlements(stack, held)
    except TooMany:
        needs = [ticket.needs for ticket in held.values()]
        values = [ticket.points for ticket in held.values()]
        best = [list(held)[i] for i in best_settlement(stack[:-1], stack[-1], needs, values)]
        just_enough = (*map(sum, zip(*(held[ticket].needs for ticket in best), strict=True)), 0)
        return Settlements(just_enough, {ticket: held[ticket] for ticket in best})
