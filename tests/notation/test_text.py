"""Every action has one text form; what people type instead is understood where it can only mean one thing."""

import doctest
from pathlib import Path
from typing import Any, get_args

import pytest

from branchline.core.actions import (
    Action,
    BuildHarbor,
    BuildStation,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    LayRow,
    LayThree,
    LeaveTunnel,
    Pass,
    PayToll,
    SettleTickets,
    StopDrawing,
)
from branchline.core.events import Event
from branchline.core.game import AnyGame
from branchline.core.ids import Cards, DeckId, Seat
from branchline.core.phases import TURN, FirstTickets, TicketOffer, Toll
from branchline.games import load_game
from branchline.messages import LANGUAGES
from branchline.notation.json.codec import word_of
from branchline.notation.typed import names, text
from branchline.notation.typed.names import ParseError
from branchline.notation.typed.text import action_text, parse_action
from tests.notation.walk import GAMES, decisions
from tests.walks import board_of

USA, EUROPE, WORLD, CARDS = (load_game(name) for name in ("usa", "europe", "world", "cards"))
DOCS = Path(__file__).parents[2] / "docs" / "notation.md"


def cards(game: AnyGame, **counts: int) -> Cards:
    return tuple(counts.get(kind.id.replace("-", "_"), 0) for kind in game.printed.kinds)


def route(game: AnyGame, word: str) -> Any:
    return board_of(game).route_ids[word]


def city(game: AnyGame, word: str) -> Any:
    return game.printed.city_ids[word]


def tickets(game: AnyGame, *words: str) -> Any:
    return tuple(game.printed.ticket_ids[word] for word in words)


def colors(*words: str) -> Any:
    return tuple(CARDS.printed.colors.index(word) for word in words)


def turn(game: AnyGame, hand: Cards, **changes: Any) -> Any:
    """A state in which seat 0 begins a turn with this hand."""
    state = game.start(2, 1).state
    first, second = state.players
    return state._replace(phase=TURN, turn=Seat(0), players=(first._replace(hand=hand), second))._replace(**changes)


FORMS: list[tuple[AnyGame, Action, str]] = [
    (
        USA,
        KeepTickets(tickets(USA, "boston--miami", "denver--el-paso"), tickets(USA, "duluth--houston")),
        "keep boston--miami denver--el-paso return duluth--houston",
    ),
    (USA, KeepTickets(tickets(USA, "boston--miami"), ()), "keep boston--miami"),
    (CARDS, KeepTickets((), tickets(CARDS, "dallas--miami")), "keep return dallas--miami"),
    (WORLD, ChoosePieces((20, 40)), "pieces 20 40"),
    (USA, DrawBlind(), "draw blind"),
    (WORLD, DrawBlind(DeckId(0)), "draw blind trains"),
    (WORLD, DrawBlind(DeckId(1)), "draw blind ships"),
    (USA, DrawFaceUp(0), "draw 1"),
    (WORLD, DrawFaceUp(2, DeckId(1)), "draw 3 refill ships"),
    (CARDS, StopDrawing(), "stop"),
    (USA, DrawTickets(), "tickets"),
    (
        EUROPE,
        ClaimRoute(route(EUROPE, "paris--zurich"), cards(EUROPE, red=2, wild=1)),
        "claim paris--zurich red:2 wild:1",
    ),
    (EUROPE, PayToll(cards(EUROPE, red=1)), "toll red:1"),
    (EUROPE, LeaveTunnel(), "leave tunnel"),
    (EUROPE, BuildStation(city(EUROPE, "paris"), cards(EUROPE, wild=1)), "station paris wild:1"),
    (
        WORLD,
        BuildHarbor(city(WORLD, "lima"), cards(WORLD, red_harbor=2, red_ship=2)),
        "harbor lima red-harbor:2 red-ship:2",
    ),
    (WORLD, ExchangePieces(DeckId(0), 3), "exchange trains 3"),
    (CARDS, LayRow(colors("red")[0], 3, 1), "lay red:3 wild:1"),
    (CARDS, LayRow(colors("blue")[0], 2, 0), "lay blue:2"),
    (CARDS, LayThree(colors("red", "green", "blue")), "lay red green blue"),
    (CARDS, SettleTickets(()), "settle none"),
    (CARDS, SettleTickets(tickets(CARDS, "chicago--new-york--1", "dallas--miami")),
     "settle chicago--new-york--1 dallas--miami"),
    (USA, Pass(), "pass"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "action", "written"), FORMS, ids=[form[2] for form in FORMS])
def test_the_strict_form(game: AnyGame, action: Action, written: str) -> None:
    assert action_text(game, action) == written
    assert parse_action(game, written) == action


