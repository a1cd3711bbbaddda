"""Every choice of tickets that a stack can pay, counted rather than listed (`core.optimize.settlement_choices`)."""

from __future__ import annotations

import numpy as np

from branchline.core.optimize.settlement_choices import MAX_FORKS
from branchline.lane.bits import NONE, ONE, Word, bit
from branchline.lane.cards.layout import HASH_SIZE, CardGame, Cards, Forks
from branchline.lane.compile import jit

_NO_FORK = -1
_OPEN = -2
_EMPTY = 0
"""No fork is known at this place of the hash table; any other value is the number of one, plus 1."""
_BITS = np.uint64(5)
_KIND = np.uint64(31)
_FREE = np.uint64(0xFFFFFFFFFFFFFFFF)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_HASH_SHIFT = np.uint64(48)
_AT = np.uint64(57)


@jit
def count_choices(cards: Cards, game: CardGame, seat: int, forks: Forks) -> int:
    """How many choices there are; `choice_at` tells them. 0 says that counting them takes too long."""
    _begin(cards, game, seat, forks)
    forks.first = _first_fork(cards, forks, _packed(cards, game, seat))
    if forks.too_many:
        return 0
    _find_best(forks)
    return 1 if forks.first == _NO_FORK else forks.size[forks.first]


@jit
def choice_at(forks: Forks, index: int) -> Word:
    """The choice with this number, as a set of tickets: the best one has changed places with the first."""
    rank = index
    if index in (0, forks.best_rank):
        rank = forks.best_rank - index
    chosen = NONE
    fork = forks.first
    while fork != _NO_FORK:
        if rank < forks.taking[fork]:
            chosen |= bit(forks.ticket[fork])
            fork = forks.taken[fork]
        else:
            rank -= forks.taking[fork]
            fork = forks.left[fork]
    return chosen


@jit
def _begin(cards: Cards, game: CardGame, seat: int, forks: Forks) -> None:
    """Gather the tickets that the stack can pay, each by itself, and what they want together."""
    for fork in range(forks.count):
        forks.value[forks.place[fork]] = _EMPTY
    forks.count = forks.too_many = forks.held = 0
    stack = _packed(cards, game, seat)
    for i in range(cards.ticket_count):
        ticket = cards.by_needs[i]
        if (game.tickets[seat] & bit(ticket)) != NONE and _paid(cards, stack, ticket) != _FREE:
            forks.order[forks.held] = ticket
            forks.held += 1
    for color in range(cards.wild):
        forks.wanted[forks.held, color] = 0
    for at in range(forks.held - 1, -1, -1):
        for color in range(cards.wild):
            forks.wanted[at, color] = forks.wanted[at + 1, color] + cards.needs[forks.order[at], color]


@jit
def _packed(cards: Cards, game: CardGame, seat: int) -> Word:
    """A stack as one word, five bits for each kind."""
    word = NONE
    for kind in range(cards.kinds):
        word |= np.uint64(game.stacks[seat, kind]) << np.uint64(5 * kind)
    return word


@jit
def _held(word: Word, kind: int) -> int:
    return np.int64((word >> np.uint64(5 * kind)) & _KIND)  # type: ignore[return-value]


@jit
def _paid(cards: Cards, stack: Word, ticket: int) -> Word:
    """What is left of the cards when a ticket is paid, wilds only where a color runs out; _FREE when it cannot be."""
    wilds = _held(stack, cards.wild)
    left = NONE
    for color in range(cards.wild):
        have = _held(stack, color) - cards.needs[ticket, color]
        if have < 0:
            wilds += have
            have = 0
        left |= np.uint64(have) << np.uint64(5 * color)
    if wilds < 0:
        return _FREE
    return left | np.uint64(wilds) << np.uint64(5 * cards.wild)


@jit
def _useful(cards: Cards, forks: Forks, stack: Word, at: int) -> Word:
    """The cards without those that nothing ahead asks for. Where all can be paid, it no longer matters how."""
    colored = wanted = NONE
    short = 0
    for color in range(cards.wild):
        want = forks.wanted[at, color]
        have = min(_held(stack, color), want)
        short += want - have
        colored |= np.uint64(have) << np.uint64(5 * color)
        wanted |= np.uint64(min(want, 31)) << np.uint64(5 * color)
    wilds = _held(stack, cards.wild)
    if wilds >= short:
        return wanted
    return colored | np.uint64(wilds) << np.uint64(5 * cards.wild)


