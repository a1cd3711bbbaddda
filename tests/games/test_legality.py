"""What is offered, what is refused and what the clauses say are one and the same, for every verb of the board games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any, get_args

import pytest

from branchline.core.actions import Action, ChoosePieces, ClaimRoute
from branchline.core.game import AnyGame
from branchline.core.ids import TRAINS, Cards, RouteId, Seat
from branchline.core.phases import FINISHED, SECOND_CARD, TURN
from branchline.core.printed.board import Board, Route
from branchline.core.refusals import IllegalAction, Refusal
from branchline.core.states.state import State
from branchline.games import load_game
from tests.builders import Table, a_game, cards
from tests.games.candidates import candidates, purses, strange
from tests.walks import board_of, varied, walk

BOARDS = ("usa", "europe", "world", "sampleland", "great-lakes")
MAX_PURSES = 600
"""A hand with more sets of cards than this is too big to try them all."""


def small_enough(state: State, seat: Seat) -> bool:
    return state.phase != TURN or prod(count + 1 for count in state.players[seat].hand) <= MAX_PURSES


def some_states(game: AnyGame, seats: int, seed: int, every: int) -> list[tuple[State, Seat]]:
    """States from random play: one of every phase that comes up, and otherwise each so-manieth with a small hand."""
    found: dict[Any, tuple[State, Seat]] = {}
    for number, move in enumerate(walk(game, seats, seed, varied)):
        if small_enough(move.state, move.seat):
            found.setdefault(type(move.state.phase), (move.state, move.seat))
            if number % every == 0:
                found[number] = (move.state, move.seat)
    return list(found.values())


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("name", BOARDS)
def test_what_is_offered_is_what_is_not_refused(name: str, seats: int, seed: int) -> None:
    """Among all that could be tried, exactly the legal actions have no refusal; each is offered once."""
    game = load_game(name)
    for state, seat in some_states(game, seats, seed, every=12):
        offered = list(game.legal(state, seat))
        assert len(set(offered)) == len(offered)
        allowed = {action for action in candidates(state, seat) if game.refusal(state, seat, action) is None}
        assert allowed == set(offered)


@pytest.mark.parametrize("name", BOARDS)
def test_strange_actions_are_refused_with_a_reason_and_never_crash(name: str, seed: int) -> None:
    game = load_game(name)
    kinds = set()
    for state, seat in some_states(game, 3, seed, every=25):
        for action in strange(board_of(game), state.players[seat].hand):
            refusal = game.refusal(state, seat, action)
            assert isinstance(refusal, Refusal), f"{action} in {state.phase}"
            kinds.add(type(action))
            with pytest.raises(IllegalAction) as refused:
                game.apply(state, seat, action)
            assert refused.value.refusal is refusal
    assert len(kinds) == 12


def test_every_kind_of_action_is_refused_after_the_end() -> None:
    """Also those that the game does not have."""
    table = a_game("europe")
    table.state = table.state._replace(phase=FINISHED)
    tried = [*strange(table.board, table.board.no_cards), *candidates(table.state, Seat(0))]
    assert {type(action) for action in tried} | {ClaimRoute} <= set(get_args(Action))
    assert {table.game.refusal(table.state, Seat(0), action) for action in tried} == {Refusal.GAME_OVER}


# -- payments, by a second reading of the clauses --


def pays(board: Board, route: Route, pay: Cards) -> bool:
    """B-12, E-7, W-13 to W-17, read as literally as can be."""
    wilds = pay[-1]
    plain = [kind for kind, count in zip(board.kinds, pay, strict=True) for _ in range(count) if kind.color is not None]
    if any(kind.deck != route.deck for kind in plain):
        return False
    if route.pairs:
        return pairs_up(board, route, Counter(kind.color for kind in plain), wilds)
    colors = {kind.color for kind in plain}
    if len(colors) > 1 or (route.color is not None and colors and colors != {route.color}) or wilds < route.wilds:
        return False
    covers = [kind.covers for kind in plain] + [1] * wilds
    return sum(covers) >= route.length and all(sum(covers) - cover < route.length for cover in covers)


def pairs_up(board: Board, route: Route, have: Counter[Any], wilds: int) -> bool:
    """Try every color for every pair and for the single spaces; wilds fill exactly what is missing."""
    single = route.length - route.pairs
    if have.total() + wilds != 2 * route.pairs + single:
        return False
    colors = range(len(board.colors))
    for pairs in product(colors, repeat=route.pairs):
        for color in colors if route.color is None else (route.color,):
            want = Counter({color: single})
            for pair in pairs:
                want[pair] += 2
            if all(have[each] <= want[each] for each in colors):
                return True
    return False


def payments_agree(table: Table) -> None:
    """For every route: the payments offered are those that the clauses allow."""
    board = table.board
    offered: dict[int, set[Cards]] = {}
    for action in table.legal:
        if isinstance(action, ClaimRoute):
            offered.setdefault(action.route, set()).add(action.pay)
    everything = list(product(*(range(count + 1) for count in table.player(0).hand)))
    known: dict[Any, set[Cards]] = {}
    for number, route in enumerate(board.routes):
        what = (route.length, route.pairs, route.wilds, route.color, route.deck)
        if what not in known:
            known[what] = {pay for pay in everything if pays(board, route, pay)}
        assert offered.get(number, set()) == known[what], route.id


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("usa", "red:3 blue:6 white:2 wild:4"),
        ("usa", "red orange yellow green blue white black purple wild:2"),
        ("europe", "green:5 blue:3 wild:4"),
        ("europe", "red:8 wild:6"),
        ("sampleland", "red:4 blue:4 green:2 black:2 wild:3"),
        ("world", "red:3 red-harbor:2 green:3 wild:3"),
        ("world", "red red-harbor green green-harbor white black:2 purple wild:2"),
        ("world", "red-ship:4 red-double:4 wild:3"),
        ("world", "red-ship:2 red-double:2 white-ship white-double:3 yellow:2 wild"),
        ("world", "wild:8"),
        ("great-lakes", "red:3 red-harbor:2 green:2 white:2 wild:3"),
        ("great-lakes", "black-ship:3 black-double:4 wild:3"),
    ],
)
def test_all_legal_payments_are_offered_and_no_others(name: str, hand: str) -> None:
    """B-12, E-7, W-15, W-16, W-17: nothing that the rulebook allows is missing."""
    table = a_game(name).hand(0, hand)
    if len(table.rules.pieces) == 2:
        table.pieces(0, table.rules.pieces[TRAINS], table.rules.pieces[1])
    payments_agree(table)


@pytest.mark.parametrize("name", BOARDS)
def test_all_legal_payments_are_offered_for_hands_from_random_play(name: str, seed: int) -> None:
    game = load_game(name)
    seen = 0
    for state, seat in some_states(game, 2, seed, every=7):
        if state.phase == TURN:
            table = a_game(board_of(game)).hand(0, "")
            rich = table.rules.pieces
            table.pieces(0, *rich)
            table.change(0, hand=state.players[seat].hand)
            payments_agree(table)
            seen += 1
    assert seen


def test_the_second_reading_can_tell_right_from_wrong() -> None:
    """The oracle itself, on the rulebook's own examples (W-15, W-17)."""
    board = a_game("world").board
    five = board.routes[board.route_ids["honolulu--tokyo"]]
    assert pays(board, five, cards(board, "red-double:3"))
    assert not pays(board, five, cards(board, "red-double:3 red-ship"))
    terrain = board.routes[board.route_ids["lahore--tehran"]]
    assert pays(board, terrain, cards(board, "red:3 wild"))
    assert not pays(board, terrain, cards(board, "red:3 green"))


