"""States of the board games as rows of bytes."""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import Final

import numpy as np

from branchline.core.actions import ChoosePieces
from branchline.core.phases import FirstPieces, FirstTickets, TicketOffer, Toll
from branchline.core.states.state import Player, State
from branchline.lane.board.convert import PHASES
from branchline.lane.codes import Space
from branchline.lane.convert import PLAIN_PHASES
from branchline.lane.engine import Rows
from branchline.lane.layout import CITY_WORDS, MAX_OFFER, MAX_TICKETS, NOTHING, ROUTE_WORDS, TICKET_WORDS
from branchline.lane.verify.packing import NOBODY, REMEMBERED, PackedRows, offers_of, padded, write_tickets

_WITHOUT_DATA: Final = frozenset(type(phase) for phase in PLAIN_PHASES.values())


class BoardPacking:
    """How the states of a board game are packed."""

    def __init__(self, space: Space, seats: int) -> None:
        self._space, self._seats = space, seats
        board = space.board
        self._kinds, self._sorts = len(board.kinds), len(board.rules.pieces)
        self._slots, self._tickets = sum(board.rules.display), len(board.tickets)
        player = np.dtype(
            [
                ("hands", "u1", (self._kinds,)),
                ("pieces", "u1", (self._sorts,)),
                ("box", "u1", (self._sorts,)),
                ("routes", "<u8", (ROUTE_WORDS,)),
                ("tickets", "<u8", (TICKET_WORDS,)),
                ("built", "<u8", (CITY_WORDS,)),
                ("points", "<i2"),
            ]
        )
        self.record = np.dtype(
            [
                *(("phase", "i1"), ("turn", "i1"), ("turns_left", "<i2"), ("passes", "<i2"), ("idle", "<i2")),
                ("rng", "<u8", (2,)),
                ("players", player, (seats,)),
                ("display", "u1", (self._slots,)),
                ("decks", "u1", (self._sorts, self._kinds)),
                ("discards", "u1", (self._sorts, self._kinds)),
                ("queue", "u1", (self._tickets,)),
                ("offers", "u1", (seats, MAX_OFFER)),
                ("choices", "<i4", (seats,)),
                *(("toll_route", "<i2"), ("toll_extra", "<i2")),
                *(("laid", "u1", (self._kinds,)), ("revealed", "u1", (self._kinds,))),
            ]
        )
        self._frame = Struct("<bbhhh")
        self._codes = Struct(f"<{seats}i")
        self._toll = Struct("<hh")
        self._no_offers = bytes([NOBODY]) * (seats * MAX_OFFER)
        self._no_choices = self._codes.pack(*[NOTHING] * seats)
        self._no_toll = bytes(self._toll.size + 2 * self._kinds)
        self._nothing = self._no_offers + self._no_choices + self._no_toll
        self._player = lru_cache(REMEMBERED)(_board_player)

    def pack(self, state: State) -> bytes:
        phase, left = state.phase, state.turns_left
        return b"".join(
            (
                self._frame.pack(
                    PHASES[type(phase)], state.turn, NOTHING if left is None else left, state.passes, state.idle
                ),
                state.rng.to_bytes(16, "little"),
                *map(self._player, state.players),
                bytes([NOBODY if kind is None else kind for kind in state.display]),
                *map(bytes, state.decks),
                *map(bytes, state.discards),
                padded(state.tickets, self._tickets),
                self._nothing if type(phase) in _WITHOUT_DATA else self._pending(state),
            )
        )

    def _pending(self, state: State) -> bytes:
        offers, choices, toll = self._no_offers, self._no_choices, self._no_toll
        match state.phase:
            case FirstTickets(first, chosen):
                offers = b"".join(padded(offer, MAX_OFFER) for offer in first)
                codes = (
                    NOTHING if choice is None else self._space.code(choice, offer, first=True)
                    for offer, choice in zip(first, chosen, strict=True)
                )
                choices = self._codes.pack(*codes)
            case FirstPieces(pieces):
                codes = (NOTHING if each is None else self._space.code(ChoosePieces(each)) for each in pieces)
                choices = self._codes.pack(*codes)
            case TicketOffer(tickets):
                offers = offers_of(tickets, state.turn, self._seats)
            case Toll(route, laid, revealed, extra):
                toll = self._toll.pack(route, extra) + bytes(laid) + bytes(revealed)
        return offers + choices + toll

    def rows(self, games: Rows) -> PackedRows:
        out = np.zeros(len(games), self.record)
        for name in ("phase", "turn", "turns_left", "passes", "idle", "toll_route", "toll_extra"):
            out[name] = games[name]
        out["rng"] = games["rng"][:, ::-1]
        for name in ("hands", "pieces", "box", "routes", "tickets", "built"):
            out["players"][name] = games[name][:, : self._seats, : out["players"][name].shape[2]]
        out["players"]["points"] = games["points"][:, : self._seats]
        for name in ("display", "laid", "revealed"):
            out[name] = games[name][:, : out[name].shape[-1]]
        for name in ("decks", "discards"):
            out[name] = games[name][:, : self._sorts, : self._kinds]
        write_tickets(games, out, self._seats, MAX_TICKETS)
        return out


def _board_player(player: Player) -> bytes:
    return b"".join(
        (
            bytes(player.hand),
            bytes(player.pieces),
            bytes(player.box),
            player.routes.to_bytes(8 * ROUTE_WORDS, "little"),
            player.tickets.to_bytes(8 * TICKET_WORDS, "little"),
            player.built.to_bytes(8 * CITY_WORDS, "little"),
            player.points.to_bytes(2, "little", signed=True),
        )
    )
