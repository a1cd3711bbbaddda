"""The layout of a board: from cities and routes to a finished drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from branchline.core.printed.board import City, Route
from branchline.draw.geometry import rectangles
from branchline.draw.geometry.rectangles import Box
from branchline.draw.geometry.warp import Warp
from branchline.draw.hints import Hints
from branchline.draw.land import coast, relief
from branchline.draw.land.coast import Art
from branchline.draw.land.ground import Ground
from branchline.draw.land.river_beds import river_beds
from branchline.draw.names import edge_labels, placement
from branchline.draw.names.edge_labels import EdgeLabel
from branchline.draw.names.labels import Label, Placement
from branchline.draw.names.placement import Surroundings
from branchline.draw.routes import first_bends, track_ends
from branchline.draw.routes.clashes import find_clashes
from branchline.draw.routes.frame import MapFrame, make_frame, places_and_projection
from branchline.draw.routes.plan import LayoutPlan, city_radii, make_plan
from branchline.draw.routes.relax import LayoutWeights, Relaxation
from branchline.draw.routes.spaces import Lane, all_lanes
from branchline.draw.routes.tracks import group_tracks, ring_radii
from branchline.draw.sizes import Sizes

Point = tuple[float, float]
GAP = 1.0
"""The distance between things up to which the layout goes on pushing them apart."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a city stands, how big its disc is, and how its name is set; a junction has none."""

    x: float
    y: float
    radius: float
    junction: bool
    label: Label | None


@dataclass(frozen=True, slots=True)
class Layout:
    """A finished drawing in canvas units, y downwards."""

    width: float
    height: float
    wraps: bool
    sizes: Sizes
    art: Art
    cities: Mapping[str, Spot]
    routes: Mapping[str, Lane]
    edge_labels: tuple[EdgeLabel, ...]


def lay_out(
    cities: Sequence[City],
    routes: Sequence[Route],
    hints: Hints | None = None,
    sizes: Sizes | None = None,
    effort: float = 1.0,
) -> Layout:
    """Lay a board out. `effort` scales the number of steps; 1 is what the boards of the package are drawn with."""
    hints, sizes = hints or Hints(), sizes or Sizes()
    places, project = places_and_projection(cities, routes, hints)
    tracks = group_tracks(routes)
    around = ring_radii(city_radii(cities, sizes), tracks, sizes)
    frame = make_frame(places, project, tracks, around, hints, sizes)
    plan = make_plan(cities, places, frame, tracks, around, hints, sizes)
    ground = _ground(frame, places) if frame.on_earth else None
    first_bends.choose_bends(plan, [city.id for city in cities], hints, ground)
    names = _settle(plan, cities, hints, effort)
    layout = _finish(plan, cities, names, frame, places, hints)
    return replace(layout, routes={route.id: _directed(layout.routes[route.id], route) for route in routes})


def _ground(frame: MapFrame, places: Sequence[Point]) -> Ground:
    window = frame.window(places)
    land, lakes = (
        [[frame(*p) for p in ring] for ring in coast.window(layer, window)] for layer in ("land", "lakes")
    )  # fmt: skip
    return Ground(land, lakes)


def _settle(plan: LayoutPlan, cities: Sequence[City], hints: Hints, effort: float) -> list[Placement | None]:
    """Move everything to its place, coarse first; then go on until nothing clashes, and keep the best."""

    def steps(count: int) -> int:
        return max(10, round(count * effort))

    relaxation = Relaxation(plan)
    relaxation.run(steps(200), LayoutWeights(crowding=0.15, names=0.0), 4.0, 1.5)
    track_ends.trim_ends(plan)
    relaxation.run(steps(160), LayoutWeights(crowding=0.6, names=0.0), 2.0, 0.8)
    names: list[Placement | None] = []
    pads = [1.0] * len(cities)
    for turn in range(6):
        track_ends.trim_ends(plan)
        names = placement.name_cities(plan, cities, hints.label, names)
        plan.boxes = [_padded(name, pad) for name, pad in zip(names, pads, strict=True)]
        relaxation.run(steps(90), LayoutWeights(crowding=1.0 + 0.3 * turn), 1.2, 0.4)
    best: tuple[float, list[float], list[list[float]], list[Placement | None]] | None = None
    for _ in range(14):
        track_ends.trim_ends(plan)
        names = placement.name_cities(plan, cities, hints.label, names)
        tracks, crowded = _trouble(plan, cities, names)
        cost = sum(tracks.values()) + sum(crowded.values())
        if best is None or cost < best[0]:
            best = cost, list(plan.at), [list(trim) for trim in plan.trims], names
        if not cost:
            break
        for c in crowded:
            pads[c] = min(pads[c] + 1.0, 5.0)
        plan.boxes = [_padded(name, pad) for name, pad in zip(names, pads, strict=True)]
        relaxation.widen(tracks)
        relaxation.run(steps(60), LayoutWeights(crowding=3.0, names=3.0, length=1.5), 0.8, 0.1)
    assert best is not None
    _, plan.at[:], plan.trims[:], names = best
    return names