def test_every_action_has_a_strict_form() -> None:
    assert {type(action) for _, action, _ in FORMS} == set(get_args(Action))


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_action_of_a_game_comes_back_from_its_text(name: str, seats: int, seed: int) -> None:
    """With the moment known and without it."""
    game = load_game(name)
    for state, seat, action, _ in decisions(game, game.start(seats, seed), seed):
        written = action_text(game, action)
        assert parse_action(game, written) == action
        assert parse_action(game, written, state, seat) == action


PARIS_ZURICH = ClaimRoute(route(EUROPE, "paris--zurich"), cards(EUROPE, red=2, wild=1))
TYPED: list[tuple[AnyGame, str, Action]] = [
    *(
        (EUROPE, typed, PARIS_ZURICH)
        for typed in (
            "CLAIM Paris--Zurich RED:2 Wild:1",
            "claim zürich paris red:2 wild:1",
            "claim paryż zurych 2 czerwone 1 lokomotywa",
            "zajmij Paryż – Zurych, czerwony:2 lokomotywa:1",
            "preia Paris-Zürich roșu:2 locomotivă:1",
            "claim paris to zurich red red wild",
            "claim zurich paris 2xred 1xloco.",
            "claim par zur red 2 joker 1",
        )
    ),
    (EUROPE, "station Saint Petersburg red:1", BuildStation(city(EUROPE, "petrograd"), cards(EUROPE, red=1))),
    (EUROPE, "dworzec Petersburg red:1", BuildStation(city(EUROPE, "petrograd"), cards(EUROPE, red=1))),
    (EUROPE, "gară Copenhaga red red", BuildStation(city(EUROPE, "kobenhavn"), cards(EUROPE, red=2))),
    (EUROPE, "leave", LeaveTunnel()),
    (EUROPE, "zrezygnuj z tunelu".replace(" z ", " "), LeaveTunnel()),
    (EUROPE, "pay 1 red", PayToll(cards(EUROPE, red=1))),
    (
        USA,
        "claim Salt Lake City Denver red:3",
        ClaimRoute(route(USA, "denver--salt-lake-city--1"), cards(USA, red=3)),
    ),
    (
        USA,
        "claim Denver Salt Lake City yellow:3",
        ClaimRoute(route(USA, "denver--salt-lake-city--2"), cards(USA, yellow=3)),
    ),
    (
        USA,
        "claim sault ste. marie duluth green:3",
        ClaimRoute(route(USA, "duluth--sault-ste-marie"), cards(USA, green=3)),
    ),
    (USA, "keep Miami Boston, Denver El Paso", KeepTickets(tickets(USA, "boston--miami", "denver--el-paso"), ())),
    (USA, "keep miami boston denver el paso", KeepTickets(tickets(USA, "boston--miami", "denver--el-paso"), ())),
    (
        WORLD,
        "keep Casablanca Kair Teheran; Hongkong Dżakarta",
        KeepTickets(tickets(WORLD, "casablanca--al-qahira--tehran", "hong-kong--jakarta"), ()),
    ),
    (USA, "draw tickets", DrawTickets()),
    (USA, "Dobierz talia", DrawBlind()),
    (WORLD, "draw 3", DrawFaceUp(2, DeckId(0))),
    (WORLD, "take 3 refill ship", DrawFaceUp(2, DeckId(1))),
    (WORLD, "pieces 20 trains 40 ships", ChoosePieces((20, 40))),
    (WORLD, "exchange 3 ships", ExchangePieces(DeckId(1), 3)),
    (WORLD, "wymień statki 3", ExchangePieces(DeckId(1), 3)),
    (CARDS, "lay 3 red 1 wild", LayRow(colors("red")[0], 3, 1)),
    (CARDS, "play blue red green", LayThree(colors("red", "green", "blue"))),
    (CARDS, "settle Miami Dallas", SettleTickets(tickets(CARDS, "dallas--miami"))),
]


@pytest.mark.parametrize(("game", "typed", "action"), TYPED, ids=[each[1] for each in TYPED])
def test_what_people_type_is_understood(game: AnyGame, typed: str, action: Action) -> None:
    assert parse_action(game, typed) == action


