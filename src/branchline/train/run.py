"""A training from its first game to its last: play, learn, measure, save, and go on where it was stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from branchline.lane.learned.players import looks_of
from branchline.lane.learned.weights import load_weights, save_weights
from branchline.lane.players.names import player_number
from branchline.lane.rng import seeds_as_words
from branchline.train.checkpoint import load_checkpoint, save_checkpoint
from branchline.train.deals import training_deals
from branchline.train.gradients import Gradients
from branchline.train.league import FROZEN, SELF_PLAY, League, OneRival
from branchline.train.measure import measure
from branchline.train.model import PlayerModel, load_record, record_of
from branchline.train.ppo import LearningSettings, Lessons, imitate, improve
from branchline.train.self_play import SelfPlay, Task

WEIGHTS: Final = "weights.safetensors"
LOG: Final = "log.jsonl"
SAVE_SECONDS: Final = 60.0
RIVAL: Final = "planner"
FROZEN_RIVAL: Final = "frozen"
"""The network that is to be beaten."""
KEEP_EVERY: Final = 20
"""Rounds after which the newest self joins the past ones."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What is trained, for how long, and how."""

    seconds: float
    games: int = 96
    """For each part and round."""
    imitation: int = 3
    """Rounds of learning what the planner does, before the network plays itself."""
    seed: int = 1
    device: str = "cpu"
    against: Path | None = None
    """Weights of a network that is to be beaten: it has all other seats, and the one that learns begins as its copy."""
    begin: Path | None = None
    """Weights to go on from, on other games or for longer, in place of imitating the planner."""
    self_play: float = SELF_PLAY
    """The part of the games in which all seats are the newest self."""
    settings: LearningSettings = field(default_factory=LearningSettings)


class Training:
    """The network, those it plays against, and how far it has come."""

    def __init__(
        self, tasks: Sequence[Task], plan: TrainingPlan, folder: Path, say: Callable[[str], None] = print
    ) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.folder, self.say = plan, folder, say
        self.tasks = list(tasks)
        self.tables = SelfPlay(self.tasks, plan.games)
        self.looks = one_look(self.tables)
        self.device = torch.device(plan.device)
        self.gradients = Gradients(self.device)
        self.model = PlayerModel().to(self.device)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=plan.settings.step[0], eps=1e-5)
        self.league = League(plan.self_play)
        if plan.against is not None:
            frozen = load_weights(plan.against, self.looks)
            self.league = OneRival(frozen)
            load_record(self.model, frozen)
        elif plan.begin is not None:
            load_record(self.model, load_weights(plan.begin, self.looks))
        self.round, self.spent = 0, 0.0
        folder.mkdir(parents=True, exist_ok=True)
        if (state := load_checkpoint(folder, self.looks, self.device)) is not None:
            self._go_on(state)

    @property
    def rival(self) -> str:
        """Whom the network is measured against while it learns."""
        return RIVAL if self.plan.against is None else FROZEN_RIVAL

    @property
    def imitation(self) -> int:
        """So many rounds of imitating the planner; none for a network that has learned before."""
        return self.plan.imitation if self.plan.against is None and self.plan.begin is None else 0

    def run(self) -> None:
        """Train until the time is over, saving every minute."""
        begun = saved = time.monotonic()
        before = self.spent
        while True:
            self.spent = before + time.monotonic() - begun
            if self.spent >= self.plan.seconds:
                break
            self._round()
            if time.monotonic() - saved > SAVE_SECONDS:
                self.save()
                self._log({f"{name} v {self.rival}": won for name, (won, _, _) in self.measure(self.rival).items()})
                saved = time.monotonic()
        self.save()

    def _round(self) -> None:
        started = time.monotonic()
        imitates = self.round < self.imitation
        self.league.renew(record_of(self.model))
        lessons = self._lessons(imitates)
        played = time.monotonic()
        if imitates:
            figures = imitate(self.model, self.optimizer, self.gradients, lessons, self.plan.settings.batch // 4)
        else:
            progress = self.spent / self.plan.seconds
            settings = self.plan.settings
            learns = self.round >= self.imitation + settings.warm_up
            figures = improve(
                *(self.model, self.optimizer, self.gradients, lessons, settings, progress), moves_too=learns
            )
            if self.round % KEEP_EVERY == 0:
                self.league.keep()
        figures |= {"playing": played - started, "learning": time.monotonic() - played, "decisions": len(lessons)}
        self.round += 1
        self._log(figures)

    def _lessons(self, imitates: bool) -> Lessons:
        rng = np.random.default_rng([self.plan.seed, self.round])
        jobs = []
        for part, task in enumerate(self.tasks):
            players, noted = self.league.seat(self.plan.games, task.seats, rng)
            if imitates:
                players[:], noted[:] = -1 - player_number("planner"), True
            jobs.append(
                {
                    "seeds": training_deals(self.round, part, self.plan.games),
                    "players": players,
                    "noted": noted,
                    "networks": self.league.networks,
                    "bold": True,
                    "rng": seeds_as_words([int(rng.integers(1 << 62))])[0],
                }
            )
        self.tables.play(jobs)
        parts = [table.lessons(self.plan.settings.decay, self.device) for table in self.tables.tables]
        return Lessons.joined(parts)

    def measure(self, rival: str, rounds: int = 1) -> dict[str, tuple[float, float, float]]:
        """By task: the share of games that the network wins against a player, its error, and the margin."""
        self.league.renew(record_of(self.model))
        who = FROZEN if rival == FROZEN_RIVAL else -1 - player_number(rival)
        return measure(self.tables, self.league.networks, who, rounds)

    def save(self) -> None:
        """Write down all that it takes to go on, and the weights for those who play."""
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "league": (self.league.networks.tobytes(), self.league.past, self.league.kept),
            "round": self.round,
            "spent": self.spent,
            "plan": asdict(replace(self.plan, against=None, begin=None)),
        }
        save_checkpoint(self.folder, self.looks, state)
        told = {
            "rounds": str(self.round),
            "seconds": f"{self.spent:.0f}",
            "tasks": " ".join(t.name for t in self.tasks),
        }
        save_weights(self.folder / WEIGHTS, record_of(self.model), self.looks, told)

    def _go_on(self, state: Mapping[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        networks, self.league.past, self.league.kept = state["league"]
        self.league.networks[:] = np.frombuffer(networks, self.league.networks.dtype)
        self.round, self.spent = state["round"], state["spent"]
        self.say(f"going on after round {self.round}")

    def _log(self, figures: dict[str, Any]) -> None:
        line = {"round": self.round, "seconds": round(self.spent, 1)}
        line |= {name: round(float(value), 4) for name, value in figures.items()}
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        self.say(json.dumps(line))


class TooDifferent(ValueError):
    """Games that no network plays both of."""


def one_look(play: SelfPlay) -> str:
    """What a network looks at that plays at all these tables."""
    looks = {looks_of(table.lane) for table in play.tables}
    if len(looks) > 1:
        raise TooDifferent("boards and the Card Game are learned apart: one network sees either of them")
    return looks.pop()
