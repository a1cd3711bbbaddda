"""What a position of the Card Game is worth to the planner: cards on the track, in the yard and in hand, and time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import erf, sqrt
from typing import NamedTuple

from branchline.bots.cards.position import CardSight
from branchline.bots.cards.weights import CardTaste
from branchline.core.card_state import Row, points_of
from branchline.core.ids import Cards

FASTEST = 2.0
"""Cards that the deck loses in a turn at most."""

MOST = 12
"""No row is longer than this, for the sake of tables."""

THREE = 3


class Group(NamedTuple):
    """Cards of one color in hand, as a row to be laid: after how many turns of waiting, and what each card adds."""

    wait: int
    worths: Sequence[float]


class CardPlan:
    """A seat's plan. All worths are for the moment when the turn has been ended, with `deck` cards left."""

    def __init__(self, sight: CardSight, taste: CardTaste) -> None:
        self.sight = sight
        self.taste = taste
        self._later = taste.later * min(1.0, self.second_deck() / taste.full) if sight.half_to_come else 0.0
        self._risks: dict[tuple[int, int], float] = {}
        asked = sight.needs()
        self._worths = [self._worths_of(asked[color] - sight.stack[color]) for color in sight.colors]

    def _worths_of(self, needed: int) -> list[float]:
        """What the first, second… card of a color that reaches the track from now on adds."""
        spare = self.taste.spare[max(0, -needed) :]
        known = [*[self.taste.needed] * max(0, needed), *spare]
        return [*known, *[0.0] * (MOST + MOST - len(known))]

    def second_deck(self) -> float:
        """The deck of the second half: what is held back in hands, everybody's, will be missing in it (C-19)."""
        sight = self.sight
        rules = sight.cardset.rules
        held = sum(sight.hand) + sum(sum(rival.known) + rival.unknown for rival in sight.rivals)
        dealt = rules.display + sight.seats * rules.second_deal
        return max(0.0, sum(sight.cardset.all_cards) - dealt - held - self.taste.hoard * sight.deck_size)

    @property
    def is_last(self) -> bool:
        """Whether this is the own last turn: whatever is laid now stays in the yard."""
        return self.sight.ending and not self.sight.half_to_come

    def turns(self, deck: int) -> tuple[int, int]:
        """How many turns may still come after this one: at the fastest, and at a slow pace (C-14)."""
        if self.sight.ending:
            return 0, 0
        seats = self.sight.seats
        return 1 + int(deck / (FASTEST * seats)), 1 + int(deck / (self.taste.slow * seats))

    def standing(self) -> float:
        """What is certain: tickets completed, and the stack, measured like cards that are still to reach it."""
        sight, taste = self.sight, self.taste
        total = points_of(sight.cardset, sight.completed) - points_of(sight.cardset, sight.tickets)
        spare = taste.wild * sight.stack[-1]
        for number, have in zip(sight.needs(), sight.stack, strict=False):
            spare += taste.needed * min(number, have) + sum(taste.spare[: max(0, have - number)])
        return total + spare

    def worth(self, hand: Cards, rows: Sequence[Row | None], deck: int) -> float:
        """The cards in hand and in the yards, in what they should still bring."""
        quick, slow = self.turns(deck)
        if quick == slow:
            return self._worth(hand, rows, quick)
        return (self._worth(hand, rows, quick) + self._worth(hand, rows, slow)) / 2

    def _worth(self, hand: Cards, rows: Sequence[Row | None], turns: int) -> float:
        total = 0.0
        groups: list[Group] = []
        singles: list[Group] = []
        for color, row in enumerate(rows):
            worths = self._worths[color]
            wait = 1
            held = hand[color]
            if row is not None and row[0] == self.sight.seat:
                total += self._yard(color, row, turns)
                worths = worths[row[1] :]
                wait = row[1] + row[2]
            elif row is not None:
                wait = max(1, row[1] + row[2] - held + 1)
            if held:
                (groups if held > 1 else singles).append(Group(wait, worths[:held]))
        return total + self._schedule(groups, singles, hand[-1], turns)

    def _yard(self, color: int, row: Row, turns: int) -> float:
        """A row of the own yard: wilds leave first, each card is exposed until it does (C-5, C-11)."""
        _, colored, wilds = row
        total, survives = 0.0, 1.0
        worths = self._worths[color]
        for place in range(min(colored + wilds, turns)):
            survives *= 1.0 - self._risk(color, colored + wilds - place)
            total += survives * (self.taste.wild if place < wilds else worths[place - wilds])
        return total

    def _schedule(self, groups: list[Group], singles: list[Group], wilds: int, turns: int) -> float:
        """The hand, laid row by row from the next turn on, the most valuable first; three singles take one turn."""
        taste = self.taste
        left = self._later
        groups.sort(key=lambda group: -sum(group.worths))
        total = 0.0
        share = 1.0
        start = 1
        for wait, worths in groups:
            share *= taste.calm
            time = turns - max(start, wait)
            carried = 0
            if wilds and time > 1:
                carried = min(wilds, max(1, time - len(worths)))
                wilds -= carried
                total += share * taste.wild * carried
            reached = sum(worths[: max(0, time - carried)])
            total += share * reached + left * (sum(worths) - reached)
            start += 1
        total += left * taste.wild * wilds
        singles.sort(key=lambda group: -group.worths[0])
        hopes = 0.75 if turns > 4 else 0.0
        for place, (wait, worths) in enumerate(singles):
            in_three = place < len(singles) // THREE * THREE
            share *= taste.calm**0.5
            on_time = max(start + place // THREE, wait) < turns
            chance = share * (1.0 if in_three else hopes) if on_time else 0.0
            total += worths[0] * max(chance, left)
        return total

    def _risk(self, color: int, size: int) -> float:
        """How likely a row of this size is robbed before the own next turn."""
        known = self._risks.get((color, size))
        if known is not None:
            return known
        safe = 1.0
        for mean, spread in self._reach[color]:
            likely = 0.5 - 0.5 * erf((size + 0.5 - mean) / (spread * sqrt(2)))
            safe *= 1.0 - self.taste.willing * likely
        self._risks[color, size] = 1.0 - safe
        return 1.0 - safe

    @cached_property
    def _reach(self) -> list[list[tuple[float, float]]]:
        """How long a row each rival can lay of each color, wilds counted by half: mean and spread."""
        sight = self.sight
        total = max(1, sum(sight.unseen))
        reach = []
        for color in sight.colors:
            part = (sight.unseen[color] + sight.unseen[-1] / 2) / total
            reach.append(
                [
                    (
                        rival.known[color] + rival.known[-1] / 2 + rival.unknown * part,
                        sqrt(rival.unknown * part * (1 - part) + 0.1),
                    )
                    for rival in sight.rivals
                ]
            )
        return reach
