"""Imagined worlds: each agrees with everything that the seat has seen, and every world that agrees can come up."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from branchline.core.actions import (
    Action,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    LeaveTunnel,
    PayToll,
    SettleTickets,
)
from branchline.core.events import TicketDeckChanged, TicketsKept, TicketsOffered, TicketsSettled
from branchline.core.game import AnyGame, Options
from branchline.core.ids import CityId, Color, Seat, TicketId
from branchline.core.knowledge.deal_tickets import deal_tickets
from branchline.core.knowledge.memory import Memory, nothing_seen, remember_all
from branchline.core.phases import FirstPieces, SecondCard, Settlement, Turn
from branchline.core.printed.board import Board, CardKind, City, Route, Rules, Ticket
from branchline.core.rng import Rng, below, seeded
from branchline.core.states.state import State
from branchline.games import game_names, game_of_board, load_game
from tests.walks import board_of

COUNTS = [(name, seats) for name in game_names() for seats in load_game(name).seat_counts]


class Watched:
    """A random game with one memory for each seat and one for a spectator."""

    def __init__(self, game: AnyGame, seats: int, seed: int) -> None:
        self.game = game
        self.rng = seeded(seed + 1)
        viewers = (*map(Seat, range(seats)), None)
        self.memories: list[Memory] = [nothing_seen(game.printed, seats, viewer) for viewer in viewers]
        self.state, events = game.start(seats, seed)
        self._see(events)

    def _see(self, events: tuple[Any, ...]) -> None:
        self.memories = [remember_all(memory, events) for memory in self.memories]

    def step(self) -> None:
        actors = self.game.actors(self.state)
        which, self.rng = below(self.rng, len(actors))
        legal = self.game.legal(self.state, actors[which])
        choice, self.rng = below(self.rng, len(legal))
        self.state, events = self.game.perform(self.state, actors[which], legal[choice])
        self._see(events)

    def is_over(self) -> bool:
        return self.game.is_over(self.state)


@pytest.mark.parametrize(("name", "seats"), COUNTS)
def test_an_imagined_world_looks_the_same_and_loses_no_card(name: str, seats: int, seed: int) -> None:
    game = load_game(name)
    table = Watched(game, seats, seed)
    steps = 0
    while not table.is_over():
        table.step()
        steps += 1
        by_turns = isinstance(table.state.phase, Turn | SecondCard)
        if by_turns and steps % 11:  # every time when somebody chooses in secret, otherwise now and then
            continue
        for memory in table.memories:
            view = game.view(table.state, memory.seat)
            world = game.imagine(view._replace(memory=memory), seed + steps)
            assert game.view(world, memory.seat) == view
            assert game.problems(world) == ()
            for seat, action in secret_choices(world):
                phase = replace(world.phase, choices=(None,) * seats)
                assert action in game.legal(world._replace(phase=phase), seat), action


def secret_choices(world: Any) -> list[tuple[Seat, Action]]:
    """What seats have chosen already while others still think."""
    made = [(Seat(seat), made) for seat, made in enumerate(getattr(world.phase, "choices", ())) if made is not None]
    match world.phase:
        case FirstPieces():
            return [(seat, ChoosePieces(pieces)) for seat, pieces in made]
        case Settlement():
            return [(seat, SettleTickets(tickets)) for seat, tickets in made]
        case _:
            return made


def test_a_guess_that_cannot_be_is_thrown_away(seed: int) -> None:
    """Of three tickets a rival kept one, and later shows that it was none of those that the watcher knows."""
    everything = tuple(map(TicketId, range(len(load_game("cards").printed.tickets))))
    *mine, returned, first, second = everything
    memory = nothing_seen(load_game("cards").printed, 2, Seat(0))._replace(
        tickets=(
            TicketsOffered(Seat(0), len(mine) + 1, (*mine, returned)),
            TicketsOffered(Seat(1), 0, None),
            TicketsKept(Seat(0), len(mine), 1, tuple(mine), (returned,)),
            TicketDeckChanged(3, None),
            TicketsOffered(Seat(1), 3, None),
            TicketsKept(Seat(1), 1, 2, None, None),
            TicketsSettled(Seat(1), (first,), 0),
        )
    )
    rng = seeded(seed)
    decks = set()
    for _ in range(50):
        _, rng = below(rng, 2)
        deal = deal_tickets(memory, rng)
        assert deal.held == (tuple(mine), (first,))
        decks.add(deal.queue)
    assert decks == {(returned, second), (second, returned)}


def a_tiny_board(
    reds: int, blues: int, wilds: int, routes: int, tickets: int, first_return: str, display: int = 0, tunnels: int = 0
) -> Board:
    """So few cards and tickets that every world can be listed; the first routes are tunnels."""
    rules = Rules(
        deal=(1,),
        display=(display,),
        flush_at=3,
        first_offer=2 if tickets > 2 else 1,
        first_long=0,
        first_keep=1,
        first_return=first_return,
        offer=2,
        keep=1,
        pieces=(routes + 1,),
        pieces_kept=0,
        default_pieces=(),
        end_at=0,
        last_turns=1,
        points=(0, 1),
    )
    cities = tuple(City(f"c{i}", f"C{i}") for i in range(routes + 1))
    return Board(
        id="tiny",
        name="Tiny",
        game="europe" if tunnels else "usa",
        edition="standard",
        digest="",
        rules=rules,
        colors=("red", "blue"),
        kinds=(CardKind("red", Color(0), reds), CardKind("blue", Color(1), blues), CardKind("wild", None, wilds)),
        cities=cities,
        routes=tuple(
            Route(f"c{i}--c{i + 1}", CityId(i), CityId(i + 1), 1, None, tunnel=i < tunnels) for i in range(routes)
        ),
        tickets=tuple(Ticket(f"t{i}", (CityId(0), CityId(1)), 1, 1, 1) for i in range(tickets)),
    )


RNGS = [seeded(number) for number in range(16)]
MANY_RNGS = [seeded(number) for number in range(160)]
"""So many that three cards turned up one after the other fall in every way."""

NO_RNG = Rng(0)


def all_starts(game: AnyGame, seats: int) -> set[tuple[State, Memory]]:
    """Every way that the deal can fall, with what seat 0 sees of it."""
    worlds = set()
    for number in range(1200):
        state, events = game.start(seats, number, Options(first=Seat(1)))
        worlds.add((state._replace(rng=NO_RNG), remember_all(nothing_seen(game.printed, seats, Seat(0)), events)))
    return worlds


def all_steps(game: AnyGame, worlds: set[tuple[State, Memory]], kind: type) -> set[tuple[State, Memory]]:
    """Every world that follows when the next seat does something of this kind, however chance falls."""
    after = set()
    for state, memory in worlds:
        seat = game.actors(state)[0]
        for action in game.legal(state, seat):
            if isinstance(action, kind):
                for rng in MANY_RNGS if kind is ClaimRoute and board_of(game).routes[0].tunnel else RNGS:
                    step = game.perform(state._replace(rng=rng), seat, action)
                    after.add((step.state._replace(rng=NO_RNG), remember_all(memory, step.events)))
    return after


def shuffles(item: tuple[Any, set[State]]) -> int:
    """How often the deck has been made anew, as the viewer remembers it."""
    return len(item[0].memory.fillings[0])


DRAW, CLAIM, TICKETS, KEEP, LEAVE, PAY = DrawBlind, ClaimRoute, DrawTickets, KeepTickets, LeaveTunnel, PayToll


@pytest.mark.parametrize(
    ("board", "seats", "story"),
    [
        pytest.param(
            a_tiny_board(2, 1, 1, 4, 2, "bottom"),
            2,
            [KEEP, KEEP, DRAW, DRAW, CLAIM, CLAIM, DRAW, DRAW, CLAIM],
            id="cards of a deck that is made anew",
        ),
        pytest.param(
            a_tiny_board(3, 2, 0, 4, 3, "bottom"),
            3,
            [KEEP, KEEP, KEEP, DRAW, DRAW, CLAIM, CLAIM, CLAIM, DRAW],
            id="three hands",
        ),
        pytest.param(
            a_tiny_board(2, 2, 1, 4, 2, "bottom", display=1),
            2,
            [KEEP, KEEP, DrawFaceUp, DRAW, CLAIM, CLAIM, DRAW],
            id="a display",
        ),
        pytest.param(
            a_tiny_board(2, 2, 1, 4, 2, "bottom", display=1),
            2,
            [KEEP, KEEP, CLAIM, CLAIM, DrawFaceUp, DrawFaceUp, DRAW, DRAW, CLAIM],
            id="a deck made anew at once, under a card that was turned up",
        ),
        pytest.param(
            a_tiny_board(3, 2, 0, 4, 2, "bottom"),
            2,
            [KEEP, KEEP, CLAIM, CLAIM, DRAW, DRAW, DRAW, DRAW, CLAIM],
            id="a deck made anew at once, under a card drawn by another",
        ),
        pytest.param(
            a_tiny_board(3, 2, 1, 3, 2, "bottom", tunnels=1),
            2,
            [KEEP, KEEP, DRAW, DRAW, CLAIM, CLAIM, LEAVE, DRAW, DRAW, CLAIM],
            id="a shuffle in the middle of a tunnel",
        ),
        pytest.param(
            a_tiny_board(3, 3, 1, 3, 2, "bottom", tunnels=1),
            2,
            [KEEP, KEEP, DRAW, DRAW, CLAIM, CLAIM, LEAVE, DRAW, DRAW, CLAIM],
            id="a shuffle after the last card of a tunnel, which is left",
        ),
        pytest.param(
            a_tiny_board(4, 3, 0, 3, 2, "bottom", tunnels=1),
            2,
            [KEEP, KEEP, DRAW, DRAW, CLAIM, CLAIM, PAY, DRAW, DRAW],
            id="a shuffle after the last card of a tunnel, which is paid for",
        ),
        pytest.param(
            a_tiny_board(3, 0, 0, 1, 5, "bottom"), 2, [KEEP, KEEP, TICKETS, KEEP, TICKETS, KEEP], id="tickets put back"
        ),
        pytest.param(
            a_tiny_board(3, 0, 0, 1, 5, "shuffle"), 2, [KEEP, KEEP, TICKETS, KEEP, TICKETS, KEEP], id="tickets shuffled"
        ),
        pytest.param(a_tiny_board(3, 0, 0, 1, 5, "leave"), 2, [KEEP, KEEP, TICKETS], id="tickets that leave"),
    ],
)
def test_exactly_the_worlds_that_agree_with_all_that_was_seen_come_up(
    board: Board, seats: int, story: list[type], seed: int
) -> None:
    """All games of a short story are played out; those that look the same to a seat are the worlds it must imagine."""
    game = game_of_board(board)
    worlds = all_starts(game, seats)
    for kind in story:
        worlds = all_steps(game, worlds, kind)
        alike: dict[Any, set[State]] = defaultdict(set)
        for state, memory in worlds:
            alike[game.view(state, Seat(0))._replace(memory=memory)].add(state)
        for view, truth in sorted(alike.items(), key=shuffles, reverse=True)[:4]:
            imagined = {game.imagine(view, seed + i)._replace(rng=NO_RNG) for i in range(60 * len(truth))}
            assert imagined == truth
    assert len(worlds) > 1
