"""The counts of tests/counts/*.txt: a lane that offers one action too many or too few cannot keep them."""

import pytest

from branchline.games import game_names
from tests.counts.counting import FOLDER, HEADER, Position, count, counted, divide, read

CASES = [
    pytest.param(position, depths, id=f"{path.stem}-{position.name}")
    for path in sorted(FOLDER.glob("*.txt"))
    for position, depths in read(path.read_text("utf-8"))
]


def test_every_game_has_counts() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(game_names())
    assert all(path.read_text("utf-8").startswith(HEADER) for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize(("position", "depths"), CASES)
def test_the_counts_are_kept(position: Position, depths: list[str]) -> None:
    """On a difference, the split by first decision shows where to look."""
    for depth, line in enumerate(depths, 1):
        found = counted(position, depth)
        assert found == line, "\n".join(report(position, depth))


def report(position: Position, depth: int) -> list[str]:
    counts = divide(position.loaded(), position.state(), depth)
    return [f"{position.name}, depth {depth}, by first decision:", *(f"{n:9} {move}" for move, n in counts.items())]


def test_bulk_counting_and_walking_agree() -> None:
    """The last decision is counted without being performed; performing it must give the same."""
    position = CASES[1].values[0]
    assert isinstance(position, Position)
    game, state = position.loaded(), position.state()
    assert count(game, state, 0) == 1
    assert sum(divide(game, state, 2).values()) == count(game, state, 2)
    assert len(report(position, 1)) == count(game, state, 1) + 1
