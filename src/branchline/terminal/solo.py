"""A game of one person against bots: whose decision is next, what was seen, an idea on request, taking back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from branchline.bots.bot import Bot, Decision, decision_of
from branchline.bots.guard import Guard
from branchline.bots.match import DECISION_SECONDS, decision_rng
from branchline.bots.registry import FALLBACK, bot_names, make_bot
from branchline.core.actions import Action
from branchline.core.events import Event
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.core.score import Outcome

ADVISER: Final = "planner"
"""The bot whose idea a person gets as a hint: the strongest that decides at once and need not be compiled first."""

ME: Final = Seat(0)


class SoloGame:
    """The person sits in seat 0, a bot in each other seat. Seed and actions are the whole game; the rest follows.

    A bot's chance comes from the seed and the number of its decision, so that after taking back the same moves of the
    person meet the same answers, apart from bots that think by the clock.
    """

    def __init__(self, game: AnyGame, bots: Sequence[Bot], seed: int) -> None:
        self.game = game
        self.seed = seed
        fallback = make_bot(FALLBACK if FALLBACK in bot_names(game) else "random", game)
        self._guards = {Seat(seat): Guard(bot, fallback, DECISION_SECONDS) for seat, bot in enumerate(bots, 1)}
        self.actions: list[tuple[Seat, Action]] = []
        self._begin()

    def _begin(self) -> None:
        seats = len(self._guards) + 1
        step = self.game.start(seats, self.seed)
        self.state: Any = step.state
        self.seen: list[Event] = []
        self._memories = [nothing_seen(self.game.printed, seats, Seat(seat)) for seat in range(seats)]
        self._notice(step.events)

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.state)

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.state)

    @property
    def view(self) -> Any:
        return self._view(ME)

    @property
    def legal(self) -> Sequence[Action]:
        return self.game.legal(self.state, ME)

    def play(self, action: Action) -> None:
        """The person's own action; raises `IllegalAction` for one that is not legal."""
        self._perform(ME, action, self.game.apply)

    def let_bots_play(self) -> None:
        """Until the person is to decide, or the game is over."""
        while not self.is_over:
            seat = self.game.actors(self.state)[0]
            if seat == ME:
                return
            self._perform(seat, self._decided(seat), self.game.perform)

    def hint(self) -> Decision:
        """What the adviser would do in the person's place, knowing no more than the person has seen."""
        rng = decision_rng(self.seed, ME, len(self.actions))
        return decision_of(make_bot(ADVISER, self.game).decide(self.view, self.legal, rng))

    def undo(self) -> bool:
        """Go back to the person's last decision; False where there was none yet."""
        mine = [number for number, (seat, _) in enumerate(self.actions) if seat == ME]
        if not mine:
            return False
        kept = self.actions[: mine[-1]]
        self.actions = []
        self._begin()
        for seat, action in kept:
            self._perform(seat, action, self.game.perform)
        return True

    def _decided(self, seat: Seat) -> Action:
        state, legal = self.state, self.game.legal(self.state, seat)
        rng = decision_rng(self.seed, seat, len(self.actions))
        guard = self._guards[seat]
        return guard.decide(
            self._view(seat), legal, rng, lambda action: self.game.refusal(state, seat, action) is None
        ).action

    def _perform(self, seat: Seat, action: Action, how: Callable[[Any, Seat, Action], Any]) -> None:
        step = how(self.state, seat, action)
        self.actions.append((seat, action))
        self.state = step.state
        self._notice(step.events)

    def _view(self, seat: Seat) -> Any:
        return self.game.view(self.state, seat)._replace(memory=self._memories[seat])

    def _notice(self, events: Sequence[Event]) -> None:
        self.seen += [event.seen_by(ME) for event in events]
        self._memories = [remember_all(memory, events) for memory in self._memories]
