"""What cards a set of routes still needs, once the hand is spread over them as well as can be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from branchline.bots.board.board_facts import GREY
from branchline.bots.board.position import Sight
from branchline.core.ids import Cards

WILD_IN_CARDS = 2.0
"""A wild that must be had takes a whole turn where one lies open."""


class Needs(NamedTuple):
    """`short[purse]`: spaces that colored routes lack; `grey[purse]`: those that grey ones lack, in the color chosen.

    `spare[purse]`: spaces in hand that nothing needs. `missing`: cards to draw in all, wilds in hand spent.
    """

    short: list[float]
    grey: list[float]
    spare: list[float]
    missing: float
    wilds: int


SLOWNESS = (1.0, 1.6, 1.25, 1.1, 1.04, 1.0)
"""Cards to draw for one that fits, by the number of colors that fit."""


def slowness(needs: Needs) -> float:
    """The fewer colors are looked for, the rarer they come up."""
    colors = sum([lacking > 0 for lacking in needs.short]) + 2 * sum([lacking > 0 for lacking in needs.grey])
    return SLOWNESS[min(colors, len(SLOWNESS) - 1)]


def purse_spaces(sight: Sight, hand: Cards) -> list[float]:
    """What each purse holds, in spaces."""
    atlas = sight.atlas
    held = [0.0] * (atlas.purses + 1)
    for kind, count in enumerate(hand):
        if count:
            held[atlas.purse_of[kind]] += count * atlas.covers[kind]
    return held


def needs_of(sight: Sight, routes: Iterable[int], hand: Cards | None = None) -> Needs:
    """What routes need beyond the hand, the own if no other is given.

    Colored routes first, then grey ones, the longest first, each from the purse that has most to spare.
    """
    board = sight.board
    colors = len(board.colors)
    hand = sight.hand if hand is None else hand
    held_wilds = hand[-1]
    spare = purse_spaces(sight, hand)
    spare[-1] = 0.0
    short = [0.0] * len(spare)
    grey = [0.0] * len(spare)
    wilds = 0
    pairs = 0
    undecided: list[tuple[int, int]] = []
    for number in routes:
        route = board.routes[number]
        wilds += route.wilds
        if route.pairs:
            pairs += route.pairs
            if route.length == route.pairs:
                continue
        spaces = route.length - route.wilds - route.pairs + (1 if route.tunnel else 0)
        purse = _lane_purse(sight, number, spare)
        if purse == GREY:
            undecided.append((spaces, route.deck))
        else:
            used = min(spare[purse], spaces)
            spare[purse] -= used
            short[purse] += spaces - used
    undecided.sort(reverse=True)
    for spaces, deck in undecided:
        purse = max(range(deck * colors, (deck + 1) * colors), key=lambda purse: spare[purse] - grey[purse])
        used = min(spare[purse], spaces)
        spare[purse] -= used
        grey[purse] += spaces - used
    missing = _cards_missing(sight, short, grey, max(0, held_wilds - wilds))
    if pairs:
        ready = sum([int(spare[purse]) // 2 for purse in range(colors)])
        missing += max(0, 2 * (pairs - ready))
    lacking_wilds = max(0, wilds - held_wilds)
    return Needs(short, grey, spare, missing + WILD_IN_CARDS * lacking_wilds, lacking_wilds)


def _cards_missing(sight: Sight, short: list[float], grey: list[float], wilds: float) -> float:
    """Cards to draw in all. Wilds cover one space each, best where cards cover no more."""
    missing = 0.0
    colors = len(sight.board.colors)
    for deck, cover in enumerate(sight.atlas.spaces_a_card):
        purses = slice(deck * colors, (deck + 1) * colors)
        lacking = sum(short[purses]) + sum(grey[purses])
        if lacking:
            covered = min(wilds, lacking)
            wilds -= covered
            missing += (lacking - covered) / cover
    return missing


def _lane_purse(sight: Sight, number: int, spare: list[float]) -> int:
    """The purse that pays for a route: of two open lanes, the one that has more to spare."""
    atlas = sight.atlas
    purse = atlas.purse[number]
    twin = sight.board.routes[number].twin
    if twin is None or purse == GREY or sight.closed >> twin & 1:
        return purse
    other = atlas.purse[twin]
    return other if other == GREY or spare[other] > spare[purse] else purse
