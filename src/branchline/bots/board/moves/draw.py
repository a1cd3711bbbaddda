"""Draw cards: which of those that lie open, or which deck, given what a card of each kind is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from branchline.bots.board.position import Sight
from branchline.core.actions import Action, DrawBlind, DrawFaceUp
from branchline.core.ids import Cards, DeckId, Kind
from branchline.core.phases import SecondCard


class Draw(NamedTuple):
    """A card to take, and what the whole draw is then worth; `kind` is None for a blind card."""

    worth: float
    action: Action
    kind: Kind | None


def best_draw(sight: Sight, worth: Sequence[float]) -> Draw | None:
    """The best card to take now, first or second; None where nothing can be drawn."""
    blind = blind_worth(sight, worth)
    if not blind:  # B-8
        return None
    refill = max(blind, key=lambda each: each[1])[0]  # the new card may be taken next
    wild = sight.board.wild
    is_second = type(sight.view.phase) is SecondCard
    face_up: list[Draw] = []
    alone: Draw | None = None
    for slot, kind in enumerate(sight.view.display):
        if kind is None:
            continue
        draw = Draw(worth[kind], DrawFaceUp(slot, refill), kind)
        if kind != wild:
            face_up.append(draw)
        elif not is_second:
            alone = draw
    choices = face_up + [Draw(value, DrawBlind(deck), None) for deck, value in blind]
    choices.sort(key=_by_worth, reverse=True)
    if is_second:
        return choices[0]
    best = choices[0]
    # A blind draw leaves the deck as it is, so the same may be done again.
    second = best if best.kind is None or len(choices) < 2 else choices[1]
    pair = Draw(best.worth + second.worth, best.action, best.kind)
    return alone if alone is not None and alone.worth > pair.worth else pair


def usual_draw(sight: Sight, worth: Sequence[float]) -> float:
    """What the better two of as many cards as lie open are worth on the average."""
    pools = [_unseen(sight, deck) for deck in range(len(sight.view.deck_sizes))]
    chances = sorted(
        ((worth[kind], count / sum(pool)) for pool in pools for kind, count in enumerate(pool) if count), reverse=True
    )
    shown = len(sight.view.display)
    total = first = second = 0.0
    better = 0.0  # the chance that one card is better than those looked at so far
    for value, chance in chances:
        chance /= len(pools)
        worse = max(0.0, 1 - better - chance)
        none, none_now = (1 - better) ** shown, worse**shown
        one = none + shown * better * (1 - better) ** (shown - 1)
        one_now = none_now + shown * (better + chance) * worse ** (shown - 1)
        first += value * (none - none_now)
        second += value * (one - one_now)
        better += chance
        total += chance
    return first + second if total else 0.0


def _by_worth(draw: Draw) -> float:
    return draw.worth


def blind_worth(sight: Sight, worth: Sequence[float]) -> list[tuple[DeckId, float]]:
    """For each deck that can give a card, what its top card is worth on the average."""
    found = []
    for deck, size in enumerate(sight.view.deck_sizes):
        if size:
            pool = _unseen(sight, deck)
            mean = sum([count * value for count, value in zip(pool, worth, strict=True) if count]) / sum(pool)
            found.append((DeckId(deck), mean))
    return found


def _unseen(sight: Sight, deck: int) -> Cards:
    """The cards that may lie in a deck: those of its filling that the bot has not seen leave; any, without memory."""
    memory = sight.view.memory
    pool = () if memory is None else memory.fillings[deck][-1].pool
    return pool if any(pool) else sight.board.full_decks[deck]
