"""A referee that knows nothing of ours: it reads only what `replay --events` and `games BOARD --json` print."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from branchline.cli.main import run

Output = pytest.CaptureFixture[str]
Json = dict[str, Any]


def printed(output: Output, *arguments: str) -> str:
    assert run(list(arguments)) == 0
    return output.readouterr().out


@pytest.mark.parametrize("edition", ["refreshed", "classic"])
def test_a_game_can_be_refereed_from_what_is_printed(capsys: Output, tmp_path: Path, edition: str, seed: int) -> None:
    games = str(tmp_path / "games.jsonl")
    printed(
        capsys,
        "simulate",
        "usa",
        "-e",
        edition,
        "-p",
        "3",
        "-n",
        "2",
        "-s",
        str(seed),
        "-b",
        "hasty",
        "--records",
        games,
    )
    lines = [json.loads(line) for line in printed(capsys, "replay", games, "--events").splitlines()]
    for number in (1, 2):
        mine = [line for line in lines if line["record"] == number]
        header = mine[0]["header"]
        board = json.loads(printed(capsys, "games", header["board"], "--edition", header["edition"], "--json"))
        assert (board["digest"], board["revision"]) == (header["digest"], header["revision"])
        referee = Referee(board, len(header["seats"]))
        for event in mine[1:-1]:
            referee.see(event)
        outcome = mine[-1]["outcome"]
        totals = [referee.total(seat) for seat in range(3)]
        assert [sheet["total"] - longest(sheet) for sheet in outcome["sheets"]] == totals
        assert referee.over


def longest(sheet: Json) -> int:
    """The bonus for the longest path is the one thing that this referee takes on trust."""
    return sum(line["points"] for line in sheet["lines"] if line["source"] == "longest-path")


class Referee:
    def __init__(self, board: Json, seats: int) -> None:
        self.board = board
        self.routes = {route["id"]: route for route in board["routes"]}
        self.tickets = {ticket["id"]: ticket for ticket in board["tickets"]}
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.pieces = [board["rules"]["pieces"]["trains"]] * seats
        self.owned: list[list[Json]] = [[] for _ in range(seats)]
        self.kept: list[set[str]] = [set() for _ in range(seats)]
        self.points = [0] * seats
        self.over = False

    def see(self, event: Json) -> None:
        match event["event"]:
            case "cards-dealt":
                self.hands[event["seat"]].update(event["cards"])
            case "card-taken" | "card-drawn":
                self.hands[event["seat"]][event["kind"]] += 1
            case "tickets-kept":
                self.kept[event["seat"]].update(event["kept"])
            case "route-claimed":
                self.claim(event["seat"], self.routes[event["route"]], Counter(event["pay"]), event["points"])
            case "game-ended":
                self.over = True

    def claim(self, seat: int, route: Json, pay: Counter[str], points: int) -> None:
        assert self.hands[seat] >= pay, "paid with cards that nobody gave out"
        self.hands[seat] -= pay
        colors = set(pay) - {"wild"}
        assert sum(pay.values()) == route["length"]
        assert len(colors) <= 1
        assert route["color"] is None or colors <= {route["color"]}
        assert all(route not in owned for owned in self.owned)
        assert points == self.board["rules"]["points"][route["length"]]
        self.owned[seat].append(route)
        self.points[seat] += points
        self.pieces[seat] -= route["length"]
        assert self.pieces[seat] >= 0

    def total(self, seat: int) -> int:
        tickets = [self.tickets[ticket] for ticket in self.kept[seat]]
        done = [self.connects(seat, *ticket["cities"]) for ticket in tickets]
        scored: list[int] = [
            t["points"] if is_done else -t["penalty"] for t, is_done in zip(tickets, done, strict=True)
        ]
        return self.points[seat] + sum(scored)

    def connects(self, seat: int, start: str, end: str) -> bool:
        ways = defaultdict(set)
        for route in self.owned[seat]:
            ways[route["a"]].add(route["b"])
            ways[route["b"]].add(route["a"])
        reached, new = {start}, {start}
        while new:
            new = {city for here in new for city in ways[here]} - reached
            reached |= new
        return end in reached
