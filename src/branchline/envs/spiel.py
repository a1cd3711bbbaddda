"""An OpenSpiel game: `pyspiel.load_game("python_branchline(board=sampleland,players=2)")` once this module is imported.

The deal is one chance node with `deals` outcomes, each of them the seed of a whole game: all cards and tickets that are
drawn later follow from it, and nobody can tell from what they see which of them it is. What a player knows of the past
is a digest of every event that its seat has seen; so the game has perfect recall.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

try:
    import numpy as np
    import pyspiel
except ImportError as missing:
    raise ImportError("the game for OpenSpiel needs open_spiel: pip install 'branchline[spiel]'") from missing

from branchline.core.game import Step
from branchline.core.ids import Seat
from branchline.envs.episode import CoreEpisode
from branchline.envs.rewards import REWARDS
from branchline.games import find_game
from branchline.lane.observation.from_view import observe_view
from branchline.notation.typed.text import action_text

NAME: Final = "python_branchline"
MAX_LENGTH: Final = 20_000
"""Far more decisions than any game has: whoever brings nothing new for ten rounds ends it (B-10a)."""

PRIVATE: Final = frozenset(("hand", "unseen", "tickets", "connected", "offer", "open"))
"""The fields of an observation that only the viewer knows, or that follow from its being the viewer."""

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Branchline: railway games of the Ticket to Ride family",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"board": "sampleland", "edition": "", "players": 2, "deals": 1024},
)


@lru_cache(maxsize=8)
def _episode(board: str, edition: str, players: int) -> CoreEpisode:
    """The spaces of a board, which all games on it share."""
    return CoreEpisode(find_game(board, edition or None), players)


@dataclass(frozen=True, slots=True)
class SpielPosition:
    """A game as it stands, and of each seat a digest of all it has seen. It never changes, so copies are itself."""

    state: Any
    seen: tuple[str, ...]

    def __deepcopy__(self, memo: Any) -> SpielPosition:
        return self


class RailwayGame(pyspiel.Game):
    """A board with a number of players; `deals` is how many different deals there are."""

    def __init__(self, params: Any = None) -> None:
        given = params or {}
        self.episode = _episode(given.get("board", "sampleland"), given.get("edition", ""), given.get("players", 2))
        self.deals = given.get("deals", 1024)
        seats = self.episode.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.episode.space.size,
            max_chance_outcomes=self.deals,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> RailwayState:
        return RailwayState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RailwayObserver:
        return RailwayObserver(self.episode, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        return 1


class RailwayState(pyspiel.State):
    """Before the deal, or a game on the core."""

    def __init__(self, game: RailwayGame) -> None:
        super().__init__(game)
        self.position: SpielPosition | None = None

    @property
    def episode(self) -> CoreEpisode:
        episode: CoreEpisode = self.get_game().episode
        return episode

    def current_player(self) -> int:
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        actors = self.episode.game.actors(self.position.state)
        return actors[0] if actors else int(pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(seed, 1 / deals) for seed in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(self.episode.codes(self.position.state, Seat(player)))

    def _apply_action(self, action: int) -> None:
        episode = self.episode
        if self.position is None:
            start = episode.game.start(episode.seats, action)
            self.position = _after(start, ("",) * episode.seats, None, 0)
        else:
            seat = Seat(self.current_player())
            done = episode.game.perform(self.position.state, seat, episode.meaning(self.position.state, seat, action))
            self.position = _after(done, self.position.seen, seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.position is None:
            return f"deal {action}"
        return action_text(self.episode.game, self.episode.meaning(self.position.state, Seat(player), action))

    def is_terminal(self) -> bool:
        return self.position is not None and self.episode.game.is_over(self.position.state)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.episode.seats
        assert self.position is not None
        outcome = self.episode.game.outcome(self.position.state)
        totals = np.array([[sheet.total for sheet in outcome.sheets]])
        won = np.array([[seat in outcome.winners for seat in range(self.episode.seats)]])
        return [float(value) for value in REWARDS["win"](totals, won)[0]]

    def __str__(self) -> str:
        return "before the deal" if self.position is None else f"{self.position.state!r} {self.history()}"


def _after(step: Step[Any], seen: tuple[str, ...], actor: Seat | None, code: int) -> SpielPosition:
    """The position after a step; each seat has seen its events, and who acted knows what it chose."""
    digests = []
    for seat, before in enumerate(seen):
        told = [repr(event.seen_by(Seat(seat))) for event in step.events]
        chosen = f"{code} " if seat == actor else ""
        digests.append(sha256(f"{before}{chosen}{' '.join(told)}".encode()).hexdigest()[:24])
    return SpielPosition(step.state, tuple(digests))


class RailwayObserver:
    """What a player is told: numbers as `lane.observation` has them, scaled for networks, and text."""

    def __init__(self, episode: CoreEpisode, kind: Any) -> None:
        self._episode, self._recalls = episode, kind.perfect_recall
        single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._names = [
            field.name for field in episode.layout.fields if (single if field.name in PRIVATE else kind.public_info)
        ]
        size = sum(episode.layout[name].size for name in self._names)
        self.tensor = None if self._recalls else np.zeros(size, np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name in [] if self._recalls else self._names:
            field = episode.layout[name]
            assert self.tensor is not None
            self.dict[name] = self.tensor[start : start + field.size].reshape(field.shape)
            start += field.size

    def _fields(self, state: RailwayState, player: int) -> dict[str, Any]:
        assert state.position is not None
        view = self._episode.game.view(state.position.state, Seat(player))
        return self._episode.layout.named(observe_view(self._episode.layout, view))

    def set_from(self, state: RailwayState, player: int) -> None:
        if self.tensor is None:
            return
        if state.position is None:
            self.tensor[:] = 0
            return
        fields = self._fields(state, player)
        for name, place in self.dict.items():
            place[...] = fields[name] / np.float32(self._episode.layout[name].unit)

    def string_from(self, state: RailwayState, player: int) -> str:
        if state.position is None:
            return "before the deal"
        fields = self._fields(state, player)
        lines = [f"{name}: {fields[name].tolist()}" for name in self._names if fields[name].any()]
        past = [f"player {player} has seen {state.position.seen[player]}"] if self._recalls else []
        return "\n".join([*past, *lines])


pyspiel.register_game(_TYPE, RailwayGame)
