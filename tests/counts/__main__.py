"""Count again: `python -m tests.counts`. The positions stay as their files tell them, unless a file is missing."""

from branchline.games import game_names
from tests.counts.counting import FOLDER, Position, played, read, written

FIRST_POSITIONS = {
    "usa": [
        Position("opening", "usa", "refreshed", 2, 1, 3),
        Position("opening-of-five", "usa", "refreshed", 5, 2, 2),
        played("early", "usa", "refreshed", seats=2, seed=3, moves=12, depth=3),
        played("middle", "usa", "refreshed", seats=3, seed=4, moves=90, depth=3),
        played("late", "usa", "classic", seats=4, seed=5, moves=170, depth=3),
    ],
    "europe": [
        Position("opening", "europe", "standard", 2, 1, 3),
        played("early", "europe", "standard", seats=2, seed=3, moves=12, depth=3),
        played("middle", "europe", "standard", seats=3, seed=4, moves=90, depth=3),
        played("late", "europe", "standard", seats=5, seed=5, moves=220, depth=3),
        played("toll", "europe", "standard", seats=2, seed=12, moves=204, depth=4),
    ],
    "world": [
        Position("opening", "world", "standard", 2, 1, 2),
        played("pieces", "world", "standard", seats=2, seed=2, moves=2, depth=2),
        played("early", "world", "standard", seats=2, seed=3, moves=12, depth=2),
        played("middle", "world", "standard", seats=3, seed=4, moves=90, depth=3),
        played("harbor", "world", "standard", seats=2, seed=17, moves=22, depth=2),
        played("late", "world", "standard", seats=5, seed=5, moves=220, depth=2),
    ],
    "cards": [
        Position("opening", "cards", "standard", 2, 1, 2),
        played("early", "cards", "standard", seats=2, seed=3, moves=12, depth=3),
        played("middle", "cards", "standard", seats=3, seed=4, moves=60, depth=3),
        played("late", "cards", "standard", seats=4, seed=5, moves=150, depth=2),
    ],
}


def main() -> None:
    for name in game_names():
        path = FOLDER / f"{name}.txt"
        known = [position for position, _ in read(path.read_text("utf-8"))] if path.exists() else FIRST_POSITIONS[name]
        path.write_text(written(known), "utf-8")


if __name__ == "__main__":
    main()
