"""States of the Card Game as rows of bytes."""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import Final

import numpy as np

from branchline.core.bits import mask_of
from branchline.core.phases import FirstTickets, Settlement, TicketOffer
from branchline.core.states.card_state import CardPlayer, CardState
from branchline.lane.cards.codes import CardSpace
from branchline.lane.cards.convert import PHASES
from branchline.lane.cards.layout import QUEUE
from branchline.lane.engine import Rows
from branchline.lane.layout import MAX_OFFER, NOTHING
from branchline.lane.verify.packing import NOBODY, REMEMBERED, PackedRows, offers_of, padded, write_tickets

_NO_ROW: Final = bytes([NOBODY, 0, 0])


class CardPacking:
    """How the states of the Card Game are packed."""

    def __init__(self, space: CardSpace, seats: int) -> None:
        self._space, self._seats = space, seats
        cards = space.cards
        self._kinds, self._colors = len(cards.kinds), len(cards.colors)
        self._slots, self._tickets = cards.rules.display, len(cards.tickets)
        counts = (self._kinds,)
        player = np.dtype([("hands", "u1", counts), ("stacks", "u1", counts), ("tickets", "<u8"), ("completed", "<u8")])
        self.record = np.dtype(
            [
                *(("phase", "i1"), ("turn", "i1"), ("half", "i1"), ("turns_left", "<i2"), ("idle", "<i2")),
                ("rng", "<u8", (2,)),
                ("players", player, (seats,)),
                ("yards", "u1", (self._colors, 3)),
                ("display", "u1", (self._slots,)),
                ("deck", "u1", counts),
                ("discard", "u1", counts),
                ("queue", "u1", (self._tickets,)),
                ("offers", "u1", (seats, MAX_OFFER)),
                ("choices", "<i8", (seats,)),
            ]
        )
        self._frame = Struct("<bbbhh")
        self._codes = Struct(f"<{seats}q")
        self._no_offers = bytes([NOBODY]) * (seats * MAX_OFFER)
        self._no_choices = self._codes.pack(*[NOTHING] * seats)
        self._player = lru_cache(REMEMBERED)(_card_player)

    def pack(self, state: CardState) -> bytes:
        phase, left = PHASES[type(state.phase)], state.turns_left
        return b"".join(
            (
                self._frame.pack(phase, state.turn, state.half, NOTHING if left is None else left, state.idle),
                state.rng.to_bytes(16, "little"),
                *map(self._player, state.players),
                *(_NO_ROW if row is None else bytes(row) for row in state.yards),
                padded(state.display, self._slots),
                bytes(state.deck),
                bytes(state.discard),
                padded(state.tickets, self._tickets),
                self._pending(state),
            )
        )

    def _pending(self, state: CardState) -> bytes:
        offers, choices = self._no_offers, self._no_choices
        match state.phase:
            case FirstTickets(first, chosen):
                offers = b"".join(padded(offer, MAX_OFFER) for offer in first)
                codes = (
                    NOTHING if choice is None else self._space.code(choice, offer, first=True)
                    for offer, choice in zip(first, chosen, strict=True)
                )
                choices = self._codes.pack(*codes)
            case TicketOffer(tickets):
                offers = offers_of(tickets, state.turn, self._seats)
            case Settlement(settled):
                codes = (NOTHING if each is None else self._space.settle + mask_of(each) for each in settled)
                choices = self._codes.pack(*codes)
        return offers + choices

    def rows(self, games: Rows) -> PackedRows:
        out = np.zeros(len(games), self.record)
        for name in ("phase", "turn", "half", "turns_left", "idle"):
            out[name] = games[name]
        out["rng"] = games["rng"][:, ::-1]
        for name in ("hands", "stacks"):
            out["players"][name] = games[name][:, : self._seats, : self._kinds]
        for name in ("tickets", "completed"):
            out["players"][name] = games[name][:, : self._seats]
        owner = games["yard_seat"][:, : self._colors]
        lies = owner != NOTHING
        # Wider than a seat: newer numpy does not fit 255 into the signed byte that a seat is kept in.
        out["yards"][:, :, 0] = np.where(lies, owner.astype(np.int16), NOBODY)
        for place, name in ((1, "yard_colored"), (2, "yard_wilds")):
            out["yards"][:, :, place] = np.where(lies, games[name][:, : self._colors], 0)
        shown = np.arange(self._slots) < games["display_size"][:, None]
        out["display"] = np.where(shown, games["display"][:, : self._slots].astype(np.int16), NOBODY)
        for name in ("deck", "discard"):
            out[name] = games[name][:, : self._kinds]
        write_tickets(games, out, self._seats, QUEUE)
        return out


def _card_player(player: CardPlayer) -> bytes:
    sets = player.tickets.to_bytes(8, "little") + player.completed.to_bytes(8, "little")
    return bytes(player.hand) + bytes(player.stack) + sets
