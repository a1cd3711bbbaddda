"""Any board draws itself: from a file with nothing but places, on the earth or on an invented map."""

import math
import random

import pytest

from branchline.core.ids import CityId, DeckId
from branchline.core.printed.board import City, Route
from branchline.data.load import load_board
from branchline.draw import check, drawing, lay_out
from branchline.draw.drawing_json import read_drawing, read_line, write_drawing
from branchline.draw.hints import Hints, read_hints
from branchline.draw.land.ground import Ground
from branchline.draw.routes.frame import find_cut


def ring(count: int, length: int, scale: float = 1000.0) -> tuple[list[City], list[Route]]:
    """Cities on a circle, each joined to the next and to the middle."""
    turns = [2 * math.pi * i / count for i in range(count)]
    cities = [City("hub", "Hub", at=(0.0, 0.0))]
    cities += [City(f"c{i}", f"City {i}", at=(scale * math.cos(t), scale * math.sin(t))) for i, t in enumerate(turns)]
    routes = []
    for i in range(1, count + 1):
        after = i % count + 1
        routes.append(Route(f"rim-{i}", CityId(i), CityId(after), length, None))
        routes.append(Route(f"spoke-{i}", CityId(i), CityId(0), length, None))
    return cities, routes


def test_the_sample_board_draws_itself() -> None:
    board = load_board("sampleland")
    layout = read_drawing(drawing(board))
    found = check.measure(layout)
    assert [str(clash) for clash in found.clashes] == []
    assert found.crossings == ()
    assert found.outside == ()
    assert found.slot_min >= 33.0
    assert layout.art.land


def test_an_invented_board_with_free_coordinates_draws_itself_without_a_coast() -> None:
    cities, routes = ring(6, 3)
    layout = lay_out(cities, routes)
    assert layout.art.land == ""
    found = check.measure(layout)
    assert [str(clash) for clash in found.clashes] == []
    assert found.crossings == ()
    assert {len(lane.slots) for lane in layout.routes.values()} == {3}


def test_slots_run_from_the_first_city_to_the_second() -> None:
    cities, routes = ring(4, 3)
    layout = lay_out(cities, routes, effort=0.2)
    for route in routes:
        start, first = layout.cities[cities[route.a].id], layout.routes[route.id].slots[0]
        last = layout.routes[route.id].slots[-1]
        near = math.hypot(first.x - start.x, first.y - start.y)
        assert near < math.hypot(last.x - start.x, last.y - start.y), route.id


def test_a_layout_comes_out_the_same_every_time() -> None:
    cities, routes = ring(5, 2)
    one, two = (write_drawing(lay_out(cities, routes, effort=0.2), routes) for _ in range(2))
    assert one == two


def test_north_is_up() -> None:
    cities = [City("north", "North", at=(10.0, 55.0)), City("south", "South", at=(10.0, 45.0))]
    layout = lay_out(cities, [Route("r", CityId(0), CityId(1), 3, None)])
    assert layout.cities["north"].y < layout.cities["south"].y
    plane = [City("north", "North", at=(0.0, 500.0)), City("south", "South", at=(0.0, 0.0))]
    layout = lay_out(plane, [Route("r", CityId(0), CityId(1), 3, None)])
    assert layout.cities["north"].y < layout.cities["south"].y


@pytest.mark.parametrize(
    "places", [[(0.0, 0.0), (0.0, 0.0)], [(1.0, 1.0), (1.0, 2.0)], [(-170.0, 80.0), (170.0, 80.0)]]
)
def test_odd_little_boards_still_come_out(places: list[tuple[float, float]]) -> None:
    cities = [City(f"c{i}", f"City {i}", at=at) for i, at in enumerate(places)]
    layout = lay_out(cities, [Route("r", CityId(0), CityId(1), 2, None)])
    assert all(math.isfinite(spot.x + spot.y) for spot in layout.cities.values())
    assert check.measure(layout).clashes == ()


def test_a_long_route_beside_a_short_one_bows_around_the_city_between() -> None:
    places = [(0.0, 0.0), (300.0, 0.0), (600.0, 0.0)]
    cities = [City(f"c{i}", f"City {i}", at=at) for i, at in enumerate(places)]
    pairs = [(0, 1, 2), (1, 2, 2), (0, 2, 6)]
    routes = [Route(f"r{a}{b}", CityId(a), CityId(b), n, None) for a, b, n in pairs]
    assert check.measure(lay_out(cities, routes)).clashes == ()


