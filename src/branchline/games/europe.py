"""Europe: tunnels with their toll, ferries, and stations (E-5, E-22, E-23)."""

from __future__ import annotations

from branchline.core.board import Board
from branchline.core.phases import FirstTickets, SecondCard, TicketOffer, Toll, Turn
from branchline.rules import claim, draw, first_tickets, keep, offer, scoring, station, toll
from branchline.rules.board_game import BoardGame


def europe(board: Board) -> BoardGame:
    return BoardGame(
        board,
        verbs={
            FirstTickets: (first_tickets,),
            Turn: (draw, claim, offer, station),
            SecondCard: (draw,),
            Toll: (toll,),
            TicketOffer: (keep,),
        },
        scorers=(
            scoring.routes_and_exchanges,
            scoring.tickets_with_stations,
            scoring.stations_left,
            scoring.longest_path,
        ),
        tie_breaks=(scoring.TICKETS, scoring.STATIONS, scoring.LONGEST_PATH),
    )
