"""Observations of the Card Game, by compiled code: nothing but what the viewer's `CardView` tells goes in."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import NONE, ONE, count, lowest
from branchline.lane.cards.layout import SETTLEMENT, CardGame, Cards
from branchline.lane.compile import jit
from branchline.lane.layout import FINISHED, FIRST_TICKETS, NOTHING, TICKET_OFFER
from branchline.lane.observation.board import seat_from
from branchline.lane.observation.places import Places


@jit
def observe_all(cards: Cards, places: Places, games: Any, viewers: Any, out: Any) -> None:
    """What the viewer of each game sees; zeros where there is none."""
    for i in range(len(games)):
        out[i, :] = 0
        if viewers[i] != NOTHING:
            observe(cards, places, games[i], viewers[i], out[i])


@jit
def observe(cards: Cards, places: Places, game: CardGame, viewer: int, out: Any) -> None:
    """Fill in the observation of one seat; `out` holds zeros before."""
    _write_frame(cards, places, game, viewer, out)
    _write_cards(cards, places, game, viewer, out)
    for seat in range(game.seats):
        _write_player(cards, places, game, viewer, seat, out)
    _write_rows(cards, places, game, viewer, out)
    _write_tickets(cards, places, game, viewer, out)


@jit
def _write_frame(cards: Cards, places: Places, game: CardGame, viewer: int, out: Any) -> None:
    out[places.phase + game.phase] = 1
    out[places.turn + seat_from(viewer, game.turn, game.seats)] = 1
    if game.turns_left != NOTHING:
        out[places.ending] = 1
        out[places.turns_left] = game.turns_left
    out[places.idle] = game.idle
    out[places.tickets_left] = game.queue_size
    out[places.deck_size] = game.deck_size
    out[places.second_half] = game.half - 1
    if game.phase in (FIRST_TICKETS, SETTLEMENT):
        for seat in range(game.seats):
            if game.choices[seat] != NOTHING:
                out[places.chosen + seat_from(viewer, seat, game.seats)] = 1


@jit
def _write_cards(cards: Cards, places: Places, game: CardGame, viewer: int, out: Any) -> None:
    for kind in range(cards.kinds):
        out[places.hand + kind] = game.hands[viewer, kind]
        out[places.discards + kind] = game.discard[kind]
        out[places.unseen + kind] = cards.all_cards[kind] - game.hands[viewer, kind] - game.discard[kind]
    for slot in range(game.display_size):
        kind = game.display[slot]
        out[places.display + slot * cards.kinds + kind] = 1
        out[places.unseen + kind] -= 1


@jit
def _write_player(cards: Cards, places: Places, game: CardGame, viewer: int, seat: int, out: Any) -> None:
    place = seat_from(viewer, seat, game.seats)
    face_up = game.phase in (SETTLEMENT, FINISHED)  # C-16
    hand = stack = 0
    for kind in range(cards.kinds):
        hand += game.hands[seat, kind]
        stack += game.stacks[seat, kind]
        if face_up:
            out[places.stacks + place * cards.kinds + kind] = game.stacks[seat, kind]
            out[places.unseen + kind] -= game.stacks[seat, kind]
    out[places.hand_sizes + place] = hand
    out[places.stack_sizes + place] = stack
    out[places.ticket_counts + place] = count(game.tickets[seat])
    points, completed = 0, game.completed[seat]
    while completed != NONE:
        ticket = lowest(completed)
        completed &= completed - ONE
        out[places.completed + place * cards.ticket_count + ticket] = 1
        points += cards.points[ticket]
    out[places.points + place] = points


@jit
def _write_rows(cards: Cards, places: Places, game: CardGame, viewer: int, out: Any) -> None:
    for color in range(cards.wild):
        owner = game.yard_seat[color]
        if owner != NOTHING:
            out[places.rows + seat_from(viewer, owner, game.seats) * cards.wild + color] = 1
            out[places.row_colored + color] = game.yard_colored[color]
            out[places.row_wilds + color] = game.yard_wilds[color]
            out[places.unseen + color] -= game.yard_colored[color]
            out[places.unseen + cards.wild] -= game.yard_wilds[color]


@jit
def _write_tickets(cards: Cards, places: Places, game: CardGame, viewer: int, out: Any) -> None:
    tickets = game.tickets[viewer]
    while tickets != NONE:
        out[places.tickets + lowest(tickets)] = 1
        tickets &= tickets - ONE
    if game.phase == FIRST_TICKETS or game.phase == TICKET_OFFER:
        chooses = viewer if game.phase == FIRST_TICKETS else game.turn
        out[places.offered] = game.offered[chooses]
        if chooses == viewer:
            for place in range(game.offered[viewer]):
                out[places.offer + place * cards.ticket_count + game.offers[viewer, place]] = 1
