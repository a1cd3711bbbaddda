"""The cards that nobody holds: drawing, refilling, flushing, and the state they came from."""

from collections import Counter

from branchline.core.events import DeckReshuffled, DisplayDealt
from branchline.core.ids import SHIPS, TRAINS
from branchline.core.states.stock import Stock
from tests.builders import a_game, cards


def test_the_state_it_came_from_stays_as_it_was() -> None:
    table = a_game("world").discards("red:3")
    before = tuple(table.state)
    stock = Stock(table.state)
    for _ in range(20):
        stock.draw(TRAINS)
        stock.draw(SHIPS)
    stock.discard(cards(table.board, "red red-ship wild"))
    stock.take(0, SHIPS)
    stock.deal_display()
    assert tuple(table.state) == before


def test_every_card_of_a_deck_has_the_same_chance() -> None:
    """B-2: 3 red, 2 blue, 1 wild, drawn 1200 times from the same deck."""
    drawn: Counter[int] = Counter()
    for seed in range(1200):
        table = a_game("sampleland").deck("red:3 blue:2 wild").shuffled_by(seed)
        drawn[Stock(table.state).draw(TRAINS)] += 1
    wild, red, blue = (drawn[table.board.kind_ids[kind]] for kind in ("wild", "red", "blue"))
    assert wild + red + blue == 1200
    assert (150 < wild < 250, 340 < blue < 460, 540 < red < 660) == (True, True, True)


def test_a_deck_can_be_drawn_to_its_last_card_and_through_its_discards() -> None:
    """B-7: the shuffle between the two is told once, in the middle of what is drawn together."""
    table = a_game("sampleland").discards("blue:2").deck("red:2")
    stock = Stock(table.state)
    drawn = [table.board.kinds[kind].id for kind in stock.draw_several([TRAINS] * 4)]
    assert drawn == ["red", "red", "blue", "blue"]
    assert stock.events == [DeckReshuffled(TRAINS, cards(table.board, "blue:2"))]
    assert not stock.can_draw()


def test_cards_are_discarded_to_the_pile_of_their_deck() -> None:
    """W-11."""
    table = a_game("world")
    stock = Stock(table.state)
    stock.discard(cards(table.board, "red:2 red-double wild"))
    assert stock.discards == (cards(table.board, "red:2 wild"), cards(table.board, "red-double"))


def test_a_display_is_dealt_as_far_as_there_are_cards() -> None:
    """B-7a: what is missing stays empty."""
    table = a_game("sampleland").display("- - - - -").deck("red:2 blue")
    stock = Stock(table.state)
    stock.deal_display()
    assert stock.display.count(None) == 2
    assert stock.events == [DisplayDealt(stock.display)]
