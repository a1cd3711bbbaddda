"""What the planner pays with: wilds come last."""

from __future__ import annotations

import pytest

from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.core.actions import ClaimRoute
from branchline.core.printed.board import Board
from branchline.games import load_game

GAMES = 6


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_no_wild_is_paid_where_a_card_of_the_same_color_would_do(name: str, seed: int) -> None:
    game = load_game(name)
    board = game.printed
    assert isinstance(board, Board)
    mixed = 0
    for number in range(seed, seed + GAMES):
        match = play_match(game, [make_bot("planner", game)] * 2, number)
        state = game.start(2, number).state
        for decision in match.decisions:
            claim, hand = decision.action, state.players[decision.seat].hand
            if isinstance(claim, ClaimRoute) and claim.pay[-1] > board.routes[claim.route].wilds:
                left = [have - paid for have, paid in zip(hand[:-1], claim.pay[:-1], strict=True) if paid]
                mixed += len(left)
                assert not any(left), f"{claim} of {hand}: {decision.reason}"
            state = game.perform(state, decision.seat, claim).state
    assert mixed, "wilds were paid with other cards"