def test_random_boards_come_out_without_clashes_that_show(seed: int) -> None:
    chance = random.Random(seed)
    places = [
        (x * 260 + chance.uniform(-60, 60), y * 220 + chance.uniform(-60, 60)) for x in range(4) for y in range(3)
    ]
    cities = [
        City(f"c{i}", chance.choice(["Brzeg", "Nowy Dwór", "Aix", "Timișoara"]), at=p) for i, p in enumerate(places)
    ]
    pairs = [(i, i + 3) for i in range(9)] + [(i, i + 1) for i in range(12) if i % 3 < 2]
    routes = [Route(f"{a}-{b}", CityId(a), CityId(b), chance.randint(2, 4), None) for a, b in pairs]
    assert sum(clash.depth for clash in check.measure(lay_out(cities, routes)).clashes) < 2.0


def test_the_cut_of_the_world_lies_between_alaska_and_canada() -> None:
    board = load_board("world")
    assert -149.9 < find_cut(board.cities, board.routes) < -123.1


def test_wraps_that_no_meridian_explains_are_reported() -> None:
    cities = [City(f"c{i}", f"City {i}", at=(lon, 0.0)) for i, lon in enumerate((0.0, 20.0, 40.0))]
    routes = [
        Route("a", CityId(0), CityId(1), 2, None, wraps=True),
        Route("b", CityId(0), CityId(1), 2, None, deck=DeckId(1)),
    ]
    with pytest.raises(ValueError, match="no meridian"):
        lay_out(cities, routes)


def test_hints_are_obeyed() -> None:
    cities, routes = ring(4, 2)
    hints = read_hints('[label]\nhub = "n"\n[nudge]\nc0 = [40, 0]\n[bend]\n"c0--c1" = 0.6\n')
    layout = lay_out(cities, routes, hints, effort=0.3)
    label = layout.cities["hub"].label
    assert label is not None
    assert label.box[3] < layout.cities["hub"].y
    assert hints.nudge == {"c0": (40.0, 0.0)}
    assert hints.bend == {"c0--c1": 0.6}


def two_ports() -> tuple[list[City], list[Route]]:
    cities = [City("east", "East", at=(22.0, 52.0)), City("west", "West", at=(18.0, 52.0))]
    rail, sea = (Route(f"r{deck}", CityId(0), CityId(1), 4, None, deck=DeckId(deck)) for deck in (0, 1))
    return cities, [rail, sea]


def test_a_hint_may_mean_the_sea_track_alone() -> None:
    hints = read_hints('[bend]\n"west--east" = 0.3\n"west--east--sea" = -0.4\n[stretch]\n"east--west--sea" = 1.5\n')
    assert hints.bend_of("west", "east", sea=False) == 0.3
    assert hints.bend_of("east", "west", sea=True) == 0.4
    assert (hints.stretch_of("west", "east", sea=True), hints.stretch_of("west", "east", sea=False)) == (1.5, 1.0)
    cities, routes = two_ports()
    layout = lay_out(cities, routes, hints, effort=0.3)
    rail, sea = (layout.routes[route.id].slots[1].y for route in routes)
    assert sea < rail - 20.0


def test_water_lies_under_a_sea_track_that_follows_a_river() -> None:
    cities, routes = two_ports()
    bend = {"east--west": 0.4, "east--west--sea": -0.4}
    dry, wet = (
        lay_out(cities, routes, Hints(bend=bend, rivers=rivers), effort=0.3) for rivers in ((), ("east--west",))
    )
    for layout, under in ((dry, False), (wet, True)):
        land, lakes = (
            [read_line(ring) for ring in path.split("z") if ring] for path in (layout.art.land, layout.art.lakes)
        )
        ground = Ground(land, lakes)
        rail, sea = (layout.routes[route.id].slots[1:3] for route in routes)
        assert all(ground.is_land(slot.x, slot.y) != under for slot in sea)
        assert all(ground.is_land(slot.x, slot.y) for slot in rail)
