"""Action codes: for every board one range of integers, and what each of them means.

A code names an action completely, payment included, with one exception: tickets of an offer are named by their places
in it, since there are too many tickets for anything else. So `action` and `code` ask for the offer where there is one.

The codes stand in blocks: pass, face-up draws (slot by slot, with the deck that refills), blind draws, tickets, first
keeps, keeps by the size of the offer, pieces, claims route by route, tolls, leave, stations city by city, harbors city
by city, exchanges. Inside a block they stand in the order in which the rules list them for who holds every card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Final, NamedTuple

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
    LeaveTunnel,
    Pass,
    PayToll,
)
from branchline.core.bits import members
from branchline.core.ids import Cards, CityId, DeckId, RouteId, TicketId
from branchline.core.phases import FirstTickets, TicketOffer, Turn
from branchline.core.states.card_state import CardState
from branchline.core.states.state import State
from branchline.lane import layout
from branchline.lane.payments import ColorPurse, every_card, purses, sets_of_one_color
from branchline.rules.board import exchange, harbor, station
from branchline.rules.board.game import BoardGame
from branchline.rules.board.payment.terrain import pair_groups
from branchline.rules.ticket_choices import TicketChoices

VERSION: Final = 1
"""A change of the order of codes raises it."""


class Entry(NamedTuple):
    """What a code means: a verb of `layout`, its object, and the action (with places instead of tickets in a keep)."""

    verb: int
    what: int
    more: int
    pay: Cards | None
    action: Action


class Space:
    """The codes of one board, from 0 up to `size`."""

    def __init__(self, game: BoardGame) -> None:
        self.board = game.printed
        self.game = game
        self.purses = purses(self.board)
        self.blocks: dict[str, int] = {}
        """Where each block begins."""
        self.claims: dict[tuple[RouteId, int], int] = {}
        """The first code of a route and a purse; purse -1 for wilds alone, -2 for the pairs of hard terrain."""
        self.entries: list[Entry] = []
        for name, block in self._blocks():
            self.blocks[name] = len(self.entries)
            self.entries.extend(block)

    @property
    def size(self) -> int:
        return len(self.entries)

    @cached_property
    def digest(self) -> str:
        """Names the space in the record of an experiment: the same digest, the same meaning of every code."""
        text = "\n".join(repr(entry.action) for entry in self.entries)
        return sha256(f"branchline codes {VERSION}:{self.board.id}\n{text}".encode()).hexdigest()[:16]

    def action(self, code: int, offer: Sequence[TicketId] = ()) -> Action:
        """What a code means; `offer` has the tickets among which the seat chooses, if it does."""
        return with_tickets(self.entries[code].action, offer)

    def code(self, action: Action, offer: Sequence[TicketId] = (), *, first: bool = False) -> int:
        """The code of an action; `first` says that the offer is that of the first tickets."""
        verb = layout.KEEP_FIRST if first else layout.KEEP
        return self._numbers[verb if isinstance(action, KeepTickets) else None, with_places(action, offer)]

    @cached_property
    def _numbers(self) -> dict[tuple[int | None, Action], int]:
        return {
            (entry.verb if isinstance(entry.action, KeepTickets) else None, entry.action): code
            for code, entry in enumerate(self.entries)
        }

    def _blocks(self) -> Iterator[tuple[str, list[Entry]]]:
        """Every block in its order; claims are noted with their numbers on the way."""
        board, rules = self.board, self.board.rules
        decks = range(len(rules.display))
        yield "pass", [plain(layout.PASS, Pass())]
        yield (
            "draw",
            [
                Entry(layout.DRAW_FACE_UP, slot, refill, None, DrawFaceUp(slot, DeckId(refill)))
                for slot in range(sum(rules.display))
                for refill in decks
            ],
        )
        yield "blind", [Entry(layout.DRAW_BLIND, deck, 0, None, DrawBlind(DeckId(deck))) for deck in decks]
        yield "tickets", [plain(layout.DRAW_TICKETS, DrawTickets())]
        first = rules.first_long + rules.first_offer
        yield "first-keep", keeps(layout.KEEP_FIRST, first, rules.first_keep, ordered=rules.first_return == "bottom")
        for size in range(1, rules.offer + 1):
            yield f"keep-{size}", keeps(layout.KEEP, size, rules.keep, ordered=True)
        yield "pieces", list(self._pieces())
        yield "claim", list(self._claims(len(self.entries)))
        tolls = rules.tunnel_cards if any(route.tunnel for route in board.routes) else 0
        yield (
            "toll",
            [
                Entry(layout.PAY_TOLL, size, 0, pay, PayToll(pay))
                for size in range(1, tolls + 1)
                for pay in sets_of_one_color(board, size)
            ],
        )
        yield "leave", [plain(layout.LEAVE_TUNNEL, LeaveTunnel())] if tolls else []
        yield "station", list(self._stations())
        yield "harbor", list(self._harbors())
        yield "exchange", list(self._exchanges())

    def _pieces(self) -> Iterator[Entry]:
        rules = self.board.rules
        if rules.pieces_kept:
            trains, ships = rules.pieces
            for count in range(max(0, rules.pieces_kept - ships), min(trains, rules.pieces_kept) + 1):
                action = ChoosePieces((count, rules.pieces_kept - count))
                yield Entry(layout.CHOOSE_PIECES, count, 0, None, action)

    def _claims(self, number: int) -> Iterator[Entry]:
        for route in range(len(self.board.routes)):
            for payment in self._claim_payments(RouteId(route), number):
                yield Entry(layout.CLAIM, route, 0, payment, ClaimRoute(RouteId(route), payment))
                number += 1

    def _claim_payments(self, route: RouteId, number: int) -> Iterator[Cards]:
        board = self.board
        if board.routes[route].pairs:
            self.claims[route, -2] = number
            yield from next(pays for routes, pays in self.crossings if routes >> route & 1)
            return
        for index, purse in enumerate(self.purses):
            self.claims[route, index] = number
            for cards in purse_payments(self.board.no_cards, purse, route):
                yield cards
                number += 1
        self.claims[route, -1] = number
        yield (*board.no_cards[:-1], board.routes[route].length)

    @cached_property
    def crossings(self) -> list[tuple[int, tuple[Cards, ...]]]:
        """The routes over hard terrain by what they cost, and every payment (W-17)."""
        return list(pair_groups(self.board, every_card(self.board))) if self.board.hard_terrain else []

    def _stations(self) -> Iterator[Entry]:
        board = self.board
        if station in self.game.verbs[Turn]:
            pays = [pay for size in range(1, board.rules.stations + 1) for pay in sets_of_one_color(board, size)]
            for city in members(board.building_sites):
                for pay in pays:
                    yield Entry(layout.BUILD_STATION, city, 0, pay, BuildStation(CityId(city), pay))

    def _harbors(self) -> Iterator[Entry]:
        board = self.board
        for city in members(board.harbor_cities):
            for pay in self.harbor_payments:
                yield Entry(layout.BUILD_HARBOR, city, 0, pay, BuildHarbor(CityId(city), pay))

    @cached_property
    def harbor_payments(self) -> list[Cards]:
        """Every payment for a harbor (W-24)."""
        builds = harbor in self.game.verbs[Turn] and self.board.rules.harbors
        return harbor.payments(self.board, every_card(self.board)) if builds else []

    def _exchanges(self) -> Iterator[Entry]:
        if exchange in self.game.verbs[Turn]:
            trains, ships = self.board.rules.pieces
            for give, most in enumerate((min(trains, ships),) * 2):
                for count in range(1, most + 1):
                    yield Entry(layout.EXCHANGE, count, give, None, ExchangePieces(DeckId(give), count))


def purse_payments(no_cards: Cards, purse: ColorPurse, route: RouteId) -> Iterable[Cards]:
    """Every payment for a route out of one purse."""
    for each in purse.classes:
        if each.routes >> route & 1:
            for counts in each.counts:
                cards = list(no_cards)
                for kind, count in zip((*purse.kinds, -1), counts, strict=True):
                    cards[kind] = count
                yield tuple(cards)


def plain(verb: int, action: Action) -> Entry:
    return Entry(verb, 0, 0, None, action)


def keeps(verb: int, size: int, least: int, *, ordered: bool) -> list[Entry]:
    """The ways to keep some of so many tickets, with their places instead of the tickets."""
    places = tuple(TicketId(place) for place in range(size))
    return [Entry(verb, 0, 0, None, way) for way in TicketChoices(places, least, ordered=ordered)]


def with_tickets(action: Action, offer: Sequence[TicketId]) -> Action:
    """A choice of tickets with the tickets themselves instead of their places; any other action as it is."""
    if isinstance(action, KeepTickets):
        return KeepTickets(tuple(offer[i] for i in action.kept), tuple(offer[i] for i in action.returned))
    return action


def with_places(action: Action, offer: Sequence[TicketId]) -> Action:
    """A choice of tickets with their places in the offer; any other action as it is."""
    if isinstance(action, KeepTickets):
        place = {ticket: TicketId(i) for i, ticket in enumerate(offer)}
        return KeepTickets(tuple(place[i] for i in action.kept), tuple(place[i] for i in action.returned))
    return action


def offer_to(state: State | CardState, seat: int) -> tuple[TicketId, ...]:
    """The tickets among which a seat chooses now, if it does."""
    match state.phase:
        case FirstTickets(offers, _):
            return offers[seat]
        case TicketOffer(tickets):
            return tickets
        case _:
            return ()
