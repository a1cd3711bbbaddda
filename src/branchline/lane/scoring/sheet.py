"""The score sheet of a game, as numbers, and who has won (U-8, U-9, E-22, E-23, W-29, W-30).

Which way the longest path runs, and which borrowed routes a ticket needs, the core tells: it changes no number.
"""

from __future__ import annotations

from branchline.lane.bits import has, size
from branchline.lane.choose import lead
from branchline.lane.compile import jit
from branchline.lane.layout import Board, Game
from branchline.lane.scoring.borrowing import borrow
from branchline.lane.scoring.longest_path import longest_path
from branchline.lane.scoring.network import connect, connects
from branchline.lane.scoring.tour import meets_in_order
from branchline.lane.scoring.work import (
    BY_LONGEST_PATH,
    BY_POINTS,
    BY_STATIONS,
    BY_TICKETS,
    COMPLETED,
    IN_ORDER,
    MISSED,
    NOT_HELD,
    OUT_OF_ORDER,
    SHARED,
    Score,
    Work,
)


@jit
def score_game(board: Board, game: Game, work: Work, score: Score) -> None:
    """Fill in the score sheets of all seats."""
    best = 0
    for seat in range(game.seats):
        connect(board, game, seat, work)
        _score_routes(board, game, seat, score)
        _score_tickets(board, game, seat, work, score)
        score.longest[seat] = longest_path(board, work) if board.scores_longest else 0
        best = max(best, score.longest[seat])
        _score_buildings(board, game, seat, score)
    for seat in range(game.seats):
        longest = best > 0 and score.longest[seat] == best  # B-23
        score.longest_bonus[seat] = board.longest_bonus if longest else 0
        score.total[seat] = (
            score.routes[seat]
            + score.exchange[seat]
            + score.tickets[seat]
            + score.longest_bonus[seat]
            + score.station_points[seat]
            + score.harbors[seat]
            + score.harbors_left[seat]
        )
    _judge(board, game, score)


@jit
def _score_routes(board: Board, game: Game, seat: int, score: Score) -> None:
    """Points scored during play, split into routes and what exchanges cost (B-14, W-27)."""
    scored = 0
    for route in range(board.route_count):
        if has(game.routes[seat], route):
            scored += board.route_worth[route]
    score.routes[seat] = scored
    score.exchange[seat] = game.points[seat] - scored


@jit
def _score_tickets(board: Board, game: Game, seat: int, work: Work, score: Score) -> None:
    """Tickets and tours over the player's own routes (B-19, W-21), and those that stations help to complete (E-18)."""
    for ticket in range(board.ticket_count):
        finish = NOT_HELD
        if has(game.tickets[seat], ticket):
            finish = MISSED
            if connects(board, work, ticket):
                finish = COMPLETED
                if board.ticket_length[ticket] > 2 and not board.lends_routes:
                    finish = IN_ORDER if meets_in_order(board, work, ticket) else OUT_OF_ORDER
        score.finish[seat, ticket] = finish
    if board.lends_routes:
        borrow(board, game, seat, work, score)
    points = completed = 0
    for ticket in range(board.ticket_count):
        finish = score.finish[seat, ticket]
        if finish == MISSED:
            points -= board.ticket_penalty[ticket]
        elif finish == OUT_OF_ORDER:
            points += board.ticket_connected[ticket]
            completed += 1
        elif finish != NOT_HELD:
            points += board.ticket_points[ticket]
            completed += 1
    score.tickets[seat], score.completed[seat] = points, completed


@jit
def _score_buildings(board: Board, game: Game, seat: int, score: Score) -> None:
    """Stations left over (E-20); harbors, each worth the completed tickets that name its city (W-25, W-26)."""
    built = size(game.built[seat])
    score.stations_left[seat] = score.station_points[seat] = 0
    score.harbors[seat] = score.harbors_left[seat] = 0
    if board.scores_stations:
        score.stations_left[seat] = board.stations - built
        score.station_points[seat] = board.station_points * (board.stations - built)
    if board.scores_harbors:
        score.harbors_left[seat] = -board.harbor_penalty * (board.harbors - built)
        for site in range(board.harbor_sites):
            city = board.harbor_cities[site]
            if has(game.built[seat], city):
                named = _named(board, seat, score, city)
                score.harbors[seat] += board.harbor_points[min(named, board.harbor_steps - 1)]


@jit
def _named(board: Board, seat: int, score: Score, city: int) -> int:
    """How many completed tickets name a city."""
    named = 0
    for ticket in range(board.ticket_count):
        finish = score.finish[seat, ticket]
        if finish != NOT_HELD and finish != MISSED:
            for stop in range(board.ticket_length[ticket]):
                if board.ticket_stops[ticket, stop] == city:
                    named += 1
                    break
    return named


@jit
def _judge(board: Board, game: Game, score: Score) -> None:
    """Most points win; each tie-break in turn keeps those among the tied that have the most."""
    leaders = (1 << game.seats) - 1
    leaders = lead(game.seats, leaders, score.total)
    decided_by = BY_POINTS
    if leaders & (leaders - 1) and board.ties_by_tickets:
        leaders, decided_by = lead(game.seats, leaders, score.completed), BY_TICKETS
    if leaders & (leaders - 1) and board.ties_by_stations:
        leaders, decided_by = lead(game.seats, leaders, score.stations_left), BY_STATIONS
    if leaders & (leaders - 1) and board.ties_by_longest:
        leaders, decided_by = lead(game.seats, leaders, score.longest_bonus), BY_LONGEST_PATH
    score.winners = leaders
    score.decided_by = SHARED if leaders & (leaders - 1) else decided_by
