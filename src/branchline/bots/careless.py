"""The careless bot: it plays as another one does, but goes wrong as people do who are new to the game.

It forgets tickets, draws others out of curiosity and keeps them all, overlooks some of what others have claimed, likes
cards for their color, and now and then takes what looks best at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from branchline.bots.board.position import BoardPosition
from branchline.bots.bot import Bot, Decision, decision_of
from branchline.bots.reason import because
from branchline.core.actions import Action, DrawBlind, DrawFaceUp, DrawTickets, KeepTickets
from branchline.core.bits import mask_of, members
from branchline.core.phases import Turn
from branchline.core.views.card_view import CardView
from branchline.core.views.view import OfferSeen, View

CURIOUS: Final = because("curious")
KEEPS_ALL: Final = because("keeps-all")
LIKING: Final = 3
"""So many kinds of card apart are the favorites of neighbors."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody goes wrong."""

    forgets: int = 0
    """Of so many tickets it forgets one, for good; 0 for none."""
    blind_spots: int = 0
    """Of so many routes that others have claimed it overlooks one; 0 for none."""
    curiosity: float = 0.0
    """How often it draws tickets with its turn; then it keeps all of them."""
    whims: float = 0.0
    """How often it draws a card because it is pretty, whatever its tickets need."""
    impulse: float = 0.0
    """How often it does with a turn what a racer would, whatever its tickets ask for."""


class CarelessBot:
    """Plays as `inner` does with what it has in mind; as `racer` on an impulse."""

    def __init__(self, name: str, inner: Bot, racer: Bot, habits: Habits) -> None:
        self.name = name
        self._inner, self._racer = inner, racer
        self._habits = habits

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Decision:
        habits = self._habits
        if len(legal) == 1:
            return decision_of(self._inner.decide(view, legal, rng))
        # Drawn at every decision, so that no habit depends on another.
        is_impulsive, is_curious, has_whim = (
            rng.random() < chance for chance in (habits.impulse, habits.curiosity, habits.whims)
        )
        if type(view.phase) is Turn:
            if is_curious and DrawTickets() in legal:
                return Decision(DrawTickets(), CURIOUS)
            if is_impulsive:
                return decision_of(self._racer.decide(view, legal, rng))
        if isinstance(view.phase, OfferSeen) and habits.curiosity:
            return Decision(_keep_all(legal), KEEPS_ALL)
        decision = decision_of(self._inner.decide(in_mind(view, habits), legal, rng))
        if decision.action not in legal:  # It notices what it has overlooked.
            decision = decision_of(self._inner.decide(view, legal, rng))
        if has_whim and isinstance(decision.action, DrawFaceUp | DrawBlind):
            return pretty_card(view, legal) or decision
        return decision


def _keep_all(legal: Sequence[Action]) -> Action:
    return max(legal, key=lambda action: len(action.kept) if isinstance(action, KeepTickets) else 0)


def in_mind(view: Any, habits: Habits) -> Any:
    """What somebody with these habits has in mind of a view."""
    if habits.forgets:
        is_card_game = isinstance(view, CardView)
        unfinished = members(view.own.tickets) if is_card_game else BoardPosition(view).open_tickets()
        view = _with_forgotten_tickets(view, unfinished, habits.forgets)
    if isinstance(view, CardView):
        return view
    return _with_blind_spots(view, habits.blind_spots) if habits.blind_spots else view


def _with_forgotten_tickets(view: Any, unfinished: Iterable[int], rarity: int) -> Any:
    """Without the unfinished tickets that slip its mind: which, follows from their numbers and the seat."""
    forgotten = mask_of(ticket for ticket in unfinished if (ticket + view.seat) % rarity == 0)
    return view._replace(own=view.own._replace(tickets=view.own.tickets & ~forgotten))


def _with_blind_spots(view: View, rarity: int) -> View:
    """Without some of the routes of others, always the same: every so manieth of the board, another one by seat."""
    assert view.seat is not None
    spots = mask_of(range(view.seat % rarity, len(view.board.routes), rarity))
    others = 0
    players = []
    for seat, player in enumerate(view.players):
        if seat != view.seat:
            others |= player.routes & spots
            player = player._replace(routes=player.routes & ~spots)
        players.append(player)
    twins = mask_of(twin for route in members(others) if (twin := view.board.routes[route].twin) is not None)
    return view._replace(players=tuple(players), closed=view.closed & ~twins)


def pretty_card(view: Any, legal: Sequence[Action]) -> Decision | None:
    """The open card that it likes best: every seat has its own liking, which has nothing to do with the game."""
    draws = [action for action in legal if isinstance(action, DrawFaceUp)]
    if not draws:
        return None
    kinds = len(view.own.hand)
    best = min(draws, key=lambda draw: (view.display[draw.slot] + LIKING * view.seat) % kinds)
    return Decision(best, because("pretty-card", card=view.display[best.slot]))
