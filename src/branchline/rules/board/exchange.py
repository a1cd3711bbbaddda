"""Exchange pieces with the own box, one point each (W-27)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from branchline.core.actions import Action, ExchangePieces
from branchline.core.events import PiecesExchanged
from branchline.core.game import Step
from branchline.core.ids import SHIPS, TRAINS, DeckId, Seat
from branchline.core.refusals import Refusal
from branchline.core.states.state import Player, State, with_pieces, with_player
from branchline.core.states.stock import Stock
from branchline.rules.board.turn import end_turn

ACTIONS = (ExchangePieces,)


def _most(player: Player, give: DeckId) -> int:
    """As many as the player has to give, and the box has of the other sort."""
    return min(player.pieces[give], player.box[1 - give])


@cache
def _options(trains: int, ships: int) -> tuple[ExchangePieces, ...]:
    return (
        *(ExchangePieces(TRAINS, count) for count in range(1, trains + 1)),
        *(ExchangePieces(SHIPS, count) for count in range(1, ships + 1)),
    )


def options(state: State, seat: Seat) -> Sequence[Action]:
    player = state.players[seat]
    return _options(_most(player, TRAINS), _most(player, SHIPS))


def refusal(state: State, seat: Seat, action: ExchangePieces) -> Refusal | None:
    possible = action.give in (0, 1) and 1 <= action.count <= _most(state.players[seat], action.give)
    return None if possible else Refusal.WRONG_EXCHANGE


def perform(state: State, seat: Seat, action: ExchangePieces) -> Step[State]:
    player = state.players[seat]
    trains, ships = player.pieces
    boxed_trains, boxed_ships = player.box
    more = action.count if action.give == SHIPS else -action.count  # trains
    pieces = (trains + more, ships - more)
    box = (boxed_trains - more, boxed_ships + more)
    after = with_pieces(player, pieces, box, cost=action.count)
    stock = Stock(state)
    stock.events.append(PiecesExchanged(seat, action.give, action.count))
    return end_turn(state, with_player(state, seat, after), stock, idle=state.idle + 1)  # B-10a