def test_the_rest_of_an_offer_goes_back_in_the_order_shown() -> None:
    offer = tickets(USA, "denver--el-paso", "boston--miami", "duluth--houston")
    state = turn(USA, cards(USA), phase=TicketOffer(offer))
    kept = KeepTickets(offer[1:2], (offer[0], offer[2]))
    assert parse_action(USA, "keep boston miami", state) == kept
    assert parse_action(USA, "keep 2", state) == kept
    assert parse_action(USA, "keep 3 1", state) == KeepTickets((offer[0], offer[2]), (offer[1],))
    assert parse_action(USA, "keep all", state) == KeepTickets(offer, ())
    assert parse_action(USA, "keep 2 return 3 1", state) == KeepTickets(offer[1:2], (offer[2], offer[0]))
    with pytest.raises(ParseError, match="no ticket number 4"):
        parse_action(USA, "keep 4", state)


def test_secret_choices_are_read_for_the_seat_that_makes_them() -> None:
    state = USA.start(3, 5).state
    assert isinstance(state.phase, FirstTickets)
    offer = state.phase.offers[2]
    assert parse_action(USA, "keep 1 2", state, Seat(2)) == KeepTickets(offer[:2], offer[2:])
    with pytest.raises(ParseError, match="no ticket number 1"):
        parse_action(USA, "keep 1 2", state)


def test_a_color_alone_is_paid_with_as_few_wilds_as_can_be() -> None:
    state = turn(EUROPE, cards(EUROPE, red=1, green=3, wild=3))
    amsterdam = route(EUROPE, "amsterdam--essen")  # yellow
    grey = route(EUROPE, "berlin--danzig")
    assert parse_action(EUROPE, "claim berlin danzig green", state) == ClaimRoute(grey, cards(EUROPE, green=3, wild=1))
    assert parse_action(EUROPE, "claim danzig berlin red", state) == ClaimRoute(grey, cards(EUROPE, red=1, wild=3))
    assert parse_action(EUROPE, "claim danzig berlin", state) == ClaimRoute(grey, cards(EUROPE, green=3, wild=1))
    assert parse_action(EUROPE, "claim amsterdam essen", state) == ClaimRoute(amsterdam, cards(EUROPE, wild=3))
    assert parse_action(EUROPE, "claim amsterdam essen wild", state) == ClaimRoute(amsterdam, cards(EUROPE, wild=3))
    assert parse_action(EUROPE, "station roma green", state).pay == cards(EUROPE, green=1)  # type: ignore[union-attr]
    with pytest.raises(ParseError, match=r"several ways to pay.*red:1, green:1"):
        parse_action(EUROPE, "station roma", state)
    with pytest.raises(ParseError, match=r"cannot pay for it like that.*wild:3"):
        parse_action(EUROPE, "claim amsterdam essen green", state)
    with pytest.raises(ParseError, match="no way to pay"):
        parse_action(EUROPE, "claim stockholm petrograd red", state)


def test_a_lane_is_found_by_the_cards_that_can_pay_for_it() -> None:
    """Two players: one lane closes the other, and a closed lane cannot be meant."""
    state = turn(EUROPE, cards(EUROPE, red=3, black=3))
    black, red = route(EUROPE, "berlin--frankfurt--1"), route(EUROPE, "berlin--frankfurt--2")
    assert parse_action(EUROPE, "claim frankfurt berlin black", state) == ClaimRoute(black, cards(EUROPE, black=3))
    assert parse_action(EUROPE, "claim frankfurt berlin red:3", state) == ClaimRoute(red, cards(EUROPE, red=3))
    with pytest.raises(ParseError, match="several ways"):
        parse_action(EUROPE, "claim frankfurt berlin", state)


def test_a_toll_is_paid_with_as_few_wilds_as_can_be() -> None:
    laid = cards(EUROPE, red=2)
    toll = Toll(route(EUROPE, "paris--zurich"), laid, cards(EUROPE, red=1, blue=2), 1)
    state = turn(EUROPE, cards(EUROPE, red=1, wild=1), phase=toll)
    assert parse_action(EUROPE, "toll", state) == PayToll(cards(EUROPE, red=1))
    assert parse_action(EUROPE, "toll wild", state) == PayToll(cards(EUROPE, wild=1))


def test_ships_are_paid_without_harbor_symbols_where_that_is_possible() -> None:
    state = turn(WORLD, cards(WORLD, red_ship=2, red_double=1, red=3, wild=1))
    red = route(WORLD, "bangkok--manila")  # two spaces
    assert parse_action(WORLD, "claim manila bangkok red", state) == ClaimRoute(red, cards(WORLD, red_double=1))
    assert parse_action(WORLD, "claim manila bangkok red-ship", state) == ClaimRoute(red, cards(WORLD, red_ship=2))


