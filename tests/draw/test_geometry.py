"""The geometry under the drawings, each piece against what can be said about it independently."""

import math
import random

import pytest

from branchline.draw.drawing_json import read_line
from branchline.draw.geometry import chains, outlines, rectangles
from branchline.draw.geometry.projection import Conic, Cylinder, conic_for
from branchline.draw.geometry.warp import Warp
from branchline.draw.land.ground import Ground
from branchline.draw.names.labels import broken, text_width
from branchline.draw.routes.tracks import curve, weights

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]


def inside(shape: rectangles.Quad, x: float, y: float) -> bool:
    return rectangles.disc_depth(shape, x, y, 1e-9) > 1e-8


def test_rectangles_overlap_when_they_share_points(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(150):
        one = rectangles.quad(0, 0, chance.uniform(-90, 90), 40, 14)
        two = rectangles.quad(chance.uniform(-40, 40), chance.uniform(-40, 40), chance.uniform(-90, 90), 40, 14)
        depth = rectangles.depth(one, two)
        grid = [(x * 0.9, y * 0.9) for x in range(-32, 33) for y in range(-32, 33)]
        shared = any(inside(one, x, y) and inside(two, x, y) for x, y in grid)
        if abs(depth) > 1.3:  # The grid is too coarse to tell a touch from an overlap.
            assert shared == (depth > 0)


def test_moving_a_rectangle_by_its_depth_parts_it() -> None:
    assert rectangles.depth(rectangles.quad(0, 0, 0, 40, 14), rectangles.quad(30, 0, 0, 40, 14)) == pytest.approx(10)
    assert rectangles.depth(rectangles.quad(0, 0, 0, 40, 14), rectangles.quad(0, 20, 0, 40, 14)) == pytest.approx(-6)


def test_a_disc_escapes_from_a_box_by_the_shortest_way() -> None:
    box = (0.0, 0.0, 100.0, 20.0)
    assert rectangles.escape(box, 50.0, 18.0, 5.0) == (0.0, 7.0)
    assert rectangles.escape(box, 50.0, 24.0, 5.0) == pytest.approx((0.0, 1.0))
    assert rectangles.escape(box, 50.0, 26.0, 5.0) is None
    assert rectangles.part(box, (90.0, 5.0, 140.0, 15.0)) == (10.0, 0.0)
    assert rectangles.part(box, (90.0, 25.0, 140.0, 35.0)) is None


def test_lengths_and_places_along_a_chain() -> None:
    chain = [(0.0, 0.0), (3.0, 4.0), (3.0, 10.0)]
    run = chains.lengths(chain)
    assert run == [0.0, 5.0, 11.0]
    assert chains.along(chain, run, 2.5) == pytest.approx((1.5, 2.0))
    assert chains.along(chain, run, 8.0) == pytest.approx((3.0, 7.0))
    assert chains.lengths(chains.stretch(chain, 1.0, 9.0))[-1] == pytest.approx(8.0)
    assert chains.beside([(0.0, 0.0), (10.0, 0.0)], 2.0) == [(0.0, 2.0), (10.0, 2.0)]


def test_chains_cross_where_they_do() -> None:
    flat, steep = [(-5.0, 0.0), (5.0, 0.0)], [(0.0, -5.0), (1.0, 5.0)]
    assert chains.crossings(flat, steep) == 1
    assert chains.crossings(flat, steep, shift=8.0) == 0
    assert chains.crossings(flat, [(-5.0, 1.0), (5.0, 1.0)]) == 0


def test_a_track_ends_at_its_cities_and_follows_its_handles() -> None:
    points = curve((0.0, 0.0), (90.0, 0.0), (0.0, 30.0), (0.0, 30.0), 8)
    assert points[0] == (0.0, 0.0)
    assert points[-1] == (90.0, 0.0)
    assert points[4] == pytest.approx((45.0, 0.75 * 30.0))
    assert weights(0.0) == weights(1.0) == (0.0, 0.0)


def test_clipping_keeps_what_is_inside() -> None:
    assert outlines.area(outlines.clip(SQUARE, (5.0, 5.0, 20.0, 20.0))) == pytest.approx(25.0)
    assert outlines.clip(SQUARE, (20.0, 20.0, 30.0, 30.0)) == []
    assert outlines.clip_line([(-1.0, 5.0), (2.0, 5.0), (4.0, 5.0), (11.0, 5.0)], (0.0, 0.0, 10.0, 10.0)) == [
        [(2.0, 5.0), (4.0, 5.0)]
    ]


def test_simplifying_drops_the_flat_corners_and_keeps_the_shape() -> None:
    rough = [(0.0, 0.0), (5.0, 0.1), (10.0, 0.0), (10.0, 10.0), (5.0, 9.9), (0.0, 10.0)]
    assert outlines.simplify(rough, 2.0, closed=True) == SQUARE
    line = [(0.0, 0.0), (5.0, 0.1), (10.0, 0.0), (10.0, 10.0)]
    assert outlines.simplify(line, 2.0, closed=False) == [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]


def test_a_path_reads_back_as_it_was_written(seed: int) -> None:
    chance = random.Random(seed)
    line = [(round(chance.uniform(-50, 999), 1), round(chance.uniform(-50, 999), 1)) for _ in range(60)]
    path = outlines.svg_path([line], closed=False)
    assert [(round(x, 1), round(y, 1)) for x, y in read_line(path)] == line


def test_ground_tells_land_from_water_and_lakes() -> None:
    lake = [(40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0)]
    ground = Ground([[(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]], [lake])
    assert ground.is_land(20.0, 50.0)
    assert not ground.is_land(50.0, 50.0)
    assert not ground.is_land(120.0, 50.0)


def test_a_warp_takes_every_source_to_its_target(seed: int) -> None:
    chance = random.Random(seed)
    sources = [(chance.uniform(0, 1000), chance.uniform(0, 700)) for _ in range(30)]
    targets = [(x + chance.uniform(-30, 30), y + chance.uniform(-30, 30)) for x, y in sources]
    warp = Warp(sources, targets)
    for source, target in zip(sources, targets, strict=True):
        assert warp(*source) == pytest.approx(target, abs=1e-6)


def test_a_warp_that_only_shifts_shifts_everything() -> None:
    sources = [(0.0, 0.0), (100.0, 0.0), (0.0, 100.0), (100.0, 100.0)]
    warp = Warp(sources, [(x + 7, y - 3) for x, y in sources])
    assert warp(500.0, -200.0) == pytest.approx((507.0, -203.0))


def test_a_conformal_cone_keeps_angles() -> None:
    cone = conic_for([(-10.0, 36.0), (40.0, 60.0)])
    for lon, lat in ((-5.0, 40.0), (15.0, 48.0), (35.0, 58.0)):
        x, y = cone(lon, lat)
        east, north = cone(lon + 1e-4, lat), cone(lon, lat + 1e-4 * math.cos(math.radians(lat)))
        ex, ey, nx, ny = east[0] - x, east[1] - y, north[0] - x, north[1] - y
        assert math.hypot(ex, ey) == pytest.approx(math.hypot(nx, ny), rel=1e-3)
        assert ex * nx + ey * ny == pytest.approx(0.0, abs=1e-12)


def test_projections_put_north_up_and_east_right() -> None:
    for project in (Conic(0.0, 40.0, 60.0), Conic(0.0, -40.0, -20.0), Cylinder(-180.0)):
        assert project(0.0, 50.0)[1] < project(0.0, 40.0)[1]
        assert project(10.0, 45.0)[0] > project(0.0, 45.0)[0]


def test_names_break_where_their_lines_come_out_alike() -> None:
    assert broken("Salt Lake City") == ("Salt Lake", "City")
    assert broken("Frankfurt nad Menem") == ("Frankfurt", "nad Menem")
    assert broken("Sault Ste. Marie") == ("Sault", "Ste. Marie")
    assert broken("Warszawa") == ("Warszawa",)


def test_accents_do_not_make_a_name_wider() -> None:
    assert text_width("Łódź", 15.0) == text_width("Lodz", 15.0)
    assert text_width("Wilno", 30.0) == pytest.approx(2 * text_width("Wilno", 15.0))
    assert text_width("MW", 15.0) > text_width("il", 15.0)
