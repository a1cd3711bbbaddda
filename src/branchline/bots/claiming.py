"""Claim: which route, when, and with which cards; and what cards are worth to those who want routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from branchline.bots.atlas import GREY
from branchline.bots.fill import Fill
from branchline.bots.harbors import Site, price_of_spending, reached, worth_of_saving
from branchline.bots.hasty import claim_best
from branchline.bots.needs import Needs, needs_of
from branchline.bots.paying import payments_for
from branchline.bots.plan import Plan, Planning
from branchline.bots.sight import Sight
from branchline.bots.tunnels import chance_of_passing
from branchline.bots.why import Reason, because
from branchline.core.actions import Action, ClaimRoute
from branchline.core.ids import Cards, Kind, RouteId

SPARE_CARD = 0.02
"""What a card that no plan needs is worth, in cards that fit."""
LOST_TURN = 2.0
"""What a turn is worth, in cards that fit."""


class Claim(NamedTuple):
    """A claim with its reason; `gain` is how much better it is than the usual draw, in cards that fit."""

    action: Action
    why: Reason
    gain: float


def worth_of_cards(planning: Planning, plan: Plan, more: Sequence[Fill], harbors: Sequence[Site]) -> list[float]:
    """What one more card of each kind is worth, in cards that fit the tickets."""
    sight, taste = planning.sight, planning.taste
    atlas = sight.atlas
    needs = plan.needs
    colors = len(sight.board.colors)
    any_grey = [any(needs.grey[deck * colors : (deck + 1) * colors]) for deck in range(len(sight.pieces))]
    press = planning.press(plan)
    by_purse = []
    for purse in range(atlas.purses):
        if needs.short[purse] > 0:
            by_purse.append(press)
        elif needs.grey[purse] > 0:
            by_purse.append(0.9 * press)
        elif any_grey[purse // colors]:
            by_purse.append((0.3 + 0.05 * min(6, needs.spare[purse])) * press)
        else:
            by_purse.append(0.1)
    for place, each in enumerate(more[:4]):
        if each.missing > 0:
            _raise(sight, by_purse, each, needs.spare, taste.fill * 0.9**place)
    worth = [by_purse[purse] * _cover(atlas.covers[kind]) for kind, purse in enumerate(atlas.purse_of[:-1])]
    worth.append(taste.wild * press if needs.missing > 0 else taste.wild if more else 0.5)
    if harbors:
        for kind, value in worth_of_saving(sight, len(harbors)).items():
            worth[kind] = max(worth[kind], value) + 0.3 * min(worth[kind], value)
        if reached(sight, harbors):
            worth[-1] = max(worth[-1], taste.wild_for_harbor)
    return worth


def _cover(spaces: int) -> float:
    """A card for two spaces is not quite worth two."""
    return 1 + 0.5 * (spaces - 1)


def _raise(sight: Sight, by_purse: list[float], each: Fill, spare: Sequence[float], worth: float) -> None:
    """Let a route for its points ask for cards too; for a grey one, in the color of which most is there."""
    atlas = sight.atlas
    purse = atlas.purse[each.route]
    if purse != GREY:
        by_purse[purse] = max(by_purse[purse], worth)
        return
    colors = len(sight.board.colors)
    deck = atlas.deck[each.route]
    most = max(spare[deck * colors : (deck + 1) * colors])
    for other in range(deck * colors, (deck + 1) * colors):
        by_purse[other] = max(by_purse[other], worth if spare[other] == most else worth * 0.5)


class Claiming:
    """Looks for the claim to make now."""

    def __init__(self, planning: Planning, plan: Plan, harbors: Sequence[Site]) -> None:
        self._planning = planning
        self._sight = planning.sight
        self._plan = plan
        self._saved = price_of_spending(planning.sight, len(harbors)) if harbors else {}
        self.must_hurry = planning.turns <= plan.steps + 1

    def best(self, more: Sequence[Fill]) -> Claim | None:
        """The best claim there is, for a ticket or for points."""
        claims = [self._for_ticket(route) for route in self._plan.routes]
        if not self.must_hurry:
            claims += [self._for_points(each.route) for each in more if each.missing <= 0]
        return max((claim for claim in claims if claim is not None), key=lambda claim: claim.gain, default=None)

    def _for_ticket(self, route: int) -> Claim | None:
        found = self.payment(route)
        if found is None:
            return None
        lane, pay, gain = found
        gain += risk(self._planning, lane)
        if self.must_hurry:
            gain += 10 + self._sight.atlas.points[lane]
        elif not self._plan.needs.missing:
            gain += 5
        reason = because("claims-for", route=lane, ticket=self._plan.serves[route])
        return Claim(ClaimRoute(RouteId(lane), pay), reason, gain)

    def _for_points(self, route: int) -> Claim | None:
        found = self.payment(route)
        if found is None:
            return None
        lane, pay, gain = found
        if not self._plan.needs.missing:
            gain += 4
        reason = because("longest-route", route=lane, count=self._sight.atlas.points[lane])
        return Claim(ClaimRoute(RouteId(lane), pay), reason, gain)

    def payment(self, route: int) -> tuple[int, Cards, float] | None:
        """The lane and payment that take least from the rest of the plan, and what claiming so gains, in cards."""
        sight = self._sight
        rest = needs_of(sight, [other for other in self._plan.routes if other != route])
        wild = 1.2 if rest.missing > 0 or self._saved else 0.6
        best: tuple[int, Cards, float] | None = None
        for lane in sight.lanes(route):
            for pay in payments_for(sight, lane):
                gain = self._planning.taste.eager - self._taken(rest, pay, wild)
                if best is None or gain > best[2]:
                    best = lane, pay, gain
        if best is not None and sight.board.routes[best[0]].tunnel:
            lane, pay, gain = best
            return lane, pay, gain - LOST_TURN * (1 - chance_of_passing(sight, pay))
        return best

    def _taken(self, rest: Needs, pay: Cards, wild: float) -> float:
        """What a payment takes from the other routes of the plan, and from the harbors."""
        atlas = self._sight.atlas
        price = wild * pay[-1]
        used: dict[int, int] = {}
        for kind, count in enumerate(pay[:-1]):
            if count:
                purse = atlas.purse_of[kind]
                used[purse] = used.get(purse, 0) + count * atlas.covers[kind]
                if self._saved:
                    price += count * self._saved.get(Kind(kind), 0.0)
        for purse, spaces in used.items():
            spare = rest.spare[purse]
            price += SPARE_CARD * min(spaces, spare) + max(0.0, spaces - spare)
        return price


def last_claim(sight: Sight) -> Claim | None:
    """The claim of the most points that can be had at once, when there is no time for anything else."""
    found = claim_best(sight, sight.open)
    if found is None:
        return None
    return Claim(found, because("longest-route", route=found.route, count=sight.atlas.points[found.route]), 0.0)


def risk(planning: Planning, route: int) -> float:
    """What may be lost by not claiming a route now, in cards: how likely it is taken, times the detour."""
    sight = planning.sight
    if len(sight.lanes(route)) > 1 and len(sight.rivals) > 3:
        return 0.0
    a, b = sight.atlas.ends[route]
    length = sight.atlas.length[route]
    chance = 0.0
    for seat, rival in enumerate(sight.rivals):
        if seat != sight.seat and rival.hand_size >= length and sum(rival.pieces) >= length:
            touches = sum(bool(rival.routes & sight.board.routes_at[city]) for city in (a, b))
            chance += planning.taste.danger * (1 + 2 * touches)
    if not chance:
        return 0.0
    around = planning.web.grow((a,), goal=b, without=route).far[b]
    return chance * LOST_TURN * min(10.0, around - planning.web.prices[route])
