"""Europe: tunnels with their toll, ferries, and stations (E-5, E-22, E-23)."""

from __future__ import annotations

from branchline.core.phases import FirstTickets, SecondCard, TicketOffer, Toll, Turn
from branchline.core.printed.board import Board
from branchline.rules.board import claim, draw, draw_tickets, first_tickets, keep_tickets, pass_, scoring, station, toll
from branchline.rules.board.game import BoardGame


def europe(board: Board) -> BoardGame:
    return BoardGame(
        board,
        verbs={
            FirstTickets: (first_tickets,),
            Turn: (draw, claim, draw_tickets, station),
            SecondCard: (draw,),
            Toll: (toll,),
            TicketOffer: (keep_tickets,),
        },
        otherwise={Turn: pass_},
        scorers=(
            scoring.routes_and_exchanges,
            scoring.tickets_with_stations,
            scoring.stations_left,
            scoring.longest_path,
        ),
        tie_breaks=(scoring.TICKETS, scoring.STATIONS, scoring.LONGEST_PATH),
    )
