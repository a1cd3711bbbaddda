"""Rails & Sails World: two decks, harbors, exchange, tours (W-7, W-29, W-30)."""

from __future__ import annotations

from branchline.core.phases import FirstPieces, FirstTickets, SecondCard, TicketOffer, Turn
from branchline.core.printed.board import Board
from branchline.rules.board import (
    claim,
    draw,
    draw_tickets,
    exchange,
    first_pieces,
    first_tickets,
    harbor,
    keep_tickets,
    pass_,
    scoring,
)
from branchline.rules.board.game import BoardGame


def world(board: Board) -> BoardGame:
    return BoardGame(
        board,
        verbs={
            FirstTickets: (first_tickets,),
            FirstPieces: (first_pieces,),
            Turn: (draw, claim, draw_tickets, harbor, exchange),
            SecondCard: (draw,),
            TicketOffer: (keep_tickets,),
        },
        otherwise={Turn: pass_},
        scorers=(scoring.routes_and_exchanges, scoring.tickets, scoring.harbors),
        tie_breaks=(),
    )
