"""What a board file lists: cities, routes, tickets and tours, each as a value with its place in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from branchline.core.ids import CityId, Color, DeckId, RouteId
from branchline.core.printed.board import City, Route, Ticket
from branchline.data.faults import did_you_mean
from branchline.data.read_rules import ANY_COLOR, WORD, checked_id
from branchline.data.toml_table import TomlTable

KINDS = ("rail", "sea")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Placed(Generic[T]):
    """A value and where it stands, for checks that come later."""

    value: T
    place: str


@dataclass(frozen=True, slots=True)
class TicketLine:
    """A ticket with the sets that it belongs to and those in which nobody has confirmed it."""

    ticket: Ticket
    sets: tuple[str, ...]
    unconfirmed: tuple[str, ...] | bool

    def within(self, sets: tuple[str, ...]) -> Ticket | None:
        """The ticket as the chosen sets hold it, or nothing. No set chosen means every ticket."""
        if sets and not set(sets) & set(self.sets):
            return None
        doubtful = self.unconfirmed
        if not isinstance(doubtful, bool):
            doubtful = bool(set(doubtful) & set(sets or self.sets))
        return replace(self.ticket, unconfirmed=doubtful)


def read_cities(top: TomlTable) -> tuple[list[Placed[City]], Mapping[str, CityId]]:
    """Read the cities, and the number of each id; an id given twice keeps its first number."""
    cities: list[Placed[City]] = []
    numbers: dict[str, CityId] = {}
    for table in top.tables("city", needed=True):
        city = City(
            id=checked_id(table),
            name=table.text("name"),
            names=table.names(),
            at=table.place_on_map("at"),
            harbor=table.flag("harbor"),
            junction=table.flag("junction"),
        )
        table.close()
        if city.id in numbers:
            table.fault(f"the id '{city.id}' is taken by city {numbers[city.id] + 1}", "id")
        elif city.id:
            numbers[city.id] = CityId(len(cities))
        cities.append(Placed(city, table.place))
    return cities, numbers


def read_stops(table: TomlTable, key: str, cities: Mapping[str, CityId]) -> tuple[CityId, ...]:
    """Read a list of cities; unknown ones are faults and left out."""
    words = table.texts(key)
    for word in words:
        if word not in cities:
            table.fault(f"unknown city '{word}'{did_you_mean(word, cities)}", key)
    stops = tuple(cities[word] for word in words if word in cities)
    for word in sorted({word for word in words if words.count(word) > 1}):
        table.fault(f"names the city '{word}' twice", key)
    return stops


def read_ends(table: TomlTable, cities: Mapping[str, CityId]) -> tuple[CityId, CityId]:
    stops = read_stops(table, "between", cities)
    if table.sound and len(stops) != 2:
        table.fault(f"between must name two cities, not {len(stops)}", "between")
    return (stops[0], stops[1]) if len(stops) == 2 else (CityId(0), CityId(0))


def read_routes(top: TomlTable, cities: Mapping[str, CityId], colors: tuple[str, ...]) -> list[Placed[Route]]:
    """Read the routes that are sound by themselves; a route without an id has an empty one for now."""
    routes = []
    for table in top.tables("route", needed=True):
        a, b = read_ends(table, cities)
        route = Route(
            id=read_joined_id(table),
            a=a,
            b=b,
            length=table.whole("length", least=1),
            color=read_color(table, colors),
            deck=DeckId(KINDS.index(table.choice("kind", KINDS, "rail"))),
            tunnel=table.flag("tunnel"),
            wilds=table.whole("wilds", 0),
            pairs=table.whole("pairs", 0),
            wraps=table.flag("wraps"),
        )
        table.flag("unconfirmed")  # For readers of the file; nothing in play depends on it.
        table.close()
        if table.sound:
            routes.append(Placed(route, table.place))
    return routes


def read_joined_id(table: TomlTable) -> str:
    """Read an id of words joined by two hyphens, such as `aber--brig--2`, or nothing where it is left out."""
    word = table.text("id", "")
    if word and not all(WORD.fullmatch(part) for part in word.split("--")):
        table.fault(f"id '{word}' must be small letters and digits, with hyphens between words, like 'aber--brig'")
    return word


def read_color(table: TomlTable, colors: tuple[str, ...]) -> Color | None:
    word = table.text("color")
    if word == ANY_COLOR:
        return None
    if word in colors:
        return Color(colors.index(word))
    if word in ("grey", "gray"):
        table.fault(f"color is '{word}'; a {word} route takes any color, so write \"{ANY_COLOR}\"", "color")
    elif word:
        table.fault(f"unknown color '{word}'{did_you_mean(word, (*colors, ANY_COLOR))}", "color")
    return None


def paired(routes: Iterable[Placed[Route]], cities: Mapping[str, CityId]) -> list[Placed[Route]]:
    """Put the lanes of each double route side by side, tell them of each other, and give names to the nameless.

    A rail and a sea route between the same cities are no double route. A third lane is left for the checks to find.
    """
    groups: dict[tuple[frozenset[CityId], DeckId], list[Placed[Route]]] = {}
    for route in routes:
        groups.setdefault((frozenset((route.value.a, route.value.b)), route.value.deck), []).append(route)
    words = {number: word for word, number in cities.items()}
    result: list[Placed[Route]] = []
    for (ends, deck), lanes in groups.items():
        both_kinds = (ends, DeckId(1 - deck)) in groups
        for number, lane in enumerate(lanes):
            first = len(result) - number
            twin = RouteId(first + 1 - number) if len(lanes) == 2 else None
            name = lane.value.id or default_id(lane.value, words, both_kinds, number if len(lanes) > 1 else None)
            result.append(Placed(replace(lane.value, id=name, twin=twin), lane.place))
    return result


def default_id(route: Route, cities: Mapping[CityId, str], both_kinds: bool, lane: int | None) -> str:
    sea = ["sea"] if both_kinds and KINDS[route.deck] == "sea" else []
    return "--".join([cities[route.a], cities[route.b], *sea, *([] if lane is None else [str(lane + 1)])])


def read_tickets(top: TomlTable, cities: Mapping[str, CityId]) -> list[Placed[TicketLine]]:
    return [*read_pairs(top, cities), *read_tours(top, cities)]


def read_pairs(top: TomlTable, cities: Mapping[str, CityId]) -> Iterator[Placed[TicketLine]]:
    for table in top.tables("ticket", needed=True):
        ends = read_ends(table, cities)
        points = table.whole("points", least=1)
        yield from read_line(table, ends, cities, (points, points, points))


def read_tours(top: TomlTable, cities: Mapping[str, CityId]) -> Iterator[Placed[TicketLine]]:
    for table in top.tables("tour"):
        stops = read_stops(table, "cities", cities)
        if table.sound and len(stops) < 3:
            table.fault("a tour names three cities or more; two make a ticket")
        in_order, connected = table.whole("in_order", least=1), table.whole("connected", least=1)
        if connected > in_order:
            table.fault(f"connected is worth {connected}, more than in_order with {in_order}")
        yield from read_line(table, stops, cities, (in_order, connected, table.whole("penalty")))


def read_line(
    table: TomlTable, stops: tuple[CityId, ...], cities: Mapping[str, CityId], worth: tuple[int, int, int]
) -> Iterator[Placed[TicketLine]]:
    """Read what tickets and tours share; only a sound line is given."""
    words = {number: word for word, number in cities.items()}
    name = read_joined_id(table) or "--".join(words.get(stop, "") for stop in stops)
    ticket = Ticket(name, stops, *worth, long=table.flag("long"))
    sets = table.texts("sets", ())
    unconfirmed = table.flag_or_texts("unconfirmed")
    table.close()
    if table.sound:
        yield Placed(TicketLine(ticket, sets, unconfirmed), table.place)
