"""The atlas of a board as a page of the docs: sentences, tables and maps, all from the figures that were gathered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from branchline.atlas.sums import Told
from branchline.core.game import AnyGame
from branchline.core.printed.board import Board, Route

ROUTES_TOLD: Final = 12
OFTEN: Final = 0.2
"""A route that is claimed in a smaller part of the games is claimed seldom."""
SOURCES: Final = {
    "routes": "routes",
    "tickets": "tickets",
    "longest_bonus": "longest path",
    "station_points": "stations left",
    "harbors": "harbors",
    "harbors_left": "harbors not built",
    "exchange": "exchanges",
    "big_city_points": "Big Cities",
}
HABITS: Final = {
    "win": ("games won", "%"),
    "score": ("points", ".1f"),
    "completed": ("tickets completed", ".2f"),
    "missed": ("tickets missed", ".2f"),
    "draws": ("later draws of tickets", ".2f"),
    "cards": ("cards drawn", ".1f"),
    "blind": ("of them blind", "%"),
    "routes": ("routes", ".1f"),
    "length": ("mean length of a route", ".2f"),
    "longest": ("had the longest path", "%"),
    "hand": ("cards left at the end", ".1f"),
    "rows": ("rows laid", ".1f"),
}

INTRODUCTION: Final = (
    "Made by `{command}`: games of compiled planners ([players](../lane.md#players)) among themselves. Means come with "
    "95 % intervals. Points are *margins*: points more than the mean of the others. What goes with winning need not be "
    "its cause, except where chance decided: first tickets are judged by games in which they were kept at random and "
    "everything else was played well."
)
TICKETS: Final = (
    "What a ticket brings that was kept from the first offer, the best first; how often the planner keeps it when "
    "it is offered, and how often it then completes it. With {count} players."
)
DRAWS: Final = (
    "How often a player drew tickets after the beginning, and how that went. So much of the game was over on average "
    "when tickets were drawn: "
)
STRENGTH: Final = (
    "Games of the planner against each of the others, every deal in all seatings; the planner has one column."
)


def page(game: AnyGame, atlas: Mapping[str, Any], command: str, maps: Mapping[str, str]) -> str:
    """The whole page; `maps` names pictures by what they show."""
    lines = [
        f"# {game.printed.name}: what strong games say",
        "",
        INTRODUCTION.format(command=command),
        "",
        *_seats(atlas),
        *_tickets(atlas),
        *_draws(atlas),
    ]
    if isinstance(game.printed, Board):
        lines += _routes(game.printed, atlas, maps)
        lines += _longest(atlas)
        lines += _buildings(atlas)
    else:
        lines += _rows(atlas)
    lines += _strength(atlas)
    return "\n".join(lines).rstrip() + "\n"


def _seats(atlas: Mapping[str, Any]) -> Iterator[str]:
    yield from ("## Who begins", "")
    counts = list(atlas["players"].items())
    most = max(len(found["order"]) for _, found in counts)
    places = [f"{number}. to play" for number in range(1, most + 1)]
    heads = ["players", "games", *places, "winner's points", "decisions a game"]
    rows = [
        [
            count,
            f"{found['games']:,}",
            *(_share(place) for place in found["order"]),
            *[""] * (most - len(found["order"])),
            _mean(found["winning"]),
            _mean(found["decisions"]),
        ]
        for count, found in counts
    ]
    yield from _table(heads, rows)
    yield from (f"What a player's points are made of, winners and others, with {_fewest(atlas)} players:", "")
    found = _with_fewest(atlas)
    rows = [[SOURCES[name], _mean(part["winners"]), _mean(part["others"])] for name, part in found["sources"].items()]
    yield from _table(["points from", "winners", "others"], rows)


def _tickets(atlas: Mapping[str, Any]) -> Iterator[str]:
    yield from ("## First tickets", "")
    yield TICKETS.format(count=_fewest(atlas))
    yield ""
    found = _with_fewest(atlas)
    rows = [
        [each["name"], _points(each["worth"]), _share(each["win"]), _share(each["kept"]), _share(each["completed"])]
        for each in found["tickets"]
        if each["worth"] is not None
    ]
    yield from _table(["ticket", "margin", "games won", "kept", "completed"], rows)
    yield from ("How many of the first tickets to keep, again where chance decided:", "")
    rows = [
        [count, str(each["kept"]), *_result(each)]
        for count, found in atlas["players"].items()
        for each in found["keep"]
    ]
    yield from _table(["players", "kept", "seats", "margin", "games won"], rows)
    if found["pairs"]:
        names = {each["id"]: each["name"] for each in found["tickets"]}
        yield from (
            "Pairs that bring clearly more, or less, than both tickets do each by itself, even among so many pairs:",
            "",
        )
        rows = [
            [" and ".join(names[id] for id in pair["ids"]), _points(pair["worth"]), f"{pair['more']:+.1f}"]
            for pair in found["pairs"]
        ]
        yield from _table(["pair", "margin with both", "more than the sum"], rows)


def _draws(atlas: Mapping[str, Any]) -> Iterator[str]:
    yield from ("## More tickets", "")
    yield DRAWS + ", ".join(
        f"{_share(found['drawn_at'])} with {count} players"
        for count, found in atlas["players"].items()
        if found["drawn_at"] is not None
    )
    yield ""
    rows = [
        [count, _times(each["draws"], found["draws"]), *_result(each)]
        for count, found in atlas["players"].items()
        for each in found["draws"]
    ]
    yield from _table(["players", "draws", "seats", "margin", "games won"], rows)


def _routes(board: Board, atlas: Mapping[str, Any], maps: Mapping[str, str]) -> Iterator[str]:
    yield from ("## Routes", "")
    for shown, path in maps.items():
        yield from (f"![{shown}]({path})", "")
    found = _with_fewest(atlas)
    routes = [each for each in found["routes"] if each["at"] is not None]
    often = [each for each in routes if each["claimed"]["mean"] >= OFTEN]
    lists = (
        ("Most wanted: claimed in the most games", sorted(routes, key=_claimed, reverse=True)),
        (
            f"Claimed first, of those claimed in {OFTEN:.0%} of the games",
            sorted(often, key=lambda each: each["at"]["mean"]),
        ),
        ("Left alone: claimed in the fewest games", sorted(routes, key=_claimed)),
    )
    names = {route.id: _route_name(board, route) for route in board.routes}
    for title, some in lists:
        yield from (f"{title} ({_fewest(atlas)} players):", "")
        rows = [
            [names[each["id"]], _share(each["claimed"]), _share(each["early"]), _share(each["at"]), _share(each["win"])]
            for each in some[:ROUTES_TOLD]
        ]
        yield from _table(["route", "claimed", "of that, in the first third", "on average at", "its owner won"], rows)


def _claimed(each: Mapping[str, Any]) -> float:
    return float(each["claimed"]["mean"])


def _route_name(board: Board, route: Route) -> str:
    return f"{board.cities[route.a].name} – {board.cities[route.b].name} ({route.length})"


def _longest(atlas: Mapping[str, Any]) -> Iterator[str]:
    told = {count: found["longest"] for count, found in atlas["players"].items() if "longest" in found}
    rows = [
        [count, _mean(found["length"]), _mean(found["others"]), _points(found["margin"]), _share(found["win"])]
        for count, found in told.items()
    ]
    if rows:
        yield from ("## The longest path", "")
        yield from _table(["players", "its length", "that of others", "margin of who has it", "games won"], rows)


def _buildings(atlas: Mapping[str, Any]) -> Iterator[str]:
    for name in ("stations", "harbors"):
        rows = [
            [count, str(each["built"]), *_result(each)]
            for count, found in atlas["players"].items()
            for each in found.get(name, ())
        ]
        if rows:
            yield from (f"## {name.capitalize()}", "")
            yield from _table(["players", "built", "seats", "margin", "games won"], rows)


def _rows(atlas: Mapping[str, Any]) -> Iterator[str]:
    yield from ("## Rows and robberies", "")
    rows = [
        [
            count,
            _mean(found["rows"]),
            _mean(found["robberies"]["a_game"]),
            _mean(found["robberies"]["cards"]),
            _share(found["robberies"]["at"]),
        ]
        for count, found in atlas["players"].items()
    ]
    yield from _table(["players", "rows of a player", "robberies a game", "cards lost in each", "on average at"], rows)
    for title, name in (("robbed so often", "robbers"), ("was robbed so often", "victims")):
        rows = [
            [count, _times(each["times"], found["robberies"][name], "times"), *_result(each)]
            for count, found in atlas["players"].items()
            for each in found["robberies"][name]
        ]
        heads = ["players", title, "seats", "margin", *(["games won"] if name == "robbers" else [])]
        yield from _table(heads, rows)
    yield from ("Big Cities at the end:", "")
    rows = [
        [count, str(each["times"]), *_result(each)]
        for count, found in atlas["players"].items()
        for each in found["big_cities"]
    ]
    yield from _table(["players", "Big Cities", "seats", "margin"], rows)


def _strength(atlas: Mapping[str, Any]) -> Iterator[str]:
    yield from ("## Strong and weak players", "")
    yield STRENGTH
    yield ""
    players = list(atlas["strength"])
    rows = []
    for name, (title, form) in HABITS.items():
        cells = [atlas["strength"][player].get(name) for player in players]
        if any(cell and cell["mean"] for cell in cells):
            rows.append([title, *(_share(cell) if form == "%" else _mean(cell, form) for cell in cells)])
    yield from _table(["", *players], rows)


def _result(each: Mapping[str, Any]) -> list[str]:
    """How many seats did something, how many points they had, and how often they won where that is told."""
    told = [f"{each['margin']['n']:,}", _points(each["margin"])]
    return [*told, _share(each["win"])] if "win" in each else told


def _fewest(atlas: Mapping[str, Any]) -> str:
    return str(next(iter(atlas["players"])))


def _with_fewest(atlas: Mapping[str, Any]) -> Any:
    """The figures for the fewest players."""
    return next(iter(atlas["players"].values()))


def _times(number: int, rows: Sequence[Mapping[str, Any]], name: str = "draws") -> str:
    """A number, or so many and more for the last one."""
    return f"{number} or more" if number and number == rows[-1][name] and len(rows) > 2 else str(number)


def _share(told: Told | None) -> str:
    if told is None:
        return ""
    reach = f" ± {100 * told['reach']:.1f}" if "reach" in told else ""
    return f"{100 * told['mean']:.1f}{reach} %"


def _points(told: Told | None) -> str:
    if told is None:
        return ""
    reach = f" ± {told['reach']:.1f}" if "reach" in told else ""
    return f"{told['mean']:+.1f}{reach}"


def _mean(told: Told | None, form: str = ".1f") -> str:
    return "" if told is None else f"{told['mean']:{form}}"


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    heads = list(heads)
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""
