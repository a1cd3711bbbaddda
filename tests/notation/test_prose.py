"""Games are told in three languages, and nothing that a viewer may not know is told to it."""

from typing import Any

import pytest

from branchline.core.actions import ExchangePieces, LayThree
from branchline.core.events import (
    CardDrawn,
    CardsDealt,
    DrawingStopped,
    EndReason,
    GameEnded,
    NothingNew,
    RowEmptied,
    TicketsKept,
    TunnelDug,
)
from branchline.core.ids import CityId, Color, DeckId, Kind, RouteId, Seat, TicketId
from branchline.core.phases import Toll
from branchline.core.printed.board import Board
from branchline.core.score import Finish, ScoreLine, Source
from branchline.data.load import load_board
from branchline.games import load_game
from branchline.messages import LANGUAGES
from branchline.notation.prose import Narrator
from tests.notation.walk import GAMES, decisions

NAMES = ["Ala", "Bogdan", "Cezara", "Dan", "Ewa"]


def narrator(name: str, language: str) -> Narrator:
    return Narrator(load_game(name).printed, language, NAMES)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_all_of_a_game_can_be_told_in_every_language(name: str, seats: int, seed: int) -> None:
    game = load_game(name)
    tellers = [narrator(name, language) for language in LANGUAGES]
    start = game.start(seats, seed)
    steps, told = [start], set()
    for decision in decisions(game, start, seed):
        steps.append(decision.step)
        told |= {each.action(decision.action) for each in tellers}
        told |= {each.phase(decision.state.phase) for each in tellers}
    for step in steps:
        for event in step.events:
            for viewer in (None, Seat(0), Seat(1)):
                told |= {each.event(event.seen_by(viewer)) for each in tellers}
            told |= {each.event(event) for each in tellers}
    for sheet in game.outcome(steps[-1].state).sheets:
        told |= {each.line(line) for each in tellers for line in sheet.lines}
    assert not [text for text in told if "{" in text or "None" in text]


def test_a_hidden_card_is_not_told() -> None:
    europe: Any = load_game("europe").printed
    drawn = CardDrawn(Seat(0), DeckId(0), europe.kind_ids["red"])
    assert narrator("europe", "en").event(drawn) == "Ala draws blind: red."
    assert narrator("europe", "en").event(drawn.seen_by(Seat(1))) == "Ala draws a card blind."
    ship = CardDrawn(Seat(0), DeckId(1), None)
    assert narrator("world", "en").event(ship) == "Ala draws a card blind (ships)."
    dealt = CardsDealt(Seat(1), 4, (0, 4, 0, 0, 0, 0, 0, 0, 0))
    assert narrator("europe", "pl").event(dealt) == "Bogdan otrzymuje karty: 4× czerwony."
    assert narrator("europe", "ro").event(dealt.seen_by(None)) == "Bogdan primește 4 cărți."


def test_hidden_tickets_are_counted() -> None:
    kept = TicketsKept(Seat(0), 2, 1, (TicketId(0), TicketId(1)), (TicketId(2),))
    assert narrator("usa", "pl").event(kept.seen_by(None)) == "Ala zatrzymuje 2 bilety i zwraca 1."
    assert "Zwrócone: " in narrator("usa", "pl").event(kept)


def test_a_tunnel_is_told_with_its_cards() -> None:
    board: Any = load_game("europe").printed
    red = tuple(2 if kind.id == "red" else 0 for kind in board.kinds)
    dug = TunnelDug(Seat(2), board.route_ids["marseille--zurich"], red, (), 0)
    assert narrator("europe", "ro").event(dug) == (
        "Cezara sapă tunelul Marsilia – Zürich (2× roșu). S-au întors: nimic. Tunelul mai costă 0 cărți."
    )
    assert narrator("europe", "en").phase(Toll(RouteId(0), red, red, 1)) == "The tunnel costs 1 card more."


