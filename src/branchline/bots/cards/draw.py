"""Draw train cards in the Card Game, given the value of each kind."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.cards.position import CardPosition
from branchline.bots.move import CardDraw
from branchline.core.actions import DrawBlind, DrawFaceUp, StopDrawing


def blind_value(position: CardPosition, values: Sequence[float]) -> float:
    """The expected value of the top card of the deck: any card that nobody has seen is equally likely."""
    total = sum(position.unseen)
    return sum(count * each for count, each in zip(position.unseen, values, strict=True)) / total if total else 0.0


def best_draw(position: CardPosition, values: Sequence[float]) -> CardDraw:
    """The best card to take now. A face-up wild is the whole draw; after any other a second card follows (C-8)."""
    second = position.second
    wild = position.cardset.wild
    blind = blind_value(position, values)
    faces = sorted(((values[kind], -slot) for slot, kind in enumerate(position.display) if kind != wild), reverse=True)
    follows = 0.0 if second or position.deck_size < 2 else max(0.0, blind, *(each for each, _ in faces[1:2]))
    best = CardDraw(DrawBlind(), None, blind + follows)
    if faces and faces[0][0] >= blind:
        slot = -faces[0][1]
        best = CardDraw(DrawFaceUp(slot), position.display[slot], faces[0][0] + follows)
    if not second and wild in position.display and values[wild] > best.value:
        best = CardDraw(DrawFaceUp(position.display.index(wild)), wild, values[wild])
    if second and best.value < 0:
        best = CardDraw(StopDrawing(), None, 0.0)
    return best
