"""Tunnels: three cards are turned up, and what they ask for is paid or the turn is lost (E-8 to E-15)."""

from dataclasses import replace

import pytest

from branchline.core.actions import LeaveTunnel, PayToll
from branchline.core.events import DeckReshuffled, DisplayDealt, DisplayFlushed, RouteClaimed, TunnelDug, TunnelLeft
from branchline.core.ids import Seat
from branchline.core.phases import TURN, Toll
from branchline.core.refusals import Refusal
from branchline.data.load import load_board
from tests.builders import Table, a_game, cards, told


def tolls(table: Table) -> set[str]:
    """Every toll that the player may pay."""
    return {told(table.board, action.pay) for action in table.legal if isinstance(action, PayToll)}


def turned_up(table: Table) -> list[str]:
    """What the tunnel turned up, whatever the order."""
    return sorted(table.board.kinds[kind].id for kind in table.of(TunnelDug)[0].revealed)


def dug(hand: str, pay: str, deck: str, route: str = "dale--glen", discards: str = "") -> Table:
    """Attempt a tunnel (Dale-Glen: two red spaces) with exactly these cards in the deck."""
    return a_game("sampleland").hand(0, hand).discards(discards).deck(deck).claim(route, pay)


def test_the_required_cards_are_laid_out_and_three_are_turned_up() -> None:
    """E-8."""
    table = dug("red:3", "red:2", "red blue black")
    assert isinstance(table.state.phase, Toll)
    assert told(table.board, table.state.phase.laid) == "red:2"
    assert told(table.board, table.state.phase.revealed) == "red blue black"
    assert (table.held(0), sum(table.state.decks[0]), table.discarded()) == ("red", 0, "")
    (event,) = table.of(TunnelDug)
    assert (event.seat, event.route, event.extra) == (0, table.board.route_ids["dale--glen"], 1)
    assert (told(table.board, event.laid), turned_up(table)) == ("red:2", ["black", "blue", "red"])


def test_only_three_are_turned_up() -> None:
    """E-8."""
    table = dug("red:2", "red:2", "red:5")
    assert isinstance(table.state.phase, Toll)
    assert (table.state.phase.extra, sum(table.state.decks[0])) == (3, 2)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_board_may_turn_up_another_number(count: int) -> None:
    """E-8: three in Europe, but it is a number of the board."""
    board = load_board("sampleland")
    other = replace(board, rules=replace(board.rules, tunnel_cards=count))
    table = a_game(other).hand(0, "red:2").deck("red:5").claim("dale--glen", "red:2")
    assert isinstance(table.state.phase, Toll)
    assert (table.state.phase.extra, sum(table.state.decks[0])) == (count, 5 - count)


def test_other_routes_are_claimed_without_turning_up_cards() -> None:
    """E-8: only tunnels."""
    table = a_game("sampleland").hand(0, "red:3").deck("red:3").claim("aber--brig", "red:3")
    assert sum(table.state.decks[0]) == 3
    assert table.player(0).points == 4


def test_when_nothing_matches_the_tunnel_is_claimed_at_once() -> None:
    """E-9."""
    table = dug("red:3", "red:2", "blue green black")
    assert table.state.phase == TURN
    assert table.seat == 1
    assert table.player(0).points == 2
    assert table.held(0) == "red"


@pytest.mark.parametrize(
    ("deck", "extra"),
    [("red blue black", 1), ("wild blue black", 1), ("red wild black", 2), ("red:2 wild", 3), ("wild:3", 3)],
)
def test_each_card_of_the_color_and_each_locomotive_costs_one_more(deck: str, extra: int) -> None:
    """E-9."""
    table = dug("red:5", "red:2", deck)
    assert isinstance(table.state.phase, Toll)
    assert table.state.phase.extra == extra
    assert tolls(table) == {"red" if extra == 1 else f"red:{extra}"}


def test_the_toll_is_paid_in_the_color_played_or_in_locomotives() -> None:
    """E-9: any mixture of the two, and nothing else."""
    table = dug("red:3 wild:2 blue:3", "red:2", "red:2 black")
    assert tolls(table) == {"red wild", "wild:2"}
    assert table.why_not.toll("blue:2") is Refusal.WRONG_PAYMENT
    assert table.why_not.toll("red") is Refusal.WRONG_PAYMENT
    assert table.why_not.toll("red wild:2") is Refusal.WRONG_PAYMENT
    assert table.why_not.toll("red:2") is Refusal.CARDS_NOT_HELD
    table.toll("red wild")
    assert (table.seat, table.player(0).points, table.held(0)) == (1, 2, "blue:3 wild")
    paid = cards(table.board, "red:3 wild")
    assert table.of(RouteClaimed) == [RouteClaimed(Seat(0), table.board.route_ids["dale--glen"], paid, 2)]


