"""The audit finds what it is there to find: every test breaks a sound state in one way."""

from branchline.core.phases import FirstTickets
from branchline.core.states.state import State
from branchline.games import load_game
from tests.builders import Table, a_game, cards


def found(table: Table) -> list[str]:
    return list(table.game.problems(table.state))


def with_hand(table: Table, text: str) -> Table:
    """Give seat 0 these cards out of nothing."""
    return table.change(0, hand=cards(table.board, text))


def test_a_sound_state_has_no_problems() -> None:
    for board in ("sampleland", "usa", "europe", "world"):
        assert found(a_game(board)) == []


def test_a_created_card() -> None:
    assert found(with_hand(a_game("sampleland"), "red")) == ["11 red cards instead of 10"]


def test_a_lost_card() -> None:
    table = a_game("sampleland")
    (red, *others) = table.state.decks[0]
    table.state = table.state._replace(decks=((red - 1, *others),))
    assert found(table) == ["9 red cards instead of 10"]


def test_discards_under_an_empty_deck() -> None:
    """B-7."""
    assert found(a_game("sampleland").discards("red").deck("")) == ["discards that should be the new deck"]


def test_an_empty_place_beside_a_deck() -> None:
    """B-7a."""
    table = a_game("sampleland").display("- red red red red")
    assert found(table) == ["an empty place in the display although there are cards"]


def test_turns_without_anything_new_that_were_not_counted() -> None:
    """B-10, B-10a."""
    table = a_game("sampleland")
    table.state = table.state._replace(passes=1)
    assert found(table) == ["1 turns passed in a row, but only 0 without anything new"]
    table.state = table.state._replace(passes=0, idle=20)
    assert found(table) == ["20 turns without anything new, and no end"]


def test_a_pile_in_debt() -> None:
    table = a_game("sampleland").hand(0, "")
    deck = list(table.state.decks[0])
    deck[0], hand = deck[0] + 1, [-1, 0, 0, 0, 0]
    table.state = table.state._replace(decks=(tuple(deck),))
    assert found(table.change(0, hand=tuple(hand))) == ["a pile with fewer than no cards"]


def test_a_ticket_in_two_places() -> None:
    assert found(a_game("usa").change(0, tickets=1)) == ["a ticket in two places", "34 tickets instead of 33"]


def test_a_lost_ticket_unless_tickets_may_leave_the_game() -> None:
    """E-4: in Europe returned tickets leave, so that none can be missed."""
    for board, problems in (("usa", ["32 tickets instead of 33"]), ("europe", [])):
        table = a_game(board)
        table.state = table.state._replace(tickets=table.state.tickets[1:])
        assert found(table) == problems


def test_tickets_offered_at_the_start_count() -> None:
    game = load_game("usa")
    state: State = game.start(2, 1).state
    assert game.problems(state) == ()
    assert isinstance(state.phase, FirstTickets)
    lost = state._replace(phase=FirstTickets((state.phase.offers[0], ()), state.phase.choices))
    assert game.problems(lost) == ("29 tickets instead of 33",)


def test_pieces_that_do_not_add_up() -> None:
    table = a_game("sampleland").change(1, pieces=(15,))
    assert found(table) == ["seat 1: pieces of sort 0 do not add up to 16"]
    assert found(a_game("sampleland").change(1, pieces=(-1,), box=(17,)))
    assert found(a_game("sampleland").change(1, pieces=(17,), box=(-1,)))


def test_a_route_with_two_owners() -> None:
    table = a_game("sampleland").routes(0, "aber--brig").routes(1, "aber--brig")
    assert found(table) == ["a route with two owners"]


def test_both_lanes_of_a_double_route() -> None:
    """B-15."""
    both = "both lanes of a double route with one owner"
    taken = "both lanes of a double route taken by fewer than 4 players"
    assert found(a_game("sampleland", 4).routes(0, "brig--elm--1", "brig--elm--2")) == [both]
    assert found(a_game("sampleland", 3).routes(0, "brig--elm--1").routes(1, "brig--elm--2")) == [taken]
    assert found(a_game("sampleland", 4).routes(0, "brig--elm--1").routes(1, "brig--elm--2")) == []


def test_two_buildings_in_one_city_and_too_many() -> None:
    """E-16, W-23."""
    assert found(a_game("sampleland").built(0, "aber").built(1, "aber")) == ["two buildings in one city"]
    assert found(a_game("sampleland").built(0, "aber", "brig", "cove")) == ["more buildings than a player has"]
