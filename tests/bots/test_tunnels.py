"""Tunnels: what they may cost, and tables of bots that try and leave them come to an end all the same (B-10a)."""

from __future__ import annotations

from branchline.bots.board.moves.tunnels import chance_of_passing
from branchline.bots.board.position import BoardPosition
from branchline.bots.bot import Budget
from branchline.bots.match import play_match
from branchline.bots.registry import make_bot
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import DeckCycle, nothing_seen
from branchline.games import load_game
from tests.builders import Table, a_game, cards


def chance(table: Table, pay: str) -> float:
    """How likely seat 0 gets through with this payment, as far as it has seen the game."""
    view = table.game.view(table.state, Seat(0))
    memory = nothing_seen(table.board, 2, Seat(0))
    filling = DeckCycle(table.state.decks[0], (0, 0))
    return chance_of_passing(
        BoardPosition(view._replace(memory=memory._replace(fillings=((filling,),)))), cards(table.board, pay)
    )


def test_what_may_be_turned_up_makes_the_chance_of_a_tunnel() -> None:
    """E-9: nothing is left in hand for a toll, so that any matching card is too much."""
    for deck, passes in (("green:3", True), ("blue:3", False), ("wild:3", False)):
        assert chance(a_game("europe").hand(0, "blue:2").deck(deck), "blue:2") == float(passes)


def test_the_discards_count_where_the_deck_has_too_few_cards() -> None:
    """E-13."""
    few = a_game("europe").hand(0, "blue:2").discards("blue:4").deck("green:2")
    assert 0 < chance(few, "blue:2") < 0.1
    enough = a_game("europe").hand(0, "blue:2").discards("blue:4").deck("green:3")
    assert chance(enough, "blue:2") == 1


def test_with_no_cards_at_all_a_tunnel_is_a_route_like_others() -> None:
    """E-13."""
    assert chance(a_game("europe").hand(0, "blue:2").deck(""), "blue:2") == 1


def test_five_cards_that_go_round_do_not_keep_a_table_busy_for_ever() -> None:
    """Found by the ladder: three wilds among the five, and four bots that tried and left their tunnels by turns."""
    game = load_game("europe")
    names = ("hasty", "hasty", "planner", "hasty")
    result = play_match(game, [make_bot(name, game) for name in names], 781)
    assert game.is_over(result.state)
    assert result.faults == ()


def test_a_table_of_bots_that_all_wanted_one_tunnel_comes_to_its_end() -> None:
    """Found by chance: with the deck empty, everybody in an imagined world began the same tunnel again and again."""
    game = load_game("sampleland")
    bots = [
        make_bot(name, game, Budget(iterations=2)) for name in ("apprentice", "hasty", "greedy", "planner", "search")
    ]
    result = play_match(game, bots, 2654323350)
    assert game.is_over(result.state)
    assert result.faults == ()