def _trouble(
    plan: LayoutPlan, cities: Sequence[City], names: Sequence[Placement | None]
) -> tuple[dict[int, float], dict[int, float]]:
    """The tracks, and the cities with names, that clash with something, and how deep."""
    number = {city.id: c for c, city in enumerate(cities)}
    track_of = {route: k for k, track in enumerate(plan.tracks) for route in track.routes}
    discs = {city.id: (*plan.city(c), plan.radii[c]) for city, c in zip(cities, number.values(), strict=True)}
    boxes = {city.id: rectangles.moved(name.box, *plan.city(number[city.id]))
             for city, name in zip(cities, names, strict=True) if name}  # fmt: skip
    tracks: dict[int, float] = {}
    crowded: dict[int, float] = {}
    for clash in find_clashes(all_lanes(plan), discs, boxes, GAP):
        for name in (clash.one, clash.two):
            if clash.kind.startswith("slot") and name in track_of:
                tracks[track_of[name]] = max(tracks.get(track_of[name], 0.0), clash.depth)
            elif clash.kind.startswith("name") and name in number:
                crowded[number[name]] = max(crowded.get(number[name], 0.0), clash.depth)
    return tracks, crowded


def _padded(name: Placement | None, pad: float) -> Box | None:
    if name is None:
        return None
    left, top, right, bottom = name.box
    return left - pad, top - pad, right + pad, bottom + pad


def _finish(
    plan: LayoutPlan,
    cities: Sequence[City],
    names: Sequence[Placement | None],
    frame: MapFrame,
    places: Sequence[Point],
    hints: Hints,
) -> Layout:
    _crop(plan, names)
    lanes = all_lanes(plan)
    spots = {}
    for c, (city, name) in enumerate(zip(cities, names, strict=True)):
        label = name.label(*plan.city(c)) if name else None
        spots[city.id] = Spot(*plan.city(c), plan.radii[c], city.junction, label)
    around = placement.surroundings(plan)
    around.written += [spot.label.box for spot in spots.values() if spot.label]
    leaving = edge_labels.place_edge_labels(plan, cities, lanes, around)
    art = _art(plan, cities, frame, places, hints, around) if frame.on_earth else Art()
    return Layout(plan.width, plan.height, plan.wraps, plan.sizes, art, spots, lanes, tuple(leaving))


def _art(
    plan: LayoutPlan,
    cities: Sequence[City],
    frame: MapFrame,
    places: Sequence[Point],
    hints: Hints,
    around: Surroundings,
) -> Art:
    warp, window = _warp(plan, cities, frame, places, hints), frame.window(places)

    def to_canvas(lon: float, lat: float) -> Point:
        return warp(*frame(lon, lat))

    layers = coast.on_canvas(window, to_canvas)
    size = (plan.width, plan.height)
    ground = Ground(layers["land"], layers["lakes"])
    signs = relief.peaks(window, to_canvas, size, ground, around.slots, around.cities, around.written)
    art = coast.draw_coast(layers, [plan.city(c) for c, city in enumerate(cities) if not city.junction], *size)
    return replace(art, lakes=art.lakes + river_beds(plan, cities, hints.rivers, ground), peaks=signs)


def _directed(lane: Lane, route: Route) -> Lane:
    """A lane runs from the route's city a to its city b; its track runs from the lower number to the higher."""
    return lane if route.a < route.b else Lane(lane.slots[::-1], tuple(line[::-1] for line in lane.lines[::-1]))


def _crop(plan: LayoutPlan, names: Sequence[Placement | None]) -> None:
    """Fit the canvas to what is on it; a wrapping board keeps its width."""
    corners = [corner for lane in all_lanes(plan).values() for slot in lane.slots for corner in slot.quad()]
    for c, (radius, name) in enumerate(zip(plan.radii, names, strict=True)):
        x, y = plan.city(c)
        left, top, right, bottom = name.box if name else (0.0, 0.0, 0.0, 0.0)
        corners += [(x + min(left, -radius), y + min(top, -radius)), (x + max(right, radius), y + max(bottom, radius))]
    margin = plan.sizes.margin
    left, right = min(p[0] for p in corners) - margin, max(p[0] for p in corners) + margin
    top, bottom = min(p[1] for p in corners) - margin, max(p[1] for p in corners) + margin
    if plan.wraps:
        left, right = 0.0, plan.width
    plan.shift(-left, -top)
    plan.width, plan.height = right - left, bottom - top


def _warp(plan: LayoutPlan, cities: Sequence[City], frame: MapFrame, places: Sequence[Point], hints: Hints) -> Warp:
    """A map that moves as the cities moved; on a wrapping board the copies beyond the edges move alike."""
    moves = [(frame(*place), plan.city(c)) for c, place in enumerate(places)]
    number = {city.id: c for c, city in enumerate(cities)}
    for lon, lat, beside, dx, dy in hints.pins:
        x, y = plan.city(number[beside])
        moves.append((frame(lon, lat), (x + dx, y + dy)))
    if plan.wraps:
        copies = [((s[0] + d, s[1]), (t[0] + d, t[1])) for d in (-plan.width, plan.width) for s, t in moves]
        moves += [move for move in copies if -0.25 * plan.width < move[0][0] < 1.25 * plan.width]
    return Warp([source for source, _ in moves], [target for _, target in moves])
