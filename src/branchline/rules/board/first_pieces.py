"""The choice of pieces: in secret, revealed together (W-6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from branchline.core.actions import Action, ChoosePieces
from branchline.core.events import ChoiceMade, Event, PiecesChosen, TurnStarted
from branchline.core.game import Step
from branchline.core.ids import Pieces, Seat
from branchline.core.phases import TURN, FirstPieces
from branchline.core.printed.board import BOARDS_REMEMBERED, Board
from branchline.core.refusals import Refusal
from branchline.core.states.state import State

ACTIONS = (ChoosePieces,)


@lru_cache(maxsize=BOARDS_REMEMBERED)
def _choices(board: Board) -> tuple[ChoosePieces, ...]:
    trains, ships = board.rules.pieces
    kept = board.rules.pieces_kept
    return tuple(ChoosePieces((count, kept - count)) for count in range(max(0, kept - ships), min(trains, kept) + 1))


def options(state: State, seat: Seat) -> Sequence[Action]:
    return _choices(state.board)


def refusal(state: State, seat: Seat, action: ChoosePieces) -> Refusal | None:
    return None if action in _choices(state.board) else Refusal.WRONG_PIECES


def perform(state: State, seat: Seat, action: ChoosePieces) -> Step[State]:
    pending = state.phase
    assert isinstance(pending, FirstPieces)
    made = (*pending.choices[:seat], action.pieces, *pending.choices[seat + 1 :])
    chosen = tuple(choice for choice in made if choice is not None)
    if len(chosen) < len(made):
        return Step(state._replace(phase=FirstPieces(made)), (ChoiceMade(seat),))
    events: list[Event] = [ChoiceMade(seat)]
    events += [PiecesChosen(Seat(i), pieces) for i, pieces in enumerate(chosen)]
    players = tuple(
        player._replace(pieces=pieces, box=_left(state.board.rules.pieces, pieces))
        for player, pieces in zip(state.players, chosen, strict=True)
    )
    return first_turn(state._replace(players=players), events)


def _left(all_pieces: Pieces, chosen: Pieces) -> Pieces:
    return tuple(whole - part for whole, part in zip(all_pieces, chosen, strict=True))


def first_turn(state: State, events: list[Event]) -> Step[State]:
    """The set-up is over; the first seat begins."""
    return Step(state._replace(phase=TURN), (*events, TurnStarted(state.turn)))
