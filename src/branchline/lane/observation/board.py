"""Observations of the board games, by compiled code: nothing but what the viewer's `View` tells goes in."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane.bits import NONE, ONE, Word, lowest, size
from branchline.lane.board.claim import free_routes
from branchline.lane.compile import jit
from branchline.lane.layout import (
    FIRST_PIECES,
    FIRST_TICKETS,
    NOTHING,
    TICKET_OFFER,
    TOLL,
    Board,
    Desk,
    Game,
)
from branchline.lane.observation.places import Places
from branchline.lane.prefetch import AHEAD, HOT, WIDE, fetch_row
from branchline.lane.scoring.network import connect, connects
from branchline.lane.scoring.work import Work


@jit
def observe_all(board: Board, places: Places, games: Any, viewers: Any, desk: Desk, work: Work, out: Any) -> None:
    """What the viewer of each game sees; zeros where there is none."""
    for i in range(len(games)):
        fetch_row(games, i + AHEAD, HOT)
        fetch_row(out, i + AHEAD, WIDE)
        out[i, :] = 0
        if viewers[i] != NOTHING:
            observe(board, places, games[i], viewers[i], desk, work, out[i])


@jit
def observe(board: Board, places: Places, game: Game, viewer: int, desk: Desk, work: Work, out: Any) -> None:
    """Fill in the observation of one seat; `out` holds zeros before."""
    _write_frame(board, places, game, viewer, out)
    _write_cards(board, places, game, viewer, out)
    _write_players(board, places, game, viewer, out)
    _write_map(board, places, game, viewer, desk, out)
    _write_tickets(board, places, game, viewer, work, out)
    if game.phase == TOLL:
        _write_toll(board, places, game, out)


@jit
def mark(word: Word, start: int, out: Any) -> None:
    """Write a one for each member of a set."""
    while word != NONE:
        out[start + lowest(word)] = 1
        word &= word - ONE


@jit
def spread(word: Word, start: int, size: int, out: Any) -> None:
    """Write a number for each of the first bits of a word: quicker than `mark` where most of them are set."""
    for i in range(size):
        out[start + i] = (word >> np.uint64(i)) & ONE


@jit
def seat_from(viewer: int, seat: int, seats: int) -> int:
    """The place of a seat, counted from the viewer on."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@jit
def _write_frame(board: Board, places: Places, game: Game, viewer: int, out: Any) -> None:
    out[places.phase + game.phase] = 1
    out[places.turn + seat_from(viewer, game.turn, game.seats)] = 1
    if game.turns_left != NOTHING:
        out[places.ending] = 1
        out[places.turns_left] = game.turns_left
    out[places.idle] = game.idle
    out[places.passes] = game.passes
    out[places.tickets_left] = game.queue_size
    if game.phase in (FIRST_TICKETS, FIRST_PIECES):
        for seat in range(game.seats):
            if game.choices[seat] != NOTHING:
                out[places.chosen + seat_from(viewer, seat, game.seats)] = 1


@jit
def _write_cards(board: Board, places: Places, game: Game, viewer: int, out: Any) -> None:
    for deck in range(board.sorts):
        out[places.deck_sizes + deck] = game.deck_size[deck]
    for kind in range(board.kinds):
        deck = board.kind_deck[kind]
        hand, discards = game.hands[viewer, kind], game.discards[deck, kind]
        out[places.hand + kind] = hand
        out[places.discards + kind] = discards
        out[places.unseen + kind] = (
            board.full_decks[deck, kind] - hand - discards - game.laid[kind] - game.revealed[kind]
        )
    for slot in range(board.slots):
        kind = game.display[slot]
        if kind != NOTHING:
            out[places.display + slot * board.kinds + kind] = 1
            out[places.unseen + kind] -= 1


@jit
def _write_players(board: Board, places: Places, game: Game, viewer: int, out: Any) -> None:
    for seat in range(game.seats):
        place = seat_from(viewer, seat, game.seats)
        cards = 0
        for kind in range(board.kinds):
            cards += game.hands[seat, kind]
        out[places.hand_sizes + place] = cards
        out[places.ticket_counts + place] = size(game.tickets[seat])
        out[places.points + place] = game.points[seat]
        for sort in range(board.sorts):
            out[places.pieces + place * board.sorts + sort] = game.pieces[seat, sort]
            if places.box != NOTHING:
                out[places.box + place * board.sorts + sort] = game.box[seat, sort]


@jit
def _write_map(board: Board, places: Places, game: Game, viewer: int, desk: Desk, out: Any) -> None:
    free_routes(board, game, viewer, desk)
    for w in range(board.words):
        spread(desk.free[w], places.open + 64 * w, min(64, board.route_count - 64 * w), out)
    for seat in range(game.seats):
        place = seat_from(viewer, seat, game.seats)
        for w in range(board.words):
            mark(game.routes[seat, w], places.routes + place * board.route_count + 64 * w, out)
        if places.built != NOTHING:
            for w in range(len(game.built[seat])):
                mark(game.built[seat, w], places.built + place * board.city_count + 64 * w, out)


@jit
def _write_tickets(board: Board, places: Places, game: Game, viewer: int, work: Work, out: Any) -> None:
    connect(board, game, viewer, work)
    for w in range(len(game.tickets[viewer])):
        tickets = game.tickets[viewer, w]
        while tickets != NONE:
            ticket = 64 * w + lowest(tickets)
            tickets &= tickets - ONE
            out[places.tickets + ticket] = 1
            if connects(board, work, ticket):
                out[places.connected + ticket] = 1
    if game.phase == FIRST_TICKETS or game.phase == TICKET_OFFER:
        chooses = viewer if game.phase == FIRST_TICKETS else game.turn
        out[places.offered] = game.offered[chooses]
        if chooses == viewer:
            for place in range(game.offered[viewer]):
                ticket = game.offers[viewer, place]
                out[places.offer + place * board.ticket_count + ticket] = 1
                if connects(board, work, ticket):
                    out[places.connected + ticket] = 1


@jit
def _write_toll(board: Board, places: Places, game: Game, out: Any) -> None:
    out[places.toll_route + game.toll_route] = 1
    out[places.extra] = game.toll_extra
    for kind in range(board.kinds):
        out[places.laid + kind] = game.laid[kind]
        out[places.revealed + kind] = game.revealed[kind]
