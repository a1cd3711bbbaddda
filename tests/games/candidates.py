"""Everything that a player could try, found by brute force: far more than the rules allow, and none of their tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from branchline.core.actions import (
    Action,
    BuildHarbor,
    BuildStation,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    LayRow,
    LayThree,
    LeaveTunnel,
    Pass,
    PayToll,
    SettleTickets,
    StopDrawing,
)
from branchline.core.ids import Cards, CityId, Color, DeckId, RouteId, Seat, TicketId
from branchline.core.phases import FirstPieces, FirstTickets, TicketOffer, Toll, Turn
from branchline.core.printed.board import Board
from branchline.core.states.state import State

NO_TICKET = TicketId(999)


def purses(hand: Cards, most: int) -> list[Cards]:
    """Every set of at most so many cards of a hand."""
    return [pay for pay in product(*(range(min(count, most) + 1) for count in hand)) if sum(pay) <= most]


def candidates(state: State, seat: Seat) -> Iterator[Action]:
    """What is worth trying in this phase, and what belongs to other phases."""
    yield from out_of_place()
    yield from draws(state)
    match state.phase:
        case FirstTickets(offers, _):
            yield from choices(offers[seat])
        case TicketOffer(tickets):
            yield from choices(tickets)
        case FirstPieces():
            yield from (ChoosePieces(pieces) for pieces in product(range(-1, 63), repeat=2))
        case Toll(_, _, _, extra):
            yield LeaveTunnel()
            yield from (PayToll(pay) for pay in purses(state.players[seat].hand, extra + 1))
        case Turn():
            yield DrawTickets()
            yield from claims(state, seat)
            yield from buildings(state, seat)
            yield from (ExchangePieces(DeckId(give), count) for give in range(-1, 3) for count in range(-1, 52))


def out_of_place() -> Iterator[Action]:
    """Actions of the Card Game, and tickets that nobody has offered."""
    yield from (Pass(), StopDrawing(), LayRow(Color(0), 2, 0), LayThree((Color(0), Color(1), Color(2))))
    yield SettleTickets(())
    yield KeepTickets((NO_TICKET,), ())


def draws(state: State) -> Iterator[Action]:
    decks = [DeckId(deck) for deck in range(-1, 3)]
    yield from (DrawBlind(deck) for deck in decks)
    yield from (DrawFaceUp(slot, deck) for slot in range(-1, len(state.display) + 1) for deck in decks)


def choices(offer: tuple[TicketId, ...]) -> Iterator[Action]:
    """The offer in every order, cut in two at every place; and some that leave out or double a ticket."""
    for order in permutations(offer):
        for cut in range(len(offer) + 1):
            yield KeepTickets(order[:cut], order[cut:])
    yield KeepTickets(offer, offer[:1])
    yield KeepTickets(offer[1:], ())
    yield KeepTickets(offer[:-1] + offer[:1], ())
    yield KeepTickets((*offer[:-1], NO_TICKET), ())


def claims(state: State, seat: Seat) -> Iterator[Action]:
    board = state.board
    most = max(route.length + route.pairs for route in board.routes)
    pays = purses(state.players[seat].hand, most + 1)
    yield from (ClaimRoute(RouteId(route), pay) for route in range(len(board.routes)) for pay in pays)


def buildings(state: State, seat: Seat) -> Iterator[Action]:
    pays = purses(state.players[seat].hand, 4)
    for city in range(-1, len(state.board.cities) + 1):
        for pay in pays:
            yield BuildStation(CityId(city), pay)
            yield BuildHarbor(CityId(city), pay)


def strange(board: Board, hand: Cards) -> Iterator[Action]:
    """Actions that no honest client sends: numbers out of every range, and payments of the wrong shape."""
    bad_pays = [(), hand[:-1], (*hand, 0), (0,), tuple(-count for count in hand), (-1,) * len(hand), (99,) * len(hand)]
    bad_pays += [(*hand[:-1], -1), (1, *(-1 for _ in hand[1:]))]
    numbers = [-1, len(board.routes), 10**30, -(10**30)]
    for pay in bad_pays:
        yield PayToll(pay)
        for number in (0, 1, *numbers):
            yield ClaimRoute(RouteId(number), pay)
            yield BuildStation(CityId(number), pay)
            yield BuildHarbor(CityId(number), pay)
    for number in numbers:
        yield ClaimRoute(RouteId(number), hand)
        yield BuildStation(CityId(number), hand)
        yield BuildHarbor(CityId(number), hand)
        yield DrawBlind(DeckId(number))
        yield DrawFaceUp(number, DeckId(0))
        yield DrawFaceUp(0, DeckId(number))
        yield ExchangePieces(DeckId(number), 1)
        yield ExchangePieces(DeckId(0), number)
        yield ChoosePieces((number, 60 - number))
        yield KeepTickets((TicketId(number),), ())
        yield KeepTickets((), (TicketId(number),))
        yield SettleTickets((TicketId(number),))
        yield LayRow(Color(number), number, number)
        yield LayThree((Color(number), Color(0), Color(0)))
    yield from (ChoosePieces(pieces) for pieces in ((), (60,), (20, 20, 20)))
    yield KeepTickets((), ())
