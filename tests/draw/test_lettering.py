"""New names on a finished drawing: a drawing is made anew only where a name does not fit its box."""

import json
from dataclasses import replace

import pytest

from branchline.core.printed.board import Board
from branchline.data.load import load_board
from branchline.draw.drawing import key_of, packaged, relettered
from branchline.draw.drawing_json import Drawing, DrawnLabel, read_drawing
from branchline.draw.names.labels import text_width


def ready(name: str) -> Drawing:
    values = packaged(name)
    assert values is not None
    return values


def label_of(drawing: Drawing, city: str) -> DrawnLabel:
    """The label as JSON has it, with lists for tuples."""
    label: DrawnLabel = json.loads(json.dumps(drawing["cities"][city]["label"]))
    return label


def with_names(board: Board, city: str, **names: str) -> Board:
    """The board with other names of one city, `name` among them."""
    plain = names.pop("name", "")
    cities = tuple(
        replace(c, name=plain or c.name, names={**c.names, **names}) if c.id == city else c for c in board.cities
    )
    return replace(board, cities=cities)


@pytest.mark.parametrize("name", ["usa", "europe", "world", "great-lakes", "polska", "romania"])
def test_a_new_language_that_fits_needs_no_new_drawing(name: str) -> None:
    board = load_board(name)
    cities = tuple(replace(city, names={**city.names, "xx": city.name}) for city in board.cities)
    assert key_of(replace(board, cities=cities)) == key_of(board)
    assert relettered(ready(name), replace(board, cities=cities)) == ready(name)


def test_a_name_that_fits_is_set_into_the_box_that_is_there() -> None:
    board, before = load_board("europe"), ready("europe")
    found = relettered(before, with_names(board, "wien", xx="Beč"))
    assert found is not None
    old, new = label_of(before, "wien"), label_of(found, "wien")
    assert new["box"] == old["box"]
    ((line, x, baseline),) = new["texts"]["xx"]
    ((_, old_x, old_baseline),) = old["texts"][""]
    assert (line, x) == ("Beč", old_x)
    assert baseline == pytest.approx(old_baseline, abs=0.11)
    assert {language: new["texts"][language] for language in old["texts"]} == old["texts"]
    assert all(found["cities"][city] == spot for city, spot in before["cities"].items() if city != "wien")


def test_a_name_that_does_not_fit_asks_for_a_new_drawing() -> None:
    board = load_board("europe")
    longer = "Vindobona an der Donau"
    left, _, right, _ = label_of(ready("europe"), "wien")["box"]
    assert text_width(longer, ready("europe")["font"]) > right - left
    assert relettered(ready("europe"), with_names(board, "wien", xx=longer)) is None


def test_a_name_on_one_line_stays_beside_its_city_in_a_box_for_two() -> None:
    board, before = load_board("great-lakes"), ready("great-lakes")
    found = relettered(before, with_names(board, "thunder-bay", xx="Bay"))
    assert found is not None
    ((line, _, baseline),) = label_of(found, "thunder-bay")["texts"]["xx"]
    _, top, _, bottom = label_of(found, "thunder-bay")["box"]
    assert line == "Bay"
    assert top < baseline < bottom


def test_labels_at_the_edge_follow_the_names() -> None:
    board, before = load_board("world"), ready("world")
    to = before["edge_labels"][0]["to"]
    found = relettered(before, with_names(board, to, xx="Ys"))
    assert found is not None
    for edge in found["edge_labels"]:
        if edge["to"] == to:
            ((line, _, _),) = edge["label"]["texts"]["xx"]
            assert line in ("Ys ›", "‹ Ys")
    too_long = with_names(board, to, xx="A name that is far too long for any box on this board")
    assert relettered(before, too_long) is None


def test_a_language_that_is_gone_leaves_the_drawing() -> None:
    board, before = load_board("europe"), ready("europe")
    cities = tuple(replace(city, names={}) for city in board.cities)
    found = relettered(before, replace(board, cities=cities))
    assert found is not None
    assert {
        language for spot in read_drawing(found).cities.values() if spot.label for language in spot.label.texts
    } == {""}


def test_another_board_asks_for_a_new_drawing() -> None:
    board = load_board("usa")
    moved = replace(board.cities[0], at=(0.0, 0.0))
    assert relettered(ready("usa"), replace(board, cities=(moved, *board.cities[1:]))) is None
