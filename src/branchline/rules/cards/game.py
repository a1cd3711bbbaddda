"""The Card Game's kind of game: verbs around a set of cards."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.core.actions import Action
from branchline.core.game import Options, Step
from branchline.core.ids import Seat
from branchline.core.knowledge.card_imagine import imagine_cards
from branchline.core.needs import Need
from branchline.core.printed.card_set import CardSet
from branchline.core.refusals import Refusal
from branchline.core.rng import Seed
from branchline.core.score import Outcome
from branchline.core.states.card_state import CardState
from branchline.core.views.card_view import CardView, card_view_of
from branchline.rules.cards import audit, needs, scoring
from branchline.rules.cards.setup import set_up
from branchline.rules.game import VerbGame


@dataclass(frozen=True, eq=False, repr=False)
class CardGame(VerbGame[CardSet, CardState, CardView]):
    """What a game of cards alone is made of."""

    def set_up(self, seats: int, seed: Seed, options: Options) -> Step[CardState]:
        return set_up(self.printed, seats, seed, options)

    def outcome(self, state: CardState) -> Outcome:
        return scoring.outcome(state)

    def view(self, state: CardState, viewer: Seat | None) -> CardView:
        return card_view_of(state, viewer)

    def need(self, view: CardView, action: Action, refusal: Refusal) -> Need | None:
        return needs.need(view, action, refusal)

    def imagine(self, view: CardView, seed: int) -> CardState:
        return imagine_cards(view, seed)

    def problems(self, state: CardState) -> tuple[str, ...]:
        return audit.problems(state)
