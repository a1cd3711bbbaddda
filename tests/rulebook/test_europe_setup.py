"""Europe: components, set-up, and the actions of a turn (E-1 to E-6, E-24)."""

import pytest

from branchline.core.actions import BuildStation, ClaimRoute, DrawBlind, DrawFaceUp, DrawTickets, KeepTickets
from branchline.core.game import Options
from branchline.core.ids import Seat
from branchline.core.phases import TURN, FirstTickets, TicketOffer
from branchline.core.refusals import Refusal
from branchline.core.states.state import State
from branchline.games import load_game
from tests.builders import Table, a_game

EUROPE = load_game("europe")


def started(seats: int, seed: int = 1) -> State:
    state: State = EUROPE.start(seats, seed, Options(first=Seat(0))).state
    return state


def offers(state: State) -> tuple[tuple[int, ...], ...]:
    assert isinstance(state.phase, FirstTickets)
    return state.phase.offers


def test_components() -> None:
    """E-1: 110 cards, 40 regular and 6 long tickets, 45 trains and 3 stations, one bonus card of 10 points."""
    board = a_game("europe").board
    assert [kind.copies for kind in board.kinds] == [12] * 8 + [14]
    assert sum(ticket.long for ticket in board.tickets) == 6
    assert sum(not ticket.long for ticket in board.tickets) == 40
    assert (board.rules.pieces, board.rules.stations, board.rules.longest_bonus) == ((45,), 3, 10)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_four_cards_a_player_and_five_face_up(seats: int) -> None:
    """E-2."""
    state = started(seats)
    assert [sum(player.hand) for player in state.players] == [4] * seats
    assert len(state.display) == 5
    assert None not in state.display
    assert EUROPE.problems(state) == ()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_one_long_ticket_is_dealt_to_each_player_and_the_rest_leave_the_game(seats: int) -> None:
    """E-3: nobody ever draws a second one. A famous site let players keep more than one long ticket."""
    state = started(seats)
    tickets = EUROPE.printed.tickets
    assert [sum(tickets[i].long for i in offer) for offer in offers(state)] == [1] * seats
    assert not any(tickets[i].long for i in state.tickets)
    assert len({i for offer in offers(state) for i in offer}) == 4 * seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_regular_tickets_come_with_it_and_at_least_two_of_the_four_are_kept(seats: int) -> None:
    """E-4."""
    state = started(seats)
    assert [len(offer) for offer in offers(state)] == [4] * seats
    assert len(state.tickets) == 40 - 3 * seats
    kept = {len(choice.kept) for choice in EUROPE.legal(state, Seat(1)) if isinstance(choice, KeepTickets)}
    assert kept == {2, 3, 4}
    offer = state.phase.offers[0] if isinstance(state.phase, FirstTickets) else ()
    assert EUROPE.refusal(state, Seat(0), KeepTickets(offer[:1], offer[1:])) is Refusal.TOO_FEW_KEPT


def test_the_long_ticket_too_may_be_returned() -> None:
    """E-4."""
    state = started(2)
    for offer, choice in ((offers(state)[0], choice) for choice in EUROPE.legal(state, Seat(0))):
        long = next(i for i in offer if EUROPE.printed.tickets[i].long)
        if isinstance(choice, KeepTickets) and long in choice.returned:
            return
    raise AssertionError("no choice returns the long ticket")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tickets_returned_in_the_set_up_leave_the_game(seats: int) -> None:
    """E-4: they do not go back to the deck."""
    state = started(seats)
    assert isinstance(state.phase, FirstTickets)
    table = Table(EUROPE, state)  # type: ignore[arg-type]  # it is a board game
    for offer in state.phase.offers:
        table.done_with(KeepTickets(offer[2:], offer[:2]))
    assert table.state.phase == TURN
    assert table.state.tickets == state.tickets
    for player, offer in zip(table.state.players, state.phase.offers, strict=True):
        assert player.tickets == sum(1 << i for i in offer[2:])


def test_the_actions_are_draw_claim_tickets_and_station() -> None:
    """E-5: and nothing else."""
    verbs = a_game("europe").hand(0, "red:6").verbs
    assert verbs == {DrawBlind, DrawFaceUp, ClaimRoute, DrawTickets, BuildStation}


def test_drawing_tickets_three_are_offered_and_the_others_go_to_the_bottom() -> None:
    """E-6: at least one is kept."""
    table = a_game("europe")
    top, rest = table.state.tickets[:3], table.state.tickets[3:]
    table.draw_tickets()
    assert table.state.phase == TicketOffer(top)
    assert table.game.refusal(table.state, Seat(0), KeepTickets((), top)) is Refusal.TOO_FEW_KEPT
    table.done_with(KeepTickets(top[:1], (top[2], top[1])))
    assert table.state.tickets == (*rest, top[2], top[1])


def test_routes_have_1_2_3_4_6_or_8_spaces() -> None:
    """E-24."""
    assert {route.length for route in a_game("europe").board.routes} == {1, 2, 3, 4, 6, 8}
