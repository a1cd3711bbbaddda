"""Draw cards: which face-up card or which deck, given the value of each kind of card."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.position import BoardPosition
from branchline.bots.move import CardDraw, draw_value
from branchline.core.actions import DrawBlind, DrawFaceUp
from branchline.core.ids import Cards, DeckId
from branchline.core.phases import SecondCard


def best_draw(position: BoardPosition, values: Sequence[float]) -> CardDraw | None:
    """The best card to take now, first or second; None where nothing can be drawn."""
    blind = blind_values(position, values)
    if not blind:  # B-8
        return None
    refill = max(blind, key=lambda each: each[1])[0]  # the new card may be taken next
    wild = position.board.wild
    is_second = type(position.view.phase) is SecondCard
    face_up: list[CardDraw] = []
    alone: CardDraw | None = None
    for slot, kind in enumerate(position.view.display):
        if kind is None:
            continue
        draw = CardDraw(DrawFaceUp(slot, refill), kind, values[kind])
        if kind != wild:
            face_up.append(draw)
        elif not is_second:
            alone = draw
    choices = face_up + [CardDraw(DrawBlind(deck), None, value) for deck, value in blind]
    choices.sort(key=draw_value, reverse=True)
    if is_second:
        return choices[0]
    best = choices[0]
    # A blind draw can be repeated.
    second = best if best.kind is None or len(choices) < 2 else choices[1]
    pair = CardDraw(best.action, best.kind, best.value + second.value)
    return alone if alone is not None and alone.value > pair.value else pair


def usual_draw_value(position: BoardPosition, values: Sequence[float]) -> float:
    """The expected value of the best two of as many random cards as the display has."""
    pools = [_unseen(position, deck) for deck in range(len(position.view.deck_sizes))]
    chances = sorted(
        ((values[kind], count / sum(pool)) for pool in pools for kind, count in enumerate(pool) if count), reverse=True
    )
    shown = len(position.view.display)
    total = first = second = 0.0
    better = 0.0  # the chance that one card is better than those considered so far
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


def blind_values(position: BoardPosition, values: Sequence[float]) -> list[tuple[DeckId, float]]:
    """For each deck that can give a card, the expected value of its top card."""
    found = []
    for deck, size in enumerate(position.view.deck_sizes):
        if size:
            pool = _unseen(position, deck)
            mean = sum([count * value for count, value in zip(pool, values, strict=True) if count]) / sum(pool)
            found.append((DeckId(deck), mean))
    return found


def _unseen(position: BoardPosition, deck: int) -> Cards:
    """The cards that may be in a deck: those of it that the bot has not seen leave; all of them, without memory."""
    memory = position.view.memory
    pool = () if memory is None else memory.fillings[deck][-1].pool
    return pool if any(pool) else position.board.full_decks[deck]
