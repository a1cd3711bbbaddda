"""The end of a turn: the display, the trigger of the last turns, and who is next."""

from __future__ import annotations

from branchline.core.events import EndReason, GameEnded, LastTurns, turn_started
from branchline.core.game import Step
from branchline.core.idle import stands_still, told
from branchline.core.ids import Seat, TicketId
from branchline.core.phases import FINISHED, TURN
from branchline.core.states.state import Player, State, next_step
from branchline.core.states.stock import Stock


def end_turn(
    state: State,
    players: tuple[Player, ...],
    stock: Stock,
    tickets: tuple[TicketId, ...] | None = None,
    passes: int = 0,
    idle: int = 0,
) -> Step[State]:
    """Close the turn of the seat to act, with what its action made of players, cards and ticket deck.

    `passes` and `idle` count the turns in a row, this one included, that were passed or brought nothing new.
    """
    seat = state.turn
    rules = state.board.rules
    stock.close()
    events = stock.events
    turns_left = state.turns_left
    if turns_left is not None:
        turns_left -= 1
    elif sum(players[seat].pieces) <= rules.end_at:  # U-7, E-21, W-28
        turns_left = rules.last_turns * len(players)
        events.append(LastTurns(seat, turns_left))
    reason = _end(turns_left, passes, idle, len(players)) if turns_left == 0 or idle else None
    if reason is not None:
        phase, turn = FINISHED, seat
        events.append(GameEnded(reason))
    else:
        phase, turn = TURN, Seat((seat + 1) % len(players))  # type: ignore[assignment]
        if idle:
            events.extend(told(idle, len(players)))
        events.append(turn_started(turn))
    return next_step(
        state,
        stock,
        phase=phase,
        turn=turn,
        players=players,
        tickets=state.tickets if tickets is None else tickets,
        turns_left=turns_left,
        passes=passes,
        idle=idle,
    )


def _end(turns_left: int | None, passes: int, idle: int, seats: int) -> EndReason | None:
    """Why the game is over after this turn, if it is; a turn that was passed is idle too."""
    if turns_left == 0:
        return EndReason.LAST_TURNS
    if passes == seats:  # B-10
        return EndReason.ALL_PASSED
    return EndReason.NOTHING_NEW if stands_still(idle, seats) else None  # B-10a
