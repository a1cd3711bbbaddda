"""Tunnels: the chance that the hand can pay the toll, and whether a toll is worth paying (E-8 to E-13)."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from branchline.bots.board.planning.needs import needs_of
from branchline.bots.board.planning.payment import payment_cost
from branchline.bots.board.planning.plan import Planning
from branchline.bots.board.position import BoardPosition
from branchline.bots.move import Move
from branchline.bots.reason import because
from branchline.core.actions import Action, LeaveTunnel, PayToll
from branchline.core.cards import minus, plus
from branchline.core.ids import TRAINS, Cards
from branchline.core.phases import Toll

TURN_IN_CARDS = 2.0
"""The value of a turn, in cards that fit."""


def chance_of_passing(position: BoardPosition, pay: Cards) -> float:
    """The chance that the cards left in hand cover the toll, if each card turned up is a random unseen one."""
    pool = _turned_up_from(position)
    total = sum(pool)
    if not total:
        return 1.0
    played = next((kind for kind, count in enumerate(pay[:-1]) if count), None)
    matching = (pool[-1] + (0 if played is None else pool[played])) / total
    rest = minus(position.hand, pay)
    spare = rest[-1] + (0 if played is None else rest[played])
    cards = position.board.rules.tunnel_cards
    passing = range(min(spare, cards) + 1)
    return sum(comb(cards, toll) * matching**toll * (1 - matching) ** (cards - toll) for toll in passing)


def _turned_up_from(position: BoardPosition) -> Cards:
    """The cards that may be turned up: all of the deck, without memory; the discards too where it has too few."""
    view = position.view
    if not view.deck_sizes[TRAINS]:
        return position.board.no_cards  # E-13: nor are there discards (B-7)
    if view.memory is None:
        return position.board.full_decks[TRAINS]
    pool = view.memory.fillings[TRAINS][-1].pool
    return pool if view.deck_sizes[TRAINS] >= position.board.rules.tunnel_cards else plus(pool, view.discards[TRAINS])


def answer_toll(planning: Planning, legal: Sequence[Action]) -> Move:
    """Pay, unless that costs the rest of the plan more than a lost turn does."""
    position = planning.position
    due = position.view.phase
    assert isinstance(due, Toll)
    plan = planning.best_plan(position.open_tickets())
    rest = needs_of(position, [route for route in plan.routes if route != due.route])
    wild = planning.weights.wild_in_payment
    tolls = [(payment_cost(position, rest, toll.pay, wild, {}), toll) for toll in legal if isinstance(toll, PayToll)]
    if not tolls:
        return Move(LeaveTunnel(), because("leaves-tunnel"), 0.0)
    price, best = min(tolls, key=lambda each: each[0])
    if price > TURN_IN_CARDS * planning.urgency(plan) and planning.turns > 1:
        return Move(LeaveTunnel(), because("toll-too-high"), 0.0)
    return Move(best, because("pays-toll"), 0.0)
