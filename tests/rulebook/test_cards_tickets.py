"""The Card Game: drawing tickets (C-12)."""

from __future__ import annotations

from math import comb, factorial

import pytest

from branchline.core.actions import DrawTickets, KeepTickets
from branchline.core.events import TicketsKept, TicketsOffered
from branchline.core.phases import TURN, TicketOffer
from branchline.core.refusals import Refusal
from branchline.core.views.view import OfferSeen
from tests.rulebook.card_positions import ANN, BOB, GAME, held, of_type, play, position, ticket


def test_c12_four_tickets_from_the_top() -> None:
    """C-12."""
    state = position(open_tickets=[["chicago--dallas"]])
    offer = state.tickets[:4]
    after, events = play(state, DrawTickets())
    assert after.phase == TicketOffer(offer)
    assert after.tickets == state.tickets[4:]
    assert events == (TicketsOffered(ANN, 4, offer),)
    assert GAME.view(after, ANN).phase == OfferSeen(4, offer)
    assert GAME.view(after, BOB).phase == GAME.view(after, None).phase == OfferSeen(4, None)


@pytest.mark.parametrize("count", range(5))
def test_c12_any_number_is_kept_also_none_and_the_rest_go_under_the_deck(count: int) -> None:
    """C-12."""
    state = position(open_tickets=[["chicago--dallas"]])
    offer, rest = state.tickets[:4], state.tickets[4:]
    after, events = play(state, DrawTickets(), KeepTickets(offer[:count], offer[count:]))
    assert held(after, ANN) == {ticket("chicago--dallas"), *offer[:count]}
    assert after.tickets == (*rest, *offer[count:])
    assert (after.turn, after.phase) == (BOB, TURN)
    assert of_type(events, TicketsKept) == [TicketsKept(ANN, count, 4 - count, offer[:count], offer[count:])]


def test_c12_the_player_chooses_the_order_of_return() -> None:
    """C-12, B-21: all orders are offered, since they are put under the deck as they are."""
    state = position()
    offer, rest = state.tickets[:4], state.tickets[4:]
    a, b, c, d = offer
    after = play(state, DrawTickets(), KeepTickets((b,), (d, a, c))).state
    assert after.tickets == (*rest, d, a, c)
    legal = GAME.legal(play(state, DrawTickets()).state, ANN)
    assert len(legal) == sum(comb(4, back) * factorial(back) for back in range(5))
    assert legal[-1] == KeepTickets(offer, ())
    assert legal[:2] == [KeepTickets((), (a, b, c, d)), KeepTickets((), (a, b, d, c))]


def test_c12_when_fewer_are_left_the_player_draws_what_there_is() -> None:
    """C-12, B-18."""
    state = position(ticket_deck=["chicago--dallas", "dallas--miami"])
    offer = (ticket("chicago--dallas"), ticket("dallas--miami"))
    after = play(state, DrawTickets()).state
    assert after.phase == TicketOffer(offer)
    assert after.tickets == ()
    after = play(after, KeepTickets((), offer)).state
    assert after.tickets == offer


def test_c12_with_no_tickets_left_the_action_is_not_available() -> None:
    """C-12, B-18."""
    state = position(ticket_deck=[])
    assert GAME.refusal(state, ANN, DrawTickets()) is Refusal.NO_TICKETS
    assert DrawTickets() not in GAME.legal(state, ANN)


def test_c12_only_what_was_offered_is_kept_or_returned_each_ticket_once() -> None:
    """C-12."""
    state = play(position(), DrawTickets()).state
    a, b, c, d = state.phase.tickets  # type: ignore[union-attr]  # an offer is pending
    for kept, returned, refusal in [
        ((a,), (b, c), Refusal.NOT_OFFERED),
        ((a, a), (b, c), Refusal.NOT_OFFERED),
        ((a, state.tickets[0]), (b, c), Refusal.NOT_OFFERED),
        ((b, a), (c, d), Refusal.WRONG_RETURN_ORDER),
        ((a, b), (d, c), None),
    ]:
        assert GAME.refusal(state, ANN, KeepTickets(kept, returned)) is refusal
