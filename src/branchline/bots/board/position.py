"""What a bot sees on the board at one decision: which routes are its own, open or closed, its tickets, its cards."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.board.board_facts import Atlas, atlas_of
from branchline.core.bits import mask_of, members
from branchline.core.ids import Cards, CitySet, Pieces, RouteSet, Seat, TicketId, TicketSet
from branchline.core.view import ChoosingPieces, ChoosingTickets, View
from branchline.rules.board.claim import within_stock
from branchline.rules.board.scoring import ends, regions

"""The number of players from which both lanes of a double route may be claimed (B-15)."""


class Sight:
    """The view of a seat, with what follows from it. Made for every decision, so it works out only what is asked."""

    __slots__ = (
        "atlas",
        "board",
        "both_lanes",
        "box",
        "built",
        "closed",
        "hand",
        "mine",
        "open",
        "parts",
        "pieces",
        "rivals",
        "seat",
        "stock",
        "taken",
        "tickets",
        "view",
        "wilds",
    )

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        assert view.own is not None
        self.view = view
        self.board = view.board
        self.atlas: Atlas = atlas_of(view.board)
        self.seat: Seat = view.seat
        self.hand: Cards = view.own.hand
        self.wilds = self.hand[-1]
        self.tickets: TicketSet = view.own.tickets
        self.rivals = view.rivals
        own = view.rivals[view.seat]
        self.mine: RouteSet = own.routes
        self.built: CitySet = own.built
        self.pieces: Pieces = own.pieces
        self.box: Pieces = own.box
        self.stock: int = sum(own.pieces)
        """All pieces together. Before they are chosen (W-6), no more than may be."""
        if isinstance(view.phase, ChoosingTickets | ChoosingPieces) and view.board.rules.pieces_kept:
            self.stock = view.board.rules.pieces_kept
        taken = 0
        for rival in view.rivals:
            taken |= rival.routes
        self.taken: RouteSet = taken
        self.both_lanes: bool = len(view.rivals) >= view.board.rules.both_lanes_from
        """Whether a lane of a double route stays open when somebody else has claimed the other (B-15)."""
        self.closed: RouteSet = taken | view.board.twins_of(own.routes if self.both_lanes else taken)
        self.open: RouteSet = within_stock(self.board, self.pieces) & ~self.closed
        """The routes that can still be claimed, with the pieces that are left."""
        self.parts: list[CitySet] = regions(ends(view.board, own.routes))

    @property
    def others(self) -> CitySet:
        """The cities where somebody else has built."""
        built = 0
        for seat, rival in enumerate(self.rivals):
            if seat != self.seat:
                built |= rival.built
        return built

    def lanes(self, route: int) -> tuple[int, ...]:
        """The open routes that do the same as this one: itself, and the other lane of a double route."""
        twin = self.board.routes[route].twin
        return tuple(lane for lane in (route, twin) if lane is not None and not self.closed >> lane & 1)

    def joins(self, cities: Sequence[int]) -> bool:
        """Whether the own routes connect these cities."""
        stops = mask_of(cities)
        return any(stops & part == stops for part in self.parts)

    def open_tickets(self) -> list[TicketId]:
        """The tickets that are not completed yet."""
        return [TicketId(i) for i in members(self.tickets) if not self.joins(self.board.tickets[i].cities)]

    def done_tickets(self) -> list[TicketId]:
        return [TicketId(i) for i in members(self.tickets) if self.joins(self.board.tickets[i].cities)]