# -- the sequences --


@pytest.mark.parametrize("name", [*BOARDS, "cards"])
def test_length_index_slice_iteration_and_membership_agree(name: str, seed: int) -> None:
    """Legal actions are sequences that list nothing before somebody asks."""
    game = load_game(name)
    for number, move in enumerate(walk(game, 3, seed, varied)):
        if number % 9:
            continue
        legal = game.legal(move.state, move.seat)
        listed = list(legal)
        size = len(listed)
        assert len(legal) == size > 0
        assert [legal[i] for i in range(size)] == listed
        assert [legal[i - size] for i in range(size)] == listed
        assert list(legal[1:size:2]) == listed[1:size:2]
        assert list(legal[-2:]) == listed[-2:]
        assert all(action in legal for action in listed[:20])
        assert ChoosePieces((1, 1)) not in legal
        for beyond in (size, size + 7, -size - 1, -size - 8):
            with pytest.raises(IndexError):
                legal[beyond]


def test_a_second_card_offers_draws_only() -> None:
    """The phases with one verb hand out its own sequence."""
    table = a_game("world").draw(0)
    assert table.state.phase == SECOND_CARD
    assert len(table.game.legal(table.state, Seat(0))) == len(table.legal) == 6 * 2 + 2


@pytest.mark.parametrize("name", ["europe", "world"])
def test_the_options_of_each_verb_are_a_sequence_too(name: str) -> None:
    """Claims and buildings, each by itself: negative numbers, slices, and an end on both sides."""
    table = a_game(name).hand(0, "red:3 blue:3 wild:4" if name == "europe" else "red:3 green:3 wild:4")
    if name == "world":
        table.routes(0, "lagos--luanda--1")
    game: Any = table.game
    for verb in game.verbs[type(TURN)]:
        options = verb.options(table.state, Seat(0))
        listed = list(options)
        assert (len(options), bool(listed)) == (len(listed), True)
        assert list(options[1:5]) == listed[1:5]
        assert list(options[::-1]) == listed[::-1]
        assert [options[i] for i in range(-len(listed), 0)] == listed
        for beyond in (len(listed), -len(listed) - 1):
            with pytest.raises(IndexError):
                options[beyond]


def test_a_hand_may_hold_more_cards_of_a_kind_than_any_printed_game_has() -> None:
    """B-9: somebody's own board may print a hundred; payments are remembered by hand, and must not be mixed up."""
    small = a_game("sampleland").board
    board = replace(small, kinds=tuple(replace(kind, copies=150) for kind in small.kinds))
    for hand in ("wild:70", "red wild:70", "red:2 wild:6", "red:70 wild", "red:1 wild:64", "red:2", "red:66"):
        table = a_game(board).hand(0, hand)
        offered = {action for action in table.legal if isinstance(action, ClaimRoute)}
        sets = purses(table.player(0).hand, 5)
        tried = (ClaimRoute(RouteId(route), pay) for route in range(len(board.routes)) for pay in sets)
        assert offered == {action for action in tried if table.game.refusal(table.state, Seat(0), action) is None}
