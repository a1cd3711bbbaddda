"""World: cards of two decks, the deal, first tickets, and the secret choice of pieces (W-1 to W-7)."""

from itertools import permutations

import pytest

from branchline.core.actions import (
    BuildHarbor,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
)
from branchline.core.events import ChoiceMade, PiecesChosen, TurnStarted
from branchline.core.game import Options
from branchline.core.ids import SHIPS, TRAINS, Seat
from branchline.core.phases import TURN, FirstPieces, FirstTickets
from branchline.core.refusals import Refusal
from branchline.core.states.state import State
from branchline.core.views.view import ChoosingPieces
from branchline.games import load_game
from tests.builders import Table, a_game
from tests.walks import board_of

WORLD = load_game("world")
KINDS = WORLD.printed.kinds


def started(seats: int, seed: int = 1) -> State:
    state: State = WORLD.start(seats, seed, Options(first=Seat(0))).state
    return state


def choosing_pieces(seats: int, seed: int = 1) -> Table:
    """The table after everybody has kept three of the first tickets."""
    state = started(seats, seed)
    assert isinstance(state.phase, FirstTickets)
    table = Table(WORLD, state)  # type: ignore[arg-type]  # it is a board game
    for offer in state.phase.offers:
        table.done_with(KeepTickets(offer[:3], offer[3:]))
    return table


def test_there_are_140_travel_cards() -> None:
    """W-1: 80 train cards, 14 of them wild, and 60 ship cards."""
    trains = [kind for kind in KINDS if kind.deck == TRAINS]
    ships = [kind for kind in KINDS if kind.deck == SHIPS]
    assert (sum(kind.copies for kind in trains), sum(kind.copies for kind in ships)) == (80, 60)
    assert KINDS[-1].copies == 14
    for color in range(6):
        assert sum(kind.copies for kind in trains if kind.color == color) == 11
        assert [(kind.covers, kind.copies) for kind in ships if kind.color == color] == [(1, 4), (2, 6)]


def test_each_color_has_four_kinds_of_card_told_apart() -> None:
    """W-2: train, train with harbor, single ship with harbor, double ship; doubles never bear a harbor."""
    for color in range(6):
        kinds = [(kind.deck, kind.covers, kind.harbor, kind.copies) for kind in KINDS if kind.color == color]
        assert kinds == [(0, 1, False, 7), (0, 1, True, 4), (1, 1, True, 4), (1, 2, False, 6)]
    table = a_game("world").hand(0, "red red-harbor red-ship red-double")
    assert table.held(0) == "red red-harbor red-ship red-double"


def test_there_are_65_tickets_8_of_them_tours_and_three_harbors_a_player() -> None:
    """W-3."""
    board = board_of(WORLD)
    assert (len(board.tickets), sum(ticket.is_tour for ticket in board.tickets)) == (65, 8)
    assert board.rules.harbors == 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_train_and_seven_ship_cards_a_player_and_three_of_each_face_up(seats: int) -> None:
    """W-4: two decks with two discard piles; the wilds belong to the train deck."""
    for seed in range(20):
        state = started(seats, seed)
        for player in state.players:
            by_deck = [sum(player.hand[i] for i, kind in enumerate(KINDS) if kind.deck == deck) for deck in (0, 1)]
            assert by_deck == [3, 7]
        shown = [KINDS[kind].deck for kind in state.display if kind is not None]
        assert sorted(shown) == [0, 0, 0, 1, 1, 1]
        assert len(state.decks) == len(state.discards) == 2
        assert sum(state.decks[0]) + sum(state.discards[0]) == 80 - 3 * seats - 3
        assert sum(state.decks[1]) + sum(state.discards[1]) == 60 - 7 * seats - 3
        for deck in (0, 1):
            assert not any(state.decks[deck][i] for i, kind in enumerate(KINDS) if kind.deck != deck)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_five_tickets_a_player_of_which_at_least_three_are_kept(seats: int) -> None:
    """W-5."""
    state = started(seats)
    assert isinstance(state.phase, FirstTickets)
    assert [len(offer) for offer in state.phase.offers] == [5] * seats
    assert len(state.tickets) == 65 - 5 * seats
    legal = WORLD.legal(state, Seat(0))
    assert {len(choice.kept) for choice in legal if isinstance(choice, KeepTickets)} == {3, 4, 5}
    offer = state.phase.offers[0]
    assert WORLD.refusal(state, Seat(0), KeepTickets(offer[:2], offer[2:])) is Refusal.TOO_FEW_KEPT


