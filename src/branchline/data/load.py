"""From a board file to the frozen board that the rules play on, with every fault of the file reported at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from branchline.core.printed.board import BOTH_LANES_FROM, SEAT_COUNTS, TUNNEL_CARDS, Board
from branchline.data.checks.all_checks import check
from branchline.data.checks.game import beyond
from branchline.data.checks.names import missing_names
from branchline.data.draft import Draft, read_draft
from branchline.data.faults import Fault, Faulty, Place, did_you_mean, mended
from branchline.data.files import BOARDS, UNNAMED, board_names, path_of, read_tables, read_text, tables_of_text
from branchline.data.read_rules import Edition

__all__ = [
    "BoardInfo",
    "EditionInfo",
    "board_in",
    "board_info",
    "board_names",
    "info_in",
    "load_board",
    "warnings_of",
]


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """An edition as it is offered to people."""

    id: str
    name: str
    names: Mapping[str, str]
    note: str
    notes: Mapping[str, str]
    source: str
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """What people need in order to choose a board: names, the names of its colors, its editions, the default first.

    `offered` says whether it is proposed for new tables; any other can be asked for by name.
    """

    id: str
    name: str
    names: Mapping[str, str]
    game: str
    editions: tuple[EditionInfo, ...]
    color_names: Mapping[str, Mapping[str, str]]
    offered: bool


def load_board(name_or_path: str | Path, edition: str | None = None) -> Board:
    """Load a board of the package by name, or anybody's own by path. Raises `Faulty` with all that is wrong.

    Boards are compared by identity: a board of the package is the same object each time, one for each edition.
    """
    path = path_of(name_or_path)
    draft = checked_draft(path)
    chosen = edition_of(draft, edition)
    return packaged_board(path, chosen.id) if path.parent == BOARDS else board_of(draft, chosen)


def board_in(text: str, edition: str | None = None) -> Board:
    """Load the board in the text of somebody's own file. Raises `Faulty` with all that is wrong."""
    draft = check_text(UNNAMED, text)
    return board_of(draft, edition_of(draft, edition))


def board_info(name_or_path: str | Path) -> BoardInfo:
    """Load what people need in order to choose a board, from the same file and with the same checks."""
    return info_of(checked_draft(path_of(name_or_path)))


def info_in(text: str) -> BoardInfo:
    """Load the same from the text of somebody's own file."""
    return info_of(check_text(UNNAMED, text))


def info_of(draft: Draft) -> BoardInfo:
    editions = sorted(draft.editions, key=lambda edition: edition.id != draft.default_edition)
    return BoardInfo(
        draft.id,
        draft.name,
        draft.names,
        draft.game,
        tuple(
            EditionInfo(each.id, each.name, each.names, each.note, each.notes, each.source, each.sources)
            for each in editions
        ),
        draft.palette.names,
        draft.offered,
    )


def warnings_of(name_or_path: str | Path) -> list[str]:
    """Say what a sound file lacks that people would like to have. Raises `Faulty` for one that is not sound."""
    return list(missing_names(checked_draft(path_of(name_or_path))))


@cache
def packaged_board(path: Path, edition: str) -> Board:
    draft = packaged_draft(path)
    return board_of(draft, edition_of(draft, edition))


@cache
def packaged_draft(path: Path) -> Draft:
    return read_and_check(path)


def checked_draft(path: Path) -> Draft:
    """Read and check a file; those of the package do not change while we run and are read once."""
    return packaged_draft(path) if path.parent == BOARDS else read_and_check(path)


def read_and_check(path: Path) -> Draft:
    if path.parent == BOARDS:
        return check_tables(path, read_tables(path))
    return check_text(path, read_text(path))


def check_text(path: Path, text: str) -> Draft:
    """Check the text of somebody's own file, which then goes with the board."""
    return replace(check_tables(path, tables_of_text(path.name, text)), text=text)


def check_tables(path: Path, values: Mapping[str, object]) -> Draft:
    """Check the tables of a file. Raises `Faulty` with all that is wrong."""
    draft, faults = checked_tables(path, values)
    if faults:
        raise Faulty(faults)
    return draft


