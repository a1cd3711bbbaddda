"""North America: draw, claim, tickets, and the longest path (U-4, U-8, U-9)."""

from __future__ import annotations

from branchline.core.board import Board
from branchline.core.phases import FirstTickets, SecondCard, TicketOffer, Turn
from branchline.rules import claim, draw, first_tickets, keep, offer, scoring
from branchline.rules.board_game import BoardGame


def usa(board: Board) -> BoardGame:
    return BoardGame(
        board,
        verbs={
            FirstTickets: (first_tickets,),
            Turn: (draw, claim, offer),
            SecondCard: (draw,),
            TicketOffer: (keep,),
        },
        scorers=(scoring.routes_and_exchanges, scoring.tickets, scoring.longest_path),
        tie_breaks=(scoring.TICKETS, scoring.LONGEST_PATH),
    )
