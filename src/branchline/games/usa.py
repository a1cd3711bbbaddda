"""North America: draw, claim, tickets, and the longest path (U-4, U-8, U-9)."""

from __future__ import annotations

from branchline.core.phases import FirstTickets, SecondCard, TicketOffer, Turn
from branchline.core.printed.board import Board
from branchline.rules.board import claim, draw, draw_tickets, first_tickets, keep_tickets, pass_, scoring
from branchline.rules.board.game import BoardGame


def usa(board: Board) -> BoardGame:
    return BoardGame(
        board,
        verbs={
            FirstTickets: (first_tickets,),
            Turn: (draw, claim, draw_tickets),
            SecondCard: (draw,),
            TicketOffer: (keep_tickets,),
        },
        otherwise={Turn: pass_},
        scorers=(scoring.routes_and_exchanges, scoring.tickets, scoring.longest_path),
        tie_breaks=(scoring.TICKETS, scoring.LONGEST_PATH),
    )
