"""Tickets as people name them: by id, by their cities, or by their place in an offer."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, KeepTickets
from branchline.core.ids import CityId, TicketId
from branchline.core.printed.contract import Printed
from branchline.notation.typed.names import ParseError, find_city, fold, spoken, take_city

_MAX_CITIES = 6


def offered(legal: Sequence[Action]) -> tuple[TicketId, ...]:
    """The tickets to choose from, in the order shown: the first choice keeps the first of them and returns the rest."""
    first = legal[0] if legal else None
    return first.kept + first.returned if isinstance(first, KeepTickets) else ()


def read_tickets(printed: Printed, tokens: Sequence[str], offer: Sequence[TicketId]) -> tuple[TicketId, ...]:
    """Every ticket named, once each."""
    if len(tokens) == 1 and spoken("word").get(fold(tokens[0])) == "none":
        return ()
    if len(tokens) == 1 and spoken("word").get(fold(tokens[0])) == "all" and offer:
        return tuple(offer)
    found: list[TicketId] = []
    cities: list[CityId] = []
    rest = list(tokens)
    while rest:
        token = rest[0]
        ticket = _single(printed, token, offer)
        if ticket is not None or not fold(token):
            found += _by_cities(printed, cities, offer)
            found += [] if ticket is None else [ticket]
            cities, rest = [], rest[1:]
        elif cities and spoken("word").get(fold(token)) == "to" and find_city(printed, token) is None:
            rest = rest[1:]
        else:
            city, rest = take_city(printed, rest)
            cities.append(city)
    found += _by_cities(printed, cities, offer)
    return tuple(dict.fromkeys(found))


def _single(printed: Printed, token: str, offer: Sequence[TicketId]) -> TicketId | None:
    """A ticket named by one token: its id, or its place in the offer counted from 1."""
    known = printed.ticket_ids.get(token.casefold())
    if known is not None or not token.isdecimal():
        return known
    if not 1 <= int(token) <= len(offer):
        raise ParseError("no-such-offer", word=token, count=len(offer))
    return offer[int(token) - 1]


def _by_cities(printed: Printed, cities: Sequence[CityId], offer: Sequence[TicketId]) -> list[TicketId]:
    """The tickets that a row of cities spells out, the longest first where one could go on."""
    found: list[TicketId] = []
    start = 0
    while start < len(cities):
        for end in range(min(len(cities), start + _MAX_CITIES), start + 1, -1):
            ticket = find_ticket(printed, cities[start:end], offer)
            if ticket is not None:
                found.append(ticket)
                start = end
                break
        else:
            names = " – ".join(printed.cities[city].name for city in cities[start:])
            raise ParseError("unknown-ticket", _tickets_from(printed, cities[start], offer), cities=names)
    return found


def find_ticket(printed: Printed, cities: Sequence[CityId], offer: Sequence[TicketId] = ()) -> TicketId | None:
    """The ticket between these cities, in any order; where there are several, the one that is offered."""
    wanted = sorted(cities)
    same = [TicketId(number) for number in range(len(printed.tickets)) if wanted == sorted(cities_of(printed, number))]
    here = [ticket for ticket in same if ticket in offer] or same
    if len(here) > 1:
        raise ParseError("which-ticket", near=[printed.tickets[ticket].id for ticket in here])
    return here[0] if here else None


def cities_of(printed: Printed, ticket: int) -> tuple[CityId, ...]:
    return printed.tickets[ticket].cities


def _tickets_from(printed: Printed, city: CityId, offer: Sequence[TicketId]) -> list[str]:
    """What may have been meant: tickets of the offer, or all that begin in the same city."""
    if offer:
        return [printed.tickets[ticket].id for ticket in offer]
    return [ticket.id for ticket in printed.tickets if city in ticket.cities]
