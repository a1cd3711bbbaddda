"""An outside referee of the Card Game: keeps its own books from the complete events alone, with no rules inside."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from branchline.core import events as e
from branchline.core.ids import Cards
from branchline.core.printed.card_set import CardSet
from branchline.core.states.card_state import CardState


def counted(cards: Cards | None) -> Counter[int]:
    assert cards is not None, "a referee's event hides nothing"
    return Counter({kind: count for kind, count in enumerate(cards) if count})


@dataclass
class Books:
    hand: Counter[int] = field(default_factory=Counter)
    stack: Counter[int] = field(default_factory=Counter)
    yard: dict[int, Counter[int]] = field(default_factory=dict)
    tickets: set[int] = field(default_factory=set)
    completed: set[int] = field(default_factory=set)


class Referee:
    def __init__(self, printed: CardSet, seats: int) -> None:
        self.printed = printed
        self.books = [Books() for _ in range(seats)]
        self.deck = counted(printed.all_cards)
        self.discard: Counter[int] = Counter()
        self.display: list[int] = []
        self.ticket_deck: list[int] = []
        self.offered: dict[int, tuple[int, ...]] = {}
        self.turn: int | None = None
        self.turn_begun = False

    def watch(self, event: e.Event) -> None:
        match event:
            case e.GameStarted(first):
                self.turn = first
            case e.CardsDealt(seat, count, cards):
                assert counted(cards).total() == count
                self.books[seat].hand += counted(cards)
                self.deck -= counted(cards)
            case e.DisplayDealt(display):
                self.display = [kind for kind in display if kind is not None]
                self.deck -= Counter(self.display)
            case e.CardTaken(seat, slot, kind):
                assert self.display[slot] == kind
                self.books[seat].hand[kind] += 1
            case e.CardTurnedUp(slot, _, kind):
                self.display[slot] = kind
                self.deck[kind] -= 1
            case e.CardDrawn(seat, _, kind):
                assert kind is not None
                self.books[seat].hand[kind] += 1
                self.deck[kind] -= 1
            case e.TicketsOffered(seat, count, tickets):
                assert tickets is not None
                assert len(tickets) == count
                if self.turn_begun:
                    assert tuple(self.ticket_deck[:count]) == tickets, "tickets come from the top"
                    del self.ticket_deck[:count]
                self.offered[seat] = tickets
            case e.TicketsKept(seat, _, _, kept, returned):
                assert kept is not None
                assert returned is not None
                assert sorted(kept + returned) == sorted(self.offered.pop(seat))
                self.books[seat].tickets |= set(kept)
                if self.turn_begun:  # the first returned ones are shuffled in, which TicketDeckChanged tells
                    self.ticket_deck += returned
            case e.TicketDeckChanged(count, order):
                assert order is not None
                assert len(order) == count
                self.ticket_deck = list(order)
            case e.TurnStarted(seat):
                self.turn = seat
                self.turn_begun = True
            case e.YardAdvanced(seat, cards):
                self._advance(self.books[seat], counted(cards))
            case e.RowEmptied(seat, color):
                assert self.books[seat].yard.pop(color).total() == 0
            case e.RowLaid(seat, color, cards):
                assert color not in self.books[seat].yard
                self.books[seat].hand -= counted(cards)
                self.books[seat].yard[color] = counted(cards)
            case e.TrainRobbed(_, victim, color, cards):
                assert self.books[victim].yard.pop(color) == counted(cards)
                self.discard += counted(cards)
            case e.StackRevealed(seat, cards):
                assert self.books[seat].stack == counted(cards)
            case e.TicketsSettled(seat, settled, points):
                assert points == sum(self.printed.tickets[ticket].points for ticket in settled)
                self.books[seat].tickets -= set(settled)
                self.books[seat].completed |= set(settled)
            case e.HalfEnded(cards):
                self.deck = counted(cards)
                self.discard, self.display = Counter(), []
                for books in self.books:
                    books.stack, books.yard = Counter(), {}
            case e.DrawingStopped(seat):
                assert seat == self.turn
            case e.ChoiceMade() | e.LastTurns() | e.NothingNew() | e.Passed() | e.GameEnded():
                pass
            case _:
                raise AssertionError(f"{event} has no place in this game")

    def _advance(self, books: Books, moved: Counter[int]) -> None:
        """One card of each row: its wild if it has one, or else a card of its color."""
        wild = self.printed.wild
        expected: Counter[int] = Counter()
        for color, row in books.yard.items():
            top = wild if row[wild] else color
            expected[top] += 1
            row[top] -= 1
        assert expected == moved
        books.stack += moved

    def agree_with(self, state: CardState) -> None:
        """Compare the books with the table."""
        assert self.deck == counted(state.deck)
        assert self.discard == counted(state.discard)
        assert tuple(self.display) == state.display
        assert self.turn == state.turn
        for seat, (books, player) in enumerate(zip(self.books, state.players, strict=True)):
            assert books.hand == counted(player.hand)
            assert books.stack == counted(player.stack)
            assert sum(1 << ticket for ticket in books.tickets) == player.tickets
            assert sum(1 << ticket for ticket in books.completed) == player.completed
            rows = {
                color: (row.colored, row.wilds) for color, row in enumerate(state.yards) if row and row.seat == seat
            }
            assert {color: (row[color], row[self.printed.wild]) for color, row in books.yard.items()} == rows
        if self.turn_begun:
            assert tuple(self.ticket_deck) == state.tickets
