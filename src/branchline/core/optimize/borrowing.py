"""The best use of stations: which route of another player each of them borrows for its owner's tickets (E-18, E-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Ends = tuple[int, int]
Ticket = tuple[int, int, int]
"""Two cities and the points."""

Picks = tuple[int | None, ...]
Parts = tuple[int, ...]
"""For every place that matters, the part of the network it belongs to; places in one part are connected."""


class Borrowing(NamedTuple):
    total: int
    """Points of the completed tickets minus points of the missed ones."""
    completed: tuple[int, ...]
    """Indices of the completed tickets, ascending."""
    picks: Picks
    """For each station the index of the route it borrows among its choices, or None."""


def best_borrowing(own: Iterable[Ends], choices: Sequence[Sequence[Ends]], tickets: Sequence[Ticket]) -> Borrowing:
    """The exact best: highest total, then most tickets completed (E-19).

    Among equals the fewest routes are borrowed, so that every pick changes something; then the earlier stations borrow
    nothing if they can, and otherwise the route with the lowest index.
    """
    part_of = _connect(own)
    joined = [(part_of.get(a, a), part_of.get(b, b)) for a, b, _ in tickets]
    open_tickets = [index for index, (a, b) in enumerate(joined) if a != b]
    picks: Picks = (None,) * len(choices)
    bought: tuple[int, ...] = ()
    if open_tickets and any(choices):
        useful = [_useful(part_of, station) for station in choices]
        picks, bought = _search(useful, {index: (*joined[index], tickets[index][2]) for index in open_tickets})
    missed = set(open_tickets).difference(bought)
    return Borrowing(
        sum(-points if index in missed else points for index, (_, _, points) in enumerate(tickets)),
        tuple(index for index in range(len(tickets)) if index not in missed),
        picks,
    )


def _connect(own: Iterable[Ends]) -> dict[int, int]:
    """For every city on the player's own routes, the city that stands for its connected part."""
    part_of: dict[int, int] = {}
    members: dict[int, list[int]] = {}
    for a, b in own:
        kept, merged = part_of.setdefault(a, a), part_of.setdefault(b, b)
        if kept != merged:
            cities = members.pop(merged, [merged])
            members.setdefault(kept, [kept]).extend(cities)
            part_of.update(dict.fromkeys(cities, kept))
    return part_of


def _useful(part_of: dict[int, int], station: Sequence[Ends]) -> dict[Ends, int]:
    """The parts that a station's routes would join, each with the first route that joins them."""
    first: dict[Ends, int] = {}
    for index, (a, b) in enumerate(station):
        a, b = part_of.get(a, a), part_of.get(b, b)
        if a != b:
            first.setdefault((min(a, b), max(a, b)), index)
    return first


def _search(stations: list[dict[Ends, int]], tickets: dict[int, Ticket]) -> tuple[Picks, tuple[int, ...]]:
    """The best picks, and the open tickets they complete."""
    cities = {city for a, b, _ in tickets.values() for city in (a, b)}
    cities.update(city for station in stations for ends in station for city in ends)
    place = {city: number for number, city in enumerate(cities)}
    offers = [[(place[a], place[b], index) for (a, b), index in station.items()] for station in stations]
    goals = [(index, place[a], place[b], points) for index, (a, b, points) in tickets.items()]
    best: tuple[Picks, tuple[int, ...]] = ((None,) * len(stations), ())
    best_worth = (0, 0)
    for parts, picks in _outcomes(offers, len(place)).items():
        completed = [(index, points) for index, a, b, points in goals if parts[a] == parts[b]]
        worth = (sum(points for _, points in completed), len(completed))
        if worth > best_worth or (worth == best_worth and _thrift(picks) > _thrift(best[0])):
            best_worth, best = worth, (picks, tuple(index for index, _ in completed))
    return best


def _outcomes(stations: Sequence[Iterable[tuple[int, int, int]]], places: int) -> dict[Parts, Picks]:
    """Every way in which the stations can connect the places, each with the thriftiest picks that do so."""
    outcomes: dict[Parts, Picks] = {tuple(range(places)): ()}
    for station in stations:
        following: dict[Parts, Picks] = {parts: (*picks, None) for parts, picks in outcomes.items()}
        for parts, picks in outcomes.items():
            for a, b, index in station:
                joined, chosen = _join(parts, a, b), (*picks, index)
                if joined not in following or _thrift(chosen) > _thrift(following[joined]):
                    following[joined] = chosen
        outcomes = following
    return outcomes


def _join(parts: Parts, a: int, b: int) -> Parts:
    kept, merged = min(parts[a], parts[b]), max(parts[a], parts[b])
    return tuple([kept if part == merged else part for part in parts])


def _thrift(picks: Picks) -> tuple[int, ...]:
    """The greater, the better: fewer routes borrowed, then earlier stations borrowing nothing or a lower index."""
    return (picks.count(None), *(0 if pick is None else -1 - pick for pick in picks))
