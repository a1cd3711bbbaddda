"""Deal the cards that a watcher has not seen (`core.knowledge.deal_cards`)."""

from __future__ import annotations

from branchline.lane.compile import jit
from branchline.lane.knowledge.card_origins import some_origins
from branchline.lane.knowledge.clues import Clues, DealWork
from branchline.lane.rng import shuffle


@jit
def deal_cards(clues: Clues, work: DealWork) -> None:
    """Hands and decks that could lie under all that was seen, into `work.hands` and `work.decks`."""
    work.hands[:] = clues.known
    work.pools[:] = clues.pools
    work.owed[:] = clues.drawn
    for deck in range(len(clues.first_filling) - 1):
        some_origins(clues, work, deck)
        start = clues.first_filling[deck]
        for card in range(clues.first_spent[deck], clues.first_spent[deck + 1]):
            filling = start + work.origin[card]
            work.pools[filling, clues.spent_kind[card]] -= 1
            work.owed[filling, clues.spent_seat[card]] -= 1
        for filling in range(start, clues.first_filling[deck + 1]):
            _deal_filling(work, filling)
        work.decks[deck, :] = work.pools[clues.first_filling[deck + 1] - 1]


@jit
def _deal_filling(work: DealWork, filling: int) -> None:
    pool = work.pools[filling]
    count = 0
    for kind in range(len(pool)):
        for _ in range(pool[kind]):
            work.cards[count] = kind
            count += 1
    shuffle(work.rng, work.cards, 0, count)
    at = 0
    for seat in range(len(work.hands)):
        for _ in range(work.owed[filling, seat]):
            kind = work.cards[at]
            work.hands[seat, kind] += 1
            pool[kind] -= 1
            at += 1
