"""North America: components, set-up, actions, the end, and who wins (U-1 to U-10)."""

from itertools import product

import pytest

from branchline.core.actions import ClaimRoute, DrawBlind, DrawFaceUp, DrawTickets, KeepTickets
from branchline.core.events import CardsDealt, ChoiceMade, GameEnded, LastTurns, TicketDeckChanged, TicketsOffered
from branchline.core.game import Options, Step
from branchline.core.ids import Seat
from branchline.core.phases import TURN, FirstTickets, TicketOffer
from branchline.core.refusals import Refusal
from branchline.core.score import Source, TieBreak
from branchline.core.states.state import State
from branchline.core.views.view import ChoosingTickets
from branchline.games import load_game
from tests.builders import Table, a_game

USA = load_game("usa")


def started(seats: int, seed: int = 1, edition: str | None = None) -> Step[State]:
    return load_game("usa", edition).start(seats, seed, Options(first=Seat(0)))


def test_components() -> None:
    """U-1: 110 train cards, 33 tickets, 45 trains a player, 10 points for the longest path."""
    board = a_game("usa").board
    assert [kind.copies for kind in board.kinds] == [12] * 8 + [14]
    assert board.kinds[-1].color is None
    assert (len(board.tickets), board.rules.pieces, board.rules.longest_bonus) == (33, (45,), 10)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_gets_four_cards_and_five_are_turned_up(seats: int) -> None:
    """U-2."""
    state, events = started(seats)
    assert [sum(player.hand) for player in state.players] == [4] * seats
    assert [event.count for event in events if isinstance(event, CardsDealt)] == [4] * seats
    assert len([kind for kind in state.display if kind is not None]) == 5
    assert sum(state.decks[0]) + sum(state.discards[0]) == 110 - 4 * seats - 5
    assert [player.pieces for player in state.players] == [(45,)] * seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_is_offered_four_tickets_and_keeps_at_least_two(seats: int) -> None:
    """U-3."""
    state, events = started(seats)
    assert isinstance(state.phase, FirstTickets)
    assert [len(offer) for offer in state.phase.offers] == [4] * seats
    assert [event.tickets for event in events if isinstance(event, TicketsOffered)] == list(state.phase.offers)
    assert len(state.tickets) == 33 - 4 * seats
    for seat in USA.actors(state):
        kept = {len(choice.kept) for choice in USA.legal(state, seat) if isinstance(choice, KeepTickets)}
        assert kept == {2, 3, 4}
        offer = state.phase.offers[seat]
        assert USA.refusal(state, seat, KeepTickets(offer[:1], offer[1:])) is Refusal.TOO_FEW_KEPT


def all_chosen(seats: int, keep: int, seed: int = 1) -> Table:
    state = started(seats, seed).state
    assert isinstance(state.phase, FirstTickets)
    table = Table(USA, state)  # type: ignore[arg-type]  # it is a board game
    for offer in state.phase.offers:
        table.done_with(KeepTickets(offer[:keep], offer[keep:]))
    return table


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_returned_tickets_of_all_are_shuffled_together_under_the_deck(seats: int) -> None:
    """U-3."""
    state = started(seats).state
    assert isinstance(state.phase, FirstTickets)
    returned = [ticket for offer in state.phase.offers for ticket in offer[2:]]
    table = all_chosen(seats, 2)
    assert table.state.phase == TURN
    assert table.state.tickets[: len(state.tickets)] == state.tickets
    under = table.state.tickets[len(state.tickets) :]
    assert sorted(under) == sorted(returned)
    (changed,) = table.of(TicketDeckChanged)
    assert changed == TicketDeckChanged(len(table.state.tickets), table.state.tickets)
    assert changed.seen_by(Seat(0)) == TicketDeckChanged(len(table.state.tickets), None)


def test_nobody_can_tell_whose_tickets_lie_where_under_the_deck() -> None:
    """U-3: shuffled together: over many games, the first of them comes from every player."""
    owners = set()
    for seed in range(60):
        state = started(3, seed).state
        assert isinstance(state.phase, FirstTickets)
        first = all_chosen(3, 2, seed).state.tickets[len(state.tickets)]
        owners |= {seat for seat, offer in enumerate(state.phase.offers) if first in offer}
    assert owners == {0, 1, 2}


def test_first_tickets_are_chosen_in_any_order_and_in_secret() -> None:
    """U-3: nobody sees a choice before all are made, and who was quicker changes nothing."""
    start = started(3).state
    assert isinstance(start.phase, FirstTickets)
    choices = [KeepTickets(offer[:2], offer[2:]) for offer in start.phase.offers]
    ends = []
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        state = start
        for seat in map(Seat, order):
            assert seat in USA.actors(state)
            state, events = USA.apply(state, seat, choices[seat])
            assert events[0] == ChoiceMade(seat)
            if USA.actors(state) and state.phase != TURN:
                assert len(events) == 1
                assert USA.refusal(state, seat, choices[seat]) is Refusal.ALREADY_CHOSEN
                assert all(player.tickets == 0 for player in state.players)
        ends.append(state)
    assert ends[0] == ends[1] == ends[2]
    assert ends[0].turn == 0


