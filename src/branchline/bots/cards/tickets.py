"""Which tickets of the Card Game are worth keeping together, and whether drawing some is worth a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from math import erf, exp, pi, sqrt
from operator import add
from random import Random

from branchline.bots.cards.plan import CardPlan
from branchline.bots.cards.position import needs_of
from branchline.core.card_set import CardSet
from branchline.core.ids import TicketId
from branchline.core.optimize.best_settlement import best_settlement

TRIES = 5
"""Offers that are imagined to find out what drawing tickets is worth."""

TRAVEL = 4
"""Turns that a card needs from the deck to the track."""


@cache
def _credits(cardset: CardSet, part: float) -> list[float]:
    """The points of each ticket, and part of the bonus of every Big City that it names."""
    bonus = {city.city: part * city.points for city in cardset.big_cities}
    return [ticket.points + sum(bonus.get(city, 0.0) for city in ticket.cities) for ticket in cardset.tickets]


def _parts(offer: Sequence[TicketId], least: int) -> Iterator[tuple[TicketId, ...]]:
    return chain.from_iterable(combinations(offer, count) for count in range(least, len(offer) + 1))


class Prospects:
    """What the own cards, those still to come included, should pay for."""

    def __init__(self, plan: CardPlan) -> None:
        sight, taste = plan.sight, plan.taste
        self._plan = plan
        self._have = [float(count) for count in sight.stack[:-1]]
        quick, slow = plan.turns(sight.deck_size)
        turns = (quick + slow) / 2
        self._wilds = sight.stack[-1] + (0.9 * sight.hand[-1] if turns > 2 or sight.half_to_come else 0.0)
        held = 0.0
        for color, row in enumerate(sight.yards):
            if row is not None and row.seat == sight.seat:
                self._have[color] += 0.95 * min(row.colored, max(0.0, turns - row.wilds))
                self._wilds += min(row.wilds, turns)
            fits = min(sight.hand[color], turns - 1) if not sight.half_to_come else sight.hand[color]
            self._have[color] += 0.9 * max(0.0, fits)
            held += max(0.0, fits)
        drawn = max(0.0, turns - TRAVEL) * (sight.deck_size / sight.seats) / max(1.0, turns)
        if sight.half_to_come:
            drawn += plan.second_deck() / sight.seats + sight.cardset.rules.second_deal
        self._hope = taste.useful * drawn
        self._spread = sqrt(0.05 + 0.3 * drawn + 0.1 * held)
        self._held = sight.open_tickets()
        self._credits = _credits(sight.cardset, taste.city)
        self._asked = needs_of(sight.cardset, self._held)
        self._before = -self._loss(self._asked)

    def best_of(self, offer: Sequence[TicketId], least: int) -> tuple[float, tuple[TicketId, ...]]:
        """The part of an offer that adds the most to the open tickets, of at least `least` tickets."""
        if self._plan.is_last:
            return 0.0, self._paid(offer)
        credits, asked = self._credits, self._asked
        best: tuple[float, tuple[TicketId, ...]] = float("-inf"), ()
        for some in _parts(offer, least):
            total = asked
            credit = 0.0
            for ticket in some:
                total = list(map(add, total, self._plan.sight.cardset.tickets[ticket].needs))
                credit += credits[ticket]
            best = max(best, (credit - self._loss(total) - self._before, some))
        return best

    def _paid(self, offer: Sequence[TicketId]) -> tuple[TicketId, ...]:
        """In the last turn nothing is left to chance: keep what the best settlement completes (C-17, C-20).

        An open ticket that is completed is worth twice its points, for it is not counted off either.
        """
        sight = self._plan.sight
        printed = sight.cardset.tickets
        tickets = [*self._held, *offer]
        values = [int(10 * self._credits[ticket]) for ticket in tickets]
        for place, ticket in enumerate(self._held):
            values[place] += 10 * printed[ticket].points
        needs = [printed[ticket].needs for ticket in tickets]
        best = best_settlement(sight.stack[:-1], sight.stack[-1], needs, values)
        return tuple(tickets[place] for place in best if place >= len(self._held))

    def _loss(self, asked: Sequence[int]) -> float:
        """What tickets that ask for these cards together will probably cost, because some cannot be paid."""
        short = 0.0
        for number, have in zip(asked, self._have, strict=True):
            if number > have:
                short += number - have
        beyond = (short - self._wilds - self._hope) / self._spread
        likely = 0.5 + 0.5 * erf(beyond / sqrt(2))
        mean = self._spread * (beyond * likely + exp(-beyond * beyond / 2) / sqrt(2 * pi))
        return self._plan.taste.missing * max(likely, mean / 1.5)

    def worth_of_drawing(self, rng: Random) -> float:
        """What the tickets of an offer would add on average, as far as they can be in the deck."""
        sight = self._plan.sight
        if self._plan.is_last:  # nothing else is of any use, and no ticket need be kept
            return 100.0
        deck = [TicketId(i) for i in range(len(sight.cardset.tickets)) if not sight.gone >> i & 1]
        size = min(sight.cardset.rules.offer, sight.tickets_left, len(deck))
        if not size:
            return 0.0
        return sum(self.best_of(rng.sample(deck, size), 0)[0] for _ in range(TRIES)) / TRIES
