"""Non-interference: change what a seat cannot see, and its view, its legal actions and its events stay the same."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any, get_args

import pytest

from branchline.core import events
from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.states.state import Player, State
from branchline.core.views.view import Own, PlayerSeen, View
from branchline.games import load_game
from tests.games.other_worlds import other_cards, other_tickets, other_world
from tests.walks import COUNTS, varied, walk

OPEN_CHANCE = (
    events.CardTurnedUp,
    events.DisplayDealt,
    events.DisplayFlushed,
    events.DeckReshuffled,
    events.TunnelDug,
)
"""Events that show everybody cards which were hidden before: two worlds part here, and may."""


def viewers(seats: int) -> list[Seat | None]:
    return [None, *map(Seat, range(seats))]


@pytest.mark.parametrize(("name", "seats"), COUNTS)
def test_a_view_does_not_depend_on_what_is_hidden(name: str, seats: int, seed: int) -> None:
    game, random = load_game(name), Random(seed)
    changed = 0
    for number, move in enumerate(walk(game, seats, seed, varied)):
        if number % 3 and not game.is_over(move.step.state):
            continue
        for viewer in viewers(seats):
            other = other_world(game, move.state, viewer, random)
            assert game.problems(other) == ()
            changed += other.players != move.state.players
            assert game.view(other, viewer) == game.view(move.state, viewer)
            if viewer is not None:
                assert list(game.legal(other, viewer)) == list(game.legal(move.state, viewer))
    assert changed > 10, "the other worlds must be other ones"


def seen(step_events: tuple[Event, ...], viewer: Seat | None) -> list[Event]:
    return [event.seen_by(viewer) for event in step_events]


@pytest.mark.parametrize(("name", "seats"), COUNTS)
def test_events_do_not_depend_on_what_is_hidden(name: str, seats: int, seed: int) -> None:
    """The same action in both worlds looks the same to a viewer, unless it turns up cards for everybody to see.

    When all have chosen their first tickets, how many each has kept is open; so here all keep by the same places.
    """
    game, random = load_game(name), Random(seed)
    compared: set[type] = set()
    for move in walk(game, seats, seed, varied):
        for viewer in viewers(seats):
            other = other_tickets(other_cards(move.state, viewer, random), viewer, random)
            action = counterpart(game, move.state, other, move.seat, viewer, move.action)
            if action is None or game.refusal(other, move.seat, action) is not None:
                continue
            step = game.perform(other, move.seat, action)
            if any(isinstance(event, OPEN_CHANCE) for event in (*step.events, *move.step.events)):
                continue
            own_luck = viewer == move.seat and any(
                isinstance(event, events.CardDrawn | events.TicketsOffered) for event in move.step.events
            )
            if not own_luck:  # what the viewer itself draws it sees, and it may be another card
                assert seen(step.events, viewer) == seen(move.step.events, viewer)
                assert game.view(step.state, viewer) == game.view(move.step.state, viewer)
                compared.add(type(action))
    assert len(compared) >= 4


def counterpart(
    game: AnyGame, state: State, other: State, seat: Seat, viewer: Seat | None, action: Action
) -> Action | None:
    """The same decision in the other world: of hidden tickets, those in the same places of the offer."""
    here, there = list(game.legal(state, seat)), list(game.legal(other, seat))
    if seat != viewer and type(action).__name__ in ("KeepTickets", "ChoosePieces"):
        return there[here.index(action)] if len(here) == len(there) else None
    return action


# -- every event has a decision --

PUBLIC = {
    events.GameStarted,
    events.DisplayDealt,
    events.DisplayFlushed,
    events.DeckReshuffled,
    events.CardTaken,
    events.CardTurnedUp,
    events.DrawingStopped,
    events.ChoiceMade,
    events.PiecesChosen,
    events.TurnStarted,
    events.RouteClaimed,
    events.TunnelDug,
    events.TunnelLeft,
    events.StationBuilt,
    events.HarborBuilt,
    events.PiecesExchanged,
    events.Passed,
    events.LastTurns,
    events.NothingNew,
    events.YardAdvanced,
    events.RowEmptied,
    events.RowLaid,
    events.TrainRobbed,
    events.StackRevealed,
    events.TicketsSettled,
    events.HalfEnded,
    events.GameEnded,
}
REDACTED: dict[type, tuple[str, ...]] = {
    events.CardsDealt: ("cards",),
    events.CardDrawn: ("kind",),
    events.TicketsOffered: ("tickets",),
    events.TicketsKept: ("kept", "returned"),
    events.TicketDeckChanged: ("order",),
}
"""What only the seat of the event sees; the order of the ticket deck nobody sees."""


def example(kind: Any) -> Any:
    """An event of seat 0 with something in every field."""
    return kind(*(0 if field.name == "seat" else (1, 2) for field in fields(kind)))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_every_event_is_public_or_redacted(kind: Any) -> None:
    """A new kind of event needs a decision in one of the two tables above."""
    assert (kind in PUBLIC) != (kind in REDACTED)
    event = example(kind)
    for viewer in (None, Seat(0), Seat(1)):
        shown = event.seen_by(viewer)
        owner = viewer == 0 and kind is not events.TicketDeckChanged
        for field in fields(kind):
            hidden = field.name in REDACTED.get(kind, ()) and not owner
            assert getattr(shown, field.name) == (None if hidden else getattr(event, field.name))


def test_every_part_of_a_state_is_shown_or_hidden_by_decision() -> None:
    """A new field of the state, or of a player, must be shown on purpose."""
    shown = {"board", "phase", "turn", "display", "discards", "turns_left", "passes", "idle"}
    counted = {"decks": "deck_sizes", "tickets": "tickets_left", "players": "players"}
    hidden = {"rng"}
    assert set(State._fields) == shown | set(counted) | hidden
    derived = {"closed"}  # from routes, which lie open (B-15)
    assert set(View._fields) == shown | set(counted.values()) | derived | {"seat", "own", "memory"}
    counts = {"hand": "hand_size", "tickets": "ticket_count"}
    assert set(Player._fields) - set(counts) == set(PlayerSeen._fields) - set(counts.values())
    assert set(Own._fields) == set(counts)
