"""From which filling of a deck each card came that was paid with, and that a watcher had not seen before."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.ids import Cards
from branchline.core.knowledge.memory import UnseenPayment
from branchline.core.rng import Rng, shuffled


def some_origins(spent: Sequence[UnseenPayment], pools: Sequence[Cards], rng: Rng) -> tuple[list[int], Rng]:
    """A filling for each of the spent cards, which come in the order of time; every possible answer can come up.

    A filling gives no more cards of a kind than its pool has, and a seat spends no more from it than it had drawn from
    it by then.
    """
    while True:
        origins = _Origins(spent, pools, rng)
        order, origins.rng = shuffled(range(len(spent)), origins.rng)
        if all(origins.place(card, set()) for card in order):
            return [filling for filling in origins.of if filling is not None], origins.rng
        rng = origins.rng


class _Origins:
    """Cards are placed one by one; a card in the way moves on, if there is another filling for it."""

    def __init__(self, spent: Sequence[UnseenPayment], pools: Sequence[Cards], rng: Rng) -> None:
        self.spent = spent
        self.pools = pools
        self.rng = rng
        self.of: list[int | None] = [None] * len(spent)

    def place(self, card: int, tried: set[tuple[int, int]]) -> bool:
        fillings, self.rng = shuffled(range(len(self.spent[card].limits)), self.rng)
        for filling in fillings:
            if (card, filling) not in tried:
                tried.add((card, filling))
                if self._place_in(card, filling, tried):
                    return True
        return False

    def _place_in(self, card: int, filling: int, tried: set[tuple[int, int]]) -> bool:
        in_the_way = self._in_the_way(card, filling)
        self.of[card] = filling
        if in_the_way is None:
            return True
        others, self.rng = shuffled(in_the_way, self.rng)
        for other in others:
            self.of[other] = None
            if self.place(other, tried):
                return True
            self.of[other] = filling
        self.of[card] = None
        return False

    def _in_the_way(self, card: int, filling: int) -> Sequence[int] | None:
        """The cards of which any would make room for this one by leaving the filling; None if there is room."""
        alike = self._too_many_of_the_kind(card, filling)
        early = self._too_many_of_the_seat(card, filling)
        if alike is None or early is None:
            return early if alike is None else alike
        return [other for other in alike if other in early]

    def _too_many_of_the_kind(self, card: int, filling: int) -> Sequence[int] | None:
        kind = self.spent[card].kind
        alike = [i for i, origin in enumerate(self.of) if origin == filling and self.spent[i].kind == kind]
        return None if len(alike) < self.pools[filling][kind] else alike

    def _too_many_of_the_seat(self, card: int, filling: int) -> Sequence[int] | None:
        """The seat's cards from this filling up to the first time when it would have spent more than it had drawn."""
        seat = self.spent[card].seat
        early: list[int] = []
        for i, other in enumerate(self.spent):
            if other.seat == seat:
                if self.of[i] == filling:
                    early.append(i)
                if i >= card and len(early) >= other.limits[filling]:
                    return early
        return None