def test_cards_of_two_decks_are_told_apart() -> None:
    world: Any = load_game("world").printed
    told = [narrator("world", "en").card(Kind(kind)) for kind in range(4)] + [narrator("world", "pl").card(world.wild)]
    assert told == [
        "purple (train)",
        "purple (train, harbor)",
        "purple (ship, harbor)",
        "purple (double ship)",
        "lokomotywa",
    ]
    assert narrator("world", "en").action(ExchangePieces(DeckId(1), 1)) == "Exchange 1 ship for 1 train"


def test_three_colors_are_told() -> None:
    colors = load_game("cards").printed.colors
    three = LayThree((Color(colors.index("red")), Color(colors.index("green")), Color(colors.index("blue"))))
    assert narrator("cards", "en").action(three) == "Play three colors into the yard: 1× red, 1× green, 1× blue"


def test_a_lane_of_a_double_route_is_told_with_its_color() -> None:
    board: Any = load_game("europe").printed
    assert narrator("europe", "pl").route(board.route_ids["berlin--frankfurt--1"]) == (
        "Berlin – Frankfurt nad Menem (czarny)"
    )
    assert narrator("europe", "en").route(board.route_ids["paris--zurich"]) == "Paris – Zurich"


def test_lines_of_a_score_sheet() -> None:
    board = load_board("europe")
    assert isinstance(board, Board)
    ticket, route = board.ticket_ids["berlin--roma"], board.route_ids["paris--zurich"]
    en = narrator("europe", "en")
    assert en.line(ScoreLine(Source.ROUTES, 21, count=5)) == "Routes: 5"
    assert en.line(ScoreLine(Source.TICKET, -9, ticket, Finish.MISSED)) == "Ticket: Berlin – Rome (9), missed"
    assert en.line(ScoreLine(Source.TICKET, 9, ticket, Finish.COMPLETED, routes=(route,))) == (
        "Ticket: Berlin – Rome (9), completed, borrowed: Paris – Zurich"
    )
    assert en.line(ScoreLine(Source.LONGEST_PATH, 10, routes=(route,), count=7)) == "Longest path: 7"
    assert en.line(ScoreLine(Source.HARBOR, 20, city=CityId(0), count=1)) == "Harbor: Amsterdam, 1"
    assert en.line(ScoreLine(Source.EXCHANGE, 0)) == "Exchanged pieces"


def test_a_color_that_no_catalog_knows_keeps_its_own_name() -> None:
    board = load_board("europe")
    odd = Board(**{**vars_of(board), "colors": ("umber", *board.colors[1:])})
    assert Narrator(odd, "pl", NAMES).color(0) == "umber"


def vars_of(board: Board) -> dict[str, Any]:
    return {name: getattr(board, name) for name in Board.__dataclass_fields__}


def test_a_game_that_stands_still_is_told() -> None:
    """B-10a: a warning, and an end that names its reason."""
    near = NothingNew(8, 2)
    assert narrator("cards", "en").event(near) == (
        "Nobody has got anything new for 8 rounds. After 2 more such rounds the game ends."
    )
    assert narrator("cards", "pl").event(near).endswith("Po jeszcze 2 takich rundach gra się skończy.")
    assert narrator("cards", "ro").event(near).endswith("După încă 2 astfel de runde jocul se încheie.")
    for language in LANGUAGES:
        told = {narrator("world", language).event(GameEnded(reason)) for reason in EndReason}
        assert len(told) == len(EndReason)
    assert narrator("world", "en").event(GameEnded(EndReason.LAST_TURNS)).startswith("The last turn has been played.")


def test_the_words_for_the_end_of_a_game_stay_as_they_are() -> None:
    """Clients and catalogs of messages know them."""
    assert [each.value for each in EndReason] == ["last-turns", "all-passed", "nothing-new"]


def test_one_card_only_and_a_row_that_leaves_the_yard_are_told() -> None:
    """C-4, C-8."""
    assert narrator("cards", "en").event(DrawingStopped(Seat(0))) == "Ala draws one card only."
    red = Color(load_game("cards").printed.colors.index("red"))
    assert narrator("cards", "pl").event(RowEmptied(Seat(1), red)).endswith("ten kolor jest znowu wolny: czerwony.")
