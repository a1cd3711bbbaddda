"""The final scoring of the board games, line by line, and the tie-breaks (U-8, U-9, E-22, E-23, W-29, W-30)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, combinations

from branchline.core.bits import mask_of, members
from branchline.core.ids import CityId, CitySet, RouteId, RouteSet, Seat, TicketId
from branchline.core.optimize.borrowing import best_borrowing
from branchline.core.optimize.longest_path import Trail, longest_trail
from branchline.core.optimize.tour import meets_in_order
from branchline.core.printed.board import BOARDS_REMEMBERED, Board, Ticket
from branchline.core.score import Finish, ScoreLine, Sheet, Source, TieBreak
from branchline.core.states.state import Player, State

Lines = list[ScoreLine]
Scorer = Callable[[State], list[Lines]]
"""One part of the scoring: for each seat, the lines that it adds."""


Ends = tuple[CityId, CityId]


def ends(board: Board, routes: RouteSet) -> list[Ends]:
    joins = board.joins
    return [joins[i] for i in members(routes)]


def regions(edges: Sequence[Ends]) -> list[CitySet]:
    """The connected parts of a network, each as the set of its cities."""
    networks: list[CitySet] = []
    met = 0
    for a, b in edges:
        network = 1 << a | 1 << b
        if met & network:
            apart = []
            for other in networks:
                if other & network:
                    network |= other
                else:
                    apart.append(other)
            networks = apart
        networks.append(network)
        met |= network
    return networks


def routes_and_exchanges(state: State) -> list[Lines]:
    """Points scored during play, split into routes and what exchanges cost (B-14, W-27)."""
    worth = state.board.worth
    lines = []
    for player in state.players:
        scored = sum([worth[i] for i in members(player.routes)])
        mine = [ScoreLine(Source.ROUTES, scored, count=player.routes.bit_count())]
        if player.points != scored:
            mine.append(ScoreLine(Source.EXCHANGE, player.points - scored, count=scored - player.points))
        lines.append(mine)
    return lines


def tickets(state: State) -> list[Lines]:
    """Tickets and tours over the player's own routes (B-19, W-21)."""
    return [_ticket_lines(state.board, player) for player in state.players]


@lru_cache(maxsize=16)  # The harbors ask again for what the tickets have just found.
def _ticket_lines(board: Board, player: Player) -> Lines:
    edges = ends(board, player.routes)
    networks = regions(edges)
    every_stop = board.stops
    missed = _missed(board)
    lines = []
    for i in members(player.tickets):
        stops = every_stop[i]
        for network in networks:
            if stops & network == stops:
                lines.append(_connected(board, TicketId(i), edges))
                break
        else:
            lines.append(missed[i])
    return lines


@lru_cache(maxsize=BOARDS_REMEMBERED)
def _missed(board: Board) -> tuple[ScoreLine, ...]:
    """Of each ticket the line that says so, made once."""
    return tuple(
        ScoreLine(Source.TICKET, -ticket.penalty, TicketId(i), Finish.MISSED) for i, ticket in enumerate(board.tickets)
    )


def _connected(board: Board, ticket_id: TicketId, edges: list[Ends]) -> ScoreLine:
    ticket = board.tickets[ticket_id]
    if not ticket.is_tour:
        return ScoreLine(Source.TICKET, ticket.points, ticket_id, Finish.COMPLETED)
    if meets_in_order(edges, ticket.cities):  # W-22
        return ScoreLine(Source.TICKET, ticket.points, ticket_id, Finish.IN_ORDER)
    return ScoreLine(Source.TICKET, ticket.connected, ticket_id, Finish.OUT_OF_ORDER)


def tickets_with_stations(state: State) -> list[Lines]:
    """Tickets where each station borrows one route of another player, for the best result (E-18, E-19)."""
    return [_borrowed_tickets(state, Seat(seat)) for seat in range(len(state.players))]


