"""Tickets: drawing, keeping, returning, and what they are worth at the end (B-17 to B-21)."""

from dataclasses import replace
from itertools import permutations

from branchline.core.actions import DrawTickets, KeepTickets
from branchline.core.events import TicketsKept, TicketsOffered
from branchline.core.ids import Seat
from branchline.core.phases import TURN, TicketOffer
from branchline.core.refusals import Refusal
from branchline.core.score import Finish, Source
from branchline.core.views.view import OfferSeen
from tests.builders import a_game

TOP = "aber--cove aber--glen brig--dale"


def test_the_tickets_on_top_are_offered() -> None:
    """B-17: the player chooses among them; the turn is not over yet."""
    table = a_game("sampleland").ticket_deck(*TOP.split(), "brig--ford").draw_tickets()
    assert table.state.phase == TicketOffer(table.ticket_numbers(TOP))
    assert table.of(TicketsOffered) == [TicketsOffered(Seat(0), 3, table.ticket_numbers(TOP))]
    assert (table.seat, table.verbs) == (0, {KeepTickets})


def test_tickets_are_secret() -> None:
    """B-17: others see how many were offered, kept and returned, and no more."""
    table = a_game("sampleland").ticket_deck(*TOP.split(), "brig--ford").draw_tickets()
    offered = table.ticket_numbers(TOP)
    assert table.game.view(table.state, Seat(0)).phase == OfferSeen(3, offered)
    for viewer in (Seat(1), None):
        assert table.game.view(table.state, viewer).phase == OfferSeen(3, None)
        assert table.of(TicketsOffered)[0].seen_by(viewer) == TicketsOffered(Seat(0), 3, None)
    table.keep("aber--cove", "brig--dale aber--glen")
    kept, returned = table.ticket_numbers("aber--cove"), table.ticket_numbers("brig--dale aber--glen")
    (event,) = table.of(TicketsKept)
    assert event.seen_by(Seat(0)) == TicketsKept(Seat(0), 1, 2, kept, returned)
    for viewer in (Seat(1), None):
        assert event.seen_by(viewer) == TicketsKept(Seat(0), 1, 2, None, None)
        assert table.game.view(table.state, viewer).players[0].ticket_count == 1


def test_a_ticket_kept_is_kept_to_the_end() -> None:
    """B-17: only the tickets just drawn may be returned."""
    table = a_game("sampleland").tickets(0, "elm--holm").ticket_deck(*TOP.split(), "brig--ford").draw_tickets()
    assert table.why_not.keep(TOP, "elm--holm") is Refusal.NOT_OFFERED
    assert table.why_not.keep("aber--cove aber--glen", "brig--dale elm--holm") is Refusal.NOT_OFFERED
    table.keep("aber--cove", "aber--glen brig--dale")
    assert table.player(0).tickets.bit_count() == 2
    table.turn(0)
    assert table.why_not.keep("aber--cove", "elm--holm") is Refusal.WRONG_PHASE


def test_every_ticket_offered_is_kept_or_returned_once() -> None:
    """B-17."""
    table = a_game("sampleland").ticket_deck(*TOP.split(), "brig--ford").draw_tickets()
    assert table.why_not.keep("aber--cove", "aber--glen") is Refusal.NOT_OFFERED
    assert table.why_not.keep("aber--cove aber--cove", "aber--glen") is Refusal.NOT_OFFERED
    assert table.why_not.keep("aber--cove brig--ford", "aber--glen brig--dale") is Refusal.NOT_OFFERED
    assert table.why_not.keep("aber--cove aber--glen brig--dale", "brig--dale") is Refusal.NOT_OFFERED
    assert table.why_not.keep("", TOP) is Refusal.TOO_FEW_KEPT


def test_with_fewer_tickets_than_are_drawn_the_player_takes_what_there_is() -> None:
    """B-18."""
    table = a_game("sampleland").ticket_deck("aber--cove", "aber--glen").draw_tickets()
    assert table.state.phase == TicketOffer(table.ticket_numbers("aber--cove aber--glen"))
    table.keep("aber--cove", "aber--glen")
    assert table.state.tickets == table.ticket_numbers("aber--glen")


def test_a_single_last_ticket_must_be_kept() -> None:
    """B-18: at least one is kept, also when only one is left."""
    table = a_game("sampleland").ticket_deck("aber--cove").draw_tickets()
    assert table.legal == [KeepTickets(table.ticket_numbers("aber--cove"), ())]
    assert table.why_not.keep("", "aber--cove") is Refusal.TOO_FEW_KEPT


