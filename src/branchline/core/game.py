"""The contract of a game: what servers, bots, laboratories and environments are written against."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, overload

from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.ids import Seat
from branchline.core.needs import Need
from branchline.core.printed.contract import Printed
from branchline.core.refusals import IllegalAction, Refusal
from branchline.core.rng import Seed
from branchline.core.score import Outcome

S = TypeVar("S")
V = TypeVar("V")
A = TypeVar("A", bound=Action, covariant=True)

SHOWN_ACTIONS: Final = 3
"""So many of the legal actions are shown when somebody prints them."""


class Step(NamedTuple, Generic[S]):
    """A new state, and what happened on the way to it."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """What a table settles before the game: who starts (None: the seed does), and the beginner's option of C-6."""

    first: Seat | None = None
    open_stacks: bool = False


class Verb(Protocol[S]):
    """One kind of decision; each lives in a module of its own under `rules`."""

    @property
    def ACTIONS(self) -> tuple[type[Action], ...]: ...
    def options(self, state: S, seat: Seat) -> Sequence[Action]: ...
    def refusal(self, state: S, seat: Seat, action: Any) -> Refusal | None: ...
    def perform(self, state: S, seat: Seat, action: Any) -> Step[S]: ...


class LazyActions(Sequence[A]):
    """Actions that are made when somebody asks for them; they can be counted and indexed all the same."""

    __slots__ = ()

    def __repr__(self) -> str:
        first = ", ".join(map(repr, islice(self, SHOWN_ACTIONS)))
        return f"<{len(self)} actions: {first}{', ...' if len(self) > SHOWN_ACTIONS else ''}>"


class Legal(LazyActions[Action]):
    """The legal actions of several verbs, one after the other, without listing what nobody asks for."""

    __slots__ = ("_parts", "size")

    def __init__(self, parts: Sequence[Sequence[Action]]) -> None:
        self._parts = parts
        self.size = sum(map(len, parts))

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Action]:
        for part in self._parts:
            yield from part

    def __contains__(self, action: object) -> bool:
        return any(action in part for part in self._parts)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self.size))]
        if index < 0:
            index += self.size
        if index >= 0:
            for part in self._parts:
                size = len(part)
                if index < size:
                    return part[index]
                index -= size
        raise IndexError(index)


class Game(Hashable, Protocol[S, V]):
    """A game with its board: the only way in. `perform` trusts its caller; `apply` checks first.

    `name` says whose rules are played, `board_id` on which board or with which cards: several boards may share a game.
    """

    @property
    def name(self) -> str: ...
    @property
    def board_id(self) -> str: ...
    @property
    def edition(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def printed(self) -> Printed: ...
    @property
    def seat_counts(self) -> tuple[int, ...]: ...

    def start(self, seats: int, seed: Seed, options: Options = ...) -> Step[S]: ...
    def actors(self, state: S) -> tuple[Seat, ...]: ...
    def legal(self, state: S, seat: Seat) -> Sequence[Action]: ...
    def refusal(self, state: S, seat: Seat, action: Action) -> Refusal | None: ...
    def perform(self, state: S, seat: Seat, action: Action) -> Step[S]: ...
    def apply(self, state: S, seat: Seat, action: Action) -> Step[S]: ...
    def is_over(self, state: S) -> bool: ...
    def outcome(self, state: S) -> Outcome: ...
    def view(self, state: S, viewer: Seat | None) -> V: ...
    def need(self, view: V, action: Action, refusal: Refusal) -> Need | None: ...
    def imagine(self, view: V, seed: int) -> S: ...
    def problems(self, state: S) -> tuple[str, ...]: ...


AnyGame: TypeAlias = Game[Any, Any]


def checked(game: Game[S, Any], state: S, seat: Seat, action: Action) -> Step[S]:
    """Perform an action that may be illegal: the one door for players."""
    refusal = game.refusal(state, seat, action)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    return game.perform(state, seat, action)


def verb_table(verbs: Mapping[type, Sequence[Verb[S]]]) -> Mapping[tuple[type, type], Verb[S]]:
    """Which verb answers for an action in a phase."""
    return {(phase, action): verb for phase, row in verbs.items() for verb in row for action in verb.ACTIONS}


def random_game(
    game: Game[S, Any],
    seats: int,
    seed: Seed,
    choose: Callable[[int], int],
    options: Options | None = None,
    note: Callable[[tuple[Seat, Action]], object] | None = None,
) -> tuple[S, int]:
    """Play to the end, where `choose` picks a number below that of the legal actions; also says how many it picked.

    `note` is told of each decision before it is performed.
    """
    state = game.start(seats, seed, options or Options()).state
    decisions = 0
    while actors := game.actors(state):
        for seat in actors:
            legal = game.legal(state, seat)
            action = legal[choose(len(legal))]
            if note is not None:
                note((seat, action))
            state = game.perform(state, seat, action).state
            decisions += 1
    return state, decisions
