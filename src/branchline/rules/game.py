"""A game as a table of verbs around what is printed: all that board games and the Card Game share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from branchline.core.actions import Action
from branchline.core.game import Legal, Options, Step, Verb, checked, verb_table
from branchline.core.ids import Seat
from branchline.core.needs import Need
from branchline.core.phases import Finished, FirstPieces, FirstTickets, Phase, Settlement
from branchline.core.printed.contract import Printed
from branchline.core.refusals import Refusal
from branchline.core.rng import Seed
from branchline.core.score import Outcome
from branchline.rules.pending import pending


class GameState(Protocol):
    """What the engine reads of a state; the verbs read the rest."""

    @property
    def phase(self) -> Phase: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def players(self) -> tuple[Any, ...]: ...


P = TypeVar("P", bound=Printed)
S = TypeVar("S", bound=GameState)
V = TypeVar("V")

_NOT_BY_TURN = frozenset((FirstTickets, FirstPieces, Settlement, Finished))


@dataclass(frozen=True, eq=False, repr=False)
class VerbGame(ABC, Generic[P, S, V]):
    """The contract of `core.game`, kept by a table of verbs for each phase.

    `otherwise` names the verb that is offered in a phase when no other has anything to offer, as passing is (B-10).
    """

    printed: P
    verbs: Mapping[type, Sequence[Verb[S]]]
    otherwise: Mapping[type, Verb[S]]

    @property
    def name(self) -> str:
        return self.printed.game

    @property
    def board_id(self) -> str:
        return self.printed.id

    @property
    def edition(self) -> str:
        return self.printed.edition

    @property
    def digest(self) -> str:
        return self.printed.digest

    @property
    def seat_counts(self) -> tuple[int, ...]:
        return self.printed.seat_counts

    def __repr__(self) -> str:
        return f"<game {self.name}: {self.printed!r}>"

    @cached_property
    def _table(self) -> Mapping[tuple[type, type], Verb[S]]:
        last = {phase: (*self.verbs[phase], verb) for phase, verb in self.otherwise.items()}
        return verb_table({**self.verbs, **last})

    @cached_property
    def _last_resorts(self) -> frozenset[type[Action]]:
        return frozenset(action for verb in self.otherwise.values() for action in verb.ACTIONS)

    def start(self, seats: int, seed: Seed, options: Options = Options()) -> Step[S]:  # noqa: B008  # frozen
        counts = self.seat_counts
        if seats not in counts:
            raise ValueError(f"{self.board_id} is played by {counts[0]} to {counts[-1]}, not {seats}")
        if options.first is not None and options.first not in range(seats):
            raise ValueError(f"there is no seat {options.first} at a table of {seats}")
        return self.set_up(seats, seed, options)

    def actors(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act now: all that have not chosen yet, or the one whose turn it is."""
        phase = state.phase
        if type(phase) not in _NOT_BY_TURN:
            return (state.turn,)
        if isinstance(phase, FirstTickets | FirstPieces | Settlement):
            return tuple([Seat(seat) for seat, choice in enumerate(phase.choices) if choice is None])
        return ()

    def legal(self, state: S, seat: Seat) -> Sequence[Action]:
        phase = type(state.phase)
        if (seat != state.turn or phase in _NOT_BY_TURN) and seat not in self.actors(state):
            return ()
        verbs = self.verbs[phase]
        if len(verbs) == 1:
            return verbs[0].options(state, seat)
        legal = Legal([verb.options(state, seat) for verb in verbs])
        return legal if legal.size else self.otherwise[phase].options(state, seat)

    def refusal(self, state: S, seat: Seat, action: Action) -> Refusal | None:
        phase = type(state.phase)
        if phase is Finished:
            return Refusal.GAME_OVER
        if seat not in self.actors(state):
            waiting = phase in _NOT_BY_TURN and seat in range(len(state.players))
            return Refusal.ALREADY_CHOSEN if waiting else Refusal.NOT_YOUR_TURN
        verb = self._table.get((phase, type(action)))
        if verb is None:
            return Refusal.CAN_ACT if type(action) in self._last_resorts else pending(state.phase)
        if verb is self.otherwise.get(phase) and any(each.options(state, seat) for each in self.verbs[phase]):
            return Refusal.CAN_ACT
        return verb.refusal(state, seat, action)

    def perform(self, state: S, seat: Seat, action: Action) -> Step[S]:
        return self._table[type(state.phase), type(action)].perform(state, seat, action)

    def apply(self, state: S, seat: Seat, action: Action) -> Step[S]:
        return checked(self, state, seat, action)

    def is_over(self, state: S) -> bool:
        return type(state.phase) is Finished

    @abstractmethod
    def set_up(self, seats: int, seed: Seed, options: Options) -> Step[S]: ...
    @abstractmethod
    def outcome(self, state: S) -> Outcome: ...
    @abstractmethod
    def view(self, state: S, viewer: Seat | None) -> V: ...
    @abstractmethod
    def need(self, view: V, action: Action, refusal: Refusal) -> Need | None: ...
    @abstractmethod
    def imagine(self, view: V, seed: int) -> S: ...
    @abstractmethod
    def problems(self, state: S) -> tuple[str, ...]: ...
