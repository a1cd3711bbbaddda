"""The value of a position of the Card Game to the planner: cards on the track, in the yard and in hand, and time."""

from __future__ import annotations

from math import erf, sqrt

from branchline.lane.cards.layout import CardGame, Cards
from branchline.lane.compile import inner
from branchline.lane.players.cards.layout import MAX_PLACES, CardMind
from branchline.lane.players.cards.weights import (
    FAST_DECK_USE,
    FULL_SECOND_DECK,
    HAND_RETENTION,
    KEPT_CARD,
    KEPT_SHARE,
    NEEDED_CARD,
    ROBBERY_RATE,
    SLOW_DECK_USE,
    SPARE_CARDS,
    WILD_CARD,
)

_NOBODY = -1
_THREE = 3
_HOPE = 0.75
"""The chance that a single card finds two others to be laid with."""


@inner
def make_plan(cards: Cards, game: CardGame, mind: CardMind) -> None:
    """Note what the first, second… card of each color is worth on the track, and that no risk is known yet."""
    mind.kept_value = 0.0
    if mind.half_to_come:
        mind.kept_value = KEPT_CARD * min(1.0, second_deck(cards, game, mind) / FULL_SECOND_DECK)
    for color in range(cards.wild):
        needed = mind.asked[color] - mind.stack[color]
        for place in range(MAX_PLACES):
            value = 0.0
            if place < needed:
                value = NEEDED_CARD
            elif place - needed < len(SPARE_CARDS):
                value = SPARE_CARDS[place - needed]
            mind.color_value[color, place] = value
            mind.risk[color, place] = -1.0


@inner
def second_deck(cards: Cards, game: CardGame, mind: CardMind) -> float:
    """The expected size of the deck of the second half: cards kept in all hands will be missing in it (C-19)."""
    left = float(-cards.slots - game.seats * cards.second_deal)
    for kind in range(cards.kinds):
        left += cards.all_cards[kind]
    for seat in range(game.seats):
        left -= mind.cards_held[seat]
    return max(0.0, left - KEPT_SHARE * game.deck_size)


@inner
def turns_after(mind: CardMind, deck: int, use: float) -> int:
    """The turns after this one, when a turn takes so many cards from the deck (C-14)."""
    return 0 if mind.ending else 1 + int(deck / (use * mind.seats))


@inner
def value_of(cards: Cards, mind: CardMind, trial: int, deck: int) -> float:
    """The expected value of the cards in hand and in the yards, those of `trial`: the mean of fast and slow play."""
    fast, slow = turns_after(mind, deck, FAST_DECK_USE), turns_after(mind, deck, SLOW_DECK_USE)
    value = _value_in(cards, mind, trial, fast)
    return value if slow == fast else (value + _value_in(cards, mind, trial, slow)) / 2


@inner
def _value_in(cards: Cards, mind: CardMind, trial: int, turns: int) -> float:
    total = 0.0
    groups = singles = 0
    for color in range(cards.wild):
        held = mind.hand[trial, color]
        owner = mind.row_seat[trial, color]
        start, wait = 0, 1
        if owner == mind.seat:
            total += _yard(mind, trial, color, turns, cards.wild)
            start = mind.row_colored[trial, color]
            wait = start + mind.row_wilds[trial, color]
        elif owner != _NOBODY:
            wait = max(1, mind.row_colored[trial, color] + mind.row_wilds[trial, color] - held + 1)
        if held > 1:
            groups = _add_group(mind, groups, color, start, wait, held)
        elif held == 1:
            singles = _add_single(mind, singles, mind.color_value[color, start], wait)
    return total + _schedule(cards, mind, trial, groups, singles, turns)


