"""Choices stand for all legal actions, no more and no fewer, in every game."""

from itertools import product
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from branchline.core.actions import Action, ClaimRoute, DrawBlind, SettleTickets
from branchline.core.ids import Seat
from branchline.games import game_names, load_game
from branchline.notation.json.choices import ANY_CHOICE, BY_HAND, CHOICES
from branchline.notation.json.codec import from_json, to_json, word_of, written_fields
from branchline.server.views.choices import FILLED_BY_HAND, choices, products
from tests.server.expand import MAX_PAYMENTS, expanded, is_whole
from tests.server.simulation.checks import as_sent


@pytest.mark.parametrize("name", game_names())
def test_what_choices_expand_to_is_exactly_what_is_legal(name: str, seed: int) -> None:
    game = load_game(name)
    rng = Random(seed)
    for seats in (min(game.seat_counts), max(game.seat_counts)):
        state = game.start(seats, seed).state
        while not game.is_over(state):
            seat = rng.choice(game.actors(state))
            legal = game.legal(state, seat)
            sent = as_sent(choices(game, state, seat))
            actions = [from_json(game.printed, Action, each) for choice in sent for each in expanded(choice)]
            assert len(actions) == len(set(actions)), "an action is offered twice"
            if all(map(is_whole, sent)):
                assert set(actions) == set(legal)
            else:
                assert all(game.refusal(state, seat, action) is None for action in actions)
                assert sum(len(list(expanded(choice))) + choice.get("more", 0) for choice in sent) == len(legal) or any(
                    choice["do"] == "settle" for choice in sent
                )
            state = game.perform(state, seat, legal[rng.randrange(len(legal))]).state


def test_who_is_not_asked_has_no_choices(seed: int) -> None:
    game = load_game("usa")
    state = game.start(2, seed).state
    state = game.perform(state, Seat(0), game.legal(state, Seat(0))[0]).state
    assert as_sent(choices(game, state, Seat(0))) == []
    assert as_sent(choices(game, state, Seat(1)))


def test_a_hoard_of_cards_does_not_make_a_message_long(seed: int) -> None:
    """In World, a route over hard terrain can be paid in thousands of ways; some are listed, the others counted."""
    game = load_game("world")
    rng = Random(seed)
    state = game.start(2, seed).state
    for _ in range(400):
        (seat, *_) = game.actors(state)
        legal = game.legal(state, seat)
        blind = [action for action in legal if isinstance(action, DrawBlind)]
        state = game.perform(state, seat, rng.choice(blind) if blind else legal[rng.randrange(len(legal))]).state
        if type(state.phase).__name__ == "Turn" and sum(state.players[seat].hand) > 60:
            break
    (seat,) = game.actors(state)
    sent = as_sent(choices(game, state, seat))
    claims = [choice for choice in sent if choice["do"] == "claim"]
    count = sum(isinstance(action, ClaimRoute) for action in game.legal(state, seat))
    assert count > 2000
    assert max(len(choice["pay"]) for choice in claims) <= MAX_PAYMENTS
    assert any(choice["more"] for choice in claims)
    assert sum(len(choice["route"]) * (len(choice["pay"]) + choice["more"]) for choice in claims) == count
    assert len(msgspec.json.encode(sent)) < 60_000
    for choice in claims:
        wilds = [sum(number for kind, number in pay.items() if kind.startswith("wild")) for pay in choice["pay"]]
        assert not choice["more"] or wilds == sorted(wilds), "simple payments first: few wilds"


def test_a_settlement_offers_each_ticket_that_can_be_paid_and_the_best_choice(seed: int) -> None:
    game = load_game("cards")
    rng = Random(seed)
    state = game.start(2, seed).state
    while type(state.phase).__name__ != "Settlement":
        seat = game.actors(state)[0]
        legal = game.legal(state, seat)
        state = game.perform(state, seat, legal[rng.randrange(len(legal))]).state
    for seat in game.actors(state):
        (choice,) = as_sent(choices(game, state, seat))
        assert choice["do"] == "settle"
        assert set(choice["best"]) <= set(choice["any_of"])
        for ticket in choice["any_of"]:
            action = from_json(game.printed, Action, {"do": "settle", "tickets": [ticket]})
            assert game.refusal(state, seat, action) is None
        best = game.legal(state, seat)[0]
        assert isinstance(best, SettleTickets)
        assert len(best.tickets) == len(choice["best"])


def test_values_with_the_same_others_stand_together() -> None:
    pairs = [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c", 2)]
    assert products(pairs) == [(("a", "b"), (1, 2)), (("c",), (2,))]
    assert products([(1,), (2,)]) == [((1, 2),)]
    assert products([()]) == [()]


def test_products_of_three_fields_stand_for_their_rows_and_nothing_else(seed: int) -> None:
    everything = list(product("abc", (1, 2, 3), (0, 1)))
    assert products(everything) == [(("a", "b", "c"), (1, 2, 3), (0, 1))]
    rng = Random(seed)
    for _ in range(100):
        rows = rng.sample(everything, rng.randint(1, len(everything)))
        expanded_rows = [row for values in products(rows) for row in product(*values)]
        assert sorted(expanded_rows) == sorted(rows)


def test_a_choice_has_the_fields_of_its_action_unless_it_is_written_by_hand() -> None:
    kind: Any
    choice: Any
    for kind, choice in CHOICES.items():
        assert word_of(choice) == word_of(kind)
        if kind not in BY_HAND:
            lists = {name: (hint, ...) for name, hint in written_fields(kind).items()}
            assert {name: get_args(hint) for name, hint in written_fields(choice).items()} == lists, kind.__name__


def test_every_choice_that_is_written_by_hand_is_filled_by_hand() -> None:
    assert FILLED_BY_HAND.keys() | {SettleTickets} == BY_HAND.keys()


def test_choices_come_back_from_json(seed: int) -> None:
    """A program that speaks Python can read them as it reads actions."""
    for name in game_names():
        game = load_game(name)
        state = game.start(2, seed).state
        for seat in game.actors(state):
            for choice in as_sent(choices(game, state, seat)):
                assert to_json(game.printed, from_json(game.printed, ANY_CHOICE, choice)) == choice
