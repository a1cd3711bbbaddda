"""The cards that a plan still needs, once the hand is spread over its routes."""

from __future__ import annotations

from branchline.lane.compile import inner
from branchline.lane.layout import Board
from branchline.lane.players.board.layout import GREY, OPEN, Facts, Mind, Needs, Plan
from branchline.lane.players.board.weights import WILD_IN_CARDS
from branchline.lane.players.wide import wide

_DRAWS_PER_FIT = (1.0, 1.6, 1.25, 1.1, 1.04, 1.0)
"""Cards to draw for one that fits, by the number of color groups that are short."""


@inner
def find_needs(board: Board, facts: Facts, mind: Mind, plan: Plan, without: int, hand: int, needs: Needs) -> None:
    """What the routes of a plan need beyond a hand of `mind`, all of them but the one at the place `without`.

    Cards go to colored routes first, then to grey ones, the longest first, each from the group with most to spare.
    """
    for group in range(facts.groups + 1):
        needs.short[group] = needs.grey[group] = needs.spare[group] = 0.0
    for kind in range(board.wild):
        if mind.hand[hand, kind] > 0:
            needs.spare[facts.kind_group[kind]] += mind.hand[hand, kind] * facts.covers[kind]
    wilds = pairs = 0
    undecided = wide(0)
    for place in range(plan.route_count):
        if place == without:
            continue
        route = plan.routes[place]
        wilds += facts.wilds[route]
        pairs += facts.pairs[route]
        if facts.pairs[route] == board.route_length[route]:
            continue
        spaces = board.route_length[route] - facts.wilds[route] - facts.pairs[route] + board.route_tunnel[route]
        group = _lane_group(facts, mind, needs, route)
        if group == GREY:
            mind.grey_spaces[undecided], mind.grey_deck[undecided] = spaces, board.route_deck[route]
            undecided += 1
        else:
            covered = min(needs.spare[group], spaces)
            needs.spare[group] -= covered
            needs.short[group] += spaces - covered
    _spread_grey(facts, mind, needs, undecided)
    held = mind.hand[hand, board.wild]
    needs.wilds = max(0, wilds - held)
    needs.missing = _cards_missing(board, facts, needs, max(0, held - wilds)) + WILD_IN_CARDS * needs.wilds
    if pairs > 0:  # W-17: two cards of a color for each
        ready = 0
        for group in range(facts.colors):
            ready += int(needs.spare[group]) // 2
        needs.missing += max(0, 2 * (pairs - ready))


@inner
def _lane_group(facts: Facts, mind: Mind, needs: Needs, route: int) -> int:
    """The color group that pays for a route: of two open lanes, the one with more to spare."""
    group, twin = facts.color_group[route], facts.twin[route]
    if twin < 0 or group == GREY or mind.route_state[twin] != OPEN:
        return group
    other = facts.color_group[twin]
    return other if other == GREY or needs.spare[other] > needs.spare[group] else group


@inner
def _spread_grey(facts: Facts, mind: Mind, needs: Needs, undecided: int) -> None:
    for _ in range(undecided):
        longest = 0
        for place in range(1, undecided):
            if mind.grey_spaces[place] > mind.grey_spaces[longest]:
                longest = place
        spaces = mind.grey_spaces[longest]
        mind.grey_spaces[longest] = -1
        first = mind.grey_deck[longest] * facts.colors
        best = first
        for group in range(first + 1, first + facts.colors):
            if needs.spare[group] - needs.grey[group] > needs.spare[best] - needs.grey[best]:
                best = group
        covered = min(needs.spare[best], spaces)
        needs.spare[best] -= covered
        needs.grey[best] += spaces - covered


@inner
def _cards_missing(board: Board, facts: Facts, needs: Needs, wilds: float) -> float:
    """Cards to draw in all. Wilds cover one space each, those of the first deck first: its cards cover no more."""
    missing = 0.0
    needs.lacking = 0
    for deck in range(board.sorts):
        spaces = 0.0
        for group in range(deck * facts.colors, (deck + 1) * facts.colors):
            spaces += needs.short[group] + needs.grey[group]
            needs.lacking += (needs.short[group] > 0) + 2 * (needs.grey[group] > 0)
        covered = min(float(wilds), spaces)
        wilds -= covered
        missing += (spaces - covered) / facts.spaces_per_card[deck]
    return missing


@inner
def draws_per_fit(needs: Needs) -> float:
    """Cards to draw for one that fits: the fewer groups are short, the more."""
    return _DRAWS_PER_FIT[min(needs.lacking, 5)]
