"""World: exchanging pieces, the two last turns, the score, and ties (W-27 to W-30)."""

import pytest

from branchline.core.actions import ExchangePieces
from branchline.core.events import LastTurns, PiecesExchanged
from branchline.core.ids import SHIPS, TRAINS, DeckId, Seat
from branchline.core.refusals import Refusal
from branchline.core.score import Source, TieBreak
from tests.builders import a_game


def test_trains_are_exchanged_for_ships_of_the_own_box() -> None:
    """W-27: one for one, one point each."""
    table = a_game("world").exchange(TRAINS, 3)
    assert table.player(0)[1:3] == ((17, 43), (8, 7))
    assert table.player(0).points == -3
    assert table.seat == 1
    assert table.of(PiecesExchanged) == [PiecesExchanged(Seat(0), TRAINS, 3)]


def test_ships_are_exchanged_for_trains() -> None:
    """W-27."""
    table = a_game("world").exchange(SHIPS, 5)
    assert table.player(0)[1:3] == ((25, 35), (0, 15))
    assert table.player(0).points == -5


def test_an_exchange_keeps_within_what_the_box_and_the_player_have() -> None:
    """W-27: the box has 5 trains and 10 ships."""
    table = a_game("world")
    exchanges = [action for action in table.legal if isinstance(action, ExchangePieces)]
    assert exchanges == [
        *(ExchangePieces(TRAINS, count) for count in range(1, 11)),
        *(ExchangePieces(SHIPS, count) for count in range(1, 6)),
    ]
    wrong = ((TRAINS, 11), (SHIPS, 6), (TRAINS, 0), (TRAINS, -1), (DeckId(2), 1), (DeckId(-1), 1))
    assert all(table.why_not.exchange(give, count) is Refusal.WRONG_EXCHANGE for give, count in wrong)
    table.pieces(0, 2, 40)
    assert table.why_not.exchange(TRAINS, 3) is Refusal.WRONG_EXCHANGE
    assert table.why_not.exchange(TRAINS, 2) is None


def test_it_may_be_done_more_than_once_in_a_game() -> None:
    """W-27: also back again, for another point each."""
    table = a_game("world").exchange(TRAINS, 2).turn(0).exchange(TRAINS, 1).turn(0).exchange(SHIPS, 3)
    assert table.player(0)[1:3] == ((20, 40), (5, 10))
    assert table.player(0).points == -6
    assert table.sheet(0).of(Source.EXCHANGE) == -6


def test_exchanged_pieces_can_be_placed() -> None:
    """W-27: ten ships from the box make the eight that were missing."""
    table = a_game("world").hand(0, "yellow-double:4").pieces(0, 20, 3)
    assert table.why_not.claim("anchorage--tiksi", "yellow-double:4") is Refusal.TOO_FEW_PIECES
    table.exchange(TRAINS, 5).turn(0).claim("anchorage--tiksi", "yellow-double:4")
    assert table.player(0).pieces == (15, 0)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(("trains", "ships"), [(7, 0), (3, 4), (1, 0), (4, 2)])
def test_with_six_pieces_or_fewer_everybody_takes_two_more_turns(seats: int, trains: int, ships: int) -> None:
    """W-28: trains and ships together; that player included."""
    table = a_game("world", seats).hand(0, "purple").pieces(0, trains, ships).claim("lagos--luanda--1", "purple")
    assert table.of(LastTurns) == [LastTurns(Seat(0), 2 * seats)]
    for turn in range(2 * seats):
        assert not table.game.is_over(table.state)
        assert table.seat == (turn + 1) % seats
        table.blind(SHIPS).blind(SHIPS)
    assert table.game.is_over(table.state)


def test_with_seven_pieces_the_game_goes_on() -> None:
    """W-28."""
    table = a_game("world").hand(0, "purple").pieces(0, 4, 4).claim("lagos--luanda--1", "purple")
    assert not table.of(LastTurns)
    assert table.state.turns_left is None


def test_the_end_does_not_move() -> None:
    """W-28: when another player has six or fewer during the last turns."""
    table = (
        a_game("world")
        .hand(0, "purple")
        .pieces(0, 7, 0)
        .pieces(1, 7, 0)
        .hand(1, "red")
        .claim("lagos--luanda--1", "purple")
    )
    table.claim("hamburg--marseille--2", "red")
    assert not table.of(LastTurns)
    assert table.state.turns_left == 3


def test_the_final_score() -> None:
    """W-29: routes - exchanges + tickets and tours + harbors - 4 for each harbor not built; no other bonus."""
    table = a_game("world").routes(0, "hong-kong--manila", "jakarta--manila").built(0, "jakarta")
    table.tickets(0, "hong-kong--jakarta", "casablanca--al-qahira--tehran").exchange(TRAINS, 4)
    sheet = table.sheet(0)
    assert sheet.of(Source.ROUTES) == 1 + 2
    assert sheet.of(Source.EXCHANGE) == -4
    assert sheet.of(Source.TICKET) == 5 - 15
    assert sheet.of(Source.HARBOR) == 20
    assert sheet.of(Source.HARBORS_LEFT) == -8
    assert sheet.total == 3 - 4 - 10 + 20 - 8
    assert Source.LONGEST_PATH not in {line.source for line in sheet.lines}


def test_tied_players_share_the_victory() -> None:
    """W-30 decision: completed tickets, harbors and long paths decide nothing."""
    table = a_game("world", 3).routes(0, "hong-kong--manila", "jakarta--manila").tickets(0, "hong-kong--jakarta")
    table.routes(1, "lagos--luanda--1", "cambridge-bay--winnipeg")
    assert [sheet.total for sheet in table.outcome.sheets] == [3 + 5 - 12, 1 + 7 - 12, -12]
    assert (table.outcome.winners, table.outcome.decided_by) == ((0, 1), TieBreak.SHARED)


def test_most_points_win() -> None:
    """W-29."""
    table = a_game("world").routes(1, "hong-kong--manila")
    assert (table.outcome.winners, table.outcome.decided_by) == ((1,), TieBreak.POINTS)
