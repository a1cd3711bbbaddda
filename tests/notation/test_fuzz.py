"""Whatever is typed, sent or written in a file: it is understood, or it is refused in the proper way."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.data.faults import Faulty
from branchline.games import game_names, load_game
from branchline.notation.json.codec import from_json, to_json
from branchline.notation.json.forms import BadJson
from branchline.notation.records.reader import read_record
from branchline.notation.records.record import FORMAT
from branchline.notation.records.replay import verify
from branchline.notation.scorecard.position import position
from branchline.notation.scorecard.reader import read_scorecard
from branchline.notation.typed.names import ParseError
from branchline.notation.typed.text import action_text, parse_action

GAMES = {name: load_game(name) for name in game_names()}
STATES = {name: game.start(2, 1).state for name, game in GAMES.items()}
VERBS = [
    "draw",
    "claim",
    "keep",
    "settle",
    "lay",
    "pieces",
    "exchange",
    "toll",
    "leave",
    "station",
    "harbor",
    "tickets",
]
LITTLE = [
    "blind",
    "refill",
    "return",
    "trains",
    "ships",
    "all",
    "none",
    "to",
    "red",
    "wild",
    "red:2",
    "2",
    "3x",
    "-",
    ",",
]
CITIES = ["paris", "zürich", "new", "york", "los angeles", "lima", "paris-zurich", "chicago--dallas", "berlin--roma"]

games = st.sampled_from(game_names())
words = st.one_of(st.sampled_from([*VERBS, *LITTLE, *CITIES]), st.text(max_size=6))
moves = st.builds(lambda verb, rest: " ".join([verb, *rest]), st.sampled_from(VERBS), st.lists(words, max_size=6))
plain = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(LITTLE))
values = st.recursive(
    plain,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)
FIELDS = ["do", "event", "route", "pay", "kept", "returned", "slot", "deck", "city", "colors", "color", "count", "give"]
objects = st.dictionaries(st.sampled_from(FIELDS), st.one_of(values, st.sampled_from(VERBS)), max_size=6)


@given(games, st.one_of(moves, st.text(max_size=60)), st.booleans())
def test_typed_moves(name: str, typed: str, with_state: bool) -> None:
    game, state = GAMES[name], STATES[name] if with_state else None
    try:
        action = parse_action(game, typed, state, game.actors(STATES[name])[0])
    except ParseError as error:
        error.said("pl")
        return
    assert parse_action(game, action_text(game, action)) == action
    game.refusal(STATES[name], game.actors(STATES[name])[0], action)


def test_a_very_long_move_is_refused_at_once() -> None:
    for typed in ("claim " + "paris" * 1_000_000, "keep " + "x-" * 1_900):
        with pytest.raises(ParseError):
            parse_action(GAMES["europe"], typed)


@given(games, st.one_of(values, objects), st.sampled_from([Action, Event]))
def test_json_values(name: str, data: Any, kind: Any) -> None:
    printed = GAMES[name].printed
    try:
        value = from_json(printed, kind, data)
    except BadJson:
        return
    assert from_json(printed, kind, to_json(printed, value)) == value


@given(
    st.dictionaries(st.sampled_from(["game", "board", "edition", "seats", "seed", "actions", "options", "x"]), values)
)
def test_records(data: dict[str, Any]) -> None:
    try:
        record = read_record(json.dumps({"format": FORMAT} | data), "here")
    except Faulty:
        return
    verify(record)


@given(games, st.lists(st.tuples(st.integers(0, 1), st.one_of(moves, objects)), max_size=5))
def test_actions_of_records(name: str, actions: list[Any]) -> None:
    game = GAMES[name]
    header = {"format": FORMAT, "game": name, "board": name, "edition": game.edition, "digest": game.digest}
    text = json.dumps(header | {"seats": ["A", "B"], "seed": "1", "actions": actions})
    assert verify(read_record(text, "here")) is not None


@given(
    games,
    st.lists(
        st.builds(
            lambda key, items: f"{key}{', '.join(items)}",
            st.sampled_from(
                ["[Ada]", "[Bob]", "routes: ", "tickets: ", "stations: ", "harbors: ", "stack: ", "", "exchanged: "]
            ),
            st.lists(words, max_size=3),
        ),
        max_size=8,
    ),
)
def test_tables(name: str, lines: list[str]) -> None:
    text = "\n".join([f"game: {name}", "[Zoe]", "[Yan]", *lines])
    try:
        found = position(GAMES[name], read_scorecard(text, "here"))
    except Faulty:
        return
    assert GAMES[name].outcome(found.state).sheets