@inner
def _add_group(mind: CardMind, count: int, color: int, start: int, wait: int, held: int) -> int:
    """Put a color that makes a row into its place: the most valuable first."""
    worth = 0.0
    for place in range(start, start + held):
        worth += mind.color_value[color, place]
    place = count
    while place > 0 and mind.group_worth[place - 1] < worth:
        mind.group_worth[place], mind.group_color[place] = mind.group_worth[place - 1], mind.group_color[place - 1]
        mind.group_from[place], mind.group_wait[place] = mind.group_from[place - 1], mind.group_wait[place - 1]
        place -= 1
    mind.group_worth[place], mind.group_color[place] = worth, color
    mind.group_from[place], mind.group_wait[place] = start, wait
    return count + 1


@inner
def _add_single(mind: CardMind, count: int, worth: float, wait: int) -> int:
    place = count
    while place > 0 and mind.single_worth[place - 1] < worth:
        mind.single_worth[place], mind.single_wait[place] = mind.single_worth[place - 1], mind.single_wait[place - 1]
        place -= 1
    mind.single_worth[place], mind.single_wait[place] = worth, wait
    return count + 1


@inner
def _yard(mind: CardMind, trial: int, color: int, turns: int, wild: int) -> float:
    """The expected value of a row of the own yard: one card leaves each turn, wilds first (C-5, C-11)."""
    colored, wilds = mind.row_colored[trial, color], mind.row_wilds[trial, color]
    total, survives = 0.0, 1.0
    for place in range(min(colored + wilds, turns)):
        survives *= 1.0 - risk(mind, color, colored + wilds - place, wild)
        total += survives * (WILD_CARD if place < wilds else mind.color_value[color, place - wilds])
    return total


@inner
def _schedule(cards: Cards, mind: CardMind, trial: int, groups: int, singles: int, turns: int) -> float:
    """The expected value of the hand, laid row by row, the most valuable first; three singles take one turn."""
    left, wilds = mind.kept_value, mind.hand[trial, cards.wild]
    total, share = 0.0, 1.0
    start = 1
    for group in range(groups):
        share *= HAND_RETENTION
        color, first = mind.group_color[group], mind.group_from[group]
        held = mind.hand[trial, color]
        time = turns - max(start, mind.group_wait[group])
        carried = 0
        if wilds > 0 and time > 1:
            carried = min(wilds, max(1, time - held))
            wilds -= carried
            total += share * WILD_CARD * carried
        reached = 0.0
        for place in range(first, first + min(held, max(0, time - carried))):
            reached += mind.color_value[color, place]
        total += share * reached + left * (mind.group_worth[group] - reached)
        start += 1
    total += left * WILD_CARD * wilds
    hope = _HOPE if turns > 4 else 0.0
    for place in range(singles):
        in_three = place < singles // _THREE * _THREE
        share *= sqrt(HAND_RETENTION)
        on_time = max(start + place // _THREE, mind.single_wait[place]) < turns
        chance = share * (1.0 if in_three else hope) if on_time else 0.0
        total += mind.single_worth[place] * max(chance, left)
    return total


@inner
def risk(mind: CardMind, color: int, size: int, wild: int) -> float:
    """The chance that a row of this size is robbed before the own next turn; wilds of rivals count by half."""
    if mind.risk[color, size] < 0:
        mind.risk[color, size] = _risk_of(mind, color, size, wild)
    return mind.risk[color, size]


@inner
def _risk_of(mind: CardMind, color: int, size: int, wild: int) -> float:
    part = (mind.unseen[color] + mind.unseen_wilds / 2) / max(1, mind.unseen_size)
    safe = 1.0
    for rival in range(mind.seats):
        if rival != mind.seat:
            unknown = max(0, mind.unknown[rival])
            mean = mind.known[rival, color] + mind.known[rival, wild] / 2 + unknown * part
            spread = sqrt(unknown * part * max(0.0, 1 - part) + 0.1)
            likely = 0.5 - 0.5 * erf((size + 0.5 - mean) / (spread * sqrt(2.0)))
            safe *= 1.0 - ROBBERY_RATE * likely
    return 1.0 - safe
