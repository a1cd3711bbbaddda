"""What a drawing owes the players, measured on the layouts that come with the package: see docs/drawing.md."""

import gzip
import json
import math
import re
from importlib.resources import files

import pytest

from branchline.data.load import load_board
from branchline.draw import check, drawing
from branchline.draw.drawing import key_of, packaged
from branchline.draw.drawing_json import read_drawing, read_line
from branchline.draw.geometry.outlines import area
from branchline.draw.geometry.rectangles import box_quad, disc_depth
from branchline.draw.land.ground import Ground
from branchline.draw.layout import Layout
from branchline.draw.names.labels import text_width

BOARDS = ("usa", "europe", "world", "great-lakes", "polska", "romania")


def layout_of(name: str) -> Layout:
    values = packaged(name)
    assert values is not None, f"{name} has no committed layout: run tools/draw_boards.py"
    return read_drawing(values)


@pytest.fixture(params=BOARDS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_layout_is_drawn_from_the_board_as_it_is(name: str) -> None:
    values = packaged(name)
    assert values is not None
    assert values["key"] == key_of(load_board(name)), f"{name} changed: run tools/draw_boards.py {name}"
    assert drawing(load_board(name)) is values, f"names of {name} changed: run tools/draw_boards.py {name}"


def test_nothing_stands_on_anything_else(name: str) -> None:
    assert [str(clash) for clash in check.measure(layout_of(name)).clashes] == []


def test_no_tracks_cross(name: str) -> None:
    assert check.measure(layout_of(name)).crossings == ()


def test_everything_is_on_the_canvas(name: str) -> None:
    assert check.measure(layout_of(name)).outside == ()


def test_every_space_is_big_enough(name: str) -> None:
    found = check.measure(layout_of(name))
    assert found.slot_min >= 35.0
    assert found.slot_max <= 40.0
    assert found.desktop_pixels >= 26.0
    assert found.phone_pixels >= 24.0


def test_tracks_turn_gently(name: str) -> None:
    assert check.measure(layout_of(name)).sharpest <= 55.0


def test_every_route_has_its_spaces_in_order_between_its_cities(name: str) -> None:
    board, layout = load_board(name), layout_of(name)
    assert set(layout.routes) == {route.id for route in board.routes}
    for route in board.routes:
        lane = layout.routes[route.id]
        assert len(lane.slots) == route.length
        for slot, city in ((lane.slots[0], route.a), (lane.slots[-1], route.b)):
            spot = layout.cities[board.cities[city].id]
            assert math.hypot(slot.x - spot.x, slot.y - spot.y) < 75.0, route.id


def test_lanes_of_a_double_route_run_side_by_side(name: str) -> None:
    board, layout = load_board(name), layout_of(name)
    twins = [(i, route.twin) for i, route in enumerate(board.routes) if route.twin is not None and route.twin > i]
    assert twins
    for one, two in twins:
        pairs = zip(layout.routes[board.routes[one].id].slots, layout.routes[board.routes[two].id].slots, strict=True)
        for a, b in pairs:
            assert 14.0 < math.hypot(a.x - b.x, a.y - b.y) < 26.0, board.routes[one].id


def test_every_city_has_its_name_in_every_language(name: str) -> None:
    board, layout = load_board(name), layout_of(name)
    for city in board.cities:
        label = layout.cities[city.id].label
        if city.junction:
            assert label is None
            continue
        assert label is not None
        for language, wanted in {"": city.name, **city.names}.items():
            lines = label.texts.get(language, label.texts[""])
            assert " ".join(line for line, _, _ in lines) == wanted


def test_every_name_fits_its_room(name: str) -> None:
    layout = layout_of(name)
    left_over = 0.2  # Coordinates are rounded to tenths.
    for city, spot in layout.cities.items():
        if spot.label:
            left, top, right, bottom = spot.label.box
            for lines in spot.label.texts.values():
                for line, _, baseline in lines:
                    assert text_width(line, layout.sizes.font) <= right - left + left_over, city
                    assert top < baseline <= bottom, city


def test_every_name_stands_nearer_to_its_own_city_than_to_any_other(name: str) -> None:
    layout = layout_of(name)

    def distance(label: tuple[float, float, float, float], city: str) -> float:
        return -disc_depth(box_quad(label), layout.cities[city].x, layout.cities[city].y, 0.0)

    for city, spot in layout.cities.items():
        if spot.label:
            own = distance(spot.label.box, city)
            assert own < 36.0, city
            assert all(distance(spot.label.box, other) > own for other in layout.cities if other != city), city


def ground_of(layout: Layout) -> Ground:
    land, lakes = (
        [read_line(ring) for ring in path.split("z") if ring] for path in (layout.art.land, layout.art.lakes)
    )
    return Ground(land, lakes)


def test_cities_stayed_ashore_when_the_coast_was_warped(name: str) -> None:
    layout = layout_of(name)
    ground = ground_of(layout)
    rings = [read_line(ring) for ring in (layout.art.land + layout.art.lakes).split("z") if ring]
    shore = [(ring[i - 1], ring[i]) for ring in rings for i in range(len(ring))]
    for city, spot in layout.cities.items():
        if not spot.junction and not ground.is_land(spot.x, spot.y):
            assert min(distance_to(edge, spot.x, spot.y) for edge in shore) < 16.0, f"{city} is at sea"


def distance_to(edge: tuple[tuple[float, float], tuple[float, float]], x: float, y: float) -> float:
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1.0)
    along = min(max(along, 0.0), 1.0)
    return math.hypot(ax + along * dx - x, ay + along * dy - y)


