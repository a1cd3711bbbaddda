"""Compiled players: what they may know, what they decide, and whole games between them."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from branchline.bots.board.board_facts import facts_of
from branchline.core.ids import Seat
from branchline.games import load_game
from branchline.lane.batch import Batch
from branchline.lane.board.engine import BoardLane
from branchline.lane.engine import lane_of
from branchline.lane.layout import NOTHING
from branchline.lane.players.board.facts import facts_record
from branchline.lane.players.names import PLAYERS, UnknownPlayer, player_numbers
from branchline.lane.players.play import new_players
from branchline.lane.players.views import row_of_view

from .secrets import with_other_secrets


@pytest.mark.parametrize("name", ["usa", "europe", "world", "great-lakes"])
def test_compiled_players_know_the_same_facts_of_a_board_as_the_others(name: str) -> None:
    lane = lane_of(load_game(name))
    assert isinstance(lane, BoardLane)
    board = lane.space.board
    facts, record = facts_of(board), facts_record(board)
    assert record["points_per_turn"] == facts.points_per_turn
    assert record["mean_length"] == facts.mean_length
    assert record["mean_spaces_per_card"] == facts.mean_spaces_per_card
    count = len(board.routes)
    for field in ("turns_needed", "cards_needed", "color_group", "twin"):
        assert record[field][:count].tolist() == list(getattr(facts, field))
    assert record["kind_group"][: len(board.kinds)].tolist() == list(facts.kind_group)


@pytest.mark.parametrize(("name", "seats"), [("usa", 2), ("europe", 3), ("world", 2), ("cards", 4)])
def test_players_choose_among_the_legal_actions_by_what_they_may_know(name: str, seats: int) -> None:
    lane = lane_of(load_game(name))
    players = new_players(lane)
    rng = Random(name)
    for seed in range(3):
        row = lane.start(seats, seed)
        while (seat := lane.actor(row)) != NOTHING:
            chosen = {}
            for player in PLAYERS:
                code = chosen[player] = players.decide(player, row, seat, seed)
                listed = players.legal_codes().tolist()
                assert np.isfinite(players.values[: len(listed)]).all()
                assert code in lane.legal(row, seat)
                assert not listed or listed == lane.legal(row, seat)  # Settlements are not listed.
                other = with_other_secrets(lane, row, seat, rng)
                assert players.decide(player, other, seat, seed) == code, (seed, player)
                if name != "cards":  # There a view needs memory: stacks lie face down (C-6).
                    view: Any = lane.game.view(lane.state(row), Seat(seat))
                    assert players.decide(player, row_of_view(view), seat, seed) == code, (seed, player)
            lane.perform(row, seat, chosen[PLAYERS[rng.randrange(1, 4)]])


@pytest.mark.parametrize("name", ["usa", "cards"])
def test_a_batch_plays_the_same_games_in_any_company(name: str) -> None:
    totals = []
    for size, threads in ((6, 1), (12, 2)):
        batch = Batch(load_game(name), seats=2, size=size, threads=threads)
        batch.reset(range(size))
        batch.play_out(7, ["planner", "greedy"])
        assert batch.over.all()
        scores = batch.new_scores()
        batch.score(scores)
        totals.append(scores["total"][:6].tolist())
    assert totals[0] == totals[1]


@pytest.mark.parametrize("name", ["usa", "cards"])
def test_each_player_beats_the_one_before(name: str) -> None:
    deals = 60
    batch = Batch(load_game(name), seats=2, size=deals)
    for weaker, stronger in (("random", "greedy"), ("greedy", "planner")):
        batch.reset(range(deals))
        batch.play_out(0, [weaker, stronger])
        scores = batch.new_scores()
        batch.score(scores)
        assert np.mean(scores["winners"] == 2) > 0.6


def test_players_are_named() -> None:
    assert player_numbers("greedy", 3) == [2, 2, 2]
    assert player_numbers(["random", "planner"], 2) == [0, 3]
    with pytest.raises(UnknownPlayer, match="there is no compiled player 'grandma'"):
        player_numbers("grandma", 2)
    with pytest.raises(ValueError, match="2 seats need as many players, not 3"):
        player_numbers(["greedy"] * 3, 2)
