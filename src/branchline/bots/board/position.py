"""A board game as one seat sees it at one decision: which routes are claimed or claimable, its tickets, its cards."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.board_facts import BoardFacts, facts_of
from branchline.core.bits import mask_of, members
from branchline.core.ids import Cards, CitySet, Pieces, RouteSet, Seat, TicketId, TicketSet
from branchline.core.views.view import ChoosingPieces, ChoosingTickets, View
from branchline.rules.board.claim import within_stock
from branchline.rules.board.scoring import ends, regions


class BoardPosition:
    """A seat's view and what follows from it. Made for every decision, so rarely needed parts are properties."""

    __slots__ = (
        "board",
        "both_lanes",
        "box",
        "built",
        "claimable",
        "claimed",
        "closed",
        "facts",
        "hand",
        "own_routes",
        "pieces",
        "players",
        "regions",
        "seat",
        "tickets",
        "total_pieces",
        "view",
        "wilds",
    )

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        assert view.own is not None
        self.view = view
        self.board = view.board
        self.facts: BoardFacts = facts_of(view.board)
        self.seat: Seat = view.seat
        self.hand: Cards = view.own.hand
        self.wilds = self.hand[-1]
        self.tickets: TicketSet = view.own.tickets
        self.players = view.players
        own = view.players[view.seat]
        self.own_routes: RouteSet = own.routes
        self.built: CitySet = own.built
        self.pieces: Pieces = own.pieces
        self.box: Pieces = own.box
        self.total_pieces: int = sum(own.pieces)
        """All own pieces together; before they are chosen (W-6), the number that may be."""
        if isinstance(view.phase, ChoosingTickets | ChoosingPieces) and view.board.rules.pieces_kept:
            self.total_pieces = view.board.rules.pieces_kept
        claimed = 0
        for player in view.players:
            claimed |= player.routes
        self.claimed: RouteSet = claimed
        self.both_lanes: bool = len(view.players) >= view.board.rules.both_lanes_from
        """Whether a lane of a double route stays open when somebody else has claimed the other (B-15)."""
        self.closed: RouteSet = claimed | view.closed
        self.claimable: RouteSet = within_stock(self.board, self.pieces) & ~self.closed
        """The routes that can still be claimed with the pieces that are left."""
        self.regions: list[CitySet] = regions(ends(view.board, own.routes))
        """The connected parts of the own network."""

    @property
    def built_by_others(self) -> CitySet:
        """The cities where somebody else has built."""
        built = 0
        for seat, player in enumerate(self.players):
            if seat != self.seat:
                built |= player.built
        return built

    def open_lanes(self, route: int) -> tuple[int, ...]:
        """The lanes of this route that are not closed: itself, and the other one of a double route."""
        twin = self.board.routes[route].twin
        return tuple(lane for lane in (route, twin) if lane is not None and not self.closed >> lane & 1)

    def connects(self, cities: Sequence[int]) -> bool:
        """Whether the own routes connect these cities."""
        wanted = mask_of(cities)
        return any(wanted & region == wanted for region in self.regions)

    def open_tickets(self) -> list[TicketId]:
        """The tickets that are not completed yet."""
        return [TicketId(i) for i in members(self.tickets) if not self.connects(self.board.tickets[i].cities)]

    def completed_tickets(self) -> list[TicketId]:
        return [TicketId(i) for i in members(self.tickets) if self.connects(self.board.tickets[i].cities)]
