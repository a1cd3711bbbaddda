"""From a written-down table to the final state of a game, or to everything about it that cannot be."""

from __future__ import annotations

from branchline.core.game import AnyGame
from branchline.core.printed.board import Board
from branchline.core.printed.card_set import CardSet
from branchline.data.faults import Faulty
from branchline.notation.scorecard.board import board_position
from branchline.notation.scorecard.cards import card_position
from branchline.notation.scorecard.checker import Position, ScorecardChecker
from branchline.notation.scorecard.reader import Scorecard


def position(game: AnyGame, scorecard: Scorecard) -> Position:
    checker = ScorecardChecker(game, scorecard)
    printed = game.printed
    if isinstance(printed, Board):
        found = board_position(checker, printed)
    else:
        assert isinstance(printed, CardSet)
        found = card_position(checker, printed)
    if checker.faults:
        raise Faulty(checker.faults)
    return found
