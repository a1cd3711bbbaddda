"""Claim: which route of a plan, when, and with which cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from branchline.bots.atlas import GREY
from branchline.bots.fill import Fill
from branchline.bots.paying import cheapest, payments_for, price_of
from branchline.bots.plan import Plan, Planning
from branchline.bots.sight import Sight
from branchline.bots.why import Reason, because
from branchline.core.actions import Action, ClaimRoute
from branchline.core.ids import Cards, RouteId

TYPICAL_DRAW = 1.5
"""What two cards are worth on the average, in cards that fit."""


class Claim(NamedTuple):
    action: Action
    why: Reason
    gain: float


def worth_of_cards(planning: Planning, plan: Plan, more: Sequence[Fill]) -> list[float]:
    """What one more card of each kind is worth, in cards that fit the tickets."""
    sight, taste = planning.sight, planning.taste
    atlas = sight.atlas
    needs = plan.needs
    colors = len(sight.board.colors)
    any_grey = [any(needs.grey[deck * colors : (deck + 1) * colors]) for deck in range(len(sight.pieces))]
    by_purse = []
    for purse in range(atlas.purses):
        if needs.short[purse] > 0:
            by_purse.append(1.0)
        elif needs.grey[purse] > 0:
            by_purse.append(0.9)
        elif any_grey[purse // colors]:
            by_purse.append(0.3 + 0.05 * min(6, needs.spare[purse]))
        else:
            by_purse.append(0.1)
    for place, each in enumerate(more[:4]):
        if each.missing > 0:
            _raise(sight, by_purse, each, needs.spare, taste.fill * 0.9**place)
    worth = [by_purse[purse] * _cover(planning, kind) for kind, purse in enumerate(atlas.purse_of[:-1])]
    return [*worth, taste.wild if plan.needs.missing > 0 or more else 0.5]


def _cover(planning: Planning, kind: int) -> float:
    cover = planning.sight.atlas.covers[kind]
    return cover if cover == 1 else 0.75 * cover


def _raise(sight: Sight, by_purse: list[float], each: Fill, spare: Sequence[float], worth: float) -> None:
    atlas = sight.atlas
    purse = atlas.purse[each.route]
    if purse != GREY:
        by_purse[purse] = max(by_purse[purse], worth)
        return
    colors = len(sight.board.colors)
    deck = atlas.deck[each.route]
    most = max(spare[deck * colors : (deck + 1) * colors])
    for other in range(deck * colors, (deck + 1) * colors):
        near = worth if spare[other] == most else worth * 0.5
        by_purse[other] = max(by_purse[other], near)


def best_claim(
    planning: Planning, plan: Plan, more: Sequence[Fill], worth: Sequence[float], drawing: float
) -> Claim | None:
    """The claim to make now, if claiming is better than drawing cards of this worth."""
    sight, taste = planning.sight, planning.taste
    best: Claim | None = None
    must_hurry = planning.turns <= len(plan.routes) + 1
    for route in plan.routes:
        found = _payment(sight, plan, route, worth)
        if found is None:
            continue
        lane, pay, price = found
        gain = taste.eager + risk(planning, lane) - price
        if must_hurry:
            gain += 10 + sight.atlas.points[lane]
        if not plan.needs.missing:
            gain += 5
        if best is None or gain > best.gain:
            reason = because("claims-for", route=lane, ticket=plan.serves[route])
            best = Claim(ClaimRoute(RouteId(lane), pay), reason, gain)
    if best is not None and best.gain >= drawing - TYPICAL_DRAW:
        return best
    return _claim_for_points(planning, plan, more, worth)


def _claim_for_points(planning: Planning, plan: Plan, more: Sequence[Fill], worth: Sequence[float]) -> Claim | None:
    sight = planning.sight
    if plan.needs.missing and planning.turns > 2:
        return None
    for each in more:
        if each.missing <= 0 or planning.turns <= 2:
            found = _payment(sight, plan, each.route, worth)
            if found is not None and (found[2] < 1.0 or planning.turns <= 2):
                lane, pay, _ = found
                reason = because("longest-route", route=lane, count=sight.atlas.points[lane])
                return Claim(ClaimRoute(RouteId(lane), pay), reason, 0.0)
    return None


def _payment(sight: Sight, plan: Plan, route: int, worth: Sequence[float]) -> tuple[int, Cards, float] | None:
    """The lane and payment that take least from the rest of the plan; the price is what they take."""
    best: tuple[int, Cards, float] | None = None
    for lane in sight.lanes(route):
        own = sight.atlas.purse[lane]
        keep = [0.0 if own == sight.atlas.purse_of[kind] else value for kind, value in enumerate(worth)]
        keep[-1] = 1.2
        pay = cheapest(payments_for(sight, lane), keep)
        if pay is not None:
            price = price_of(pay, keep)
            if best is None or price < best[2]:
                best = lane, pay, price
    return best


def risk(planning: Planning, route: int) -> float:
    """What may be lost by not claiming a route now, in turns: how likely it is taken, times the detour."""
    sight = planning.sight
    if len(sight.lanes(route)) > 1 and len(sight.rivals) > 3:
        return 0.0
    a, b = sight.atlas.ends[route]
    around = planning.web.grow((a,), goal=b, without=route).far[b]
    detour = min(10.0, around - planning.prices[route])
    chance = 0.0
    for seat, rival in enumerate(sight.rivals):
        if seat == sight.seat:
            continue
        touches = sum(bool(rival.routes & sight.board.routes_at[city]) for city in (a, b))
        if rival.hand_size >= sight.atlas.length[route] and sum(rival.pieces) >= sight.atlas.length[route]:
            chance += planning.taste.danger * (1 + 2 * touches)
    return chance * detour
