"""A bot that stands in for a person plays whole games and takes on no tickets that nobody asked for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from branchline.bots.match import play_match
from branchline.bots.registry import FALLBACK, STAND_IN, make_bot
from branchline.bots.stand_in import StandInBot, restrained
from branchline.core.actions import DrawBlind, DrawTickets, KeepTickets, Pass
from branchline.core.ids import DeckId, Seat, TicketId
from branchline.games import load_game

SHIPPED = ("usa", "europe", "world", "cards", "great-lakes")


def keep(kept: str, returned: str) -> KeepTickets:
    return KeepTickets(tuple(TicketId(int(t)) for t in kept), tuple(TicketId(int(t)) for t in returned))


def test_tickets_are_drawn_only_where_nothing_else_is_possible() -> None:
    draw = DrawBlind(DeckId(0))
    assert restrained([draw, DrawTickets()]) == [draw]
    assert restrained([DrawTickets()]) == [DrawTickets()]
    assert restrained([Pass()]) == [Pass()]
    assert restrained([]) == []


def test_of_an_offer_only_the_fewest_may_be_kept() -> None:
    two, three = [keep("12", "3"), keep("13", "2")], keep("123", "")
    assert restrained([*two, three]) == two


@pytest.mark.parametrize("name", [STAND_IN, FALLBACK])
@pytest.mark.parametrize("board", SHIPPED)
def test_a_stand_in_plays_whole_games_and_never_draws_tickets(board: str, name: str, seed: int) -> None:
    """`restrained` is what the server allows: so a decision outside it would be a fault of the match."""
    game = load_game(board)
    seats = game.seat_counts[0]
    bots: list[Any] = [StandInBot(make_bot(name, game), game), *(make_bot("greedy", game) for _ in range(seats - 1))]
    result = play_match(game, bots, seed)
    assert game.is_over(result.state)
    assert result.faults == ()
    state, _ = game.start(seats, seed)
    own = 0
    for decision in result.decisions:
        if decision.seat == Seat(0):
            legal = restrained(game.legal(state, Seat(0)))
            assert decision.action in legal
            own += 1
        state = game.perform(state, decision.seat, decision.action).state
    assert own > 5


@pytest.mark.parametrize("board", SHIPPED)
def test_the_stand_in_keeps_the_fewest_first_tickets_out_of_those_the_bot_wants(board: str, seed: int) -> None:
    game = load_game(board)
    state, _ = game.start(game.seat_counts[0], seed)
    legal = game.legal(state, Seat(0))
    if not isinstance(legal[0], KeepTickets):
        pytest.fail(f"{board} begins with something else than tickets")
    bot = StandInBot(make_bot(STAND_IN, game), game)
    decided: Any = bot.decide(game.view(state, Seat(0)), legal, Random(seed))
    least = min(len(choice.kept) for choice in legal if isinstance(choice, KeepTickets))
    assert len(decided.action.kept) == least
    assert decided.action in legal
