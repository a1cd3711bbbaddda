"""A referee who follows a board game by its complete events alone, and knows nothing of the generator or the verbs."""

from __future__ import annotations

from branchline.core import events
from branchline.core.bits import members
from branchline.core.cards import minus, plus
from branchline.core.events import Event
from branchline.core.ids import Cards, Kind, Seat
from branchline.core.phases import Finished, FirstPieces, FirstTickets, TicketOffer, Toll
from branchline.core.printed.board import Board
from branchline.core.states.state import State


class Referee:
    """A table of cardboard: piles, hands and pieces, moved by what the events say."""

    def __init__(self, board: Board, seats: int) -> None:
        self.board = board
        self.decks = list(board.full_decks)
        self.discards: list[Cards] = [board.no_cards for _ in board.full_decks]
        self.display: list[Kind | None] = [None] * sum(board.rules.display)
        self.hands: list[Cards] = [board.no_cards] * seats
        self.pieces = [list(board.rules.pieces) for _ in range(seats)]
        self.boxes = [[0 for _ in board.rules.pieces] for _ in range(seats)]
        self.routes: list[set[int]] = [set() for _ in range(seats)]
        self.built: list[set[int]] = [set() for _ in range(seats)]
        self.tickets: list[set[int]] = [set() for _ in range(seats)]
        self.offers: dict[int, tuple[int, ...]] = {}
        self.ticket_deck: list[int] | None = None  # nobody has told its order yet
        self.points = [0] * seats
        self.turn = Seat(0)
        self.over = False
        self.tunnel: tuple[Cards, Cards] | None = None

    def counts(self, *kinds: Kind | None) -> Cards:
        return tuple(kinds.count(Kind(kind)) for kind in range(len(self.board.kinds)))

    def take_from_decks(self, cards: Cards) -> None:
        for deck in range(len(self.decks)):
            mine = tuple(n if self.board.kinds[i].deck == deck else 0 for i, n in enumerate(cards))
            self.decks[deck] = minus(self.decks[deck], mine)

    def discard(self, cards: Cards) -> None:
        for deck in range(len(self.decks)):
            mine = tuple(n if self.board.kinds[i].deck == deck else 0 for i, n in enumerate(cards))
            self.discards[deck] = plus(self.discards[deck], mine)

    def pay(self, seat: Seat, cards: Cards) -> None:
        self.hands[seat] = minus(self.hands[seat], cards)
        assert min(self.hands[seat]) >= 0, "paid with cards that were not in the hand"

    def watch(self, event: Event) -> None:
        match event:
            case events.GameStarted(first):
                self.turn = first
            case events.TurnStarted(seat):
                self.turn = seat
            case events.CardsDealt(seat, count, cards):
                assert cards is not None
                assert sum(cards) == count
                self.take_from_decks(cards)
                self.hands[seat] = plus(self.hands[seat], cards)
            case events.DisplayDealt(display):
                assert set(self.display) == {None}
                self.take_from_decks(self.counts(*display))
                self.display = list(display)
            case events.DisplayFlushed(display):
                assert self.display == list(display)
                assert display.count(self.board.wild) >= self.board.rules.flush_at
                self.discard(self.counts(*display))
                self.display = [None] * len(display)
            case events.DeckReshuffled(deck, cards):
                assert self.discards[deck] == cards
                assert any(cards)
                self.discards[deck] = self.board.no_cards
                self.decks[deck] = plus(self.decks[deck], cards)
            case events.CardTaken(seat, slot, kind):
                assert self.display[slot] == kind
                self.display[slot] = None
                self.hands[seat] = plus(self.hands[seat], self.counts(kind))
            case events.CardTurnedUp(slot, deck, kind):
                assert self.display[slot] is None
                self.display[slot] = kind
                self.decks[deck] = minus(self.decks[deck], self.counts(kind))
            case events.CardDrawn(seat, deck, kind):
                self.decks[deck] = minus(self.decks[deck], self.counts(kind))
                self.hands[seat] = plus(self.hands[seat], self.counts(kind))
            case events.RouteClaimed():
                self.claim(event)
            case events.TunnelDug(seat, _, laid, revealed, _):
                self.pay(seat, laid)
                self.take_from_decks(self.counts(*revealed))
                self.tunnel = laid, self.counts(*revealed)
            case events.TunnelLeft(seat, _):
                assert self.tunnel is not None
                laid, turned_up = self.tunnel
                self.hands[seat] = plus(self.hands[seat], laid)
                self.discard(turned_up)
                self.tunnel = None
            case events.StationBuilt(seat, city, pay) | events.HarborBuilt(seat, city, pay):
                self.pay(seat, pay)
                self.discard(pay)
                self.built[seat].add(city)
            case events.PiecesChosen(seat, pieces):
                self.boxes[seat] = list(map(int.__sub__, self.pieces[seat], pieces))
                self.pieces[seat] = list(pieces)
            case events.PiecesExchanged(seat, give, count):
                for sort, sign in ((int(give), -1), (1 - give, 1)):
                    self.pieces[seat][sort] += sign * count
                    self.boxes[seat][sort] -= sign * count
                self.points[seat] -= count
            case events.TicketsOffered() | events.TicketsKept() | events.TicketDeckChanged():
                self.watch_tickets(event)
            case events.GameEnded():
                self.over = True
            case _:
                quiet = events.ChoiceMade | events.DrawingStopped | events.Passed | events.LastTurns | events.NothingNew
                assert isinstance(event, quiet)

    def claim(self, event: events.RouteClaimed) -> None:
        laid, turned_up = self.tunnel or (self.board.no_cards, self.board.no_cards)
        self.tunnel = None
        self.pay(event.seat, minus(event.pay, laid))
        self.discard(plus(event.pay, turned_up))
        route = self.board.routes[event.route]
        self.pieces[event.seat][route.deck] -= route.length
        self.routes[event.seat].add(event.route)
        self.points[event.seat] += event.points

    def watch_tickets(self, event: events.TicketsOffered | events.TicketsKept | events.TicketDeckChanged) -> None:
        match event:
            case events.TicketsOffered(seat, count, tickets):
                assert tickets is not None
                assert len(tickets) == count
                self.offers[seat] = tickets
                if self.ticket_deck is not None:
                    assert tuple(self.ticket_deck[:count]) == tickets, "not the tickets on top"
                    del self.ticket_deck[:count]
            case events.TicketsKept(seat, count, returned_count, kept, returned):
                assert kept is not None
                assert returned is not None
                assert (len(kept), len(returned)) == (count, returned_count)
                assert sorted(kept + returned) == sorted(self.offers.pop(seat))
                self.tickets[seat] |= set(kept)
                if self.ticket_deck is not None:
                    self.ticket_deck += returned
            case events.TicketDeckChanged(count, order):
                assert order is not None
                assert len(order) == count
                self.ticket_deck = list(order)

    def agree_with(self, state: State) -> None:
        assert tuple(self.decks) == state.decks
        assert tuple(self.discards) == state.discards
        assert tuple(self.display) == state.display
        assert self.turn == state.turn
        assert self.over == isinstance(state.phase, Finished)
        for seat, player in enumerate(state.players):
            assert self.hands[seat] == player.hand
            assert self.routes[seat] == set(members(player.routes))
            assert self.built[seat] == set(members(player.built))
            assert (tuple(self.pieces[seat]), tuple(self.boxes[seat])) == (player.pieces, player.box)
            assert self.points[seat] == player.points
            if not isinstance(state.phase, FirstTickets):
                assert self.tickets[seat] == set(members(player.tickets))
        if self.ticket_deck is not None:
            assert tuple(self.ticket_deck) == state.tickets
        assert (self.tunnel is not None) == isinstance(state.phase, Toll)
        assert bool(self.offers) == isinstance(state.phase, FirstTickets | TicketOffer)
        assert isinstance(state.phase, FirstTickets | FirstPieces) or self.ticket_deck is not None