@jit
def _first_fork(cards: Cards, forks: Forks, stack: Word) -> int:
    """The fork at the first ticket that can be paid, with all that lie behind it.

    A fork is open while its ways are followed: first the one that takes its ticket, then the one that leaves it.
    """
    answer = _meet(cards, forks, 0, 0, stack)
    depth = 0 if answer == _OPEN else -1
    while depth >= 0:
        following = forks.open_at[depth] + 1
        if answer == _OPEN:
            answer = _meet(cards, forks, depth + 1, following, forks.open_after[depth])
        elif not forks.open_leaves[depth]:
            forks.taken[forks.open_fork[depth]] = answer
            forks.open_leaves[depth] = 1
            answer = _meet(cards, forks, depth + 1, following, forks.open_useful[depth])
        else:
            fork = forks.open_fork[depth]
            forks.left[fork] = answer
            _join(cards, forks, fork)
            answer = fork
            depth -= 1
            continue
        if answer == _OPEN:
            depth += 1
    return answer


@jit
def _meet(cards: Cards, forks: Forks, depth: int, step: int, stack: Word) -> int:
    """The fork at the first ticket from `step` on that can be paid; forks that leave the same useful cards are one.

    One that is met for the first time is opened, as the one of this depth.
    """
    at = step
    after = _FREE
    while at < forks.held:
        after = _paid(cards, stack, forks.order[at])
        if after != _FREE:
            break
        at += 1
    if at == forks.held or forks.too_many:
        return _NO_FORK
    useful = _useful(cards, forks, stack, at)
    key = useful | np.uint64(at) << _AT
    place = np.int64((key * _SPREAD) >> _HASH_SHIFT)
    while forks.value[place] != _EMPTY and forks.key[place] != key:
        place = (place + 1) & (HASH_SIZE - 1)
    if forks.value[place] != _EMPTY:
        return forks.value[place] - 1
    if forks.count == MAX_FORKS:
        forks.too_many = 1
        return _NO_FORK
    fork = forks.count
    forks.count += 1
    forks.key[place], forks.value[place], forks.place[fork] = key, fork + 1, place
    forks.ticket[fork] = forks.order[at]
    forks.open_fork[depth], forks.open_at[depth], forks.open_leaves[depth] = fork, at, 0
    forks.open_after[depth], forks.open_useful[depth] = after, useful
    return _OPEN


@jit
def _join(cards: Cards, forks: Forks, fork: int) -> None:
    """Fill in a fork whose two ways are known: how many choices it has, and what the best of them is worth."""
    ticket, taken, left = forks.ticket[fork], forks.taken[fork], forks.left[fork]
    best = cards.points[ticket] * (forks.held + 1) + 1
    best_set = ONE << np.uint64(63 - ticket)
    forks.taking[fork] = 1
    if taken != _NO_FORK:
        forks.taking[fork] = forks.size[taken]
        best += forks.best[taken]
        best_set |= forks.best_set[taken]
    forks.size[fork] = forks.taking[fork] + 1
    if left != _NO_FORK:
        forks.size[fork] = forks.taking[fork] + forks.size[left]
        if forks.best[left] > best or (forks.best[left] == best and forks.best_set[left] > best_set):
            best, best_set = forks.best[left], forks.best_set[left]
    forks.best[fork], forks.best_set[fork] = best, best_set


@jit
def _find_best(forks: Forks) -> None:
    """The number of the best choice, before it moves to the front."""
    rank = 0
    fork = forks.first
    while fork != _NO_FORK:
        left = forks.left[fork]
        if left != _NO_FORK and forks.best_set[left] == forks.best_set[fork] and forks.best[left] == forks.best[fork]:
            rank += forks.taking[fork]
            fork = left
        else:
            fork = forks.taken[fork]
    forks.best_rank = rank