def test_a_face_up_card_is_named_by_its_color() -> None:
    kinds = USA.printed.kind_ids
    display = tuple(kinds[word] for word in ("blue", "red", "wild", "red", "green"))
    state = turn(USA, cards(USA), display=display)
    assert parse_action(USA, "draw red", state) == DrawFaceUp(1)
    assert parse_action(USA, "draw zielona", state) == DrawFaceUp(4)
    assert parse_action(USA, "draw loco", state) == DrawFaceUp(2)
    with pytest.raises(ParseError, match="No card “black” lies face up"):
        parse_action(USA, "draw black", state)


def test_a_place_is_refilled_from_the_deck_that_can() -> None:
    empty = WORLD.printed.no_cards
    state = turn(WORLD, cards(WORLD))
    state = state._replace(decks=(empty, state.decks[1]), discards=(empty, empty))
    assert parse_action(WORLD, "draw 1", state) == DrawFaceUp(0, DeckId(1))


def test_settling_without_tickets_takes_the_best() -> None:
    state = next(
        decision.state
        for decision in decisions(CARDS, CARDS.start(2, 3), 3)
        if isinstance(decision.action, SettleTickets) and len(CARDS.legal(decision.state, decision.seat)) > 1
    )
    seat = CARDS.actors(state)[0]
    assert parse_action(CARDS, "settle", state, seat) == CARDS.legal(state, seat)[0]
    with pytest.raises(ParseError, match="Say which tickets"):
        parse_action(CARDS, "settle")


WRONG = [
    (USA, "", "Nothing was typed."),
    (USA, "clam paris", "“clam” is not a move. Did you mean: claim?"),
    (USA, "xyzzy", "“xyzzy” is not a move. Did you mean: draw, keep, pieces"),
    (USA, "claim denvr boston", "There is no city “denvr” here. Did you mean: Denver?"),
    (USA, "claim denver", "A city is missing."),
    (USA, "claim denver boston red", "There is no route Denver – Boston. From Denver there are routes to: Helena"),
    (USA, "claim denver denver red", "There is no route Denver – Denver."),
    (USA, "claim denver helena pink:3", "There is no card “pink” here."),
    (USA, "claim denver helena 3", "A number was expected instead of “3”."),
    (USA, "claim denver helena 3 red 1", "A number was expected instead of “1”."),
    (USA, "claim denver helena gren", "There is no card “gren” here. Did you mean: green?"),
    (USA, "claim denver helena", "There is no way to pay"),
    (CARDS, "claim denver helena red:3", "This game has no routes."),
    (USA, "draw", "Say what to draw"),
    (USA, "draw blind ships", "There is no deck “ships” here. Did you mean: trains?"),
    (USA, "draw 2 refill", "There is no deck “refill” here."),
    (USA, "draw 2 and 3", "“and 3” was not understood."),
    (USA, "draw 2x", "A number was expected instead of “2x”."),
    (USA, "pass now", "“now” was not understood."),
    (EUROPE, "leave paris", "“paris” was not understood."),
    (USA, "keep boston seattle", "There is no ticket Boston – Seattle. Did you mean: boston--miami"),
    (USA, "keep boston", "There is no ticket Boston."),
    (CARDS, "keep chicago new york", "There are several such tickets. Did you mean: chicago--new-york--1"),
    (WORLD, "pieces many", "A number was expected instead of “many”."),
    (WORLD, "exchange trains", "Say what to give and how many"),
    (CARDS, "lay", "Say which cards"),
    (CARDS, "lay red", "Say which cards"),
    (CARDS, "lay red:2 blue:2", "Say which cards"),
    (CARDS, "lay wild:2", "Say which cards"),
]


@pytest.mark.parametrize(("game", "typed", "answer"), WRONG, ids=[each[1] or "nothing" for each in WRONG])
def test_what_was_not_understood_is_told(game: AnyGame, typed: str, answer: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_action(game, typed)
    assert str(caught.value).startswith(answer)
    for language in LANGUAGES:
        assert "{" not in caught.value.said(language)


def test_an_unknown_verb_is_answered_with_what_can_be_done_now() -> None:
    with pytest.raises(ParseError, match=r"Did you mean: keep\?"):
        parse_action(USA, "xyzzy", USA.start(2, 1).state, Seat(0))


def test_the_page_on_notation_names_every_action_and_event() -> None:
    page = DOCS.read_text("utf-8")
    missing = [word_of(kind) for kind in (*get_args(Action), *get_args(Event)) if f"`{word_of(kind)}`" not in page]
    assert missing == []


def test_doctests() -> None:
    names_used = {"usa": USA, "europe": EUROPE, "world": WORLD}
    results = [doctest.testmod(module, extraglobs=names_used) for module in (text, names)]
    assert sum(result.attempted for result in results) >= 3
    assert not any(result.failed for result in results)
