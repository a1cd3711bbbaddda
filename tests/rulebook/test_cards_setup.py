"""The Card Game: what is in the box, and the set-up (C-1 to C-3, C-23)."""

from __future__ import annotations

from itertools import permutations

import pytest

from branchline.core.actions import KeepTickets
from branchline.core.events import (
    CardsDealt,
    ChoiceMade,
    DisplayDealt,
    GameStarted,
    TicketDeckChanged,
    TicketsKept,
    TicketsOffered,
    TurnStarted,
)
from branchline.core.game import Options
from branchline.core.ids import Seat, TicketId
from branchline.core.phases import TURN, FirstTickets
from branchline.core.refusals import Refusal
from branchline.core.views.view import ChoosingTickets
from tests.rulebook.card_positions import ANN, BOB, GAME, PRINTED, cards, everything, held, of_type


def test_c1_ninety_six_train_cards_ten_of_each_color_and_sixteen_locomotives() -> None:
    """C-1."""
    copies = {kind.id: kind.copies for kind in PRINTED.kinds}
    assert copies.pop("wild") == 16
    assert sorted(copies) == ["black", "blue", "green", "orange", "purple", "red", "white", "yellow"]
    assert set(copies.values()) == {10}
    assert sum(PRINTED.all_cards) == 96
    assert PRINTED.kinds[-1].color is None
    assert [PRINTED.colors[kind.color] for kind in PRINTED.kinds if kind.color is not None] == list(PRINTED.colors)


