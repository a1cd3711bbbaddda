"""The cards that a set of routes still needs, once the hand is spread over them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from branchline.bots.board.board_facts import GREY
from branchline.bots.board.position import BoardPosition
from branchline.core.ids import TRAINS, Cards

WILD_IN_CARDS = 2.0
"""A wild that a route requires counts as so many cards: a face-up one takes a whole turn."""


class Needs(NamedTuple):
    """`short[group]`: spaces that colored routes lack; `grey[group]`: those that grey ones lack, in the color chosen.

    `spare[group]`: spaces in hand that no route needs. `missing`: cards to draw in all, after the wilds in hand.
    """

    short: list[float]
    grey: list[float]
    spare: list[float]
    missing: float
    wilds: int


DRAWS_PER_FIT = (1.0, 1.6, 1.25, 1.1, 1.04, 1.0)
"""Cards to draw for one that fits, by the number of color groups that are short; a grey route counts as two."""


def draws_per_fit(needs: Needs) -> float:
    """Cards to draw for one that fits: the fewer groups are short, the more."""
    colors = sum([lacking > 0 for lacking in needs.short]) + 2 * sum([lacking > 0 for lacking in needs.grey])
    return DRAWS_PER_FIT[min(colors, len(DRAWS_PER_FIT) - 1)]


def spaces_held(position: BoardPosition, hand: Cards) -> list[float]:
    """The spaces that the hand covers, by color group."""
    facts = position.facts
    held = [0.0] * (facts.group_count + 1)
    for kind, count in enumerate(hand):
        if count:
            held[facts.kind_group[kind]] += count * facts.covers[kind]
    return held


def needs_of(position: BoardPosition, routes: Iterable[int], hand: Cards | None = None) -> Needs:
    """What routes need beyond a hand, the own one if none is given.

    Cards go to colored routes first, then to grey ones, the longest first, each from the group with most to spare.
    """
    board = position.board
    groups = position.facts.deck_groups
    hand = position.hand if hand is None else hand
    held_wilds = hand[-1]
    spare = spaces_held(position, hand)
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
        group = _lane_group(position, number, spare)
        if group == GREY:
            undecided.append((spaces, route.deck))
        else:
            used = min(spare[group], spaces)
            spare[group] -= used
            short[group] += spaces - used
    undecided.sort(reverse=True)
    for spaces, deck in undecided:
        group = max(groups[deck], key=lambda group: spare[group] - grey[group])
        used = min(spare[group], spaces)
        spare[group] -= used
        grey[group] += spaces - used
    missing = _cards_missing(position, short, grey, max(0, held_wilds - wilds))
    if pairs:
        ready = sum([int(spare[group]) // 2 for group in groups[TRAINS]])
        missing += max(0, 2 * (pairs - ready))
    lacking_wilds = max(0, wilds - held_wilds)
    return Needs(short, grey, spare, missing + WILD_IN_CARDS * lacking_wilds, lacking_wilds)


def _cards_missing(position: BoardPosition, short: list[float], grey: list[float], wilds: float) -> float:
    """Cards to draw in all. Wilds cover one space each, those of the first deck first: its cards cover no more."""
    missing = 0.0
    facts = position.facts
    for colored, any_color, cover in zip(facts.by_deck(short), facts.by_deck(grey), facts.spaces_per_card, strict=True):
        lacking = sum(colored) + sum(any_color)
        if lacking:
            covered = min(wilds, lacking)
            wilds -= covered
            missing += (lacking - covered) / cover
    return missing


def _lane_group(position: BoardPosition, number: int, spare: list[float]) -> int:
    """The color group that pays for a route: of two open lanes, the one with more to spare."""
    facts = position.facts
    group = facts.color_group[number]
    twin = position.board.routes[number].twin
    if twin is None or group == GREY or position.closed >> twin & 1:
        return group
    other = facts.color_group[twin]
    return other if other == GREY or spare[other] > spare[group] else group