def test_where_two_must_be_kept_a_single_last_ticket_is_enough() -> None:
    """B-18: on a board whose rules ask for two."""
    board = a_game("sampleland").board
    table = a_game(replace(board, rules=replace(board.rules, keep=2))).ticket_deck("aber--cove").draw_tickets()
    assert table.legal == [KeepTickets(table.ticket_numbers("aber--cove"), ())]
    assert table.keep("aber--cove").player(0).tickets.bit_count() == 1


def test_with_no_tickets_the_action_is_not_available() -> None:
    """B-18."""
    table = a_game("sampleland").ticket_deck()
    assert DrawTickets not in table.verbs
    assert table.why_not.draw_tickets() is Refusal.NO_TICKETS


def ticket_line(routes: list[str], ticket: str) -> tuple[int, Finish | None]:
    table = a_game("usa").routes(0, *routes).tickets(0, ticket)
    (line,) = (line for line in table.sheet(0).lines if line.source is Source.TICKET)
    return line.points, line.finish


def test_a_ticket_is_completed_by_a_continuous_path_of_own_pieces() -> None:
    """B-19: its value is added. Engines that look for a direct route only score such tickets as lost."""
    path = ["denver--santa-fe", "el-paso--santa-fe"]
    assert ticket_line(path, "denver--el-paso") == (4, Finish.COMPLETED)
    assert ticket_line([*path, "dallas--el-paso"], "denver--el-paso") == (4, Finish.COMPLETED)


def test_a_ticket_that_is_not_completed_is_subtracted() -> None:
    """B-19: no route, a path with a gap, and both cities in different networks."""
    assert ticket_line([], "denver--el-paso") == (-4, Finish.MISSED)
    assert ticket_line(["denver--santa-fe"], "denver--el-paso") == (-4, Finish.MISSED)
    assert ticket_line(["denver--santa-fe", "dallas--el-paso"], "denver--el-paso") == (-4, Finish.MISSED)


def test_routes_of_others_do_not_complete_a_ticket() -> None:
    """B-19."""
    table = a_game("usa").routes(0, "denver--santa-fe").routes(1, "el-paso--santa-fe").tickets(0, "denver--el-paso")
    assert table.sheet(0).of(Source.TICKET) == -4


def test_tickets_drawn_on_the_last_turn_count() -> None:
    """B-19: an engine forgot to subtract tickets taken after the end had been triggered."""
    table = a_game("usa").last_turns(1).ticket_deck("los-angeles--miami", "boston--miami", rest_with=1)
    table.draw_tickets()
    assert not table.game.is_over(table.state)
    table.keep("los-angeles--miami", "boston--miami")
    assert table.game.is_over(table.state)
    assert table.sheet(0).of(Source.TICKET) == -20


def test_ticket_points_are_not_counted_before_the_end() -> None:
    """B-17, B-19: an engine showed them early, and so the tickets."""
    table = a_game("usa").routes(0, "denver--santa-fe", "el-paso--santa-fe").tickets(0, "denver--el-paso")
    assert table.player(0).points == 4
    assert table.game.view(table.state, Seat(1)).players[0].points == 4


def test_scores_may_go_below_zero() -> None:
    """B-20."""
    table = a_game("usa").tickets(0, "seattle--new-york", "los-angeles--miami")
    assert table.sheet(0).total == -42


def test_the_player_chooses_the_order_in_which_tickets_go_back() -> None:
    """B-21: under the deck, in any order."""
    for order in permutations(TOP.split()[1:]):
        table = a_game("sampleland").ticket_deck(*TOP.split(), "brig--ford").draw_tickets()
        table.keep("aber--cove", " ".join(order))
        assert table.state.tickets == table.ticket_numbers("brig--ford " + " ".join(order))
        assert table.state.phase == TURN


def test_returned_tickets_come_round_again() -> None:
    """B-21: an engine takes returned tickets out of the game."""
    table = a_game("sampleland").ticket_deck("aber--cove", "aber--glen").draw_tickets().keep("aber--cove", "aber--glen")
    table.draw_tickets()
    assert table.state.phase == TicketOffer(table.ticket_numbers("aber--glen"))


def test_the_order_of_what_is_kept_is_the_order_shown() -> None:
    """B-21: only the order of return is a choice, so that each choice is offered once."""
    table = a_game("sampleland").ticket_deck(*TOP.split()).draw_tickets()
    assert table.why_not.keep("aber--glen aber--cove", "brig--dale") is Refusal.WRONG_RETURN_ORDER
    assert len(table.legal) == 3 * 2 + 3 + 1
