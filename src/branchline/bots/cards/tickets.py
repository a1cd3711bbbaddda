"""Tickets of the Card Game: which ones to keep together, and the value of drawing more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations
from math import erf, exp, pi, sqrt
from operator import add
from random import Random

from branchline.bots.cards.plan import CardPlan
from branchline.bots.cards.position import needs_of
from branchline.core.ids import TicketId
from branchline.core.optimize.best_settlement import best_settlement
from branchline.core.printed.card_set import CardSet

IMAGINED_OFFERS = 5
"""Random offers over which the value of drawing tickets is averaged."""

TRAVEL_TURNS = 4
"""Turns that a card needs from the deck to the track."""


@cache
def _credits(cardset: CardSet, part: float) -> list[float]:
    """The points of each ticket, and a part of the bonus of every Big City that it names."""
    bonus = {city.city: part * city.points for city in cardset.big_cities}
    return [ticket.points + sum(bonus.get(city, 0.0) for city in ticket.cities) for ticket in cardset.tickets]


def _parts(offer: Sequence[TicketId], least: int) -> Iterator[tuple[TicketId, ...]]:
    return chain.from_iterable(combinations(offer, count) for count in range(least, len(offer) + 1))


class Prospects:
    """What the own cards are expected to pay for, those still to come included."""

    def __init__(self, plan: CardPlan) -> None:
        position, weights = plan.position, plan.weights
        self._plan = plan
        self._have = [float(count) for count in position.stack[:-1]]
        quick, slow = plan.turns(position.deck_size)
        turns = (quick + slow) / 2
        self._wilds = position.stack[-1] + (0.9 * position.hand[-1] if turns > 2 or position.half_to_come else 0.0)
        held = 0.0
        for color, row in enumerate(position.yards):
            if row is not None and row.seat == position.seat:
                self._have[color] += 0.95 * min(row.colored, max(0.0, turns - row.wilds))
                self._wilds += min(row.wilds, turns)
            fits = min(position.hand[color], turns - 1) if not position.half_to_come else position.hand[color]
            self._have[color] += 0.9 * max(0.0, fits)
            held += max(0.0, fits)
        drawn = max(0.0, turns - TRAVEL_TURNS) * (position.deck_size / position.seats) / max(1.0, turns)
        if position.half_to_come:
            drawn += plan.second_deck() / position.seats + position.cardset.rules.second_deal
        self._expected = weights.useful_share * drawn
        self._spread = sqrt(0.05 + 0.3 * drawn + 0.1 * held)
        self._held = position.open_tickets()
        self._credits = _credits(position.cardset, weights.big_city_share)
        self._asked = needs_of(position.cardset, self._held)
        self._before = -self._loss(self._asked)

    def best_of(self, offer: Sequence[TicketId], least: int) -> tuple[float, tuple[TicketId, ...]]:
        """The choice of at least `least` tickets of an offer that adds the most to the open ones, and what it adds."""
        if self._plan.is_last:
            return 0.0, self._settled(offer)
        credits, asked = self._credits, self._asked
        best: tuple[float, tuple[TicketId, ...]] = float("-inf"), ()
        for some in _parts(offer, least):
            total = asked
            credit = 0.0
            for ticket in some:
                total = list(map(add, total, self._plan.position.cardset.tickets[ticket].needs))
                credit += credits[ticket]
            best = max(best, (credit - self._loss(total) - self._before, some))
        return best

    def _settled(self, offer: Sequence[TicketId]) -> tuple[TicketId, ...]:
        """Keep what the best settlement completes: in the last turn nothing is uncertain (C-17, C-20).

        An open ticket that is completed counts twice its points: they are won instead of lost.
        """
        position = self._plan.position
        printed = position.cardset.tickets
        tickets = [*self._held, *offer]
        values = [int(10 * self._credits[ticket]) for ticket in tickets]
        for place, ticket in enumerate(self._held):
            values[place] += 10 * printed[ticket].points
        needs = [printed[ticket].needs for ticket in tickets]
        best = best_settlement(position.stack[:-1], position.stack[-1], needs, values)
        return tuple(tickets[place] for place in best if place >= len(self._held))

    def _loss(self, asked: Sequence[int]) -> float:
        """The expected loss by tickets that cannot be paid, if all together ask for these cards.

        Normal approximation: the larger of the chance of a shortage and its mean over 1.5 cards, in missed tickets.
        """
        short = 0.0
        for number, have in zip(asked, self._have, strict=True):
            if number > have:
                short += number - have
        beyond = (short - self._wilds - self._expected) / self._spread
        likely = 0.5 + 0.5 * erf(beyond / sqrt(2))
        mean = self._spread * (beyond * likely + exp(-beyond * beyond / 2) / sqrt(2 * pi))
        return self._plan.weights.missed_ticket * max(likely, mean / 1.5)

    def value_of_drawing(self, rng: Random) -> float:
        """What the best choice of an offer adds on average, over random offers of tickets that may be in the deck."""
        position = self._plan.position
        if self._plan.is_last:  # nothing else is of any use, and no ticket need be kept
            return 100.0
        deck = [TicketId(i) for i in range(len(position.cardset.tickets)) if not position.gone >> i & 1]
        size = min(position.cardset.rules.offer, position.tickets_left, len(deck))
        if not size:
            return 0.0
        return sum(self.best_of(rng.sample(deck, size), 0)[0] for _ in range(IMAGINED_OFFERS)) / IMAGINED_OFFERS
