"""How big a board may be: far more than people can overlook, and little enough to be drawn, scored and thought about.

A board of anybody's may be played at a table, so none may make a server count for ever: ways to return tickets grow
faster than their number, and so do the uses of stations and the ways of a tour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from branchline.core.printed.board import Rules
from branchline.data.draft import Draft
from branchline.data.faults import Fault, mended

MAX_CITIES: Final = 80
MAX_ROUTES: Final = 200
MAX_TICKETS: Final = 200
MAX_COLORS: Final = 12
MAX_EDITIONS: Final = 8
MAX_TOUR: Final = 8
MAX_ROUTE_LENGTH: Final = 12
MAX_NEIGHBORS: Final = 12
"""Cities that routes lead to from one: each station can borrow any of them, and all stations together every choice."""
MAX_PIECES: Final = 100
MAX_PIECES_FOR_PATH: Final = 60
"""Where the longest path scores: finding it takes the longer, the more routes a player can have."""
MAX_OFFER: Final = 6
MAX_DISPLAY: Final = 10
MAX_DEAL: Final = 30
MAX_STATIONS: Final = 4
MAX_HARBORS: Final = 5
MAX_TUNNEL_CARDS: Final = 10
MAX_LAST_TURNS: Final = 10
MAX_CARDS: Final = 1000


def lists_are_short(draft: Draft) -> Iterator[Fault]:
    """Count what a file lists."""
    for number, most, what in (
        (len(draft.cities), MAX_CITIES, "cities"),
        (len(draft.routes), MAX_ROUTES, "routes"),
        (len(draft.tickets), MAX_TICKETS, "tickets"),
        (len(draft.palette.colors), MAX_COLORS, "colors"),
        (len(draft.editions), MAX_EDITIONS, "editions"),
        (sum(kind.copies for kind in draft.palette.kinds), MAX_CARDS, "cards"),
    ):
        if number > most:
            yield Fault(draft.file, f"has {number} {what}; there can be {most} at the most")


def entries_are_small(draft: Draft) -> Iterator[Fault]:
    for route in draft.routes:
        if route.value.length > MAX_ROUTE_LENGTH:
            most = f"there can be {MAX_ROUTE_LENGTH} at the most"
            mend = mended(route.place, length=MAX_ROUTE_LENGTH)
            yield Fault(route.place, f"has {route.value.length} spaces; {most}", "length", mend)
    for line in draft.tickets:
        stops = len(line.value.ticket.cities)
        if stops > MAX_TOUR:
            yield Fault(line.place, f"names {stops} cities; there can be {MAX_TOUR} at the most")


def cities_have_few_neighbors(draft: Draft) -> Iterator[Fault]:
    neighbors: dict[int, set[int]] = {}
    for route in draft.routes:
        neighbors.setdefault(route.value.a, set()).add(route.value.b)
        neighbors.setdefault(route.value.b, set()).add(route.value.a)
    for number, city in enumerate(draft.cities):
        count = len(neighbors.get(number, ()))
        if count > MAX_NEIGHBORS:
            most = f"there can be {MAX_NEIGHBORS} at the most"
            yield Fault(city.place, f"has routes to {count} other cities; {most}")


def numbers_are_small(draft: Draft) -> Iterator[Fault]:
    """Look at the numbers of the rules that decide how much there is to choose from, and how long a game lasts."""
    for edition in draft.editions:
        for name, number, most in _numbers(edition.rules):
            if number > most:
                yield Fault(edition.rules_place, f"{name} is {number}; {most} is the most")


def _numbers(rules: Rules) -> Iterator[tuple[str, int, int]]:
    yield from (("deal", number, MAX_DEAL) for number in rules.deal)
    yield from (("display", number, MAX_DISPLAY) for number in rules.display)
    yield "pieces in all", sum(rules.pieces), MAX_PIECES
    if rules.longest_bonus:
        kept = rules.pieces_kept or sum(rules.pieces)
        yield "pieces in all, with a bonus for the longest path,", kept, MAX_PIECES_FOR_PATH
    yield "first_offer with first_long", rules.first_offer + rules.first_long, MAX_OFFER
    yield "offer", rules.offer, MAX_OFFER
    yield "stations", rules.stations, MAX_STATIONS
    yield "harbors", rules.harbors, MAX_HARBORS
    yield "tunnel_cards", rules.tunnel_cards, MAX_TUNNEL_CARDS
    yield "last_turns", rules.last_turns, MAX_LAST_TURNS
