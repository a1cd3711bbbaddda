"""What a watcher can remember of a game: everything it has seen, folded into what it still tells about hidden cards.

A view tells how the table lies now. Memory adds what was seen on the way: cards taken face up, cards shown and taken
back, the contents of a deck that was made from the discards. Together they say exactly which worlds are possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from branchline.core import events
from branchline.core.cards import minus, plus, with_one
from branchline.core.events import Event
from branchline.core.ids import Cards, DeckId, Kind, Seat
from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.core.printed.contract import Printed

TicketEvent = events.TicketsOffered | events.TicketsKept | events.TicketDeckChanged | events.TicketsSettled


class DeckCycle(NamedTuple):
    """One filling of a deck: its cards that the watcher has not seen leave, and how many each seat drew unseen."""

    pool: Cards
    drawn: tuple[int, ...]


class UnseenPayment(NamedTuple):
    """A card that a seat paid with and that the watcher had not seen before.

    It was drawn unseen: `limits` says how many such cards the seat had from each filling of the deck by then.
    """

    seat: Seat
    kind: Kind
    limits: tuple[int, ...]


class Memory(NamedTuple):
    """`known` are the cards of each seat that the watcher has seen go there, less those paid since."""

    printed: Printed
    seat: Seat | None
    known: tuple[Cards, ...]
    fillings: tuple[tuple[DeckCycle, ...], ...]
    spent: tuple[UnseenPayment, ...]
    laid: Cards
    stacks: tuple[Cards, ...]
    tickets: tuple[TicketEvent, ...]
    open_deals: int

    @property
    def seats(self) -> int:
        return len(self.known)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<memory of {who} on {self.printed.id}>"


def nothing_seen(printed: Printed, seats: int, seat: Seat | None) -> Memory:
    """Before the game: whole decks, empty hands. Wilds that the rules hand out openly are known (C-2)."""
    nobody = (0,) * seats
    if isinstance(printed, Board):
        given = printed.no_cards
        whole = printed.full_decks
        open_deals = 0
    else:
        assert isinstance(printed, CardSet)
        given = (*printed.no_cards[:-1], printed.rules.first_wilds)
        whole = (minus(printed.all_cards, (*given[:-1], given[-1] * seats)),)
        open_deals = seats
    return Memory(
        printed,
        seat,
        known=(given,) * seats,
        fillings=tuple((DeckCycle(cards, nobody),) for cards in whole),
        spent=(),
        laid=printed.no_cards,
        stacks=(printed.no_cards,) * seats,
        tickets=(),
        open_deals=open_deals,
    )


def remember_all(memory: Memory, events: Iterable[Event]) -> Memory:
    """Memory after these events, each as the watcher sees it."""
    for event in events:
        memory = remember(memory, event.seen_by(memory.seat))
    return memory


def remember(memory: Memory, event: Event) -> Memory:
    """Memory after one more event, as `seen_by` gives it to the watcher."""
    match event:
        case events.CardsDealt(seat, count, cards):
            return _dealt(memory, seat, count, cards)
        case events.DisplayDealt(display):
            return _seen_leaving(memory, tuple(kind for kind in display if kind is not None))
        case events.CardTurnedUp(_, _, kind):
            return _seen_leaving(memory, (kind,))
        case events.CardDrawn(seat, deck, kind):
            return (
                _drawn_unseen(memory, seat, deck, 1)
                if kind is None
                else _gains_known(_seen_leaving(memory, (kind,)), seat, kind)
            )
        case events.CardTaken(seat, _, kind):
            return _gains_known(memory, seat, kind)
        case events.DeckReshuffled(deck, cards):
            return _refilled(memory, deck, cards)
        case events.TunnelDug(seat, _, laid, revealed):
            return _seen_leaving(_paid(memory, seat, laid), revealed)._replace(laid=laid)
        case events.TunnelLeft(seat, _):
            known = plus(memory.known[seat], memory.laid)
            return _knows(memory, seat, known)._replace(laid=memory.printed.no_cards)
        case events.RouteClaimed(seat, _, pay):
            return _paid(memory, seat, minus(pay, memory.laid))._replace(laid=memory.printed.no_cards)
        case events.StationBuilt(seat, _, pay) | events.HarborBuilt(seat, _, pay):
            return _paid(memory, seat, pay)
        case events.RowLaid(seat, _, cards):
            return _paid(memory, seat, cards)
        case events.YardAdvanced(seat, cards):
            stack = plus(memory.stacks[seat], cards)
            return memory._replace(stacks=(*memory.stacks[:seat], stack, *memory.stacks[seat + 1 :]))
        case events.HalfEnded(cards):
            empty = (memory.printed.no_cards,) * memory.seats
            return _refilled(memory, DeckId(0), cards)._replace(stacks=empty)
        case events.TicketsOffered() | events.TicketsKept() | events.TicketDeckChanged() | events.TicketsSettled():
            return memory._replace(tickets=(*memory.tickets, event))
        case _:
            return memory


def _dealt(memory: Memory, seat: Seat, count: int, cards: Cards | None) -> Memory:
    if memory.open_deals:  # the wilds that everybody knows of are accounted for from the beginning
        return memory._replace(open_deals=memory.open_deals - 1)
    if cards is not None:
        kinds = tuple(Kind(kind) for kind, held in enumerate(cards) for _ in range(held))
        return _knows(_seen_leaving(memory, kinds), seat, plus(memory.known[seat], cards))
    if not isinstance(memory.printed, Board):
        return _drawn_unseen(memory, seat, DeckId(0), count)
    for deck, dealt in enumerate(memory.printed.rules.deal):
        memory = _drawn_unseen(memory, seat, DeckId(deck), dealt)
    return memory


def _knows(memory: Memory, seat: Seat, cards: Cards) -> Memory:
    return memory._replace(known=(*memory.known[:seat], cards, *memory.known[seat + 1 :]))


def _gains_known(memory: Memory, seat: Seat, kind: Kind) -> Memory:
    return _knows(memory, seat, with_one(memory.known[seat], kind))


def _with_filling(memory: Memory, deck: DeckId, filling: DeckCycle) -> Memory:
    """The filling that is being drawn from is the last one."""
    fillings = (*memory.fillings[deck][:-1], filling)
    return memory._replace(fillings=(*memory.fillings[:deck], fillings, *memory.fillings[deck + 1 :]))


def _drawn_unseen(memory: Memory, seat: Seat, deck: DeckId, count: int) -> Memory:
    pool, drawn = memory.fillings[deck][-1]
    return _with_filling(memory, deck, DeckCycle(pool, (*drawn[:seat], drawn[seat] + count, *drawn[seat + 1 :])))


def _seen_leaving(memory: Memory, kinds: tuple[Kind, ...]) -> Memory:
    """Cards that the watcher saw leave their deck, in this order.

    Where a deck ran out on the way, the first of them were the last of its old filling.
    """
    for kind in kinds:
        deck = memory.printed.kinds[kind].deck
        fillings = memory.fillings[deck]
        which = -1
        if len(fillings) > 1 and sum(fillings[-2].pool) > sum(fillings[-2].drawn):
            which = -2
        pool, drawn = fillings[which]
        changed = DeckCycle(tuple(count - (i == kind) for i, count in enumerate(pool)), drawn)
        fillings = (*fillings[:which], changed) if which == -1 else (*fillings[:-2], changed, fillings[-1])
        memory = memory._replace(fillings=(*memory.fillings[:deck], fillings, *memory.fillings[deck + 1 :]))
    return memory


def _refilled(memory: Memory, deck: DeckId, cards: Cards) -> Memory:
    fillings = (*memory.fillings[deck], DeckCycle(cards, (0,) * memory.seats))
    return memory._replace(fillings=(*memory.fillings[:deck], fillings, *memory.fillings[deck + 1 :]))


def _paid(memory: Memory, seat: Seat, pay: Cards) -> Memory:
    """Cards seen before are paid first: as sets of cards, all ways to say which ones went are the same."""
    known = list(memory.known[seat])
    spent = list(memory.spent)
    for i, count in enumerate(pay):
        seen = min(known[i], count)
        known[i] -= seen
        deck = memory.printed.kinds[i].deck
        limits = tuple(filling.drawn[seat] for filling in memory.fillings[deck])
        spent += [UnseenPayment(seat, Kind(i), limits)] * (count - seen)
    return _knows(memory, seat, tuple(known))._replace(spent=tuple(spent))
