"""From a seat's view to a record that compiled players read: what the seat cannot know is left out of it.

Rivals' hands and tickets have the right number and no meaning, decks their size alone; the order of the ticket deck is
not there, nor any chance. A compiled player counts them at most.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from branchline.core.ids import TicketId
from branchline.core.phases import SecondCard, Toll, Turn
from branchline.core.views.card_view import CardView
from branchline.core.views.view import ChoosingPieces, ChoosingTickets, OfferSeen, View
from branchline.lane import layout
from branchline.lane.cards.layout import CARD_GAME, MAX_SAME_CARDS, SETTLEMENT
from branchline.lane.layout import CITY_WORDS, GAME, MAX_COPIES, NOTHING, ROUTE_WORDS, TICKET_WORDS
from branchline.lane.tables import words

_PHASES = {
    ChoosingTickets: layout.FIRST_TICKETS,
    ChoosingPieces: layout.FIRST_PIECES,
    Turn: layout.TURN,
    SecondCard: layout.SECOND_CARD,
    OfferSeen: layout.TICKET_OFFER,
    Toll: layout.TOLL,
}


def row_of_view(view: View) -> Any:
    """A board game as the seat of a view knows it."""
    row = np.zeros(1, GAME)
    record = row[0]
    _write_frame(record, view)
    _write_offer(record, view)
    for seat, player in enumerate(view.players):
        record["pieces"][seat, : len(player.pieces)], record["box"][seat, : len(player.box)] = player.pieces, player.box
        record["routes"][seat] = words(player.routes, ROUTE_WORDS)
        record["built"][seat] = words(player.built, CITY_WORDS)
        record["points"][seat] = player.points
        record["tickets"][seat] = words((1 << player.ticket_count) - 1, TICKET_WORDS)
        _write_hand(record, view, seat, MAX_COPIES)
    assert view.own is not None
    record["tickets"][view.seat] = words(view.own.tickets, TICKET_WORDS)
    record["display"] = NOTHING
    record["display"][: len(view.display)] = [NOTHING if kind is None else kind for kind in view.display]
    record["deck_size"][: len(view.deck_sizes)] = view.deck_sizes
    for deck, pile in enumerate(view.discards):
        record["discards"][deck, : len(pile)], record["discard_size"][deck] = pile, sum(pile)
    record["passes"] = view.passes
    if isinstance(view.phase, Toll):
        record["toll_route"], record["toll_extra"] = view.phase.route, view.phase.extra
        record["laid"][: len(view.phase.laid)] = view.phase.laid
        record["revealed"][: len(view.phase.revealed)] = view.phase.revealed
    return row


def row_of_card_view(view: CardView) -> Any:
    """The Card Game as the seat of a view knows it; face-down stacks from memory, or empty without it (C-6)."""
    row = np.zeros(1, CARD_GAME)
    record = row[0]
    _write_frame(record, view)
    record["half"] = view.half
    _write_offer(record, view)
    for seat, player in enumerate(view.players):
        stack = player.stack if view.memory is None else view.memory.stacks[seat]
        if stack is not None:
            record["stacks"][seat, : len(stack)] = stack
        record["completed"][seat] = player.completed
        record["tickets"][seat] = (1 << player.ticket_count) - 1
        _write_hand(record, view, seat, MAX_SAME_CARDS)
    assert view.own is not None
    record["tickets"][view.seat] = view.own.tickets
    record["yard_seat"] = NOTHING
    for color, lies in enumerate(view.yards):
        if lies is not None:
            record["yard_seat"][color] = lies.seat
            record["yard_colored"][color], record["yard_wilds"][color] = lies.colored, lies.wilds
    record["display"][: len(view.display)], record["display_size"] = view.display, len(view.display)
    record["deck_size"] = view.deck_size
    record["discard"][: len(view.discard)] = view.discard
    return row


def offer_seen(view: View | CardView) -> tuple[TicketId, ...]:
    """The tickets among which the seat of a view chooses now, if it does."""
    match view.phase:
        case ChoosingTickets(offer=offer):
            return offer
        case OfferSeen(tickets=tickets) if tickets is not None:
            return tickets
    return ()


def _write_frame(record: Any, view: View | CardView) -> None:
    """What all games have: phase, seats, whose turn, and how long it lasts."""
    record["phase"] = _PHASES.get(cast("Any", type(view.phase)), SETTLEMENT)
    record["seats"], record["turn"], record["idle"] = len(view.players), view.turn, view.idle
    record["turns_left"] = NOTHING if view.turns_left is None else view.turns_left
    record["queue_size"] = view.tickets_left
    record["choices"] = NOTHING


def _write_offer(record: Any, view: View | CardView) -> None:
    offer = offer_seen(view)
    record["offers"][view.seat, : len(offer)], record["offered"][view.seat] = offer, len(offer)


def _write_hand(record: Any, view: View | CardView, seat: int, most: int) -> None:
    """The own hand, or for others as many cards as they have: of the first kinds, whatever these are."""
    assert view.own is not None
    if seat == view.seat:
        record["hands"][seat, : len(view.own.hand)] = view.own.hand
        return
    left = view.players[seat].hand_size
    for kind in range(len(view.own.hand)):
        record["hands"][seat, kind] = min(left, most)
        left -= min(left, most)
