"""Observations out of the core's views, in plain Python: what the compiled code writes, number for number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.bits import mask_of, members
from branchline.core.cards import minus, plus
from branchline.core.ids import Cards, TicketId
from branchline.core.phases import FirstPieces, FirstTickets, Settlement, TicketOffer, Toll
from branchline.core.views.card_view import CardView, Settling
from branchline.core.views.view import ChoosingPieces, ChoosingTickets, OfferSeen, View
from branchline.lane.observation.layout import NUMBER, PHASES, ObservationLayout
from branchline.rules.board.claim import within_stock

_SEEN = {
    ChoosingTickets: FirstTickets,
    ChoosingPieces: FirstPieces,
    OfferSeen: TicketOffer,
    Settling: Settlement,
}
"""Phases that look otherwise to a viewer."""


def observe_view(layout: ObservationLayout, view: View | CardView, out: NDArray[np.int16] | None = None) -> Any:
    """The observation of a seat out of its view: a new vector, or written into `out`."""
    if view.seat is None:
        raise ValueError("a spectator has no observation: ask for the view of a seat")
    vector = np.zeros(layout.size, NUMBER) if out is None else out
    vector[:] = 0
    named = layout.named(vector)
    _write_common(named, view)
    if isinstance(view, View):
        _write_board(named, view)
    else:
        _write_card_game(named, view)
    return vector


def _from(view: View | CardView, values: Sequence[Any]) -> list[Any]:
    """Something of every seat, from the viewer on."""
    assert view.seat is not None
    return [*values[view.seat :], *values[: view.seat]]


def _mark(row: NDArray[np.int16], numbers: Iterable[int]) -> None:
    row[list(numbers)] = 1


def _write_common(named: dict[str, Any], view: View | CardView) -> None:
    assert view.seat is not None
    assert view.own is not None
    seats = len(view.players)
    named["phase"][PHASES.index(_SEEN.get(type(view.phase), type(view.phase)))] = 1
    named["turn"][(view.turn - view.seat) % seats] = 1
    if isinstance(view.phase, ChoosingTickets | ChoosingPieces | Settling):
        named["chosen"][:] = _from(view, view.phase.chosen)
    named["ending"][...] = view.turns_left is not None
    named["turns_left"][...] = view.turns_left or 0
    named["idle"][...] = view.idle
    named["tickets_left"][...] = view.tickets_left
    named["hand"][:] = view.own.hand
    for slot, kind in enumerate(view.display):
        if kind is not None:
            named["display"][slot, kind] = 1
    players = _from(view, view.players)
    named["hand_sizes"][:] = [player.hand_size for player in players]
    named["ticket_counts"][:] = [player.ticket_count for player in players]
    named["points"][:] = [player.points for player in players]
    _mark(named["tickets"], members(view.own.tickets))
    named["offered"][...] = view.phase.count if isinstance(view.phase, OfferSeen) else len(_offer(view))
    for place, ticket in enumerate(_offer(view)):
        named["offer"][place, ticket] = 1


def _offer(view: View | CardView) -> tuple[TicketId, ...]:
    """The tickets that are offered to the viewer."""
    match view.phase:
        case ChoosingTickets(offer, _, _):
            return offer
        case OfferSeen(_, tickets):
            return tickets or ()
        case _:
            return ()


def _unseen(every: Cards, view: View | CardView, *seen: Cards) -> Cards:
    """What is left of all cards without the viewer's hand, the display and whatever else lies open."""
    assert view.own is not None
    left = minus(every, view.own.hand)
    for cards in seen:
        left = minus(left, cards)
    return tuple(count - view.display.count(kind) for kind, count in enumerate(left))


def _write_board(named: dict[str, Any], view: View) -> None:
    assert view.own is not None
    board, phase = view.board, view.phase
    discards = plus(*view.discards) if len(view.discards) == 2 else view.discards[0]
    players = _from(view, view.players)
    named["passes"][...] = view.passes
    named["deck_sizes"][:] = view.deck_sizes
    named["discards"][:] = discards
    named["pieces"][:] = [player.pieces for player in players]
    if "box" in named:
        named["box"][:] = [player.box for player in players]
    for place, player in enumerate(players):
        _mark(named["routes"][place], members(player.routes))
        if "built" in named:
            _mark(named["built"][place], members(player.built))
    _mark(named["open"], members(_open_routes(view)))
    held = [*members(view.own.tickets), *_offer(view)]
    _mark(named["connected"], _connected(view, held))
    every = tuple(kind.copies for kind in board.kinds)
    if isinstance(phase, Toll):
        named["toll_route"][phase.route] = 1
        named["laid"][:], named["revealed"][:] = phase.laid, phase.revealed
        named["extra"][...] = phase.extra
        named["unseen"][:] = _unseen(every, view, discards, phase.laid, phase.revealed)
    else:
        named["unseen"][:] = _unseen(every, view, discards)


def _open_routes(view: View) -> int:
    """Routes that the viewer may still claim and has the pieces for (B-13, B-15)."""
    assert view.seat is not None
    taken = view.closed
    for player in view.players:
        taken |= player.routes
    return within_stock(view.board, view.players[view.seat].pieces) & ~taken


def _connected(view: View, tickets: Iterable[int]) -> list[int]:
    """Those of the tickets whose cities are all connected by the viewer's routes (B-19)."""
    assert view.seat is not None
    board = view.board
    parts = [1 << city for city in range(len(board.cities))]
    for route in members(view.players[view.seat].routes):
        a, b = board.joins[route]
        joined = parts[a] | parts[b]
        for city in members(joined):
            parts[city] = joined
    return [
        ticket
        for ticket in tickets
        if not mask_of(board.tickets[ticket].cities) & ~parts[board.tickets[ticket].cities[0]]
    ]


def _write_card_game(named: dict[str, Any], view: CardView) -> None:
    cards = view.cardset
    players = _from(view, view.players)
    named["discards"][:] = view.discard
    named["deck_size"][...] = view.deck_size
    named["second_half"][...] = view.half - 1
    unseen = list(_unseen(cards.all_cards, view, view.discard))
    for color, row in enumerate(view.yards):
        if row is not None:
            assert view.seat is not None
            named["rows"][(row.seat - view.seat) % len(players), color] = 1
            named["row_colored"][color], named["row_wilds"][color] = row.colored, row.wilds
            unseen[color] -= row.colored
            unseen[-1] -= row.wilds
    for place, player in enumerate(players):
        named["stack_sizes"][place] = player.stack_size
        _mark(named["completed"][place], members(player.completed))
        if player.stack is not None:
            named["stacks"][place] = player.stack
            unseen = list(minus(tuple(unseen), player.stack))
    named["unseen"][:] = unseen
