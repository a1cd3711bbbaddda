"""The train deck while one step moves its cards: drawing, dealing hands, turning up the display."""

from __future__ import annotations

from branchline.core.events import CardsDealt, CardTurnedUp, DisplayDealt, Event
from branchline.core.ids import Cards, DeckId, Kind, Seat
from branchline.core.rng import Rng, below


class CardDeck:
    """A working copy of the deck; the state it came from stays as it was."""

    __slots__ = ("_counts", "events", "rng", "size")

    def __init__(self, cards: Cards, rng: Rng, events: list[Event]) -> None:
        self._counts = list(cards)
        self.size = sum(cards)
        self.rng = rng
        self.events = events

    @property
    def cards(self) -> Cards:
        return tuple(self._counts)

    def draw(self) -> Kind:
        """The top card, which is any card of the deck with the same chance."""
        index, self.rng = below(self.rng, self.size)
        counts = self._counts
        kind = 0
        while index >= counts[kind]:
            index -= counts[kind]
            kind += 1
        counts[kind] -= 1
        self.size -= 1
        return Kind(kind)

    def deal(self, seat: Seat, count: int) -> Cards:
        """Some cards for one hand."""
        hand = [0] * len(self._counts)
        for _ in range(count):
            hand[self.draw()] += 1
        cards = tuple(hand)
        self.events.append(CardsDealt(seat, count, cards))
        return cards

    def turn_up(self, size: int) -> tuple[Kind, ...]:
        """A whole display, or as much of it as the deck has cards for."""
        display = tuple([self.draw() for _ in range(min(size, self.size))])
        self.events.append(DisplayDealt(display))
        return display

    def refill(self, display: tuple[Kind, ...], slot: int) -> tuple[Kind, ...]:
        """C-8: a face-up card that was taken is replaced at once."""
        kind = self.draw()
        self.events.append(CardTurnedUp(slot, DeckId(0), kind))
        return (*display[:slot], kind, *display[slot + 1 :])
