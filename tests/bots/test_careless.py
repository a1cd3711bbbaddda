"""The careless levels: they go wrong as people do, every move is legal, and each mistake can be told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any, Final

import pytest

from branchline.bots.board.position import BoardPosition
from branchline.bots.bot import Decision, decision_of
from branchline.bots.careless import CURIOUS, KEEPS_ALL, CarelessBot, Habits, in_mind, pretty_card
from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.core.actions import DrawBlind, DrawFaceUp, DrawTickets, KeepTickets, LayRow, LayThree
from branchline.core.bits import members
from branchline.core.ids import Seat
from branchline.core.phases import Turn
from branchline.games import load_game

DEALS: Final = 6
"""One game may by chance have too little of what a test looks for."""


def games(name: str, seed: int) -> Iterator[Iterator[Any]]:
    return (turns(name, deal) for deal in range(seed, seed + DEALS))


def turns(name: str, seed: int) -> Iterator[Any]:
    """Every turn of a game between greedy bots, as the seat to move sees it, with what it may do."""
    game = load_game(name)
    bot = make_bot("greedy", game)
    state = game.start(2, seed).state
    while not game.is_over(state):
        seat = game.actors(state)[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        if type(state.phase) is Turn:
            yield view, legal
        state = game.perform(state, seat, decision_of(bot.decide(view, legal, Random(0))).action).state


def careless(name: str, habits: Habits) -> CarelessBot:
    game = load_game(name)
    return CarelessBot("careless", make_bot("greedy", game), make_bot("hasty", game), habits)


@pytest.mark.parametrize("name", ["usa", "world", "cards"])
def test_without_bad_habits_it_plays_as_the_bot_inside(name: str, seed: int) -> None:
    bot, inner = careless(name, Habits()), make_bot("greedy", load_game(name))
    for view, legal in turns(name, seed):
        assert bot.decide(view, legal, Random(1)) == inner.decide(view, legal, Random(1))


@pytest.mark.parametrize("name", ["europe", "cards"])
def test_a_ticket_that_is_forgotten_stays_so_until_it_is_completed(name: str, seed: int) -> None:
    """It comes to mind neither when others are drawn nor when others are done, but a completed one counts."""
    ever = 0
    for game in games(name, seed):
        forgotten: dict[int, set[int]] = {0: set(), 1: set()}
        for view, _ in game:
            seen_view = in_mind(view, Habits(forgets=2))
            kept, seen = set(members(view.own.tickets)), set(members(seen_view.own.tickets))
            assert seen <= kept
            lost = forgotten[view.seat]
            if name != "cards":
                done = BoardPosition(view).completed_tickets()
                assert BoardPosition(seen_view).completed_tickets() == done
                lost -= set(done)
            assert not lost & seen
            lost |= kept - seen
            ever += len(lost)
    assert ever


def test_it_overlooks_some_routes_of_others_but_never_its_own(seed: int) -> None:
    overlooked = noticed = 0
    for view, _ in chain.from_iterable(games("usa", seed)):
        seen = in_mind(view, Habits(blind_spots=3))
        for seat, (player, imagined) in enumerate(zip(view.players, seen.players, strict=True)):
            assert imagined.routes & ~player.routes == 0
            if seat == view.seat:
                assert imagined == player
            else:
                overlooked += (player.routes & ~imagined.routes).bit_count()
                noticed += imagined.routes.bit_count()
    assert overlooked
    assert noticed


@pytest.mark.parametrize("name", ["world", "cards"])
def test_whoever_is_curious_draws_tickets_and_keeps_them_all(name: str, seed: int) -> None:
    game, bot = load_game(name), careless(name, Habits(curiosity=1.0))
    kept = 0
    for view, legal in turns(name, seed):
        if DrawTickets() in legal and len(legal) > 1:
            assert bot.decide(view, legal, Random(1)) == Decision(DrawTickets(), CURIOUS)
    result = play_match(game, [bot, make_bot("greedy", game)], seed)
    for decision in result.decisions:
        if decision.reason == KEEPS_ALL:
            assert isinstance(decision.action, KeepTickets)
            assert decision.action.returned == ()
            kept += 1
    assert kept


def test_on_a_whim_it_takes_the_prettiest_open_card_and_tastes_differ(seed: int) -> None:
    bot, inner = careless("usa", Habits(whims=1.0)), make_bot("greedy", load_game("usa"))
    liked_more: set[tuple[int, int, int]] = set()
    differed = 0
    for view, legal in chain.from_iterable(games("usa", seed)):
        decision = bot.decide(view, legal, Random(1))
        differed += pretty_card(view, legal) != pretty_card(view._replace(seat=Seat(1 - view.seat)), legal)
        if not isinstance(decision_of(inner.decide(view, legal, Random(1))).action, DrawFaceUp | DrawBlind):
            assert decision == inner.decide(view, legal, Random(1))
        elif decision.reason and decision.reason.key == "pretty-card":
            assert isinstance(decision.action, DrawFaceUp)
            liked = view.display[decision.action.slot]
            liked_more |= {(view.seat, liked, kind) for kind in view.display if kind != liked}
    assert len(liked_more) > 5
    assert not [(seat, a, b) for seat, a, b in liked_more if (seat, b, a) in liked_more], "a liking lasts"
    assert differed, "and is one's own"


def test_on_an_impulse_it_does_what_a_racer_would(seed: int) -> None:
    bot, racer = careless("cards", Habits(impulse=1.0)), make_bot("hasty", load_game("cards"))
    laid = 0
    for view, legal in turns("cards", seed):
        decision = bot.decide(view, legal, Random(1))
        assert decision == racer.decide(view, legal, Random(1))
        laid += isinstance(decision.action, LayRow | LayThree)
    assert laid


@pytest.mark.parametrize("name", ["usa", "europe", "world", "cards"])
def test_what_it_overlooks_never_becomes_an_illegal_move(name: str, seed: int) -> None:
    game = load_game(name)
    habits = Habits(2, blind_spots=2, curiosity=0.2, whims=0.5, impulse=0.2)
    racer = make_bot("hasty", game)
    bots = [CarelessBot("careless", make_bot(inner, game), racer, habits) for inner in ("greedy", "planner")]
    result = play_match(game, bots, seed)
    assert result.faults == ()
    assert all(decision.reason for decision in result.decisions)
