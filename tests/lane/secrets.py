"""The same game as a seat knows it, with everything else dealt anew."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from branchline.lane.board.engine import BoardLane
from branchline.lane.cards.engine import CardLane
from branchline.lane.engine import LaneGame, Row
from branchline.lane.layout import NOTHING


def with_other_secrets(lane: LaneGame, row: Row, seat: int, rng: Random) -> Row:
    """A copy in which rivals' hands and the decks, rivals' tickets and the ticket deck, and all chance are others."""
    other = row.copy()
    game = other[0]
    game["rng"] = rng.getrandbits(60), rng.getrandbits(60)
    rivals = [rival for rival in range(game["seats"]) if rival != seat]
    if isinstance(lane, BoardLane):
        for deck in range(lane.board["sorts"]):
            kinds = np.flatnonzero(lane.board["kind_deck"][: lane.board["kinds"]] == deck).tolist()
            _deal_again(game["decks"][deck], game["hands"], rivals, kinds, rng)
        _shuffle_tickets(game, rivals, len(lane.space.board.tickets), rng)
    else:
        assert isinstance(lane, CardLane)
        _deal_again(game["deck"], game["hands"], rivals, list(range(lane.cards["kinds"])), rng)
        _shuffle_tickets(game, rivals, len(lane.space.cards.tickets), rng)
    for rival in rivals:
        if game["choices"][rival] != NOTHING:
            game["choices"][rival] += 1  # Another choice; nobody reads what it says before all are made.
    return other


def _deal_again(deck: Any, hands: Any, rivals: list[int], kinds: list[int], rng: Random) -> None:
    sizes = [int(hands[rival, kinds].sum()) for rival in rivals]
    pool = [kind for kind in kinds for _ in range(deck[kind] + hands[rivals, kind].sum())]
    rng.shuffle(pool)
    for rival, size in zip(rivals, sizes, strict=True):
        hands[rival, kinds] = 0
        for _ in range(size):
            hands[rival, pool.pop()] += 1
    deck[kinds] = 0
    for kind in pool:
        deck[kind] += 1


def _shuffle_tickets(game: Any, rivals: list[int], count: int, rng: Random) -> None:
    """The tickets that rivals hold or are offered, and those of the deck, change places."""
    ring = len(game["queue"])
    places = [(game["queue"], (game["queue_first"] + i) % ring) for i in range(game["queue_size"])]
    places += [(game["offers"][rival], i) for rival in rivals for i in range(game["offered"][rival])]
    held = {rival: _tickets(game["tickets"][rival], count) for rival in rivals}
    everything = [int(row[i]) for row, i in places] + [ticket for tickets in held.values() for ticket in tickets]
    rng.shuffle(everything)
    for row, i in places:
        row[i] = everything.pop()
    for rival, tickets in held.items():
        words = np.zeros(np.size(game["tickets"][rival]), np.uint64)
        for _ in tickets:
            ticket = everything.pop()
            words[ticket >> 6] |= np.uint64(1 << (ticket & 63))
        game["tickets"][rival] = words if game["tickets"].ndim > 1 else words[0]


def _tickets(words: Any, count: int) -> list[int]:
    row = np.atleast_1d(words)
    return [ticket for ticket in range(count) if int(row[ticket >> 6]) >> (ticket & 63) & 1]
