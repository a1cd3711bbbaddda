"""Random play of the board games: nothing created or lost, old states untouched, replays equal, and an end."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from branchline.core.actions import Action, DrawBlind, DrawFaceUp
from branchline.core.events import DeckReshuffled, DisplayDealt, DisplayFlushed
from branchline.core.game import AnyGame, Step, random_game
from branchline.core.ids import DeckId, Seat
from branchline.core.phases import TURN
from branchline.core.rng import below, seeded
from branchline.core.score import Source
from branchline.core.states.state import State
from branchline.core.states.stock import MAX_CLEARINGS
from branchline.games import load_game
from branchline.notation.json.codec import from_json, to_json
from branchline.notation.typed.text import action_text, parse_action
from tests.walks import BOARD_GAMES, COUNTS, board_of, varied, walk


def photo(state: Any) -> str:
    """All of a state but its board, as text that no later change of a part can reach."""
    return repr(tuple(state)[1:])


class Play(RuleBasedStateMachine):
    """Any legal actions, by any seat that may act; a failing game shrinks to few decisions."""

    game: AnyGame
    state: Any

    @initialize(seats=st.integers(2, 5), seed=st.integers(0, 2**64))
    def begin(self, seats: int, seed: int) -> None:
        self.seats, self.seed = seats, seed
        self.state, self.first_events = self.game.start(seats, seed)
        self.moves: list[tuple[Seat, Action, Step[Any]]] = []

    @rule(who=st.integers(0, 4), which=st.integers(0, 10**6))
    def act(self, who: int, which: int) -> None:
        if self.game.is_over(self.state):
            return
        actors = self.game.actors(self.state)
        seat = actors[who % len(actors)]
        legal = self.game.legal(self.state, seat)
        action = legal[which % len(legal)]
        before = photo(self.state)
        step = self.game.apply(self.state, seat, action)
        assert photo(self.state) == before, "the old state has changed"
        self.moves.append((seat, action, step))
        self.state = step.state
        assert parse_action(self.game, action_text(self.game, action)) == action
        assert from_json(self.game.printed, Action, to_json(self.game.printed, action)) == action

    @invariant()
    def nothing_is_created_or_lost(self) -> None:
        if hasattr(self, "state"):
            assert self.game.problems(self.state) == ()

    @invariant()
    def somebody_can_act_until_the_end(self) -> None:
        if hasattr(self, "state"):
            actors = self.game.actors(self.state)
            assert bool(actors) != self.game.is_over(self.state)
            assert all(len(self.game.legal(self.state, seat)) for seat in actors)

    def teardown(self) -> None:
        """The same actions again give the same states and the same events."""
        if hasattr(self, "state"):
            step = self.game.start(self.seats, self.seed)
            assert step.events == self.first_events
            for seat, action, then in self.moves:
                step = self.game.apply(step.state, seat, action)
                assert step == then


class UsaPlay(Play):
    game = load_game("usa")


class EuropePlay(Play):
    game = load_game("europe")


class WorldPlay(Play):
    game = load_game("world")


class SamplelandPlay(Play):
    """A small board, where decks run out and the end comes early."""

    game = load_game("sampleland")


BOUNDED = settings(max_examples=40, stateful_step_count=100)
UsaPlay.TestCase.settings = BOUNDED
EuropePlay.TestCase.settings = BOUNDED
WorldPlay.TestCase.settings = settings(max_examples=20, stateful_step_count=100)
SamplelandPlay.TestCase.settings = settings(max_examples=40, stateful_step_count=150)
TestUsaPlay = UsaPlay.TestCase
TestEuropePlay = EuropePlay.TestCase
TestWorldPlay = WorldPlay.TestCase
TestSamplelandPlay = SamplelandPlay.TestCase


@pytest.mark.parametrize(("name", "seats"), [*COUNTS, *(("sampleland", seats) for seats in (2, 3, 4, 5))])
def test_whole_games_lose_nothing_and_end(name: str, seats: int, seed: int) -> None:
    """Players who try every verb; every state on the way is sound, and none changes afterwards."""
    game = load_game(name)
    for number in range(2):
        photos = []
        states = []
        for move in walk(game, seats, seed + number, varied):
            assert game.problems(move.step.state) == ()
            states.append(move.state)
            photos.append(photo(move.state))
            assert len(states) < 5000, "a game without end"
        assert photos == [photo(state) for state in states]
        check_sheets(game, move.step.state)


def check_sheets(game: AnyGame, state: Any) -> None:
    """The score sheets agree with what was scored during play, and the winners have the most points."""
    outcome = game.outcome(state)
    best = max(sheet.total for sheet in outcome.sheets)
    assert all(outcome.sheets[seat].total == best for seat in outcome.winners)
    for player, sheet in zip(state.players, outcome.sheets, strict=True):
        assert sheet.of(Source.ROUTES) + sheet.of(Source.EXCHANGE) == player.points
        assert sum(line.source is Source.TICKET for line in sheet.lines) == player.tickets.bit_count()


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_uniformly_random_games_end(name: str, seed: int) -> None:
    game = load_game(name)
    for seats in game.seat_counts:
        state, decisions = random_game(game, seats, seed, Random(seed).randrange)
        assert game.is_over(state)
        assert 10 < decisions < 5000


@pytest.mark.parametrize(("name", "seats"), COUNTS)
def test_first_choices_in_any_order_of_seats_give_the_same_state(name: str, seats: int, seed: int) -> None:
    """Simultaneous secret choices: who was quicker changes nothing."""
    game = load_game(name)
    rng = seeded(seed)
    start = game.start(seats, seed).state
    while start.phase != TURN:
        choices = []
        for seat in range(seats):
            legal = game.legal(start, Seat(seat))
            index, rng = below(rng, len(legal))
            choices.append(legal[index])
        orders = list(permutations(map(Seat, range(seats))))
        ends = []
        for _ in range(6):
            index, rng = below(rng, len(orders))
            state = start
            for seat in orders[index]:
                assert seat in game.actors(state)
                step = game.apply(state, seat, choices[seat])
                state = step.state
            ends.append((state, step.events[1:]))
        assert all(end == ends[0] for end in ends)
        start = ends[0][0]


def hoarded(game: AnyGame, state: Any, seat: Seat) -> Action:
    """The draw of somebody who never wants wilds from the display; only without any draw, something else."""
    decks = [DeckId(deck) for deck in range(len(state.decks))]
    slots = sorted(range(len(state.display)), key=lambda slot: state.display[slot] == game.printed.wild)
    face_up = [DrawFaceUp(slot, deck) for slot in slots for deck in decks]
    colored = [action for action in face_up if state.display[action.slot] != game.printed.wild]
    draws: list[Action] = [*colored, *(DrawBlind(deck) for deck in decks), *face_up]
    for action in draws:
        if game.refusal(state, seat, action) is None:
            return action
    return game.legal(state, seat)[0]


def forced_wilds(state: State) -> int:
    """How many wilds a new display would have at the least, out of decks, discards and display together (B-6a)."""
    board = state.board
    plain = [0] * len(state.decks)
    for deck, piles in enumerate(zip(state.decks, state.discards, strict=True)):
        plain[deck] = sum(sum(pile[:-1]) for pile in piles)
    for kind in state.display:
        if kind is not None and kind != board.wild:
            plain[board.kinds[kind].deck] += 1
    wilds = state.decks[0][-1] + state.discards[0][-1] + state.display.count(board.wild)
    wanted = sum(board.rules.display)
    if len(plain) == 1:
        return max(0, min(wanted, plain[0] + wilds) - plain[0])
    trains, ships = plain[0] + wilds, plain[1]
    from_trains = min(trains, max(board.rules.display[0], wanted - ships))
    return max(0, from_trains - plain[0])


@pytest.mark.parametrize(
    ("name", "seats"), [("usa", 2), ("usa", 5), ("europe", 5), ("world", 5), ("sampleland", 2), ("sampleland", 5)]
)
def test_hoarders_run_the_decks_dry_and_the_game_goes_on(name: str, seats: int) -> None:
    """B-6a, B-7a, B-8, B-10: three wilds stay face up only where nothing better can come, or after ten clearings.

    A step that moves no cards leaves them as well; both of the others do happen.
    """
    game = load_game(name)
    guarded = 0
    for seed in range(2):
        state = game.start(seats, seed).state
        decisions = 0
        while not game.is_over(state):
            seat = game.actors(state)[0]
            before = state.decks, state.discards, state.display
            state, told = game.apply(state, seat, hoarded(game, state, seat))
            assert game.problems(state) == ()
            decisions += 1
            assert decisions < 5000
            cleared = sum(isinstance(event, DisplayFlushed) for event in told)
            assert cleared <= MAX_CLEARINGS
            if state.display.count(game.printed.wild) >= board_of(game).rules.flush_at:
                hopeless = forced_wilds(state) >= board_of(game).rules.flush_at
                unmoved = before == (state.decks, state.discards, state.display)
                assert hopeless or cleared == MAX_CLEARINGS or unmoved
                guarded += hopeless
    assert guarded


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_a_display_and_a_deck_that_only_change_places_come_up_in_real_games(name: str) -> None:
    """B-6a: five cards each, three wilds in both. Ten clearings end it, and the next card drawn mixes the two."""
    game = load_game(name)
    ended = mixed = 0
    for seed in range(60):
        random = Random(seed)
        state = game.start(5, seed).state
        while not game.is_over(state):
            seat = game.actors(state)[0]
            blind = random.random() < 0.5 and game.refusal(state, seat, DrawBlind()) is None
            locked = changing_places(state)
            state, told = game.apply(state, seat, DrawBlind() if blind else hoarded(game, state, seat))
            kinds = [type(event) for event in told]
            if kinds.count(DisplayFlushed) == MAX_CLEARINGS and changing_places(state):
                assert kinds.count(DisplayDealt) == MAX_CLEARINGS
                assert kinds.count(DeckReshuffled) >= MAX_CLEARINGS
                ended += 1
            elif locked and blind:
                assert DisplayFlushed in kinds or forced_wilds(state) >= 3
                mixed += DisplayFlushed in kinds
    assert ended
    assert mixed


def changing_places(state: State) -> bool:
    """Whether the five cards face up and the five of the deck both have three wilds, and there are no others."""
    wild = state.board.wild
    alone = sum(state.decks[0]) == len(state.display) == 5 and not any(state.discards[0])
    return alone and min(state.display.count(wild), state.decks[0][wild]) >= 3 > forced_wilds(state)