def test_a_drawing_is_light(name: str) -> None:
    values = packaged(name)
    assert values is not None
    assert sum(len(values["art"][layer]) for layer in ("land", "lakes", "rivers", "borders")) <= 25_000
    text = files("branchline.draw").joinpath("layouts", f"{name}.json").read_bytes()
    assert len(gzip.compress(text)) <= 26_000


@pytest.mark.parametrize(("name", "least"), [("usa", 1_500), ("great-lakes", 25_000)])
def test_the_five_great_lakes_are_drawn(name: str, least: float) -> None:
    lakes = [read_line(ring) for ring in layout_of(name).art.lakes.split("z") if ring]
    assert sum(area(lake) > least for lake in lakes) >= 5


@pytest.mark.parametrize("name", ["world", "great-lakes"])
def test_ships_sail_mostly_on_water(name: str) -> None:
    board, layout = load_board(name), layout_of(name)
    ground = ground_of(layout)
    slots = [slot for route in board.routes if route.deck for slot in layout.routes[route.id].slots]
    wet = sum(not ground.is_land(slot.x, slot.y) for slot in slots)
    assert wet / len(slots) > 0.9


def test_exactly_the_wrapping_routes_leave_the_world_at_both_edges() -> None:
    board, layout = load_board("world"), layout_of("world")
    assert layout.wraps
    wrapping = {route.id for route in board.routes if route.wraps}
    assert len(wrapping) == 10
    assert {name for name, lane in layout.routes.items() if len(lane.lines) == 2} == wrapping
    for name in wrapping:
        edges = [layout.routes[name].lines[0][-1][0], layout.routes[name].lines[1][0][0]]
        assert sorted(edges) == pytest.approx([0.0, layout.width], abs=0.2)
    assert {route for edge in layout.edge_labels for route in edge.routes} == wrapping
    assert layout.cities["anchorage"].x > 0.9 * layout.width


def test_the_other_boards_have_no_edge_labels() -> None:
    for name in ("usa", "europe", "great-lakes", "polska", "romania"):
        assert not layout_of(name).wraps
        assert layout_of(name).edge_labels == ()


def test_ferries_say_which_spaces_bear_the_symbol() -> None:
    board, values = load_board("europe"), packaged("europe")
    assert values is not None
    for route in board.routes:
        marked = values["routes"][route.id].get("wilds", [])
        assert len(marked) == route.wilds
        assert all(0 <= i < route.length for i in marked)


def test_thumbnails_are_small_and_show_every_board() -> None:
    thumbs = json.loads(files("branchline.draw").joinpath("layouts", "thumbs.json").read_text("utf-8"))
    assert set(thumbs) == set(BOARDS)
    for name, picture in thumbs.items():
        assert len(json.dumps(picture)) < 12_000
        assert len(picture["cities"]) == len(load_board(name).cities)
        assert re.match(r"M-?[\d.]", picture["land"])
