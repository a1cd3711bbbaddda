"""Which train card to draw in the Card Game, given what each kind is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from branchline.bots.cards.position import CardSight
from branchline.core.actions import Action, DrawBlind, DrawFaceUp, StopDrawing
from branchline.core.ids import Kind


class Draw(NamedTuple):
    """A first or second card. `worth` is that of the whole draw; `kind` is None where the card is not known."""

    action: Action
    kind: Kind | None
    worth: float


def worth_blind(sight: CardSight, worth: Sequence[float]) -> float:
    """What the top card of the deck is worth on average: it may be any card that nobody has seen."""
    total = sum(sight.unseen)
    return sum(count * each for count, each in zip(sight.unseen, worth, strict=True)) / total if total else 0.0


def best_draw(sight: CardSight, worth: Sequence[float]) -> Draw:
    """The best card to take now. A face-up wild is the whole draw; anything else lets a second card follow (C-8)."""
    second = sight.second
    wild = sight.cardset.wild
    blind = worth_blind(sight, worth)
    faces = sorted(((worth[kind], -slot) for slot, kind in enumerate(sight.display) if kind != wild), reverse=True)
    follows = 0.0 if second or sight.deck_size < 2 else max(0.0, blind, *(each for each, _ in faces[1:2]))
    best = Draw(DrawBlind(), None, blind + follows)
    if faces and faces[0][0] >= blind:
        slot = -faces[0][1]
        best = Draw(DrawFaceUp(slot), sight.display[slot], faces[0][0] + follows)
    if not second and wild in sight.display and worth[wild] > best.worth:
        best = Draw(DrawFaceUp(sight.display.index(wild)), wild, worth[wild])
    if second and best.worth < 0:
        best = Draw(StopDrawing(), None, 0.0)
    return best