def _borrowed_tickets(state: State, seat: Seat) -> Lines:
    board = state.board
    player = state.players[seat]
    others = 0
    for other in state.players:
        others |= other.routes
    others &= ~player.routes
    lendable = [list(members(board.routes_at[city] & others)) for city in members(player.built)]
    held = [TicketId(i) for i in members(player.tickets)]
    printed = [board.tickets[i] for i in held]
    best = best_borrowing(
        ends(board, player.routes),
        [[board.joins[i] for i in routes] for routes in lendable],
        [(ticket.cities[0], ticket.cities[1], ticket.points) for ticket in printed],
    )
    borrowed = tuple(
        RouteId(routes[pick]) for routes, pick in zip(lendable, best.picks, strict=True) if pick is not None
    )
    return [
        ScoreLine(
            Source.TICKET, ticket.points, ticket_id, Finish.COMPLETED, routes=_needed(player, borrowed, board, ticket)
        )
        if index in best.completed
        else _missed(board)[ticket_id]
        for index, (ticket_id, ticket) in enumerate(zip(held, printed, strict=True))
    ]


def _needed(player: Player, borrowed: tuple[RouteId, ...], board: Board, ticket: Ticket) -> tuple[RouteId, ...]:
    """The borrowed routes that a completed ticket cannot do without: the fewest that connect its cities."""
    stops = mask_of(ticket.cities)
    ways = (some for count in range(len(borrowed)) for some in combinations(borrowed, count))
    for some in ways:
        if any(stops & network == stops for network in regions(ends(board, player.routes | mask_of(some)))):
            return some
    return borrowed


def trail_of(board: Board, routes: RouteSet) -> tuple[int, tuple[RouteId, ...]]:
    """The longest continuous path over these routes: its length, and the routes in walking order (B-22)."""
    owned = list(members(routes))
    spans = board.spans
    trail: Trail = longest_trail([spans[i] for i in owned])
    return trail.length, tuple([RouteId(owned[i]) for i in trail.edges])


def longest_path(state: State) -> list[Lines]:
    """Everybody tied for the longest receives the bonus; without any route nobody does (B-23)."""
    trails = [trail_of(state.board, player.routes) for player in state.players]
    best = max(length for length, _ in trails)
    bonus = state.board.rules.longest_bonus
    return [
        [ScoreLine(Source.LONGEST_PATH, bonus if length == best and best > 0 else 0, routes=path, count=length)]
        for length, path in trails
    ]


def stations_left(state: State) -> list[Lines]:
    """E-20."""
    rules = state.board.rules
    left = [rules.stations - player.built.bit_count() for player in state.players]
    return [[ScoreLine(Source.STATIONS_LEFT, rules.station_points * count, count=count)] for count in left]


def harbors(state: State) -> list[Lines]:
    """W-25, W-26: a harbor is worth the completed tickets that name its city."""
    rules = state.board.rules
    lines = []
    for player, done in zip(state.players, tickets(state), strict=True):
        mine = []
        for city in members(player.built):
            count = sum(_names(state.board, line, CityId(city)) for line in done)
            worth = rules.harbor_points[min(count, len(rules.harbor_points) - 1)]
            mine.append(ScoreLine(Source.HARBOR, worth, city=CityId(city), count=count))
        left = rules.harbors - player.built.bit_count()
        mine.append(ScoreLine(Source.HARBORS_LEFT, -rules.harbor_penalty * left, count=left))
        lines.append(mine)
    return lines


def _names(board: Board, line: ScoreLine, city: CityId) -> bool:
    """Whether this line is a completed ticket that names the city; tours count in either order."""
    assert line.ticket is not None
    return line.finish is not Finish.MISSED and city in board.tickets[line.ticket].cities


def sheets(state: State, scorers: Sequence[Scorer]) -> list[Sheet]:
    parts = [scorer(state) for scorer in scorers]
    return [Sheet(Seat(seat), tuple(chain(*of_seat))) for seat, of_seat in enumerate(zip(*parts, strict=True))]


def most_tickets(sheet: Sheet) -> int:
    return sheet.tickets_completed


def fewest_stations(sheet: Sheet) -> int:
    """Fewest built is most left."""
    return sum(line.count for line in sheet.lines if line.source is Source.STATIONS_LEFT)


def holds_longest_path(sheet: Sheet) -> int:
    return sheet.of(Source.LONGEST_PATH)


TICKETS = (TieBreak.TICKETS, most_tickets)
STATIONS = (TieBreak.STATIONS, fewest_stations)
LONGEST_PATH = (TieBreak.LONGEST_PATH, holds_longest_path)