def checked_tables(path: Path, values: Mapping[str, object]) -> tuple[Draft, list[Fault]]:
    """Read the tables of a file, with all that is wrong with them."""
    faults: list[Fault] = []
    draft = read_draft(path.name, values, faults)
    faults += check(draft)
    faults += game_faults(draft, path, compare=not faults)
    return draft, faults


def game_faults(draft: Draft, path: Path, compare: bool) -> list[Fault]:
    """Look the game of every edition up, and if wanted compare with the board that the game is at home on."""
    faults = []
    for edition in draft.editions:
        game = draft.game_of(edition)
        place = edition.place if edition.game else draft.file
        if not game or path == BOARDS / f"{game}.toml":
            continue
        if game not in homes():
            known = f"there are: {', '.join(homes())}"
            message = f"no board game has the name '{game}'{did_you_mean(game, homes())}; {known}"
            faults.append(Fault(place, message, "game", rule="game-is-known"))
        elif compare:
            board = board_of(draft, edition)
            extra = beyond(board, home_board(game))
            fitting = [each for each in homes() if extra and not beyond(board, home_board(each))]
            mend = mended(edition.place if edition.game else Place(draft.file), game=fitting[0]) if fitting else ()
            faults += [
                Fault(place, f"has {feature}, which the game '{game}' does not have", "game", mend, "game-has-it")
                for feature in extra
            ]
    return list(dict.fromkeys(faults))


@cache
def homes() -> Mapping[str, tuple[Path, str | None]]:
    """Of each game the file and the edition that show all it can do: its own board, or else the first that plays it."""
    paths = [BOARDS / f"{name}.toml" for name in board_names()]
    files = {path: read_tables(path) for path in paths}
    found: dict[str, tuple[Path, str | None]] = {
        path.stem: (path, None) for path, values in files.items() if values.get("game") == path.stem
    }
    for path, values in files.items():
        editions = values.get("edition")
        for name, edition in editions.items() if isinstance(editions, dict) else ():
            if isinstance(edition, dict) and isinstance(game := edition.get("game"), str):
                found.setdefault(game, (path, name))
    return found


@cache
def home_board(game: str) -> Board:
    """The board that a game is at home on, unchecked: it is what others are compared with."""
    path, edition = homes()[game]
    draft = read_draft(path.name, read_tables(path), [])
    return board_of(draft, edition_of(draft, edition))


def edition_of(draft: Draft, name: str | None) -> Edition:
    wanted = name or draft.default_edition
    for edition in draft.editions:
        if edition.id == wanted:
            return edition
    known = [edition.id for edition in draft.editions]
    hint = did_you_mean(wanted, known)
    raise Faulty([Fault(draft.file, f"there is no edition '{wanted}'{hint}; there are: {', '.join(known)}")])


def board_of(draft: Draft, edition: Edition) -> Board:
    board = Board(
        id=draft.id,
        name=draft.name,
        game=draft.game_of(edition),
        edition=edition.id,
        digest="",
        rules=edition.rules,
        colors=draft.palette.colors,
        kinds=draft.palette.kinds,
        cities=tuple(city.value for city in draft.cities),
        routes=tuple(route.value for route in draft.routes),
        tickets=tuple(ticket.value for ticket in draft.tickets_of(edition)),
        names=draft.names,
        seat_counts=draft.seats,
        text=draft.text,
    )
    return replace(board, digest=digest_of(board))


ADDED_LATER = {"both_lanes_from": BOTH_LANES_FROM, "tunnel_cards": TUNNEL_CARDS}
"""Numbers that no board had at first: one that has these plays as it did, and its digest stays what it was."""


def digest_of(board: Board) -> str:
    """Sum up all that play depends on. Spelling, places on the map and marks of doubt may change without it."""
    seats = [] if board.seat_counts == SEAT_COUNTS else [board.seat_counts]
    content = {
        "board": [board.id, board.game, board.edition, board.colors, *seats],
        "rules": {name: value for name, value in asdict(board.rules).items() if ADDED_LATER.get(name) != value},
        "kinds": [asdict(kind) for kind in board.kinds],
        "cities": [[city.id, city.harbor, city.junction] for city in board.cities],
        "routes": [asdict(route) for route in board.routes],
        "tickets": [[t.id, t.cities, t.points, t.connected, t.penalty, t.long] for t in board.tickets],
    }
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
