"""The set-up: hands, display, first tickets (U-2, U-3, E-2 to E-4, W-4, W-5)."""

from __future__ import annotations

from branchline.core.cards import with_one
from branchline.core.events import CardsDealt, GameStarted, TicketsOffered
from branchline.core.game import Options, Step
from branchline.core.ids import Cards, DeckId, Seat
from branchline.core.phases import FirstTickets
from branchline.core.printed.board import Board
from branchline.core.rng import Seed, below, seeded, shuffled
from branchline.core.states.state import Player, State, with_hand
from branchline.core.states.stock import Stock


def set_up(board: Board, seats: int, seed: Seed, options: Options) -> Step[State]:
    """Everything up to the first secret choice."""
    rng = seeded(seed)
    if options.first is None:  # B-1
        start, rng = below(rng, seats)
        first = Seat(start)
    else:
        first = options.first
    nobody = (0,) * len(board.rules.pieces)
    player = Player(board.no_cards, board.rules.pieces, nobody, 0, 0, 0, 0)
    empty = (board.no_cards,) * len(board.rules.display)
    phase = FirstTickets(((),) * seats, (None,) * seats)
    state = State(board, phase, first, (player,) * seats, (), board.full_decks, empty, (), None, 0, 0, rng)
    stock = Stock(state)
    stock.events.append(GameStarted(first))
    players = tuple(with_hand(player, _deal_hand(stock, Seat(seat))) for seat in range(seats))
    stock.deal_display()
    return _deal_tickets(
        state._replace(
            players=players, display=stock.display, decks=stock.decks, discards=stock.discards, rng=stock.rng
        ),
        stock,
    )


def _deal_hand(stock: Stock, seat: Seat) -> Cards:
    hand = stock.board.no_cards
    for deck, count in enumerate(stock.board.rules.deal):
        for _ in range(count):
            hand = with_one(hand, stock.draw(DeckId(deck)))
    stock.events.append(CardsDealt(seat, sum(hand), hand))
    return hand


def _deal_tickets(state: State, stock: Stock) -> Step[State]:
    rules = state.board.rules
    long_ones, others = state.board.ticket_decks
    long, rng = shuffled(long_ones, state.rng)  # E-3
    queue, rng = shuffled(others, rng)
    offers = []
    for _ in state.players:
        offers.append(long[: rules.first_long] + queue[: rules.first_offer])
        long, queue = long[rules.first_long :], queue[rules.first_offer :]
    events = [TicketsOffered(Seat(seat), len(offer), offer) for seat, offer in enumerate(offers)]
    phase = FirstTickets(tuple(offers), (None,) * len(offers))
    return Step(state._replace(phase=phase, tickets=queue, rng=rng), (*stock.events, *events))