def test_a_locomotive_among_the_cards_laid_out_does_not_change_the_color() -> None:
    """E-9: red and a locomotive are a red set."""
    table = dug("red:2 wild", "red wild", "red black blue")
    assert isinstance(table.state.phase, Toll)
    assert tolls(table) == {"red"}


def test_the_toll_takes_no_more_pieces_and_scores_no_more_points() -> None:
    """E-9: it is paid in cards only."""
    table = dug("red:5", "red:2", "red:3").pieces(0, 2)
    table.toll("red:3")
    assert table.player(0).pieces == (0,)
    assert table.player(0).points == 2


def test_when_only_locomotives_were_played_only_locomotives_count() -> None:
    """E-10: and only locomotives can pay for them."""
    assert dug("red:3 wild:2", "wild:2", "red:3").player(0).points == 2
    table = dug("red:3 wild:3", "wild:2", "red:2 wild")
    assert isinstance(table.state.phase, Toll)
    assert table.state.phase.extra == 1
    assert tolls(table) == {"wild"}
    assert table.why_not.toll("red") is Refusal.WRONG_PAYMENT


def test_a_player_who_will_not_pay_takes_the_cards_back_and_the_turn_ends() -> None:
    """E-11: an engine loses the turn without asking, and picks the cards by itself."""
    table = dug("red:3", "red:2", "red blue black")
    assert LeaveTunnel() in table.legal
    table.leave_tunnel()
    assert (table.seat, table.held(0), table.player(0).routes, table.player(0).points) == (1, "red:3", 0, 0)
    assert table.of(TunnelLeft) == [TunnelLeft(Seat(0), table.board.route_ids["dale--glen"])]


def test_a_player_who_cannot_pay_can_only_leave() -> None:
    """E-11."""
    table = dug("red:2 blue:5", "red:2", "red blue black")
    assert table.legal == [LeaveTunnel()]
    assert table.leave_tunnel().held(0) == "red:2 blue:5"


def test_nothing_else_may_be_done_before_the_toll_is_settled() -> None:
    """E-11."""
    table = dug("red:3", "red:2", "red blue black")
    assert table.verbs == {PayToll, LeaveTunnel}
    assert table.why_not.blind() is Refusal.TOLL_FIRST
    assert table.why_not.rest() is Refusal.CAN_ACT


def test_an_attempt_that_failed_may_be_repeated_on_a_later_turn() -> None:
    """E-11: the tunnel stays open, for everybody."""
    table = dug("red:2", "red:2", "red blue black").leave_tunnel()
    table.hand(1, "wild:2")
    assert table.why_not.claim("dale--glen", "wild:2") is None
    assert table.turn(0).why_not.claim("dale--glen", "red:2") is None


@pytest.mark.parametrize("outcome", ["free", "paid", "left"])
def test_the_turned_up_cards_are_discarded_whatever_the_outcome(outcome: str) -> None:
    """E-12."""
    table = dug("red:3", "red:2", "blue green black" if outcome == "free" else "red blue black", discards="wild:4")
    if outcome == "free":
        assert table.discarded() == "red:2 blue green black"
    elif outcome == "paid":
        assert table.toll("red").discarded() == "red:4 blue black"
    else:
        assert table.leave_tunnel().discarded() == "red blue black"


def test_deck_and_discards_together_give_the_three_cards() -> None:
    """E-13: the deck has one, the discards the others."""
    table = a_game("sampleland").hand(0, "red:4").discards("red blue").deck("black").claim("dale--glen", "red:2")
    assert isinstance(table.state.phase, Toll)
    assert told(table.board, table.state.phase.revealed) == "red blue black"
    assert [type(event) for event in table.events] == [DeckReshuffled, TunnelDug]


