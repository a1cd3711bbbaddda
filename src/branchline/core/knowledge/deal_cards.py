"""Deal the cards that a watcher has not seen, as any of the ways that memory leaves open."""

from __future__ import annotations

from typing import NamedTuple

from branchline.core.ids import Cards, DeckId
from branchline.core.knowledge.card_origins import some_origins
from branchline.core.knowledge.memory import Memory
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
    origins, rng = some_origins(spent, [filling.pool for filling in fillings], rng)
    for card, filling in zip(spent, origins, strict=True):
        pools[filling][card.kind] -= 1
        owed[filling][card.seat] -= 1
    for pool, draws in zip(pools, owed, strict=True):
        cards, rng = shuffled([kind for kind, count in enumerate(pool) for _ in range(count)], rng)
        start = 0
        for seat, count in enumerate(draws):
            for kind in cards[start : start + count]:
                hands[seat][kind] += 1
                pool[kind] -= 1
            start += count
    return rng, tuple(pools[-1])
