"""Deal the cards that a watcher has not seen, as any of the ways that memory leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from branchline.core.ids import Cards, DeckId
from branchline.core.memory import Memory, Spent
from branchline.core.rng import Rng, shuffled


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