@pytest.mark.parametrize("outcome", ["free", "paid", "left"])
def test_turning_up_the_last_card_shuffles_the_discards_before_the_toll_is_decided(outcome: str) -> None:
    """E-13, B-7: right after the cards turned up, which go to the new pile with those laid out."""
    table = dug("red:3", "red:2", "blue green black" if outcome == "free" else "red blue black", discards="blue:2")
    assert [type(event) for event in table.events][:2] == [TunnelDug, DeckReshuffled]
    assert told(table.board, table.state.decks[0]) == "blue:2"
    if outcome == "free":
        assert table.discarded() == "red:2 blue green black"
        return
    assert table.discarded() == ""
    table = table.toll("red") if outcome == "paid" else table.leave_tunnel()
    assert told(table.board, table.state.decks[0]) == "blue:2"
    assert table.discarded() == ("red:4 blue black" if outcome == "paid" else "red blue black")


@pytest.mark.parametrize("outcome", ["free", "paid", "left"])
def test_without_discards_the_cards_of_the_tunnel_become_the_new_deck(outcome: str) -> None:
    """E-13, B-7a: at the end of the step that discards them."""
    table = dug("red:3", "red:2", "blue green black" if outcome == "free" else "red blue black")
    if outcome != "free":
        assert sum(table.state.decks[0]) == 0
        table = table.toll("red") if outcome == "paid" else table.leave_tunnel()
    new = {"free": "red:2 blue green black", "paid": "red:4 blue black", "left": "red blue black"}[outcome]
    assert table.of(DeckReshuffled)[0].cards == cards(table.board, new)
    assert (told(table.board, table.state.decks[0]), table.discarded()) == (new, "")


def test_a_display_left_with_three_wilds_is_looked_at_again_when_a_tunnel_takes_cards_from_the_deck() -> None:
    """B-6a: the attempt is a step that changes the deck."""
    table = a_game("sampleland").display("wild wild wild blue blue").hand(0, "red:3").deck("red:3 black:3")
    for seed in range(40):
        again = a_game("sampleland").display("wild wild wild blue blue").hand(0, "red:3")
        table = again.deck("red:3 black:5").shuffled_by(seed).claim("dale--glen", "red:2")
        if isinstance(table.state.phase, Toll):
            break
    assert isinstance(table.state.phase, Toll)
    assert [type(event) for event in table.events][:3] == [TunnelDug, DisplayFlushed, DisplayDealt]
    assert table.state.display.count(table.board.wild) < 3


@pytest.mark.parametrize(("deck", "extra"), [("red", 1), ("red wild", 2), ("blue", 0)])
def test_fewer_than_three_cards_are_turned_up_when_there_are_no_more(deck: str, extra: int) -> None:
    """E-13."""
    table = dug("red:4", "red:2", deck)
    assert table.of(TunnelDug)[0].extra == extra
    assert turned_up(table) == deck.split()


def test_without_any_cards_the_tunnel_costs_no_surcharge() -> None:
    """E-13: the cards laid out are not part of the discards while the tunnel is attempted."""
    table = dug("red:2", "red:2", "")
    assert turned_up(table) == []
    assert table.player(0).points == 2


def test_a_grey_tunnel_is_paid_in_one_color_and_that_color_counts() -> None:
    """E-14."""
    table = dug("blue:5 red:3", "blue:3", "red:2 blue", route="elm--glen")
    assert isinstance(table.state.phase, Toll)
    assert table.state.phase.extra == 1
    assert tolls(table) == {"blue"}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_tunnel_may_be_a_double_route(seats: int) -> None:
    """E-14: Madrid-Pamplona, black and white."""
    table = a_game("europe", seats).routes(1, "madrid--pamplona--1").hand(0, "white:3").deck("red:3")
    closed = seats <= 3
    assert table.why_not.claim("madrid--pamplona--2", "white:3") is (Refusal.TWIN_TAKEN if closed else None)
    if not closed:
        assert table.claim("madrid--pamplona--2", "white:3").player(0).points == 4


@pytest.mark.parametrize(
    ("hand", "pay", "deck", "allowed"),
    [
        ("red:3 wild:2 green", "red:2", "red black blue", {"red", "wild"}),
        ("green:3 wild:2 red", "green:2", "wild black blue", {"green", "wild"}),
        ("red:3 wild:3 green:3", "wild:2", "wild red green", {"wild"}),
    ],
)
def test_the_rulebooks_examples(hand: str, pay: str, deck: str, allowed: set[str]) -> None:
    """E-15: one more card each time, of the color played or a locomotive; for two locomotives, a locomotive."""
    table = a_game("europe").hand(0, hand).deck(deck).claim("sarajevo--sofia", pay)
    assert isinstance(table.state.phase, Toll)
    assert table.state.phase.extra == 1
    assert tolls(table) == allowed
