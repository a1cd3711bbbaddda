"""The learned player: legal moves from what a seat may know, on boards that it has never seen too."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import numpy as np
import pytest

from branchline.bots.bot import decision_of
from branchline.bots.registry import levels, make_bot
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.games import load_game
from branchline.lane.board.engine import BoardLane
from branchline.lane.cards.engine import CardLane
from branchline.lane.cards.layout import KEEP, KEEP_FIRST
from branchline.lane.engine import lane_of
from branchline.lane.layout import CLAIM, NOTHING, TURN
from branchline.lane.learned.board_moves import OTHER_CLAIMS, payment_cost
from branchline.lane.learned.network import CONSIDERED, choose
from branchline.lane.learned.players import LearnedBoardPlayer, LearnedCardPlayer, learned_player
from branchline.lane.learned.table import act, asked, consider, sit_down
from branchline.lane.players.views import row_of_card_view, row_of_view
from branchline.lane.rng import seeds_as_words

from .secrets import with_other_secrets


@pytest.mark.parametrize(("name", "seats"), [("usa", 2), ("europe", 4), ("world", 3), ("great-lakes", 2)])
def test_it_decides_by_what_its_seat_may_know(name: str, seats: int) -> None:
    lane = cast("BoardLane", lane_of(load_game(name)))
    player, rng = LearnedBoardPlayer(lane), Random(name)
    row = lane.start(seats, 5)
    weighed = 0
    while (seat := lane.actor(row)) != NOTHING:
        code = player.decide("planner", row, seat)
        assert code in lane.legal(row, seat)
        if player.choice["count"] > 1:
            chances = player.chances()
            assert chances.sum() == pytest.approx(1, abs=1e-4)
            assert code == player.choice["codes"][chances.argmax()]
            margin, chance = player.foretold()
            assert np.isfinite(margin)
            assert 0 < chance < 1
            weighed += 1
        assert player.decide("planner", with_other_secrets(lane, row, seat, rng), seat) == code
        view: Any = lane.game.view(lane.state(row), Seat(seat))
        assert player.decide("planner", row_of_view(view), seat) == code
        lane.perform(row, seat, code)
    assert weighed > 20


def test_the_moves_that_it_weighs_are_different_deeds(seed: int) -> None:
    """Of all payments for a route one comes into question, and of all orders of returning tickets."""
    lane = cast("BoardLane", lane_of(load_game("europe")))
    player = LearnedBoardPlayer(lane)
    row = lane.start(2, seed)
    while (seat := lane.actor(row)) != NOTHING:
        code = player.decide("planner", row, seat)
        codes = player.choice["codes"][: player.choice["count"]].tolist()
        assert len(set(codes)) == len(codes)
        deeds = [(lane.board["code_verb"][each], lane.board["code_what"][each]) for each in codes]
        claims = [what for verb, what in deeds if verb == CLAIM]
        assert len(set(claims)) == len(claims)
        lane.perform(row, seat, code)


@pytest.mark.parametrize("name", ["usa", "world"])
def test_of_claims_that_the_planner_does_not_think_of_it_weighs_those_of_the_most_points(name: str, seed: int) -> None:
    """Each with the payment that costs least."""
    lane = cast("BoardLane", lane_of(load_game(name)))
    player, row, board, met = LearnedBoardPlayer(lane), lane.start(2, seed), lane.board, 0
    while (seat := lane.actor(row)) != NOTHING:
        code = player.decide("planner", row, seat)
        choice, work = player.choice, player.work
        legal = work.codes[: work.listed[0]].tolist()
        claims = {each: work.values[n] for n, each in enumerate(legal) if board["code_verb"][each] == CLAIM}
        considered = _routes(lane, [each for each, value in claims.items() if value > -1e8])
        others = [each for each in claims if int(board["code_what"][each]) not in considered]
        weighed = [
            int(each)
            for n, each in enumerate(choice["codes"][: choice["count"]])
            if board["code_verb"][each] == CLAIM and not choice["moves"][n, CONSIDERED]
        ]
        if row["phase"][0] == TURN and choice["count"] > 1 and others:
            worths = sorted((int(board["route_worth"][route]) for route in _routes(lane, others)), reverse=True)
            found = sorted((int(board["route_worth"][route]) for route in _routes(lane, weighed)), reverse=True)
            assert found == worths[:OTHER_CLAIMS]
            for claim in weighed:
                [route] = _routes(lane, [claim])
                ways = [each for each in others if board["code_what"][each] == route]
                assert payment_cost(board, work, claim) == min(payment_cost(board, work, way) for way in ways)
            met += len(worths) > OTHER_CLAIMS
        lane.perform(row, seat, code)
    assert met > 3, "there were more of them than are weighed"


def _routes(lane: BoardLane, claims: list[int]) -> set[int]:
    return {int(lane.board["code_what"][claim]) for claim in claims}


@pytest.mark.parametrize("seats", [2, 4])
def test_in_the_card_game_it_decides_by_what_its_seat_may_know(seats: int) -> None:
    """With what it remembers of cards and stacks, as everybody at a table may (C-6)."""
    game = load_game("cards")
    lane = cast("CardLane", lane_of(game))
    player, rng, weighed = LearnedCardPlayer(lane), Random(seats), 0
    step = game.start(seats, 5)
    memories = [remember_all(nothing_seen(game.printed, seats, Seat(seat)), step.events) for seat in range(seats)]
    while not game.is_over(step.state):
        seat = game.actors(step.state)[0]
        row, memory = lane.row(step.state), memories[seat]
        code = player.decide("planner", row, seat, memory=memory)
        assert code in lane.legal(row, seat)
        if player.choice["count"] > 1:
            assert code == player.choice["codes"][player.chances().argmax()]
            seen = player.choice["position"].copy(), player.choice["moves"][: player.choice["count"]].copy()
            view: Any = game.view(step.state, seat)._replace(memory=memory)
            for other in (with_other_secrets(lane, row, seat, rng), row_of_card_view(view)):
                assert player.decide("planner", other, seat, memory=memory) == code
                np.testing.assert_array_equal(player.choice["position"], seen[0])
                np.testing.assert_array_equal(player.choice["moves"][: len(seen[1])], seen[1])
            weighed += 1
        step = game.perform(step.state, seat, lane.action(step.state, seat, code))
        memories = [remember_all(memory, step.events) for memory in memories]
    assert weighed > 40


def test_the_moves_that_it_weighs_in_the_card_game_are_different_deeds(seed: int) -> None:
    """Of all places of a kind of card one comes into question, and of all orders of returning tickets."""
    lane = cast("CardLane", lane_of(load_game("cards")))
    player, row, cards = LearnedCardPlayer(lane), lane.start(3, seed), lane.cards
    while (seat := lane.actor(row)) != NOTHING:
        code = player.decide("planner", row, seat)
        codes = player.choice["codes"][: player.choice["count"]].tolist()
        assert len(set(codes)) == len(codes)
        assert set(codes) <= set(lane.legal(row, seat)) or len(codes) == 1
        if len(codes) > 1:
            kept = [
                cards["way_kept"][cards["code_what"][c]] for c in codes if cards["code_verb"][c] in (KEEP, KEEP_FIRST)
            ]
            assert len(set(kept)) == len(kept)
        lane.perform(row, seat, code)


@pytest.mark.parametrize(("name", "seats"), [("sampleland", 2), ("usa", 3), ("cards", 2)])
def test_games_are_played_on_as_it_would_decide_one_by_one(name: str, seats: int) -> None:
    lane = lane_of(load_game(name))
    player, turns, own = learned_player(lane), 3, 1
    games, actors = np.zeros(2, lane.record), np.zeros(2, np.int16)
    for number in range(2):
        games[number] = lane.start(seats, number)[0]
    one_by_one = games.copy()
    margins, wins = player.play_on(games, actors, own, turns, seeds_as_words(range(2)))
    for number in range(2):
        row, left, chance = one_by_one[number : number + 1], turns, seeds_as_words([number])[0]
        sit_down(player.table, row[0])  # Once: within a game it keeps its plans, and remembers.
        while True:
            seat = asked(player.table, row[0])
            consider(player.table, row[0], seat, chance, player.choice)
            code = player.choice["codes"][choose(player.network, player.choice, chance, False)]
            if seat == own and row["phase"][0] == TURN and player.choice["count"] > 1:
                if left == 0:
                    break
                left -= 1
            act(player.table, row[0], seat, code)
        assert lane.state(row) == lane.state(games[number : number + 1])
        assert (margins[number], wins[number]) == pytest.approx(player.foretold(), rel=1e-4)
    assert actors.tolist() == [own, own]
    margins, wins = player.play_on(games, actors, own, 1000, seeds_as_words(range(2)))
    assert np.isnan(margins).all()
    assert actors.tolist() == [NOTHING, NOTHING]


def test_the_moves_of_a_decision_come_with_their_chances(seed: int) -> None:
    lane = cast("BoardLane", lane_of(load_game("sampleland")))
    player, row = LearnedBoardPlayer(lane), lane.start(2, seed)
    while (seat := lane.actor(row)) != NOTHING:
        code = player.decide("planner", row, seat)
        moves = player.moves()
        if moves:
            assert moves[0][0] == code
            assert [chance for _, chance in moves] == sorted(player.chances().tolist(), reverse=True)
        lane.perform(row, seat, code)


@pytest.mark.parametrize("name", ["sampleland", "cards"])
def test_it_is_a_bot_like_any_other(name: str, seed: int) -> None:
    game = load_game(name)
    bot = make_bot("learned", game)
    state = game.start(2, seed).state
    while not game.is_over(state):
        seat = game.actors(state)[0]
        legal = game.legal(state, seat)
        decision = decision_of(bot.decide(game.view(state, seat), legal, Random(seed)))
        assert decision.action in legal
        assert decision.reason is not None
        state = game.perform(state, seat, decision.action).state
    assert not [level for level in levels() if level.bot == "learned"]
