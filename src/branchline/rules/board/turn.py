"""The end of a turn: the display, the trigger of the last turns, and who is next."""

from __future__ import annotations

from branchline.core.events import GameEnded, LastTurns, turn_started
from branchline.core.game import Step
from branchline.core.ids import Seat, TicketId
from branchline.core.phases import FINISHED, TURN
from branchline.core.state import Player, State, state_of, step_of
from branchline.core.stock import Stock


def end_turn(
    state: State,
    players: tuple[Player, ...],
    stock: Stock,
    tickets: tuple[TicketId, ...] | None = None,
    passes: int = 0,
) -> Step[State]:
    """Close the turn of the seat to act, with what its action made of players, cards and ticket deck."""
    seat = state.turn
    rules = state.board.rules
    if None in stock.display:
        stock.fill_gaps()
    elif stock.display.count(state.board.wild) >= rules.flush_at:  # B-6a held it back, and there may be more cards now
        stock.mind_wilds()
    events = stock.events
    turns_left = state.turns_left
    if turns_left is not None:
        turns_left -= 1
    elif sum(players[seat].pieces) <= rules.end_at:  # U-7, E-21, W-28
        turns_left = rules.last_turns * len(players)
        events.append(LastTurns(seat, turns_left))
    if turns_left == 0 or passes == len(players):  # B-10
        phase, turn = FINISHED, seat
        events.append(GameEnded())
    else:
        phase, turn = TURN, Seat((seat + 1) % len(players))  # type: ignore[assignment]
        events.append(turn_started(turn))
    after = state_of(
        (
            state.board,
            phase,
            turn,
            players,
            stock.display,
            stock.decks,
            stock.discards,
            state.tickets if tickets is None else tickets,
            turns_left,
            passes,
            stock.rng,
        )
    )
    return step_of((after, tuple(events)))
