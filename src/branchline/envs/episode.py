"""One game as environments see it: who is to decide, a mask, an observation, a step. On the core or on the lane."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.bots.bot import Bot, decision_of
from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import Memory, nothing_seen, remember_all
from branchline.core.phases import FirstTickets, Settlement
from branchline.envs.rewards import REWARDS
from branchline.games import find_game
from branchline.lane.cards.codes import CardSpace
from branchline.lane.codes import Space, offer_to
from branchline.lane.observation.from_view import observe_view
from branchline.lane.observation.layout import ObservationLayout, layout_of
from branchline.rules.board.game import BoardGame
from branchline.rules.cards.game import CardGame

OVER = -1
"""Nobody decides any more."""


class Episode(ABC):
    """A game with so many seats, dealt anew by `reset`. Secret choices are asked for in seat order.

    A code of `space` names an action; in the Card Game, settlements are the best one alone (`space.best`).
    """

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game, self.seats = game, seats
        self.layout: ObservationLayout = layout_of(game, seats)
        self.space: Any = self._space()
        self.mask = np.zeros(self.space.size, np.int8)
        """What the seat to decide may choose."""

    def _space(self) -> Any:
        if isinstance(self.game, CardGame):
            return CardSpace(self.game)
        assert isinstance(self.game, BoardGame)
        return Space(self.game)

    @property
    @abstractmethod
    def actor(self) -> int:
        """The seat to decide, or OVER."""

    @property
    @abstractmethod
    def state(self) -> Any:
        """The state of the core."""

    @abstractmethod
    def reset(self, seed: int) -> None: ...
    @abstractmethod
    def step(self, code: int) -> None:
        """Do what a code says. It trusts its caller: `mask` tells what may be done."""

    @abstractmethod
    def observe(self, seat: int) -> NDArray[np.int16]: ...
    @abstractmethod
    def totals(self) -> tuple[list[int], list[bool]]:
        """Points of each seat at the end, and whether it has won."""

    @abstractmethod
    def ask(self, bot: Bot, chance: Random) -> None:
        """Let a bot decide for the seat whose turn it is."""

    def rewards(self, name: str) -> list[float]:
        """What the end is worth to each seat."""
        totals, won = self.totals()
        return REWARDS[name](np.array([totals]), np.array([won]))[0].tolist()

    def action(self, code: int) -> Action:
        """What a code means for the seat to decide."""
        return self.meaning(self.state, Seat(self.actor), code)

    def meaning(self, state: Any, seat: Seat, code: int) -> Action:
        """What a code means for a seat in a state."""
        if isinstance(state.phase, Settlement) and code == self.space.best:
            return self.game.legal(state, seat)[0]
        action: Action = self.space.action(int(code), offer_to(state, seat))
        return action

    def codes(self, state: Any, seat: Seat) -> list[int]:
        """What a seat may choose in a state."""
        if isinstance(state.phase, Settlement):
            return [self.space.best]
        offer, first = offer_to(state, seat), isinstance(state.phase, FirstTickets)
        return [self.space.code(action, offer, first=first) for action in self.game.legal(state, seat)]


class CoreEpisode(Episode):
    """On the core: needs no compiler, tells every event, and gives bots all that their seats have seen."""

    _state: Any = None
    _memories: list[Memory]

    def reset(self, seed: int) -> None:
        step = self.game.start(self.seats, seed)
        self._memories = [nothing_seen(self.game.printed, self.seats, Seat(seat)) for seat in range(self.seats)]
        self._enter(step.state, step.events)

    def _enter(self, state: Any, events: Sequence[Event]) -> None:
        self._state, self.events = state, events
        self._memories = [remember_all(memory, events) for memory in self._memories]
        actors = self.game.actors(state)
        self._actor = actors[0] if actors else OVER
        self.mask[:] = 0
        if actors:
            self.mask[self.codes(state, actors[0])] = 1

    @property
    def actor(self) -> int:
        return self._actor

    @property
    def state(self) -> Any:
        return self._state

    def step(self, code: int) -> None:
        self._perform(self.action(code))

    def _perform(self, action: Action) -> None:
        step = self.game.perform(self._state, Seat(self._actor), action)
        self._enter(step.state, step.events)

    def observe(self, seat: int) -> NDArray[np.int16]:
        return observe_view(self.layout, self.game.view(self._state, Seat(seat)))

    def totals(self) -> tuple[list[int], list[bool]]:
        outcome = self.game.outcome(self._state)
        return [sheet.total for sheet in outcome.sheets], [seat in outcome.winners for seat in range(self.seats)]

    def ask(self, bot: Bot, chance: Random) -> None:
        seat = Seat(self._actor)
        view = self.game.view(self._state, seat)._replace(memory=self._memories[seat])
        self._perform(decision_of(bot.decide(view, self.game.legal(self._state, seat), chance)).action)


class LaneEpisode(Episode):
    """On the lane: many times as fast. Bots that are written in Python see views without memory."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        from branchline.lane.batch import Batch

        self._batch = Batch(game, seats, 1)
        self._code = np.zeros(1, np.int32)
        super().__init__(game, seats)
        self._row, self._lane = self._batch.games[:1], self._batch.lane
        self._marks = self.mask.view(np.bool_)[None]  # The batch writes into the mask itself.

    def _space(self) -> Any:
        return self._batch.space

    def reset(self, seed: int) -> None:
        self._batch.reset([seed])
        self._batch.mask(self._marks)

    @property
    def actor(self) -> int:
        return int(self._batch.actors[0])

    @property
    def state(self) -> Any:
        return self._lane.state(self._row)

    def step(self, code: int) -> None:
        self._code[0] = code
        self._batch.step(self._code)
        self._batch.mask(self._marks)

    def observe(self, seat: int) -> NDArray[np.int16]:
        return self._lane.observe(self._row, seat)

    def totals(self) -> tuple[list[int], list[bool]]:
        score = self._lane.score(self._row)
        return score["total"][: self.seats].tolist(), [bool(score["winners"] >> seat & 1) for seat in range(self.seats)]

    def ask(self, bot: Bot, chance: Random) -> None:
        state, seat = self.state, Seat(self.actor)
        view = self.game.view(state, seat)
        action = decision_of(bot.decide(view, self.game.legal(state, seat), chance)).action
        self._lane.perform(self._row, seat, self._lane.code(state, seat, action))
        self._batch.actors[0] = self._lane.actor(self._row)
        self._batch.mask(self._marks)


def new_episode(game: str | AnyGame, seats: int, edition: str | None, engine: str) -> Episode:
    """An episode of a game, a board or the path of a board file, on the engine `core` or `lane`."""
    found = find_game(game, edition) if isinstance(game, str) else game
    if engine == "core":
        return CoreEpisode(found, seats)
    if engine == "lane":
        return LaneEpisode(found, seats)
    raise ValueError(f"there is no engine {engine!r}; there are core, lane")
