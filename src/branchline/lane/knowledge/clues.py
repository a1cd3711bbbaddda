"""What a watcher knows of hidden cards and tickets, as arrays: `core.knowledge` written down once for many worlds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.core.bits import mask_of
from branchline.core.ids import TicketId
from branchline.core.knowledge.memory import Memory
from branchline.core.knowledge.ticket_paths import TicketPaths, TicketReveal, TicketShuffle, TicketSighting, ways_of
from branchline.lane.layout import NOTHING, TICKET_WORDS
from branchline.lane.tables import words

Numbers: TypeAlias = NDArray[np.int32]

# What happened to tickets (`core.knowledge.ticket_paths`).
SHUFFLE: Final = 0
SIGHTING: Final = 1
REVEAL: Final = 2


class Clues(NamedTuple):
    """All that worlds follow from, besides the open table and chance.

    Fillings of all decks stand one after the other, and so do the spent cards of all decks; `first_filling` and
    `first_spent` tell where those of a deck begin. `places` has rows of places that others point into with a start
    and a size: in `steps`, and in `rests` for what each seat holds, what lies before each seat, and the ticket deck.
    """

    # Cards.
    known: Numbers
    """By seat and kind: cards that the watcher has seen go to a hand."""
    first_filling: Numbers
    pools: Numbers
    """By filling and kind: cards not seen leaving."""
    drawn: Numbers
    """By filling and seat: how many it drew unseen."""
    first_spent: Numbers
    spent_seat: Numbers
    spent_kind: Numbers
    spent_fillings: Numbers
    """Out of how many fillings the card can be."""
    limits: Numbers
    """By spent card and filling of its deck: how many cards the seat had drawn from it by then."""
    # Tickets.
    steps: Numbers
    """What was seen: SHUFFLE, start, size (as many targets follow the sources); SIGHTING, place, ticket; REVEAL, start,
    size, ticket."""
    places: Numbers
    rests: Numbers
    seen_as: NDArray[np.uint64]
    """By place: the tickets as which it may be seen next."""
    unseen: Numbers
    """By place: whether a ticket in it may be never seen again."""
    last_seen: Numbers
    """By ticket: the last step at which it is seen."""
    long: Numbers
    # Secret choices.
    choosers: Numbers
    """By seat: whether it has made a choice that the watcher does not know."""
    least: int
    """So many of the first tickets are kept at least."""


def clues_of(memory: Memory, chosen: Sequence[bool] = ()) -> Clues:
    """What a watcher remembers; `chosen` says which seats have made a secret choice."""
    kinds, seats = len(memory.printed.kinds), memory.seats
    fillings = [filling for deck in memory.fillings for filling in deck]
    spent = [[card for card in memory.spent if memory.printed.kinds[card.kind].deck == deck] for deck in _decks(memory)]
    cards = [card for row in spent for card in row]
    limits = np.zeros((len(cards), max(map(len, memory.fillings))), np.int32)
    for row, card in zip(limits, cards, strict=True):
        row[: len(card.limits)] = card.limits
    return Clues(
        known=_table(memory.known, kinds),
        first_filling=_starts([len(deck) for deck in memory.fillings]),
        pools=_table([filling.pool for filling in fillings], kinds),
        drawn=_table([filling.drawn for filling in fillings], seats),
        first_spent=_starts([len(row) for row in spent]),
        spent_seat=_row([card.seat for card in cards]),
        spent_kind=_row([card.kind for card in cards]),
        spent_fillings=_row([len(card.limits) for card in cards]),
        limits=limits,
        **_tickets(ways_of(memory), len(memory.printed.tickets)),
        long=_row([ticket.long for ticket in memory.printed.tickets]),
        choosers=_row([seat != memory.seat and seat < len(chosen) and chosen[seat] for seat in range(seats)]),
        least=memory.printed.rules.first_keep,
    )


def _decks(memory: Memory) -> range:
    return range(len(memory.fillings))


def _row(values: Sequence[int]) -> Numbers:
    return np.array(values, np.int32)


def _table(rows: Sequence[Sequence[int]], width: int) -> Numbers:
    return np.array(rows, np.int32).reshape(len(rows), width)


def _starts(sizes: Sequence[int]) -> Numbers:
    """Where each of several rows begins that stand one after the other, and where the last one ends."""
    return np.cumsum([0, *sizes], dtype=np.int32)


def _tickets(ways: TicketPaths, tickets: int) -> dict[str, Any]:
    places: list[int] = []

    def noted(row: Sequence[int]) -> tuple[int, int]:
        places.extend(row)
        return len(places) - len(row), len(row)

    steps: list[tuple[int, ...]] = []
    for happening in ways.happenings:
        match happening:
            case TicketShuffle(_, sources, targets):
                start, _ = noted((*sources, *targets))
                steps.append((SHUFFLE, start, len(sources), 0))
            case TicketSighting(place, ticket):
                steps.append((SIGHTING, place, ticket, 0))
            case TicketReveal(_, kept, ticket):
                steps.append((REVEAL, *noted(kept), ticket))
    rests = [noted(row) for row in (*ways.held, *ways.offers, ways.queue)]
    last_seen = [max(ways.seen_at.get(TicketId(ticket), (NOTHING,))) for ticket in range(tickets)]
    seen_as = [words(mask_of(ends.seen_as), TICKET_WORDS) for ends in ways.ends]
    return {
        "steps": _table(steps, 4),
        "places": _row(places),
        "rests": _table(rests, 2),
        "seen_as": np.array(seen_as, np.uint64),
        "unseen": _row([ends.unseen for ends in ways.ends]),
        "last_seen": _row(last_seen),
    }


class DealWork(NamedTuple):
    """Room to work in while worlds are dealt; each thread has its own. `hands`, `decks` and `names` are the result."""

    rng: NDArray[np.uint64]
    hands: Numbers
    decks: Numbers
    # Cards.
    pools: Numbers
    owed: Numbers
    cards: Numbers
    # Origins of spent cards: what each is given, how many of a kind each filling gives, and a stack of attempts.
    origin: Numbers
    order: Numbers
    given: Numbers
    tried: Numbers
    attempt: Numbers
    """By depth: the card, how many of its fillings were tried, the one that is being tried, and of the cards in its way
    where they begin, how many they are and how many are left; -1 for no filling."""
    fillings: Numbers
    in_the_way: Numbers
    # Tickets.
    card_at: Numbers
    """By place."""
    names: Numbers
    """By card: the ticket that it is."""
    card: Numbers
    """By ticket: the card that was seen as it."""
    mixed: Numbers
    """Rows of their own: sources, targets, named cards, closed and free places, and what can be picked."""


def work_for(clues: Clues) -> DealWork:
    seats, kinds = clues.known.shape
    spent, fillings = clues.limits.shape
    depth = spent * fillings + 2
    tickets, decks = len(clues.last_seen), len(clues.first_filling) - 1

    def numbers(*shape: int) -> Numbers:
        return np.zeros(shape, np.int32)

    return DealWork(
        rng=np.zeros(2, np.uint64),
        hands=numbers(seats, kinds),
        decks=numbers(decks, kinds),
        pools=numbers(*clues.pools.shape),
        owed=numbers(*clues.drawn.shape),
        cards=numbers(int(clues.pools.sum(axis=1).max())),
        origin=numbers(spent),
        order=numbers(spent),
        given=numbers(fillings, kinds),
        tried=numbers(spent, fillings),
        attempt=numbers(depth, 6),
        fillings=numbers(depth, fillings),
        in_the_way=numbers(depth * spent + 1),
        card_at=numbers(len(clues.unseen)),
        names=numbers(tickets),
        card=numbers(tickets),
        mixed=numbers(6, tickets),
    )
