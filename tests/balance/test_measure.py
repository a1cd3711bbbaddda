"""What is measured, on games that were made up so that every number is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from branchline.balance.measure import ALL, Kind, Measure, Sample, measures, open_lanes, share
from branchline.balance.play import PlayedGames, SamplePlayer
from branchline.balance.ways import Ways
from branchline.games import load_game
from branchline.rules.board.game import BoardGame


def sampleland() -> BoardGame:
    game = load_game("sampleland")
    assert isinstance(game, BoardGame)
    return game


GAME = sampleland()
BOARD = GAME.printed
WAYS = Ways(BOARD)
GAMES = 60


def made_up(seats: int, **changed: Any) -> PlayedGames:
    """Games in which nothing happened but what is said."""
    tickets = (GAMES, seats, len(BOARD.tickets))
    nothing = {
        "claimed": np.zeros((GAMES, seats, len(BOARD.routes)), np.bool_),
        "opening": np.zeros(tickets, np.bool_),
        "held": np.zeros(tickets, np.bool_),
        "missed": np.zeros(tickets, np.bool_),
        "scores": np.zeros((GAMES, seats), np.int32),
        "wins": np.full((GAMES, seats), 1 / seats),
        "turns": np.full(GAMES, 30.0),
        "tied": np.zeros(GAMES, np.bool_),
    }
    return PlayedGames(**{**nothing, **changed})


def found(played: PlayedGames, unequal: PlayedGames | None = None) -> dict[tuple[Kind, int], Measure]:
    """All measures, by kind and subject."""
    sample = Sample(GAME, {played.seats: played}, {played.seats: unequal or made_up(played.seats)})
    return {(measure.kind, measure.subject): measure for measure in measures(sample)}


def connection(a: str, b: str) -> int:
    wanted = {BOARD.city_ids[a], BOARD.city_ids[b]}
    return next(i for i, each in enumerate(WAYS.connections) if {each.a, each.b} == wanted)


def test_a_seat_that_wins_three_games_of_four_has_one_and_a_half_fair_shares_of_two() -> None:
    wins = np.zeros((GAMES, 2))
    wins[: GAMES * 3 // 4, 0] = wins[GAMES * 3 // 4 :, 1] = 1
    told = found(made_up(2, wins=wins))
    assert told[Kind.SEAT, 0].value.mean == pytest.approx(1.5)
    assert told[Kind.SEAT, 1].value.mean == pytest.approx(0.5)
    assert told[Kind.SEAT, 0].value.low < 1.5 < told[Kind.SEAT, 0].value.high


def test_ties_and_turns_are_means_of_games() -> None:
    tied = np.arange(GAMES) < 6
    told = found(made_up(2, tied=tied, turns=np.arange(GAMES, dtype=float)))
    assert told[Kind.TIES, 0].value.mean == pytest.approx(0.1)
    assert told[Kind.LENGTH, 0].value.mean == pytest.approx((GAMES - 1) / 2)


def test_the_stronger_player_sits_in_every_seat_of_a_deal_in_turn() -> None:
    wins = np.zeros((GAMES, 2))
    wins[0::2, 0] = 1  # In the first game of a deal it begins, and wins;
    wins[1::2, 0] = 1  # in the second it sits in the second seat, and does not.
    assert found(made_up(2), made_up(2, wins=wins))[Kind.SKILL, 0].value.mean == pytest.approx(0.5)
    wins[1::2] = (0, 1)
    assert found(made_up(2), made_up(2, wins=wins))[Kind.SKILL, 0].value.mean == pytest.approx(1)


def test_who_keeps_a_ticket_gains_what_they_have_above_the_mean() -> None:
    ticket = BOARD.ticket_ids["aber--cove"]
    opening = np.zeros((GAMES, 2, len(BOARD.tickets)), np.bool_)
    opening[:, 0, ticket] = True
    missed = opening.copy()
    missed[: GAMES // 4] = False  # completed in a quarter of the games
    scores = np.tile(np.array([30, 10], np.int32), (GAMES, 1))
    told = found(made_up(2, opening=opening, missed=missed, scores=scores))
    assert told[Kind.GAIN, ticket].value.mean == pytest.approx(10)
    assert told[Kind.GAIN, ticket].facts == {"cost": 6, "kept": GAMES, "completed": 0.25}
    assert told[Kind.WORTH, ticket].value.mean == pytest.approx(1)
    assert (Kind.GAIN, ticket + 1) not in told, "nobody kept it, so nobody knows"


def test_a_route_is_fought_for_when_more_need_it_than_it_has_lanes_and_it_is_taken() -> None:
    number = connection("brig", "elm")
    ticket = BOARD.ticket_ids["brig--glen"]
    assert WAYS.uses[ticket, number] == 1
    held = np.zeros((GAMES, 3, len(BOARD.tickets)), np.bool_)
    held[:, :2, ticket] = True
    claimed = np.zeros((GAMES, 3, len(BOARD.routes)), np.bool_)
    claimed[: GAMES // 2, 0, BOARD.route_ids["brig--elm--1"]] = True
    told = found(made_up(3, held=held, claimed=claimed))
    assert told[Kind.FOUGHT, number].value.mean == pytest.approx(0.5)
    assert told[Kind.IDLE, number].value.mean == pytest.approx(0.5)
    wide = found(made_up(4, held=np.tile(held[:, :2], (1, 2, 1)), claimed=np.tile(claimed[:, :2], (1, 2, 1))))
    assert wide[Kind.FOUGHT, number].value.mean == 0, "with four players the second lane is free"


def test_second_lanes_are_open_from_four_players_on() -> None:
    """B-15"""
    lanes = WAYS.connections[connection("brig", "elm")]
    assert [open_lanes(BOARD, lanes, seats) for seats in (2, 3, 4, 5)] == [1, 1, 2, 2]
    assert open_lanes(BOARD, WAYS.connections[connection("aber", "elm")], 5) == 1


def test_colors_are_compared_by_their_spaces_and_cards() -> None:
    told = found(made_up(2))
    spaces = {"red": 8, "blue": 6, "green": 8, "black": 10}
    for number, color in enumerate(BOARD.colors):
        assert told[Kind.COLOR, number].facts["spaces"] == spaces[color]
        assert told[Kind.COLOR, number].value.mean == pytest.approx(spaces[color] / 8)


def test_the_interval_of_something_rare_stays_between_nothing_and_everything() -> None:
    never, always = share(np.zeros(50, np.bool_)), share(np.ones(50, np.bool_))
    assert never.mean == 0
    assert never.low == pytest.approx(0, abs=1e-9)
    assert 0.05 < never.high < 0.1
    assert always.mean == 1
    assert always.high == pytest.approx(1)


def test_the_same_games_whatever_the_number_of_threads(seed: int) -> None:
    one, two = (SamplePlayer(GAME, threads).among_equals(3, 30, seed) for threads in (1, 2))
    for name in PlayedGames.__dataclass_fields__:
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))


def test_games_tell_what_the_rules_allow(seed: int) -> None:
    told: list[int] = []
    player = SamplePlayer(GAME, progress=told.append)
    played = player.among_equals(3, 50, seed)
    assert sum(told) == len(played.scores) == 50
    assert not (played.claimed.sum(axis=1) > 1).any(), "a route has one owner"
    lengths = np.array([route.length for route in BOARD.routes])
    assert ((played.claimed @ lengths) <= BOARD.rules.pieces[0]).all()
    assert (played.opening.sum(axis=2) >= BOARD.rules.first_keep).all()
    assert (played.held | ~played.opening).all(), "nobody gives a ticket back later"
    assert (played.held | ~played.missed).all()
    assert played.wins.sum(axis=1) == pytest.approx(1)
    assert (played.turns > 5).all()


def test_tickets_and_colors_are_about_all_numbers_of_players() -> None:
    for (kind, _), measure in found(made_up(2)).items():
        assert (measure.players == ALL) == (kind in (Kind.WORTH, Kind.UNLIKE, Kind.GAIN, Kind.COLOR))