def test_nobody_sees_the_first_tickets_of_others() -> None:
    """U-3, B-17: who has chosen is open; offers and choices are seen by their owner alone."""
    start = started(3).state
    assert isinstance(start.phase, FirstTickets)
    offers = start.phase.offers
    choice = KeepTickets(offers[0][:2], offers[0][2:])
    state = USA.apply(start, Seat(0), choice).state
    chosen = True, False, False
    assert USA.view(state, Seat(0)).phase == ChoosingTickets(offers[0], chosen, choice)
    assert USA.view(state, Seat(1)).phase == ChoosingTickets(offers[1], chosen, None)
    assert USA.view(state, None).phase == ChoosingTickets((), chosen, None)


def test_the_order_in_which_first_tickets_are_returned_is_no_choice() -> None:
    """U-3: they are shuffled anyway."""
    state = started(2).state
    assert isinstance(state.phase, FirstTickets)
    a, b, c, d = state.phase.offers[0]
    assert USA.refusal(state, Seat(0), KeepTickets((a, b), (d, c))) is Refusal.WRONG_RETURN_ORDER
    assert len(USA.legal(state, Seat(0))) == 6 + 4 + 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_classic_edition_offers_three_of_its_thirty_tickets(seats: int) -> None:
    """U-3a: keep at least 2."""
    state = started(seats, edition="classic").state
    assert isinstance(state.phase, FirstTickets)
    assert [len(offer) for offer in state.phase.offers] == [3] * seats
    assert len(state.tickets) == 30 - 3 * seats
    legal = load_game("usa", "classic").legal(state, Seat(0))
    assert {len(choice.kept) for choice in legal if isinstance(choice, KeepTickets)} == {2, 3}


def test_the_actions_are_draw_claim_and_tickets() -> None:
    """U-4: and nothing else."""
    assert a_game("usa").hand(0, "red:6").verbs == {DrawBlind, DrawFaceUp, ClaimRoute, DrawTickets}


def test_drawing_tickets_three_are_offered_and_at_least_one_is_kept() -> None:
    """U-5: the others to the bottom, in any order."""
    table = a_game("usa")
    top, rest = table.state.tickets[:3], table.state.tickets[3:]
    table.draw_tickets()
    assert table.state.phase == TicketOffer(top)
    assert table.why_not.keep("", " ".join(table.board.tickets[t].id for t in top)) is Refusal.TOO_FEW_KEPT
    table.done_with(KeepTickets(top[1:2], (top[2], top[0])))
    assert table.state.tickets == (*rest, top[2], top[0])
    assert table.player(0).tickets == 1 << top[1]


def test_routes_have_one_to_six_spaces() -> None:
    """U-6."""
    assert {route.length for route in a_game("usa").board.routes} == {1, 2, 3, 4, 5, 6}


# -- the end --


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("left", [0, 1, 2])
def test_with_two_trains_or_fewer_everybody_takes_one_last_turn(seats: int, left: int) -> None:
    """U-7: also the player who started the end."""
    table = a_game("usa", seats).hand(0, "red").pieces(0, left + 1)
    table.claim("atlanta--nashville", "red")
    assert table.of(LastTurns) == [LastTurns(Seat(0), seats)]
    for turn in range(seats):
        assert table.seat == (1 + turn) % seats
        table.blind().blind()
    assert table.of(GameEnded)
    assert table.game.is_over(table.state)


def test_with_three_trains_left_the_game_goes_on() -> None:
    """U-7."""
    table = a_game("usa").hand(0, "red").pieces(0, 4).claim("atlanta--nashville", "red")
    assert not table.of(LastTurns)
    assert table.state.turns_left is None


def test_the_end_does_not_move_when_another_player_runs_out_of_trains_too() -> None:
    """U-7: an engine starts the last round again for the second one."""
    table = a_game("usa", 3).hand(0, "red:2").hand(1, "blue:2").pieces(0, 3).pieces(1, 3)
    table.claim("atlanta--nashville", "red").claim("dallas--houston--1", "blue")
    assert not table.of(LastTurns)
    table.blind().blind()
    assert table.seat == 0
    table.blind().blind()
    assert table.game.is_over(table.state)


def test_the_last_turns_are_whole_turns() -> None:
    """U-7: two cards are drawn, routes are claimed, tickets are chosen."""
    table = a_game("usa").last_turns(1)
    table.blind()
    assert not table.game.is_over(table.state)
    table.blind()
    assert table.game.is_over(table.state)


# -- the score --


def test_the_final_score_adds_routes_tickets_and_the_longest_path() -> None:
    """U-8."""
    table = a_game("usa").routes(0, "denver--santa-fe", "el-paso--santa-fe", "dallas--el-paso")
    table.tickets(0, "denver--el-paso", "los-angeles--miami")
    sheet = table.sheet(0)
    assert sheet.of(Source.ROUTES) == 2 + 2 + 7
    assert sheet.of(Source.TICKET) == 4 - 20
    assert sheet.of(Source.LONGEST_PATH) == 10
    assert sheet.total == 5
    assert {line.source for line in sheet.lines} == {Source.ROUTES, Source.TICKET, Source.LONGEST_PATH}