def test_c1_forty_six_tickets_each_with_a_value_and_the_cards_it_requires() -> None:
    """C-1. That one card stands for every five points begun is what every source agrees on."""
    assert len(PRINTED.tickets) == 46
    for ticket in PRINTED.tickets:
        assert sum(ticket.needs) == -(-ticket.points // 5), ticket.id
        assert max(ticket.needs) <= 2, ticket.id
        assert len(ticket.needs) == len(PRINTED.colors)
    asked = {word: sum(ticket.needs[i] for ticket in PRINTED.tickets) for i, word in enumerate(PRINTED.colors)}
    assert asked == {
        "purple": 16,
        "red": 16,
        "orange": 16,
        "yellow": 17,
        "green": 16,
        "blue": 18,
        "white": 17,
        "black": 16,
    }


def test_c1_six_big_city_cards_with_values_open_to_all() -> None:
    """C-1."""
    values = {PRINTED.cities[big_city.city].name: big_city.points for big_city in PRINTED.big_cities}
    assert values == {"Seattle": 8, "Los Angeles": 12, "Chicago": 12, "Dallas": 10, "New York": 15, "Miami": 8}
    naming = [PRINTED.tickets_naming[big_city.city].bit_count() for big_city in PRINTED.big_cities]
    assert naming == [10, 10, 11, 10, 11, 10]


def test_c1_the_two_tickets_between_chicago_and_new_york_are_told_apart() -> None:
    """C-1."""
    one, two = (PRINTED.tickets[PRINTED.ticket_ids[f"chicago--new-york--{i}"]] for i in (1, 2))
    assert set(one.cities) == set(two.cities)
    assert one.needs != two.needs


def test_c23_every_kind_of_card_has_a_symbol_of_its_own() -> None:
    """C-23: on cards and, through the colors that they ask for, on tickets."""
    assert len(set(PRINTED.symbols)) == len(PRINTED.symbols) == len(PRINTED.kinds)
    assert all(PRINTED.symbols)


@pytest.mark.parametrize(("seats", "left"), [(2, 75), (3, 67), (4, 59)])
def test_c2_one_locomotive_and_seven_cards_each_and_five_face_up(seats: int, left: int, seed: int) -> None:
    """C-2."""
    state, events = GAME.start(seats, seed)
    assert [sum(player.hand) for player in state.players] == [8] * seats
    assert all(player.hand[-1] >= 1 for player in state.players)
    assert len(state.display) == 5
    assert sum(state.deck) == left
    assert everything(state) == PRINTED.all_cards
    dealt = of_type(events, CardsDealt)
    assert dealt[:seats] == [CardsDealt(Seat(seat), 1, cards(wild=1)) for seat in range(seats)]
    assert [(event.seat, event.count, sum(event.cards)) for event in dealt[seats:]] == [
        (seat, 7, 7) for seat in range(seats)
    ]
    assert of_type(events, DisplayDealt) == [DisplayDealt(state.display)]


def test_c2_a_display_of_locomotives_stays_as_it_is() -> None:
    """C-2, C-8: nothing clears it, so over many deals three and more of them are seen."""
    most = max(GAME.start(2, seed).state.display.count(PRINTED.wild) for seed in range(300))
    assert most >= 3


def test_the_seed_says_who_starts_unless_the_table_does() -> None:
    """B-1."""
    assert {GAME.start(3, seed).state.turn for seed in range(40)} == {0, 1, 2}
    for first in map(Seat, range(3)):
        state, events = GAME.start(3, 5, Options(first=first))
        assert state.turn == first
        assert events[0] == GameStarted(first)


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        GAME.start(seats, 1)


def test_a_table_cannot_name_a_first_player_who_is_not_there() -> None:
    with pytest.raises(ValueError, match="seat 2"):
        GAME.start(2, 1, Options(first=Seat(2)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c3_six_tickets_each_of_which_one_at_least_is_kept(seats: int, seed: int) -> None:
    """C-3: up to all six."""
    state, events = GAME.start(seats, seed)
    assert isinstance(state.phase, FirstTickets)
    assert [len(offer) for offer in state.phase.offers] == [6] * seats
    assert len(state.tickets) == 46 - 6 * seats
    assert [event.tickets for event in of_type(events, TicketsOffered)] == list(state.phase.offers)
    offer = state.phase.offers[0]
    legal = GAME.legal(state, ANN)
    assert len(legal) == 2**6 - 1
    assert GAME.refusal(state, ANN, KeepTickets(offer, ())) is None
    assert GAME.refusal(state, ANN, KeepTickets((), offer)) is Refusal.TOO_FEW_KEPT
    assert GAME.refusal(state, ANN, KeepTickets(state.phase.offers[1], ())) is Refusal.NOT_OFFERED


def test_c3_returned_tickets_are_shuffled_back_into_the_whole_deck() -> None:
    """C-3: not put under it. So a returned ticket can be the next one drawn."""
    places = set()
    for seed in range(60):
        state = GAME.start(2, seed).state
        returned: list[TicketId] = []
        for seat in GAME.actors(state):
            offer = state.phase.offers[seat]  # type: ignore[union-attr]  # the first tickets are pending
            returned += offer[1:]
            state, events = GAME.apply(state, seat, KeepTickets(offer[:1], offer[1:]))
        assert len(state.tickets) == 44
        assert set(returned) <= set(state.tickets)
        assert of_type(events, TicketDeckChanged) == [TicketDeckChanged(44, state.tickets)]
        places |= {state.tickets.index(ticket) for ticket in returned}
    assert places == set(range(44))


def test_c3_first_choices_stay_secret_until_all_are_made_and_may_come_in_any_order(seed: int) -> None:
    """C-3: whoever is quicker changes nothing."""
    start = GAME.start(3, seed).state
    assert isinstance(start.phase, FirstTickets)
    choices = [KeepTickets(offer[:size], offer[size:]) for size, offer in enumerate(start.phase.offers, 1)]
    results = []
    for order in permutations(map(Seat, range(3))):
        state = start
        for number, seat in enumerate(order):
            assert set(GAME.actors(state)) == set(order[number:])
            before = state
            state, events = GAME.apply(state, seat, choices[seat])
            if number < 2:
                assert events == (ChoiceMade(seat),)
                assert state.players == start.players
                assert state.tickets == start.tickets
                assert GAME.refusal(state, seat, choices[seat]) is Refusal.ALREADY_CHOSEN
                others = [viewer for viewer in (*range(3), None) if viewer != seat]
                for viewer in (viewer if viewer is None else Seat(viewer) for viewer in others):
                    seen, was = (GAME.view(each, viewer).phase for each in (state, before))
                    assert isinstance(seen, ChoosingTickets)
                    assert isinstance(was, ChoosingTickets)
                    assert (seen.offer, seen.mine) == (was.offer, was.mine)
        results.append(state)
        kept = of_type(events, TicketsKept)
        assert [(event.seat, event.count) for event in kept] == [(0, 1), (1, 2), (2, 3)]
        assert events[-1] == TurnStarted(state.turn)
    assert all(result == results[0] for result in results)
    assert results[0].phase == TURN
    assert [held(results[0], Seat(seat)) for seat in range(3)] == [set(choice.kept) for choice in choices]


def test_c3_the_owner_sees_the_own_choice_while_waiting(seed: int) -> None:
    """C-3."""
    state = GAME.start(2, seed).state
    offer = state.phase.offers[1]  # type: ignore[union-attr]  # the first tickets are pending
    choice = KeepTickets(offer[:2], offer[2:])
    state = GAME.apply(state, BOB, choice).state
    assert GAME.view(state, BOB).phase == ChoosingTickets(offer, (False, True), choice)
    assert GAME.view(state, None).phase == ChoosingTickets((), (False, True), None)
