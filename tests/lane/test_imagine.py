"""Imagined worlds in the lane: for the same seed the world that the core imagines, so exactly those that can be."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from math import comb
from typing import Any

import pytest

from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.phases import SecondCard, Turn
from branchline.core.printed.board import Board
from branchline.games import catalog, game_of_board, load_game
from branchline.lane.engine import lane_of
from branchline.lane.imagine import Imagination
from tests.core.test_imagine import CLAIM, DRAW, KEEP, NO_RNG, TICKETS, Watched, a_tiny_board, all_starts, all_steps
from tests.lane.mutated_boards import mutated_game

BOARDS = [(info.id, seats) for info in catalog() for seats in load_game(info.id).seat_counts]


def assert_same_worlds(game: AnyGame, seats: int, seed: int, every: int) -> int:
    """Watch a random game, and compare the worlds of core and lane at some decisions; tell how many were compared."""
    lane = lane_of(game)
    table = Watched(game, seats, seed)
    compared = steps = 0
    while not table.is_over():
        table.step()
        steps += 1
        in_secret = not isinstance(table.state.phase, Turn | SecondCard)
        if not in_secret and steps % every:
            continue
        memory = table.memories[steps % len(table.memories)]
        view = game.view(table.state, memory.seat)._replace(memory=memory)
        seeds = [seed + steps, seed - steps]
        for number, row in zip(seeds, pairs(Imagination(lane, view).worlds(seeds)), strict=True):
            assert lane.state(row) == game.imagine(view, number), (game.board_id, seats, seed, steps, memory.seat)
            compared += 1
    return compared


def pairs(rows: Any) -> list[Any]:
    """Each game as a row of one."""
    return [rows[first:last] for first, last in pairwise(range(len(rows) + 1))]


@pytest.mark.parametrize(("name", "seats"), BOARDS)
def test_the_same_worlds_as_the_core_from_the_same_seeds(name: str, seats: int, seed: int) -> None:
    assert assert_same_worlds(load_game(name), seats, seed, every=17) > 10


@pytest.mark.parametrize("number", range(12))
def test_the_same_worlds_on_mutated_boards(number: int, seed: int) -> None:
    game = mutated_game(number)
    assert assert_same_worlds(game, game.seat_counts[number % len(game.seat_counts)], seed, every=13) > 4


def test_an_imagined_world_loses_no_card_and_can_be_played_to_its_end(seed: int) -> None:
    game = load_game("world")
    lane = lane_of(game)
    table = Watched(game, 3, seed)
    for _ in range(150):
        table.step()
    view = game.view(table.state, Seat(1))
    rows = Imagination(lane, view._replace(memory=table.memories[1])).worlds(range(seed, seed + 40))
    for row in pairs(rows):
        assert game.view(lane.state(row), Seat(1)) == view
        assert game.problems(lane.state(row)) == ()
        lane.play_out(row, seed)
        assert game.is_over(lane.state(row))
        assert game.problems(lane.state(row)) == ()


@pytest.mark.parametrize(
    ("board", "seats", "story"),
    [
        pytest.param(
            a_tiny_board(2, 1, 1, 4, 2, "bottom"),
            2,
            [KEEP, KEEP, DRAW, DRAW, CLAIM, CLAIM, DRAW, DRAW, CLAIM],
            id="cards of a deck that is made anew",
        ),
        pytest.param(
            a_tiny_board(3, 0, 0, 1, 5, "shuffle"), 2, [KEEP, KEEP, TICKETS, KEEP, TICKETS, KEEP], id="tickets shuffled"
        ),
    ],
)
def test_exactly_the_worlds_that_agree_with_all_that_was_seen_come_up(
    board: Board, seats: int, story: list[type], seed: int
) -> None:
    """All games of a short story are played out, as for the core."""
    game = game_of_board(board)
    lane = lane_of(game)
    worlds = all_starts(game, seats)
    most = 0
    for kind in story:
        worlds = all_steps(game, worlds, kind)
        alike: dict[Any, set[Any]] = defaultdict(set)
        for state, memory in worlds:
            alike[game.view(state, Seat(0))._replace(memory=memory)].add(state)
        for view, truth in sorted(alike.items(), key=lambda item: len(item[1]), reverse=True)[:4]:
            rows = Imagination(lane, view).worlds(range(seed, seed + 60 * len(truth)))
            assert {lane.state(row)._replace(rng=NO_RNG) for row in pairs(rows)} == truth
            most = max(most, len(truth))
    assert most > 1


def test_hands_come_up_as_often_as_chance_deals_them() -> None:
    """After the deal a rival's four cards are any of those that the viewer does not see: a chi-square test."""
    game = load_game("usa")
    table = Watched(game, 2, 5)
    view = game.view(table.state, Seat(0))
    rows = Imagination(lane_of(game), view._replace(memory=table.memories[0])).worlds(range(20_000))
    wild = game.printed.wild
    wilds = game.printed.kinds[wild].copies - view.own.hand[wild] - view.display.count(wild)
    unseen = sum(kind.copies for kind in game.printed.kinds) - sum(view.own.hand) - len(view.display)
    found = Counter(rows["hands"][:, 1, wild].tolist())
    classes = [found[0], found[1], found[2] + found[3] + found[4]]
    chance = [comb(wilds, count) * comb(unseen - wilds, 4 - count) / comb(unseen, 4) for count in (0, 1)]
    expected = [20_000 * share for share in (*chance, 1 - sum(chance))]
    statistic = sum((seen - mean) ** 2 / mean for seen, mean in zip(classes, expected, strict=True))
    assert statistic < 13.8  # Two degrees of freedom: more than that once in a thousand.