def test_most_points_win() -> None:
    """U-9."""
    outcome = a_game("usa").routes(1, "atlanta--nashville").outcome
    assert (outcome.winners, outcome.decided_by) == ((1,), TieBreak.POINTS)


def test_a_tie_goes_to_the_most_completed_tickets() -> None:
    """U-9: 4 points of routes and a ticket of 4 against 7 + 1 of routes; both have a path of 4."""
    table = a_game("usa")
    table.routes(0, "denver--santa-fe", "el-paso--santa-fe").tickets(0, "denver--el-paso")
    table.routes(1, "chicago--omaha", "atlanta--nashville")
    assert [sheet.total for sheet in table.outcome.sheets] == [18, 18]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0,), TieBreak.TICKETS)


def test_completed_tickets_come_before_the_longest_path() -> None:
    """U-9: 16 points of routes and a ticket of 4, against 10 and the bonus."""
    table = a_game("usa").routes(0, "denver--santa-fe", "el-paso--santa-fe").tickets(0, "denver--el-paso")
    table.routes(0, "chicago--omaha", "montreal--new-york", "atlanta--nashville").routes(1, "atlanta--miami")
    assert [sheet.total for sheet in table.outcome.sheets] == [20, 20]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0,), TieBreak.TICKETS)


def test_still_tied_the_holder_of_the_longest_path_wins() -> None:
    """U-9: 7 points and the bonus against 4 + 4 + 4 + 4 + 1, and no ticket on either side."""
    table = a_game("usa").routes(0, "chicago--omaha")
    table.routes(1, "montreal--new-york", "oklahoma-city--santa-fe", "little-rock--nashville")
    table.routes(1, "helena--salt-lake-city", "portland--seattle--1")
    assert [sheet.total for sheet in table.outcome.sheets] == [17, 17]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0,), TieBreak.LONGEST_PATH)


FOUR = ["montreal--new-york", "oklahoma-city--santa-fe", "little-rock--nashville", "helena--salt-lake-city"]
"""Routes of three spaces, no two of them joined: 4 points each."""


def test_several_holders_of_the_longest_path_share_the_victory() -> None:
    """U-9: 7 points and the bonus twice; the third has as many points, but not the longest path."""
    table = a_game("usa", 4).routes(0, "chicago--omaha").routes(2, "denver--kansas-city--1")
    table.routes(3, *FOUR, "portland--seattle--1")
    assert [sheet.total for sheet in table.outcome.sheets] == [17, 0, 17, 17]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0, 2), TieBreak.SHARED)


def test_if_none_of_the_tied_holds_the_longest_path_all_of_them_share_the_victory() -> None:
    """U-9: the holder has 7 points and the bonus, less a ticket of 21."""
    table = a_game("usa", 3).routes(0, *FOUR[:2]).routes(1, *FOUR[2:])
    table.routes(2, "chicago--omaha").tickets(2, "los-angeles--new-york")
    assert table.sheet(2).of(Source.LONGEST_PATH) == 10
    assert (table.outcome.winners, table.outcome.decided_by) == ((0, 1), TieBreak.SHARED)


# -- the rulebook's examples --


def test_a_blue_route_of_three_spaces_can_be_paid_in_four_ways() -> None:
    """U-10: 3 blue, 2 blue + 1 locomotive, 1 blue + 2 locomotives, or 3 locomotives."""
    table = a_game("usa").hand(0, "blue:3 wild:3 red:3")
    ways = {"blue:3", "blue:2 wild", "blue wild:2", "wild:3"}
    assert table.payments("montreal--new-york") == ways
    for counts in product(range(4), repeat=3):
        pay = " ".join(f"{kind}:{count}" for kind, count in zip(("blue", "wild", "red"), counts, strict=True))
        legal = counts in {(3, 0, 0), (2, 1, 0), (1, 2, 0), (0, 3, 0)}
        assert (table.why_not.claim("montreal--new-york", pay) is None) == legal


def test_two_completed_tickets_add_fifteen() -> None:
    """U-10: Montreal-Atlanta and New York-Atlanta."""
    path = ["montreal--new-york", "new-york--washington--1", "raleigh--washington--1", "atlanta--raleigh--1"]
    table = a_game("usa").routes(0, *path).tickets(0, "montreal--atlanta", "new-york--atlanta")
    assert table.sheet(0).of(Source.TICKET) == 15


def test_one_completed_and_one_missed_ticket_add_four_net() -> None:
    """U-10: Sault Ste. Marie-Nashville completed, Atlanta-Washington missed."""
    path = ["sault-ste-marie--toronto", "pittsburgh--toronto", "nashville--pittsburgh"]
    table = a_game("usa").routes(0, *path).tickets(0, "sault-ste-marie--nashville", "atlanta--washington")
    assert table.sheet(0).of(Source.TICKET) == 4
