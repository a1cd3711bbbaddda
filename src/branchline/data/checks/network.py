"""What must hold on the map as a whole: junctions, double routes, special spaces, a way to every city."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from branchline.core.ids import CityId, DeckId
from branchline.core.printed.board import Route
from branchline.data.draft import Draft
from branchline.data.faults import Fault, mended
from branchline.data.read_map import Placed
from branchline.data.read_rules import ANY_COLOR
from branchline.draw.hints import Hints
from branchline.draw.routes.frame import places_and_projection


def junctions_are_no_cities(draft: Draft) -> Iterator[Fault]:
    """A junction is a point where routes meet: no harbor stands there and no ticket names it."""
    for city in draft.cities:
        if city.value.junction and city.value.harbor:
            yield Fault(city.place, "a junction cannot have a harbor", mend=mended(city.place, harbor=None))
    for line in draft.tickets:
        for stop in line.value.ticket.cities:
            if draft.cities[stop].value.junction:
                message = f"names '{draft.cities[stop].value.id}', which is a junction, not a city"
                yield Fault(line.place, message, mend=mended(line.place))


def cities_lie_apart(draft: Draft) -> Iterator[Fault]:
    first: dict[tuple[float, float], str] = {}
    for city in draft.cities:
        other = first.setdefault(city.value.at, city.value.id)
        if other != city.value.id:
            yield Fault(city.place, f"lies at the same place as '{other}'")


def route_ids_differ(draft: Draft) -> Iterator[Fault]:
    yield from twice((route.value.id, route.place) for route in draft.routes)


def twice(items: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    seen: set[str] = set()
    for id, place in items:
        if id in seen:
            yield Fault(place, f"the id '{id}' is taken already")
        seen.add(id)


def double_routes_match(draft: Draft) -> Iterator[Fault]:
    """A double route has two lanes of the same length (B-15)."""
    groups: dict[tuple[frozenset[CityId], DeckId], list[Placed[Route]]] = defaultdict(list)
    for route in draft.routes:
        groups[frozenset((route.value.a, route.value.b)), route.value.deck].append(route)
    for first, *others in groups.values():
        for lane in others:
            if lane.value.length != first.value.length:
                lengths = f"{lane.value.length}, but the other lane, {first.value.id}, has {first.value.length}"
                message = f"the two lanes of a double route have the same length; this has {lengths}"
                yield Fault(lane.place, message, "length", mended(lane.place, length=first.value.length))
        for lane in others[1:]:
            message = f"is a third lane beside {first.value.id}; a double route has two"
            yield Fault(lane.place, message, mend=mended(lane.place))


def special_spaces_fit(draft: Draft) -> Iterator[Fault]:
    """Ferries are gray and no tunnels (E-7); pair spaces are on gray rail routes (W-17)."""
    for route in draft.routes:
        for message, remedy in special_space_faults(route.value):
            yield Fault(route.place, message, mend=mended(route.place, **remedy))


def special_space_faults(route: Route) -> Iterator[tuple[str, dict[str, object]]]:
    """Say what is wrong with the spaces of a route, each with the values that would be right."""
    if route.wilds > route.length:
        yield f"wilds is {route.wilds}, more than its length of {route.length}", {"wilds": route.length}
    if route.pairs > route.length:
        yield f"pairs is {route.pairs}, more than its length of {route.length}", {"pairs": route.length}
    if route.wilds and route.tunnel:
        yield "is a ferry (wilds) and a tunnel; a route can be one of them only", {"tunnel": None}
    if route.pairs and (route.wilds or route.tunnel):
        remedy: dict[str, object] = {"wilds": None, "tunnel": None}
        yield "has pair spaces and is a ferry or tunnel; a route can be one of them only", remedy
    if route.wilds and route.color is not None:
        yield 'is a ferry (wilds), so its color must be "any"', {"color": ANY_COLOR}
    if route.pairs and route.color is not None:
        yield 'has pair spaces, so its color must be "any"', {"color": ANY_COLOR}
    if route.deck and (route.wilds or route.tunnel or route.pairs):
        remedy = {"wilds": None, "tunnel": None, "pairs": None}
        yield "is a sea route; only rail routes have wilds, tunnel or pairs", remedy


def wrapping_routes_leave_at_one_side(draft: Draft) -> Iterator[Fault]:
    """A board that wraps is cut along a meridian that exactly the wrapping routes cross; else nobody can draw it."""
    try:
        places_and_projection([city.value for city in draft.cities], [route.value for route in draft.routes], Hints())
    except ValueError:
        wrapping = [route.place for route in draft.routes if route.value.wraps]
        message = "no meridian is crossed by all routes with wraps = true and by no others; mark those that wrap"
        mend = tuple(change for place in wrapping for change in mended(place, wraps=None))
        yield Fault(wrapping[0] if wrapping else draft.file, message, mend=mend)


def every_city_can_be_reached(draft: Draft) -> Iterator[Fault]:
    near: dict[CityId, set[CityId]] = defaultdict(set)
    for route in draft.routes:
        near[route.value.a].add(route.value.b)
        near[route.value.b].add(route.value.a)
    reached: set[CityId] = set()
    waiting = [CityId(0)]
    while waiting:
        city = waiting.pop()
        if city not in reached:
            reached.add(city)
            waiting += near[city]
    lost = [city.value.id for number, city in enumerate(draft.cities) if number not in reached]
    if lost:
        words = ", ".join(f"'{id}'" for id in lost)
        yield Fault(draft.file, f"no chain of routes leads from '{draft.cities[0].value.id}' to {words}")
