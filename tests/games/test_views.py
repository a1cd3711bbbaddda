"""A view tells all that its viewer may know; that it tells nothing more is the business of `test_secrets.py`."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.core import phases
from branchline.core.game import AnyGame, Options
from branchline.core.ids import Seat
from branchline.core.views import view as views
from branchline.core.views.card_view import Settling
from branchline.games import game_names, load_game
from tests.walks import varied, walk


def states_of(game: AnyGame, seats: int, seed: int, options: Options = Options()) -> list[Any]:  # noqa: B008  # frozen
    moves = list(walk(game, seats, seed, varied, options))
    return [*(move.state for move in moves), moves[-1].step.state]


def expected_phase(state: Any, viewer: Seat | None) -> object:
    """The phase as told at a real table: what lies open to all, and what the viewer has in its own hands."""
    phase = state.phase
    chosen = tuple(choice is not None for choice in getattr(phase, "choices", ()))
    own = None if viewer is None or not chosen else phase.choices[viewer]
    if isinstance(phase, phases.FirstTickets):
        return views.ChoosingTickets(() if viewer is None else phase.offers[viewer], chosen, own)
    if isinstance(phase, phases.FirstPieces):
        return views.ChoosingPieces(chosen, own)
    if isinstance(phase, phases.Settlement):
        return Settling(chosen, own)
    if isinstance(phase, phases.TicketOffer):
        return views.OfferSeen(len(phase.tickets), phase.tickets if viewer == state.turn else None)
    return phase


@pytest.mark.parametrize("name", game_names())
def test_everybody_sees_what_lies_open_and_what_is_their_own(name: str, seed: int) -> None:
    game = load_game(name)
    seats = max(game.seat_counts)
    shown = set()
    for state in states_of(game, seats, seed):
        for viewer in (None, *map(Seat, range(seats))):
            view = game.view(state, viewer)
            shown.add(type(view.phase))
            assert view.phase == expected_phase(state, viewer)
            assert (view.seat, view.turn, view.display) == (viewer, state.turn, state.display)
            assert (view.turns_left, view.idle) == (state.turns_left, state.idle)
            assert view.tickets_left == len(state.tickets)
            own = None if viewer is None else views.Own(state.players[viewer].hand, state.players[viewer].tickets)
            assert view.own == own
            claimed = [getattr(player, "routes", 0) for player in state.players]
            assert not any(getattr(view, "closed", 0) & routes for routes in claimed), "free lanes alone are closed"
            for player, told in zip(state.players, view.players, strict=True):
                assert (told.hand_size, told.ticket_count) == (sum(player.hand), player.tickets.bit_count())
    assert {views.ChoosingTickets, phases.Turn, phases.SecondCard, phases.Finished} <= shown


@pytest.mark.parametrize("open_stacks", [False, True])
def test_stacks_are_turned_over_for_the_settlement_and_before_that_for_their_owners_at_best(
    open_stacks: bool, seed: int
) -> None:
    """C-6, C-16."""
    game = load_game("cards")
    over = phases.Settlement | phases.Finished
    counted = {True: 0, False: 0}
    for state in states_of(game, 3, seed, Options(open_stacks=open_stacks)):
        is_over = isinstance(state.phase, over)
        counted[is_over] += any(sum(player.stack) for player in state.players)
        for viewer in (None, *map(Seat, range(3))):
            for seat, (player, told) in enumerate(zip(state.players, game.view(state, viewer).players, strict=True)):
                may_look = is_over or (open_stacks and seat == viewer)
                assert told.stack == (player.stack if may_look else None)
                assert (told.stack_size, told.completed) == (sum(player.stack), player.completed)
    assert all(counted.values()), "stacks before the settlement, and in it"


def test_a_view_in_a_traceback_says_whose_it_is() -> None:
    for name in game_names():
        game = load_game(name)
        state = game.start(2, 1).state
        assert f"view of {game.board_id} for spectator: seat " in repr(game.view(state, None))
        assert f"view of {game.board_id} for seat 1: seat " in repr(game.view(state, Seat(1)))
