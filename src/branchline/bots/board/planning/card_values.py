"""What cards are worth to a plan: those for its tickets, for harbors, for routes that pay, and wilds."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.board_facts import GREY
from branchline.bots.board.moves.harbors import Site, reached, worth_of_saving
from branchline.bots.board.planning.plan import Plan, Planning
from branchline.bots.board.planning.point_routes import Fill
from branchline.bots.board.position import Sight


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
