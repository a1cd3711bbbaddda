"""The searching bot of the Card Game: tries the planner's best ideas out in imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.bot import Budget
from branchline.bots.cards.hasty import keep
from branchline.bots.cards.plan import CardPlan
from branchline.bots.cards.planner import Candidate, CardPlannerBot, best_tickets, candidates, gain_of
from branchline.bots.cards.position import CardSight, sight_in, sight_of
from branchline.bots.cards.weights import CardTaste
from branchline.bots.racing import World, winner
from branchline.bots.reason import Reason
from branchline.core.actions import Action
from branchline.core.card_state import CardState
from branchline.core.card_view import CardView
from branchline.core.game import Game
from branchline.core.ids import Seat
from branchline.core.phases import Finished, Settlement, TicketOffer, Turn

IDEAS = 4
"""Candidates that are tried out."""

CLOSE = 10.0
"""Points by which a candidate may look worse than the best one and still be tried out."""

ROUNDS = 3
"""How many rounds each trial is played on, everybody planning."""

FAITH = 16
"""The planner's own judgement counts as much as this many imagined worlds."""


class CardSearchBot:
    """Plays each idea on for a few rounds in the same imagined worlds, and compares what the seats have then.

    Worlds are imagined from memory. Without one there are none, and it plays as the planner.
    """

    name = "search"

    def __init__(self, game: Game[CardState, CardView], budget: Budget, taste: CardTaste | None = None) -> None:
        self.why: Reason | None = None
        self._game = game
        self._budget = budget
        self._taste = taste or CardTaste()
        self._planner = CardPlannerBot(game, budget, self._taste)

    def decide(self, view: CardView, legal: Sequence[Action], rng: Random) -> Action:
        if type(view.phase) is Turn and view.memory is not None:
            sight = sight_of(view)
            ideas = sorted(candidates(sight, self._taste, rng), key=gain_of, reverse=True)[:IDEAS]
            ideas = [idea for idea in ideas if idea.gain > ideas[0].gain - CLOSE]
            if len(ideas) > 1 and not sight.ending:
                best = self._tried(view, sight, ideas, rng)
                self.why = best.why
                return best.action
        action = self._planner.decide(view, legal, rng)
        self.why = self._planner.why
        return action

    def _tried(self, view: CardView, sight: CardSight, ideas: list[Candidate], rng: Random) -> Candidate:
        def new_world() -> World[Candidate]:
            state = self._game.imagine(view, rng.getrandbits(48))
            chance = rng.getrandbits(48)
            return lambda idea: self._outlook(state, sight.seat, idea.action, Random(chance), sight.offers)

        return winner(ideas, [FAITH * idea.gain for idea in ideas], self._budget, new_world)

    def _outlook(self, state: CardState, seat: Seat, action: Action, rng: Random, offers: int) -> float:
        """What the seat has more than the others on average, after the idea and some rounds more."""
        state = self._game.perform(state, seat, action).state
        turns = ROUNDS * len(state.players)
        half, last = state.half, state.turn
        while turns and state.half == half and type(state.phase) not in (Settlement, Finished):
            state = self._game.perform(state, state.turn, self._move(state, rng, offers)).state
            if state.turn != last:
                turns, last = turns - 1, state.turn
        worths = [self._worth(state, Seat(other)) for other in range(len(state.players))]
        return worths[seat] - (sum(worths) - worths[seat]) / (len(worths) - 1)

    def _move(self, state: CardState, rng: Random, offers: int) -> Action:
        sight = sight_in(state, state.turn, offers)
        if isinstance(state.phase, TicketOffer):
            return keep(state.phase.tickets, best_tickets(sight, self._taste, state.phase.tickets, 0))
        found = candidates(sight, self._taste, rng)
        return max(found, key=gain_of).action if found else self._game.legal(state, state.turn)[0]

    def _worth(self, state: CardState, seat: Seat) -> float:
        plan = CardPlan(sight_in(state, seat, 0), self._taste)
        return plan.standing() + plan.worth(plan.sight.hand, plan.sight.yards, plan.sight.deck_size)