def test_returned_first_tickets_go_to_the_bottom_in_the_order_chosen() -> None:
    """W-5: first those of the first seat; the player chooses the order of the own ones (B-21)."""
    state = started(2)
    assert isinstance(state.phase, FirstTickets)
    mine, theirs = state.phase.offers
    table = Table(WORLD, state)  # type: ignore[arg-type]  # it is a board game
    table.done_with(KeepTickets(mine[:3], (mine[4], mine[3])))
    table.done_with(KeepTickets(theirs[:4], theirs[4:]))
    assert table.state.tickets == (*state.tickets, mine[4], mine[3], theirs[4])


def test_sixty_pieces_are_chosen_out_of_25_trains_and_50_ships() -> None:
    """W-6: that is 10 to 25 trains and 35 to 50 ships."""
    table = choosing_pieces(2)
    assert isinstance(table.state.phase, FirstPieces)
    assert table.legal == [ChoosePieces((trains, 60 - trains)) for trains in range(10, 26)]
    for pieces in ((9, 51), (26, 34), (20, 39), (20, 41), (60,), (-1, 61), ()):
        assert table.why_not.choose_pieces(*pieces) is Refusal.WRONG_PIECES


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_choices_are_revealed_together(seats: int) -> None:
    """W-6: nobody sees another choice before; the pieces not chosen stay in the player's box."""
    table = choosing_pieces(seats)
    for seat in range(seats - 1):
        table.choose_pieces(10 + seat, 50 - seat)
        assert table.events == (ChoiceMade(Seat(seat)),)
        for viewer in (None, *range(seats)):
            seen = table.game.view(table.state, None if viewer is None else Seat(viewer))
            own = None if viewer is None or viewer > seat else (10 + viewer, 50 - viewer)
            assert isinstance(seen.phase, ChoosingPieces)
            assert seen.phase.pieces == own
            assert [player.pieces for player in seen.players] == [(25, 50)] * seats
    table.choose_pieces(10 + seats - 1, 50 - seats + 1)
    assert table.of(PiecesChosen) == [PiecesChosen(Seat(i), (10 + i, 50 - i)) for i in range(seats)]
    assert table.of(TurnStarted) == [TurnStarted(Seat(0))]
    assert [player.pieces for player in table.state.players] == [(10 + i, 50 - i) for i in range(seats)]
    assert [player.box for player in table.state.players] == [(15 - i, i) for i in range(seats)]


def test_pieces_are_chosen_in_any_order_of_seats() -> None:
    """W-6: who was quicker changes nothing; nobody chooses twice."""
    start = choosing_pieces(3).state
    ends = []
    for order in permutations(range(3)):
        state = start
        for seat in map(Seat, order):
            choice = ChoosePieces((12 + seat, 48 - seat))
            state = WORLD.apply(state, seat, choice).state
            if state.phase != TURN:
                assert WORLD.refusal(state, seat, choice) is Refusal.ALREADY_CHOSEN
        ends.append(state)
    assert all(end == ends[0] for end in ends)


def test_twenty_trains_and_forty_ships_are_proposed() -> None:
    """W-6."""
    assert board_of(WORLD).rules.default_pieces == (20, 40)


def test_the_actions_are_draw_claim_tickets_harbor_and_exchange() -> None:
    """W-7: and nothing else."""
    table = a_game("world").routes(0, "lagos--luanda--1").hand(0, "yellow-harbor:2 yellow-ship:2")
    verbs = table.verbs
    assert verbs == {DrawBlind, DrawFaceUp, ClaimRoute, DrawTickets, BuildHarbor, ExchangePieces}
