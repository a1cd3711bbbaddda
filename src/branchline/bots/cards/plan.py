"""The value of a position of the Card Game to the planner: cards on the track, in the yard and in hand, and time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import erf, sqrt
from typing import NamedTuple

from branchline.bots.cards.position import CardPosition
from branchline.bots.cards.weights import CardWeights
from branchline.core.ids import Cards
from branchline.core.states.card_state import Row, points_of

MAX_DECK_USE = 2.0
"""Cards that the deck loses in a turn at most."""

MAX_ROW = 12
"""No row is longer than this; lists of values have as many places."""

THREE = 3


class PlannedRow(NamedTuple):
    """Cards of one color in hand, to be played as a row: in how many turns at the earliest, and each card's value."""

    wait: int
    values: Sequence[float]


class CardPlan:
    """A seat's plan. All values, in points, are for the end of the turn, with `deck` cards left."""

    def __init__(self, position: CardPosition, weights: CardWeights) -> None:
        self.position = position
        self.weights = weights
        self._kept_value = (
            weights.kept_card * min(1.0, self.second_deck() / weights.full_second_deck)
            if position.half_to_come
            else 0.0
        )
        self._risks: dict[tuple[int, int], float] = {}
        asked = position.needs()
        self._values = [self._color_values(asked[color] - position.stack[color]) for color in position.colors]

    def _color_values(self, needed: int) -> list[float]:
        """The values of the first, second… card of a color that reaches the track from now on."""
        spare = self.weights.spare_cards[max(0, -needed) :]
        known = [*[self.weights.needed_card] * max(0, needed), *spare]
        return [*known, *[0.0] * (MAX_ROW + MAX_ROW - len(known))]

    def second_deck(self) -> float:
        """The expected size of the deck of the second half: cards kept in all hands will be missing in it (C-19)."""
        position = self.position
        rules = position.cardset.rules
        held = sum(position.hand) + sum(sum(rival.known) + rival.unknown for rival in position.rivals)
        dealt = rules.display + position.seats * rules.second_deal
        return max(0.0, sum(position.cardset.all_cards) - dealt - held - self.weights.kept_share * position.deck_size)

    @property
    def is_last(self) -> bool:
        """Whether this is the own last turn: what is played now stays in the yard."""
        return self.position.ending and not self.position.half_to_come

    def turns(self, deck: int) -> tuple[int, int]:
        """The turns after this one, with the deck used at its fastest and slowly (C-14)."""
        if self.position.ending:
            return 0, 0
        seats = self.position.seats
        return 1 + int(deck / (MAX_DECK_USE * seats)), 1 + int(deck / (self.weights.slow_deck_use * seats))

    def secured_value(self) -> float:
        """Points of completed tickets less those of open ones, and the value of the cards in the stack."""
        position, weights = self.position, self.weights
        total = points_of(position.cardset, position.completed) - points_of(position.cardset, position.tickets)
        spare = weights.wild_card * position.stack[-1]
        for number, have in zip(position.needs(), position.stack, strict=False):
            spare += weights.needed_card * min(number, have) + sum(weights.spare_cards[: max(0, have - number)])
        return total + spare

    def value(self, hand: Cards, rows: Sequence[Row | None], deck: int) -> float:
        """The expected value of the cards in hand and in the yards: the mean of fast and slow play."""
        quick, slow = self.turns(deck)
        if quick == slow:
            return self._value(hand, rows, quick)
        return (self._value(hand, rows, quick) + self._value(hand, rows, slow)) / 2

    def _value(self, hand: Cards, rows: Sequence[Row | None], turns: int) -> float:
        total = 0.0
        groups: list[PlannedRow] = []
        singles: list[PlannedRow] = []
        for color, row in enumerate(rows):
            values = self._values[color]
            wait = 1
            held = hand[color]
            if row is not None and row[0] == self.position.seat:
                total += self._yard(color, row, turns)
                values = values[row[1] :]
                wait = row[1] + row[2]
            elif row is not None:
                wait = max(1, row[1] + row[2] - held + 1)
            if held:
                (groups if held > 1 else singles).append(PlannedRow(wait, values[:held]))
        return total + self._schedule(groups, singles, hand[-1], turns)

    def _yard(self, color: int, row: Row, turns: int) -> float:
        """The expected value of a row of the own yard: one card leaves each turn, wilds first (C-5, C-11)."""
        _, colored, wilds = row
        total, survives = 0.0, 1.0
        values = self._values[color]
        for place in range(min(colored + wilds, turns)):
            survives *= 1.0 - self._risk(color, colored + wilds - place)
            total += survives * (self.weights.wild_card if place < wilds else values[place - wilds])
        return total

    def _schedule(self, groups: list[PlannedRow], singles: list[PlannedRow], wilds: int, turns: int) -> float:
        """The expected value of the hand, played row by row, the most valuable first; three singles take one turn."""
        weights = self.weights
        left = self._kept_value
        groups.sort(key=lambda row: -sum(row.values))
        total = 0.0
        share = 1.0
        start = 1
        for wait, values in groups:
            share *= weights.hand_retention
            time = turns - max(start, wait)
            carried = 0
            if wilds and time > 1:
                carried = min(wilds, max(1, time - len(values)))
                wilds -= carried
                total += share * weights.wild_card * carried
            reached = sum(values[: max(0, time - carried)])
            total += share * reached + left * (sum(values) - reached)
            start += 1
        total += left * weights.wild_card * wilds
        singles.sort(key=lambda row: -row.values[0])
        hopes = 0.75 if turns > 4 else 0.0
        for place, (wait, values) in enumerate(singles):
            in_three = place < len(singles) // THREE * THREE
            share *= weights.hand_retention**0.5
            on_time = max(start + place // THREE, wait) < turns
            chance = share * (1.0 if in_three else hopes) if on_time else 0.0
            total += values[0] * max(chance, left)
        return total

    def _risk(self, color: int, size: int) -> float:
        """The chance that a row of this size is robbed before the own next turn."""
        known = self._risks.get((color, size))
        if known is not None:
            return known
        safe = 1.0
        for mean, spread in self._rival_rows[color]:
            likely = 0.5 - 0.5 * erf((size + 0.5 - mean) / (spread * sqrt(2)))
            safe *= 1.0 - self.weights.robbery_rate * likely
        self._risks[color, size] = 1.0 - safe
        return 1.0 - safe

    @cached_property
    def _rival_rows(self) -> list[list[tuple[float, float]]]:
        """By color, for each rival: mean and spread of the longest row it can play, wilds counted by half."""
        position = self.position
        total = max(1, sum(position.unseen))
        rows = []
        for color in position.colors:
            part = (position.unseen[color] + position.unseen[-1] / 2) / total
            rows.append(
                [
                    (
                        rival.known[color] + rival.known[-1] / 2 + rival.unknown * part,
                        sqrt(rival.unknown * part * (1 - part) + 0.1),
                    )
                    for rival in position.rivals
                ]
            )
        return rows
