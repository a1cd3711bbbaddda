"""Every choice of tickets that a stack can pay, as a sequence that is counted rather than listed (C-16, C-17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, overload

from branchline.core.actions import SettleTickets
from branchline.core.bits import mask_of, members
from branchline.core.cardset import CardSet
from branchline.core.ids import Cards, TicketId, TicketSet
from branchline.core.settle import best_settlement

MOST_FORKS = 20_000
"""Beyond this, counting takes too long. Only who hoards tickets and cards on purpose gets there."""

Needs = Mapping[TicketId, tuple[int, ...]]
"""How many cards of each color the tickets ask for."""


class TooMany(Exception):
    """More forks than anybody should wait for."""


class Fork(NamedTuple):
    """A ticket is taken or left. `size` counts the choices behind the fork; `taken` is None when it cannot be paid."""

    size: int
    taken: Fork | None
    left: Fork | None


END = Fork(1, None, None)


class Settlements(Sequence[SettleTickets]):
    """The payable choices, the best one first; to complete nothing is always among them.

    The tickets are gone through one after the other, and what can still be chosen depends only on the cards left. So
    the ways join again, they can be counted, and any choice is found by its number. The best one changes places with
    whatever comes first.
    """

    __slots__ = ("_best_rank", "_first", "_tickets")

    def __init__(self, stack: Cards, needs: Needs, best: TicketSet) -> None:
        # Tickets of one color stand together: behind the last of them its cards no longer matter, and more ways join.
        self._tickets = sorted(needs, key=lambda ticket: needs[ticket], reverse=True)
        self._first = _forks(stack, [needs[ticket] for ticket in self._tickets])
        rank = self._rank(best)
        assert rank is not None, "the best settlement can be paid"
        self._best_rank = rank

    def __len__(self) -> int:
        return self._first.size

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
        if rank in (0, self._best_rank):
            rank = self._best_rank - rank
        return SettleTickets(_in_order(self._at(rank)))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, SettleTickets) or not set(action.tickets) <= set(self._tickets):
            return False
        chosen = mask_of(action.tickets)
        return action.tickets == _in_order(chosen) and self._rank(chosen) is not None

    def _at(self, rank: int) -> TicketSet:
        chosen = 0
        fork = self._first
        for ticket in self._tickets:
            taken, left = fork.taken, fork.left
            assert left is not None
            if taken is not None and rank < taken.size:
                chosen |= 1 << ticket
                fork = taken
            else:
                rank -= fork.size - left.size
                fork = left
        return chosen

    def _rank(self, chosen: TicketSet) -> int | None:
        """The number of a choice, before the best one moves to the front; None when the stack cannot pay it."""
        rank = 0
        fork = self._first
        for ticket in self._tickets:
            left = fork.left
            assert left is not None
            if chosen >> ticket & 1:
                if fork.taken is None:
                    return None
                fork = fork.taken
            else:
                rank += fork.size - left.size
                fork = left
        return rank


def _in_order(tickets: TicketSet) -> tuple[TicketId, ...]:
    return tuple(map(TicketId, members(tickets)))


def _forks(stack: Cards, needs: list[tuple[int, ...]]) -> Fork:
    """The first fork; forks with the same tickets ahead and the same useful cards are one."""
    wanted = [(0,) * (len(stack) - 1)]
    for need in reversed(needs):
        wanted.append(_sum(wanted[-1], need))
    wanted.reverse()
    known: list[dict[Cards, Fork]] = [{} for _ in needs]
    count = 0

    def fork_at(step: int, cards: Cards) -> Fork:
        nonlocal count
        if step == len(needs):
            return END
        cards = useful(cards, wanted[step])
        fork = known[step].get(cards)
        if fork is None:
            count += 1
            if count > MOST_FORKS:
                raise TooMany
            after = paid(cards, needs[step])
            taken = None if after is None else fork_at(step + 1, after)
            left = fork_at(step + 1, cards)
            fork = Fork(left.size if taken is None else left.size + taken.size, taken, left)
            known[step][cards] = fork
        return fork

    return fork_at(0, stack)


def _sum(needs: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(int.__add__, needs, more))


def useful(cards: Cards, wanted: tuple[int, ...]) -> Cards:
    """The cards without those that nothing ahead asks for. Where all can be paid, it no longer matters how."""
    colored = tuple(map(min, cards, wanted))
    if cards[-1] >= sum(wanted) - sum(colored):
        return (*wanted, 0)
    return (*colored, cards[-1])


def paid(cards: Cards, needs: tuple[int, ...]) -> Cards | None:
    """What is left of the cards when a ticket is paid, wilds only where a color runs out; None when it cannot be."""
    wilds = cards[-1]
    after = []
    for have, need in zip(cards, needs, strict=False):  # the wild, last, is in no ticket's needs
        if need > have:
            wilds -= need - have
            have = need
        after.append(have - need)
    return (*after, wilds) if wilds >= 0 else None


@lru_cache(maxsize=512)
def settlements(cardset: CardSet, stack: Cards, tickets: TicketSet) -> Settlements:
    """All that the stack can pay; where that is too much to count, the best settlement and every part of it.

    Whatever else the stack can pay stays allowed (`settle.refusal` says so); it is just not listed then.
    """
    printed = cardset.tickets
    needs = {
        TicketId(ticket): printed[ticket].needs
        for ticket in members(tickets)
        if paid(stack, printed[ticket].needs) is not None
    }
    values = [printed[ticket].points for ticket in needs]
    order = list(needs)
    best = [order[i] for i in best_settlement(stack[:-1], stack[-1], list(needs.values()), values)]
    try:
        return Settlements(stack, needs, mask_of(best))
    except TooMany:
        kept = {ticket: needs[ticket] for ticket in best}
        just_enough = (*map(sum, zip(*kept.values(), strict=True)), 0)
        return Settlements(just_enough, kept, mask_of(best))
