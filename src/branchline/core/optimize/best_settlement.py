"""Settling tickets with a stack of cards: what can be paid, and the exact best choice of tickets (C-16, C-17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from branchline.core.bits import members

Cards = Sequence[int]
"""How many cards of each color."""

FEW = 9
"""Up to this many tickets, trying them out is quicker than finding out first what a card is worth."""


class _Ticket(NamedTuple):
    bit: int  # The set of this ticket alone.
    worth: int  # Greater for more points, then for one ticket more, then for lower indices.
    needs: list[tuple[int, int]]  # Color and number.


class _Prices(NamedTuple):
    """What a card is worth. With any prices at all, `limit` is at least what the best choice is worth.

    For the tickets chosen are paid with cards, and these are worth no more than all of the cards; on top of that comes
    at most what each ticket is worth more than its cards. A wild is never cheaper than the card that it stands for.
    """

    colors: list[int]
    wild: int
    limit: int


class _Plan(NamedTuple):
    decisions: list[tuple[int, _Ticket]]  # The tickets in order, each with what it is worth more than its cards.
    demand: list[list[int]]  # Before each decision: the cards of each color that the open tickets need together.
    prices: _Prices


class _Pile(NamedTuple):
    """The cards left when some tickets are decided, without those that no open ticket can use any more."""

    cards: tuple[int, ...]
    wilds: int
    chosen: int
    limit: int  # The choice is worth no more than this; when all is decided, just this.


class _Choice(NamedTuple):
    worth: int
    tickets: int  # A set of bits.


def can_settle(stack: Cards, wilds: int, needs: Iterable[Cards]) -> bool:
    """Whether the stack pays for all these tickets: a wild stands for any color, each card for one ticket (C-16)."""
    short = 0
    for have, *wanted in zip(stack, *needs, strict=True):
        short += max(0, sum(wanted) - have)
    return short <= wilds


def best_settlement(stack: Cards, wilds: int, needs: Sequence[Cards], values: Sequence[int]) -> tuple[int, ...]:
    """Indices, ascending, of the tickets to complete: highest total value, then most tickets (C-17).

    Among equals the first ticket is completed if it can be, then the second, and so on. No value may be negative.
    """
    payable = [index for index in range(len(needs)) if can_settle(stack, wilds, [needs[index]])]
    if can_settle(stack, wilds, [needs[index] for index in payable]):
        return tuple(payable)
    tickets = [_ticket(index, len(needs), needs[index], values[index]) for index in payable]
    usable = [min(have, sum(wanted)) for have, *wanted in zip(stack, *(needs[index] for index in payable), strict=True)]
    first = _first_choice(usable, wilds, tickets)
    plan = _plan(tickets, _prices(usable, wilds, tickets, first.worth))
    return tuple(members(_search(plan, 0, _Pile(tuple(usable), wilds, 0, plan.prices.limit), first, {}).tickets))


def _ticket(index: int, count: int, needs: Cards, value: int) -> _Ticket:
    worth = (value * (count + 1) + 1 << count) + (1 << count - 1 - index)
    return _Ticket(1 << index, worth, [(color, number) for color, number in enumerate(needs) if number])


def _first_choice(stack: Cards, wilds: int, tickets: Iterable[_Ticket]) -> _Choice:
    """A good choice to start from: the tickets that give the most for a card, as long as they can be paid."""
    left = list(stack)
    worth = chosen = 0
    for ticket in sorted(tickets, key=_worth_of_a_card, reverse=True):
        short = sum(max(0, number - left[color]) for color, number in ticket.needs)
        if short <= wilds:
            wilds -= short
            for color, number in ticket.needs:
                left[color] = max(0, left[color] - number)
            worth += ticket.worth
            chosen |= ticket.bit
    return _Choice(worth, chosen)


def _worth_of_a_card(ticket: _Ticket) -> int:
    return ticket.worth // max(1, sum(number for _, number in ticket.needs))


def _prices(stack: Cards, wilds: int, tickets: list[_Ticket], reached: int) -> _Prices:
    """Prices with a low limit: the cards wanted more than there are get dearer, the others cheaper, step by step."""
    if len(tickets) <= FEW:
        return _appraise(stack, wilds, tickets, [0] * len(stack), 0)[0]
    wild = reached // (sum(stack) + wilds)
    best, wanted = _appraise(stack, wilds, tickets, [wild] * len(stack), wild)
    prices, idle, damping = best, 0, 0
    for _ in tickets:  # More rounds hardly help.
        surplus = [have - number for have, number in zip(stack, wanted, strict=True)]
        gap = prices.limit - reached >> damping
        scale = max(1, sum(number * number for number in surplus) + wilds * wilds)
        colors = [max(0, price - gap * number // scale) for price, number in zip(prices.colors, surplus, strict=True)]
        wild = _level(colors, prices.wild - gap * wilds // scale)
        prices, wanted = _appraise(stack, wilds, tickets, [min(price, wild) for price in colors], wild)
        idle += 1
        if prices.limit < best.limit:
            best, idle = prices, 0
        elif idle == 4:
            idle, damping = 0, damping + 1
    return best


def _level(colors: list[int], wild: int) -> int:
    """The price of a wild when the colors that are dearer share their excess with it."""
    total, count = max(0, wild), 1
    for price in sorted(colors, reverse=True):
        if price * count <= total:
            break
        total, count = total + price, count + 1
    return total // count


def _appraise(
    stack: Cards, wilds: int, tickets: list[_Ticket], colors: list[int], wild: int
) -> tuple[_Prices, list[int]]:
    """The limit that these prices set, and the cards wanted by the tickets that are worth more than their cards."""
    limit = wild * wilds + sum(map(int.__mul__, colors, stack))
    wanted = [0] * len(colors)
    for _, gain, needs in tickets:
        for color, number in needs:
            gain -= colors[color] * number
        if gain > 0:
            limit += gain
            for color, number in needs:
                wanted[color] += number
    return _Prices(colors, wild, limit), wanted


def _plan(tickets: list[_Ticket], prices: _Prices) -> _Plan:
    """The clearest decisions come first: to decide otherwise costs most there, so those ways end soon."""
    decisions = [(ticket.worth - _price(prices, ticket.needs), ticket) for ticket in tickets]
    decisions.sort(key=lambda decision: abs(decision[0]), reverse=True)
    demand = [[0] * len(prices.colors)]
    for _, ticket in reversed(decisions):
        total = list(demand[-1])
        for color, number in ticket.needs:
            total[color] += number
        demand.append(total)
    return _Plan(decisions, demand[::-1], prices)


def _price(prices: _Prices, needs: list[tuple[int, int]]) -> int:
    return sum(prices.colors[color] * number for color, number in needs)


def _search(plan: _Plan, depth: int, pile: _Pile, best: _Choice, seen: dict[tuple[int, ...], int]) -> _Choice:
    """The best choice that goes on from the decisions made so far, or `best` if none is better.

    Different decisions often leave the same cards; only those that are worth the most so far need to go on.
    """
    if depth == len(plan.decisions):
        return _Choice(pile.limit, pile.chosen)
    left = (depth, pile.wilds, *pile.cards)
    if pile.limit <= seen.get(left, 0):
        return best
    seen[left] = pile.limit
    gain, _ = plan.decisions[depth]
    for take, loss in ((gain > 0, 0), (gain <= 0, abs(gain))):
        if pile.limit - loss > best.worth:
            following = _decide(plan, depth, pile, loss, take=take)
            if following is not None and following.limit > best.worth:
                best = _search(plan, depth + 1, following, best, seen)
    return best


def _decide(plan: _Plan, depth: int, pile: _Pile, loss: int, *, take: bool) -> _Pile | None:
    """The pile after the next ticket is taken, or left, at this loss; None if it cannot be paid."""
    _, ticket = plan.decisions[depth]
    demand = plan.demand[depth + 1]
    wilds, limit = pile.wilds, pile.limit - loss
    cards = list(pile.cards)
    for color, number in ticket.needs:
        have = cards[color] - number if take else cards[color]
        kept = max(0, min(have, demand[color]))
        cards[color] = kept
        if have > kept:  # No open ticket wants the rest.
            limit -= (have - kept) * plan.prices.colors[color]
        elif have < 0:  # Wilds stand in.
            wilds += have
            limit += have * (plan.prices.wild - plan.prices.colors[color])
    if wilds < 0:
        return None
    wasted = wilds - sum(demand) + sum(cards)
    if wasted > 0:
        wilds -= wasted
        limit -= wasted * plan.prices.wild
    return _Pile(tuple(cards), wilds, pile.chosen | ticket.bit if take else pile.chosen, limit)
