"""Tunnels: how likely the cards in hand get through, and whether a toll is worth paying (E-8 to E-13)."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from branchline.bots.board.planning.needs import needs_of
from branchline.bots.board.planning.payment import taken_from
from branchline.bots.board.planning.plan import Planning
from branchline.bots.board.position import Sight
from branchline.bots.move import Move
from branchline.bots.reason import because
from branchline.core.actions import Action, LeaveTunnel, PayToll
from branchline.core.cards import minus, plus
from branchline.core.ids import TRAINS, Cards
from branchline.core.phases import Toll

LOST_TURN = 2.0
"""What a turn is worth, in cards that fit."""
WILD = 1.2


def chance_of_passing(sight: Sight, pay: Cards) -> float:
    """The chance that what is left in hand covers the toll; a card that matches is as likely as it is unseen."""
    pool = _turned_up_from(sight)
    total = sum(pool)
    if not total:
        return 1.0
    played = next((kind for kind, count in enumerate(pay[:-1]) if count), None)
    matching = (pool[-1] + (0 if played is None else pool[played])) / total
    rest = minus(sight.hand, pay)
    spare = rest[-1] + (0 if played is None else rest[played])
    cards = sight.board.rules.tunnel_cards
    passing = range(min(spare, cards) + 1)
    return sum(comb(cards, toll) * matching**toll * (1 - matching) ** (cards - toll) for toll in passing)


def _turned_up_from(sight: Sight) -> Cards:
    """The cards of which some will be turned up: any, without memory. The discards serve where the deck has too few."""
    view = sight.view
    if not view.deck_sizes[TRAINS]:
        return sight.board.no_cards  # E-13: nor are there discards (B-7)
    if view.memory is None:
        return sight.board.full_decks[TRAINS]
    pool = view.memory.fillings[TRAINS][-1].pool
    return pool if view.deck_sizes[TRAINS] >= sight.board.rules.tunnel_cards else plus(pool, view.discards[TRAINS])


def answer_toll(planning: Planning, legal: Sequence[Action]) -> Move:
    """Pay, unless that takes more from the rest of the plan than a lost turn does."""
    sight = planning.sight
    due = sight.view.phase
    assert isinstance(due, Toll)
    plan = planning.best(sight.open_tickets())
    rest = needs_of(sight, [route for route in plan.routes if route != due.route])
    ways = [(taken_from(sight, rest, way.pay, WILD, {}), way) for way in legal if isinstance(way, PayToll)]
    if not ways:
        return Move(LeaveTunnel(), because("leaves-tunnel"), 0.0)
    price, best = min(ways, key=lambda way: way[0])
    if price > LOST_TURN * planning.press(plan) and planning.turns > 1:
        return Move(LeaveTunnel(), because("toll-too-high"), 0.0)
    return Move(best, because("pays-toll"), 0.0)
