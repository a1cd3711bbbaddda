"""The train deck while one step moves its cards: drawing, dealing hands, turning up the display."""

from __future__ import annotations

from branchline.core.cards import none_of, nth_card, with_one, without_one
from branchline.core.events import CardsDealt, CardTurnedUp, DisplayDealt, Event
from branchline.core.ids import Cards, DeckId, Kind, Seat
from branchline.core.rng import Rng, below


class CardDeck:
    """A working copy of the deck; the state it came from stays as it was."""

    __slots__ = ("cards", "events", "rng")

    def __init__(self, cards: Cards, rng: Rng) -> None:
        self.cards = cards
        self.rng = rng
        self.events: list[Event] = []

    def draw(self) -> Kind:
        """The top card, which is any card of the deck with the same chance."""
        index, self.rng = below(self.rng, sum(self.cards))
        kind = nth_card(self.cards, index)
        self.cards = without_one(self.cards, kind)
        return kind

    def deal(self, seat: Seat, count: int) -> Cards:
        """Some cards for one hand."""
        hand = none_of(len(self.cards))
        for _ in range(count):
            hand = with_one(hand, self.draw())
        self.events.append(CardsDealt(seat, count, hand))
        return hand

    def turn_up(self, size: int) -> tuple[Kind, ...]:
        """A whole display, or as much of it as the deck has cards for."""
        display = tuple([self.draw() for _ in range(min(size, sum(self.cards)))])
        self.events.append(DisplayDealt(display))
        return display

    def refill(self, display: tuple[Kind, ...], slot: int) -> tuple[Kind, ...]:
        """C-8: a face-up card that was taken is replaced at once."""
        kind = self.draw()
        self.events.append(CardTurnedUp(slot, DeckId(0), kind))
        return (*display[:slot], kind, *display[slot + 1 :])
