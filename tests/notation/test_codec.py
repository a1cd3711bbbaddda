"""Every value of a game has one JSON form, and it comes back as the same value."""

import doctest
import json
from dataclasses import dataclass
from typing import Any, get_args

import pytest

from branchline.core import actions, events
from branchline.core.actions import Action, BuildStation, ClaimRoute, DrawFaceUp, KeepTickets
from branchline.core.events import CardDrawn, Event
from branchline.core.ids import CityId, DeckId, Seat
from branchline.core.phases import Phase
from branchline.core.rng import Rng
from branchline.core.score import Outcome, ScoreLine, Sheet, Source
from branchline.core.views.card_view import CardView
from branchline.core.views.view import View
from branchline.data.load import load_board
from branchline.games import load_game
from branchline.notation import printed
from branchline.notation.json import codec, forms
from branchline.notation.json.codec import form_of, from_json, to_json, word_of
from branchline.notation.json.forms import BadJson
from tests.notation.walk import GAMES, decisions

EUROPE = load_game("europe")
BOARD = load_board("europe")
CLAIM = {"do": "claim", "route": "paris--zurich", "pay": {"green": 2, "wild": 1}}


def through_json(game_printed: Any, kind: Any, value: Any) -> Any:
    return from_json(game_printed, kind, json.loads(json.dumps(to_json(game_printed, value))))


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_everything_in_a_game_comes_back_from_json(name: str, seats: int, seed: int) -> None:
    game = load_game(name)
    start = game.start(seats, seed)
    viewers = [None, *map(Seat, range(seats))]
    happened = list(start.events)
    state = start.state
    for number, (before, _, action, step) in enumerate(decisions(game, start, seed)):
        assert through_json(game.printed, Action, action) == action
        assert through_json(game.printed, Phase, before.phase) == before.phase
        if number % 5 == 0:
            for viewer in viewers:
                view = game.view(before, viewer)
                assert through_json(game.printed, type(view), view) == view
        happened += step.events
        state = step.state
    for event in happened:
        for seen in {event, *(event.seen_by(viewer) for viewer in viewers)}:
            assert through_json(game.printed, Event, seen) == seen
    outcome = game.outcome(state)
    assert through_json(game.printed, Outcome, outcome) == outcome


def test_an_action_says_what_it_does() -> None:
    claim = from_json(BOARD, Action, CLAIM)
    assert claim == ClaimRoute(BOARD.route_ids["paris--zurich"], (0, 0, 0, 0, 2, 0, 0, 0, 1))
    assert to_json(BOARD, claim) == CLAIM


def test_an_event_hides_what_a_viewer_may_not_know() -> None:
    event = CardDrawn(Seat(1), DeckId(0), BOARD.kind_ids["red"])
    assert to_json(BOARD, event) == {"event": "card-drawn", "seat": 1, "deck": "trains", "kind": "red"}
    assert to_json(BOARD, event.seen_by(Seat(0)))["kind"] is None


def test_what_has_a_default_may_be_left_out() -> None:
    assert from_json(BOARD, Action, {"do": "draw", "slot": 2}) == DrawFaceUp(2, DeckId(0))


@pytest.mark.parametrize("kinds", [Action, Event, Phase], ids=["actions", "events", "phases"])
def test_every_class_has_a_form_and_a_word_of_its_own(kinds: Any) -> None:
    words = [word_of(kind) for kind in get_args(kinds)]
    assert len(set(words)) == len(words)
    for kind in get_args(kinds):
        form_of(kind)


def test_every_action_carries_its_word() -> None:
    """What a verb is called outside must not change when its class is renamed."""
    assert [kind.__name__ for kind in get_args(Action) if "word" not in vars(kind)] == []


def test_classes_that_nothing_tells_apart_have_no_form_together() -> None:
    with pytest.raises(TypeError, match="nothing tells them apart"):
        form_of(View | CardView)


