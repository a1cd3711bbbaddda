"""The searching bot of the Card Game: plays the planner's best ideas on in imagined worlds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.bot import Budget, Decision
from branchline.bots.cards.hasty import keep
from branchline.bots.cards.plan import CardPlan
from branchline.bots.cards.planner import CardPlannerBot, best_tickets, candidates
from branchline.bots.cards.position import CardPosition, position_in, position_of
from branchline.bots.cards.weights import CardWeights
from branchline.bots.move import Move, gain_of
from branchline.bots.racing import World, race
from branchline.core.actions import Action
from branchline.core.game import Game
from branchline.core.ids import Seat
from branchline.core.phases import Finished, Settlement, TicketOffer, Turn
from branchline.core.states.card_state import CardState
from branchline.core.views.card_view import CardView

MAX_IDEAS = 4
"""Moves that are tried out."""

MAX_GAP = 10.0
"""Points that a move may gain less than the best one and still be tried out."""

TRIAL_ROUNDS = 3
"""Rounds of a trial, with the planner in every seat."""

PRIOR_WORLDS = 16
"""The planner's own gain counts as the result of so many imagined worlds."""


class CardSearchBot:
    """Plays each idea on for a few rounds in the same imagined worlds, and compares the values of the seats then.

    Worlds are imagined from memory; without it, it plays as the planner.
    """

    name = "search"

    def __init__(self, game: Game[CardState, CardView], budget: Budget, weights: CardWeights | None = None) -> None:
        self._game = game
        self._budget = budget
        self._weights = weights or CardWeights()
        self._planner = CardPlannerBot(game, budget, self._weights)

    def decide(self, view: CardView, legal: Sequence[Action], rng: Random) -> Decision:
        if type(view.phase) is Turn and view.memory is not None:
            position = position_of(view)
            ideas = sorted(candidates(position, self._weights, rng), key=gain_of, reverse=True)[:MAX_IDEAS]
            ideas = [idea for idea in ideas if idea.gain > ideas[0].gain - MAX_GAP]
            if len(ideas) > 1 and not position.ending:
                return self._best_idea(view, position, ideas, rng).decision
        return self._planner.decide(view, legal, rng)

    def _best_idea(self, view: CardView, position: CardPosition, ideas: list[Move], rng: Random) -> Move:
        def new_world() -> World[Move]:
            state = self._game.imagine(view, rng.getrandbits(48))
            seed = rng.getrandbits(48)
            return lambda idea: self._lead_after(state, position.seat, idea.action, Random(seed), position.offers)

        return race(ideas, [PRIOR_WORLDS * idea.gain for idea in ideas], self._budget, new_world)

    def _lead_after(self, state: CardState, seat: Seat, action: Action, rng: Random, offers: int) -> float:
        """The value of a seat less the mean of the others, after the action and some rounds more."""
        state = self._game.perform(state, seat, action).state
        turns = TRIAL_ROUNDS * len(state.players)
        half, last = state.half, state.turn
        while turns and state.half == half and type(state.phase) not in (Settlement, Finished):
            state = self._game.perform(state, state.turn, self._move(state, rng, offers)).state
            if state.turn != last:
                turns, last = turns - 1, state.turn
        values = [self._value(state, Seat(other)) for other in range(len(state.players))]
        return values[seat] - (sum(values) - values[seat]) / (len(values) - 1)

    def _move(self, state: CardState, rng: Random, offers: int) -> Action:
        position = position_in(state, state.turn, offers)
        if isinstance(state.phase, TicketOffer):
            return keep(state.phase.tickets, best_tickets(position, self._weights, state.phase.tickets, 0))
        found = candidates(position, self._weights, rng)
        return max(found, key=gain_of).action if found else self._game.legal(state, state.turn)[0]

    def _value(self, state: CardState, seat: Seat) -> float:
        plan = CardPlan(position_in(state, seat, 0), self._weights)
        return plan.secured_value() + plan.value(plan.position.hand, plan.position.yards, plan.position.deck_size)
