"""A board as one record of constants, which compiled code reads: `layout.BOARD`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from branchline.core.actions import KeepTickets
from branchline.core.bits import members
from branchline.core.ids import TRAINS, Cards
from branchline.core.phases import Turn
from branchline.core.printed.board import Board
from branchline.lane import layout
from branchline.lane.codes import Entry, Space
from branchline.lane.layout import BOARD, MAX_DECKS, ROUTE_WORDS, TooLarge
from branchline.lane.payments import ColorPurse, wild_routes
from branchline.rules.board import exchange, harbor, scoring, station
from branchline.rules.board.game import BoardGame
from branchline.rules.board.harbor import harbor_kinds
from branchline.rules.board.payment.payment import prices

_RETURNS: Final = {
    "shuffle": layout.UNDER_THE_DECK_SHUFFLED,
    "leave": layout.OUT_OF_THE_GAME,
    "bottom": layout.UNDER_THE_DECK,
}


def words(mask: int, count: int = ROUTE_WORDS) -> list[int]:
    """A set of `core.bits` as words."""
    return [mask >> 64 * word & 0xFFFF_FFFF_FFFF_FFFF for word in range(count)]


def board_record(game: BoardGame, space: Space) -> Any:
    """Everything that compiled code needs to know of a board and its game."""
    _check_room(game, space)
    record = np.zeros(1, BOARD)[0]
    _write_numbers(record, game)
    _write_map(record, game.printed)
    _write_tickets(record, game.printed, space)
    _write_purses(record, game.printed, space)
    _write_crossings(record, game.printed, space)
    _write_buildings(record, game.printed, space)
    _write_codes(record, space)
    return record


def _check_room(game: BoardGame, space: Space) -> None:
    board = game.printed
    rules = board.rules
    in_play = rules.pieces_kept or sum(rules.pieces)
    looks_through = scoring.longest_path in game.scorers or any(ticket.is_tour for ticket in board.tickets)
    sets = max(rules.stations, rules.tunnel_cards)
    needed = [
        ("kinds of card", len(board.kinds), layout.MAX_KINDS),
        ("copies of a card", max(kind.copies for kind in board.kinds), layout.MAX_COPIES),
        ("cards face up", sum(rules.display), layout.MAX_SLOTS),
        ("routes", len(board.routes), layout.MAX_ROUTES),
        ("cities", len(board.cities), layout.MAX_CITIES),
        ("tickets", len(board.tickets), layout.MAX_TICKETS),
        ("cities on a ticket", max((len(ticket.cities) for ticket in board.tickets), default=0), layout.MAX_STOPS),
        ("tickets in an offer", max(rules.first_long + rules.first_offer, rules.offer), layout.MAX_OFFER),
        ("ways to keep tickets", sum(isinstance(e.action, KeepTickets) for e in space.entries), layout.MAX_WAYS),
        ("pieces of a sort", max(rules.pieces) + 1, layout.MAX_PIECES),
        ("pieces of one player", in_play if looks_through else 0, layout.MAX_OWNED),
        ("cards in a set of one color", sets, layout.MAX_SET_SIZE),
        ("colors in its decks", len(space.purses), layout.MAX_PURSES),
        ("prices of routes", max(prices(board)) + 1, layout.MAX_PRICES),
        ("sorts of hard terrain", len(space.crossings), layout.MAX_CROSSINGS),
        (
            "cards of a kind in a payment for hard terrain",
            max((max(map(max, pays)) for _, pays in space.crossings), default=0),
            layout.MAX_SPACES,
        ),
        ("payments for a harbor", len(space.harbor_payments), layout.MAX_HARBOR_ROWS),
        ("actions", space.size, layout.MAX_CODES),
    ]
    for what, count, most in needed:
        if count > most:
            raise TooLarge(board.id, what, count, most)


def _write_numbers(record: Any, game: BoardGame) -> None:
    board, rules = game.printed, game.printed.rules
    turn = game.verbs[Turn]
    for name in (
        *("flush_at", "first_offer", "first_long", "offer", "pieces_kept", "end_at", "last_turns", "both_lanes_from"),
        *("tunnel_cards", "stations", "station_points", "harbors", "harbor_penalty", "longest_bonus"),
    ):
        record[name] = getattr(rules, name)
    record["kinds"], record["wild"] = len(board.kinds), board.wild
    record["sorts"], record["slots"] = len(rules.pieces), sum(rules.display)
    record["words"] = (len(board.routes) + 63) // 64
    record["route_count"], record["city_count"] = len(board.routes), len(board.cities)
    record["ticket_count"] = len(board.tickets)
    record["first_return"] = _RETURNS[rules.first_return]
    record["has_stations"] = station in turn
    record["has_harbors"] = harbor in turn
    record["has_exchange"] = exchange in turn
    record["lends_routes"] = scoring.tickets_with_stations in game.scorers
    record["scores_stations"] = scoring.stations_left in game.scorers
    record["scores_harbors"] = scoring.harbors in game.scorers
    record["scores_longest"] = scoring.longest_path in game.scorers
    record["ties_by_tickets"] = scoring.TICKETS in game.tie_breaks
    record["ties_by_stations"] = scoring.STATIONS in game.tie_breaks
    record["ties_by_longest"] = scoring.LONGEST_PATH in game.tie_breaks
    for deck in range(min(len(rules.display), MAX_DECKS)):
        record["display"][deck], record["deal"][deck] = rules.display[deck], rules.deal[deck]
        record["pieces"][deck] = rules.pieces[deck]
        record["full_decks"][deck, : len(board.kinds)] = board.full_decks[deck]
    record["kind_deck"][: len(board.kinds)] = [kind.deck for kind in board.kinds]


def _write_map(record: Any, board: Board) -> None:
    count = len(board.routes)
    for name in ("a", "b", "length", "deck", "tunnel"):
        record[f"route_{name}"][:count] = [getattr(route, name) for route in board.routes]
    record["route_worth"][:count] = board.worth
    record["route_price"][:count] = prices(board)
    record["first_lanes"][:] = words(board.first_lanes)
    for deck, fitting in enumerate(board.fitting):
        record["fitting"][deck, : len(fitting)] = [words(routes) for routes in fitting]
    record["routes_at"][: len(board.cities)] = [words(routes) for routes in board.routes_at]


def _write_tickets(record: Any, board: Board, space: Space) -> None:
    long_ones, others = board.ticket_decks
    record["long_tickets"] = len(long_ones)
    record["ticket_order"][: len(board.tickets)] = [*long_ones, *others]
    for i, ticket in enumerate(board.tickets):
        record["ticket_stops"][i, : len(ticket.cities)] = ticket.cities
        record["ticket_length"][i] = len(ticket.cities)
        record["ticket_points"][i] = ticket.points
        record["ticket_connected"][i] = ticket.connected
        record["ticket_penalty"][i] = ticket.penalty
    for size in range(1, board.rules.offer + 2):
        name = f"keep-{size}" if size <= board.rules.offer else "pieces"
        record["keep_row"][size] = space.blocks[name]
    record["first_ways"] = space.blocks["keep-1"] - space.blocks["first-keep"]


def _write_purses(record: Any, board: Board, space: Space) -> None:
    """What hands pay, purse by purse: entries by what is held, with tiers, as `rules.board.payment` has them."""
    record["purses"] = len(space.purses)
    shapes: dict[object, tuple[int, dict[frozenset[int], int]]] = {}
    entries = tiers = sets = 0
    for number, purse in enumerate(space.purses):
        record["purse_kinds"][number, : len(purse.kinds)] = purse.kinds
        record["purse_size"][number] = len(purse.kinds)
        record["purse_most"][number, : len(purse.kinds)] = purse.most[:-1]
        record["purse_wilds"][number] = purse.most[-1]
        if purse.shape not in shapes:
            shapes[purse.shape] = entries, {}
            for found in _tiers_by_hand(purse):
                _check(board, "entries of payments", entries + 2, layout.MAX_ENTRIES)
                record["entry_tier"][entries] = tiers
                for paid in found:
                    _check(board, "tiers of payments", tiers + 1, layout.MAX_TIERS)
                    ids = shapes[purse.shape][1]
                    record["tier_set"][tiers] = ids.setdefault(frozenset(paid), len(ids))
                    for price, pay in paid.items():
                        record["tier_pay"][tiers, price] = pay
                    tiers += 1
                entries += 1
            record["entry_tier"][entries] = tiers
            entries += 1
        record["purse_entry"][number], ids = shapes[purse.shape]
        record["purse_set"][number] = sets
        _check(board, "sets of prices", sets + len(ids), layout.MAX_TIER_SETS)
        for priced, id in ids.items():
            routes = sum(each.routes for each in purse.classes if each.price in priced)
            record["set_routes"][sets + id] = words(routes)
        sets += len(ids)
    for wilds in range(board.kinds[board.wild].copies + 1):
        record["wild_routes"][wilds] = words(wild_routes(board, wilds))
    for (route, index), code in space.claims.items():
        if index >= 0:
            record["claim_first"][index, route] = code
        else:
            record["claim_wild" if index == -1 else "claim_pairs"][route] = code


def _check(board: Board, what: str, count: int, most: int) -> None:
    if count > most:
        raise TooLarge(board.id, what, count, most)


def _tiers_by_hand(purse: ColorPurse) -> Iterator[list[dict[int, int]]]:
    """For every number of cards of each kind and of wilds: the first payment for each price, the second, and so on."""
    priced = [(each.price, np.array(each.counts, dtype=np.int64)) for each in purse.classes if each.counts]
    for held in product(*(range(count + 1) for count in purse.most)):
        payable = [(price, np.flatnonzero((counts <= held).all(axis=1))) for price, counts in priced]
        ranks = max((len(numbers) for _, numbers in payable), default=0)
        yield [
            {price: int(numbers[rank]) for price, numbers in payable if len(numbers) > rank} for rank in range(ranks)
        ]


def _write_crossings(record: Any, board: Board, space: Space) -> None:
    """Payments for hard terrain as trees: at each node the number of cards of one kind leads on."""
    record["crossings"] = len(space.crossings)
    record["kind_color"] = layout.NOTHING
    for i, kind in enumerate(board.kinds):
        if kind.deck == TRAINS and kind.color is not None:
            record["kind_color"][i] = kind.color
    tree = _Tree(record, board)
    for number, (routes, pays) in enumerate(space.crossings):
        route = board.routes[next(members(routes))]
        record["crossing_routes"][number] = words(routes)
        record["crossing_pairs"][number] = route.pairs if route.pairs == route.length else 0
        record["crossing_node"][number] = tree.add(pays, 0, len(pays), 0)


class _Tree:
    """The nodes, as they are written. What leads to a payment is its number, below zero."""

    def __init__(self, record: Any, board: Board) -> None:
        self.record, self.board = record, board
        self.count = 0

    def add(self, pays: Sequence[Cards], start: int, stop: int, kind: int) -> int:
        """Add the payments from `start` to `stop`, alike in all kinds before this one; tell where they are."""
        while kind < len(pays[start]) and pays[start][kind] == 0 == pays[stop - 1][kind]:
            kind += 1  # They stand in descending order, so that none of them has this kind.
        if kind == len(pays[start]):
            return -1 - start
        node = self.count
        self.count += 1
        _check(self.board, "beginnings of payments for hard terrain", self.count, layout.MAX_NODES)
        self.record["node_kind"][node] = kind
        self.record["node_next"][node] = layout.NO_PAYMENT
        while start < stop:
            cards = pays[start][kind]
            end = next((i for i in range(start, stop) if pays[i][kind] != cards), stop)
            self.record["node_next"][node, cards] = self.add(pays, start, end, kind + 1)
            start = end
        return node


def _write_buildings(record: Any, board: Board, space: Space) -> None:
    rules = board.rules
    record["set_row"][1:] = np.cumsum([0, *(size * board.wild + 1 for size in range(1, layout.MAX_SET_SIZE))])
    sites = list(members(board.building_sites))
    record["sites"], record["site_cities"][: len(sites)] = len(sites), sites
    record["site_pays"] = int(record["set_row"][rules.stations + 1]) if rules.stations < layout.MAX_SET_SIZE else 0
    harbors = list(members(board.harbor_cities))
    record["harbor_sites"], record["harbor_cities"][: len(harbors)] = len(harbors), harbors
    record["harbor_steps"] = len(rules.harbor_points)
    record["harbor_points"][: len(rules.harbor_points)] = rules.harbor_points
    record["harbor_rows"] = len(space.harbor_payments)
    if space.harbor_payments:
        pairs = harbor_kinds(board)
        record["harbor_colors"], record["harbor_cards"][: len(pairs)] = len(pairs), pairs
    for row, pay in enumerate(space.harbor_payments):
        train, ship = next(
            (train, ship)
            for train, ship in harbor_kinds(board)
            if pay[train] + pay[ship] == sum(pay[:-1])  # wilds alone fit every color
        )
        record["harbor_kinds"][row] = train, ship
        record["harbor_counts"][row] = pay[train], pay[ship], pay[-1]


def _write_codes(record: Any, space: Space) -> None:
    record["codes"] = space.size
    for block in ("draw", "blind", "tickets", "pieces", "toll", "leave", "station", "harbor", "exchange"):
        record[f"code_{block}"] = space.blocks[block]
    record["code_first_keep"] = space.blocks["first-keep"]
    rows: dict[tuple[int, ...], int] = {}
    kinds = len(space.board.kinds)
    write_ways(record, space.entries)
    for code, entry in enumerate(space.entries):
        record["code_verb"][code] = entry.verb
        if not isinstance(entry.action, KeepTickets):
            record["code_what"][code] = entry.what
        record["code_more"][code] = entry.more
        if entry.pay is not None:
            record["code_pay"][code] = rows.setdefault(entry.pay, len(rows))
    _check(space.board, "payments", len(rows), layout.MAX_PAYS)
    if rows:
        record["pays"][: len(rows), :kinds] = list(rows)


def write_ways(record: Any, entries: Sequence[Entry]) -> None:
    """Number the ways to keep tickets; the codes of keeps name them (B-21)."""
    way = 0
    for code, entry in enumerate(entries):
        if isinstance(entry.action, KeepTickets):
            record["code_what"][code] = way
            record["way_kept"][way] = sum(1 << place for place in entry.action.kept)
            record["way_count"][way] = len(entry.action.returned)
            record["way_returned"][way, : len(entry.action.returned)] = entry.action.returned
            way += 1