def test_a_score_sheet_tells_its_total_and_of_a_line_only_what_it_has() -> None:
    sheet = Sheet(Seat(1), (ScoreLine(Source.ROUTES, 0), ScoreLine(Source.HARBOR, 20, city=CityId(0), count=1)))
    data = to_json(BOARD, sheet)
    assert list(data) == ["seat", "total", "lines"]
    assert data["total"] == 20
    assert data["lines"][0] == {"source": "routes", "points": 0}
    assert data["lines"][1] == {"source": "harbor", "points": 20, "city": BOARD.cities[0].id, "count": 1}
    assert from_json(BOARD, Sheet, data) == sheet
    with pytest.raises(BadJson, match="total: 21 is not 20"):
        from_json(BOARD, Sheet, data | {"total": 21})


def test_a_state_has_no_form() -> None:
    """Its random generator must never be sent to anybody."""
    with pytest.raises(TypeError, match="no JSON form"):
        to_json(BOARD, EUROPE.start(2, 1).state)


def test_a_field_of_an_unknown_type_has_no_form() -> None:
    @dataclass(frozen=True)
    class Chance:
        rng: Rng

    with pytest.raises(TypeError, match="no JSON form"):
        form_of(Chance)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "None is not an object"),
        ([], "[] is not an object"),
        ({}, "do: is missing: one of keep, pieces"),
        ({"do": "fly"}, "do: 'fly' is not one of keep"),
        ({"do": ["claim"]}, "do: ['claim'] is not one of keep"),
        ({"do": "claim", "pay": {}}, "route: is missing"),
        (CLAIM | {"tip": 1}, "tip: has no place in a claim"),
        (CLAIM | {"route": "paris--zurik"}, "route: unknown route 'paris--zurik' (did you mean 'paris--zurich'?)"),
        (CLAIM | {"route": 7}, "route: unknown route 7"),
        (CLAIM | {"pay": [2]}, "pay: [2] is not an object"),
        (CLAIM | {"pay": {"gren": 2}}, "pay.gren: unknown card 'gren' (did you mean 'green'?)"),
        (CLAIM | {"pay": {"green": -1}}, "pay.green: -1 is not a number of things"),
        (CLAIM | {"pay": {"green": True}}, "pay.green: true is not a number of things"),
        ({"do": "draw", "slot": True}, "slot: true is not a whole number"),
        ({"do": "draw", "slot": 1.0}, "slot: 1.0 is not a whole number"),
        ({"do": "draw", "slot": 1, "refill": "ships"}, "refill: unknown deck 'ships'"),
        ({"do": "keep", "kept": "all", "returned": []}, "kept: 'all' is not a list"),
        ({"do": "keep", "kept": ["berlin--roma", "x"], "returned": []}, "kept.1: unknown ticket 'x'"),
        ({"do": "lay-three", "colors": ["red", "blue"]}, "colors: 3 items are needed, not 2"),
        ({"do": "lay-three", "colors": ["red", "blue", "pink"]}, "colors.2: unknown color 'pink'"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(data: Any, message: str) -> None:
    with pytest.raises(BadJson) as caught:
        from_json(BOARD, Action, data)
    assert str(caught.value).startswith(message)


def test_the_wrong_class_is_not_read_as_the_right_one() -> None:
    with pytest.raises(BadJson, match="do: 'claim' is not keep"):
        from_json(BOARD, KeepTickets, CLAIM)
    with pytest.raises(BadJson, match="'gold' is not one of"):
        from_json(BOARD, Outcome, {"sheets": [], "winners": [], "decided_by": "gold"})


def test_a_whole_number_is_not_a_text_nor_a_truth() -> None:
    with pytest.raises(BadJson, match="1 is not a text"):
        from_json(BOARD, str, 1)
    with pytest.raises(BadJson, match="1 is not true or false"):
        from_json(BOARD, bool, 1)
    assert from_json(BOARD, float, 1) == 1


def test_a_game_without_routes_has_no_words_for_them() -> None:
    with pytest.raises(BadJson, match="unknown route"):
        from_json(load_game("cards").printed, Action, CLAIM)


def test_doctests() -> None:
    names = {"europe": EUROPE, "actions": actions, "events": events, "BuildStation": BuildStation}
    results = [doctest.testmod(module, extraglobs=names) for module in (codec, forms, printed)]
    assert sum(result.attempted for result in results) >= 3
    assert not any(result.failed for result in results)
