"""From the core's states of the Card Game to the lane's records and back: nothing is lost on either way."""

from __future__ import annotations

from typing import Any

from branchline.core.actions import KeepTickets, SettleTickets
from branchline.core.bits import mask_of
from branchline.core.game import Options
from branchline.core.ids import Kind, Seat, TicketId
from branchline.core.phases import (
    Finished,
    FirstTickets,
    Phase,
    SecondCard,
    Settlement,
    TicketOffer,
    Turn,
)
from branchline.core.rng import Rng
from branchline.core.states.card_state import CardPlayer, CardState, Row
from branchline.lane import layout as common
from branchline.lane.cards import layout
from branchline.lane.cards.codes import CardSpace
from branchline.lane.convert import PLAIN_PHASES, offer_in
from branchline.lane.layout import NOTHING

_PHASES = {
    FirstTickets: common.FIRST_TICKETS,
    Turn: common.TURN,
    SecondCard: common.SECOND_CARD,
    TicketOffer: common.TICKET_OFFER,
    Settlement: layout.SETTLEMENT,
    Finished: common.FINISHED,
}


def write_card_state(space: CardSpace, state: CardState, record: Any) -> None:
    """Overwrite a record with a state; the option of C-6 changes no play, and is not kept."""
    record["rng"] = divmod(state.rng, 1 << 64)
    record["seats"], record["turn"], record["half"] = len(state.players), state.turn, state.half
    record["turns_left"] = NOTHING if state.turns_left is None else state.turns_left
    record["idle"] = state.idle
    for seat, player in enumerate(state.players):
        record["hands"][seat, : len(player.hand)] = player.hand
        record["stacks"][seat, : len(player.stack)] = player.stack
        record["tickets"][seat], record["completed"][seat] = player.tickets, player.completed
    record["yard_seat"], record["yard_colored"], record["yard_wilds"] = NOTHING, 0, 0
    for color, row in enumerate(state.yards):
        if row is not None:
            record["yard_seat"][color] = row.seat
            record["yard_colored"][color], record["yard_wilds"][color] = row.colored, row.wilds
    record["display"][: len(state.display)], record["display_size"] = state.display, len(state.display)
    record["deck"][: len(state.deck)], record["deck_size"] = state.deck, sum(state.deck)
    record["discard"][: len(state.discard)] = state.discard
    record["queue"][: len(state.tickets)] = state.tickets
    record["queue_first"], record["queue_size"] = 0, len(state.tickets)
    _write_phase(space, state, record)


def _write_phase(space: CardSpace, state: CardState, record: Any) -> None:
    record["phase"] = _PHASES[type(state.phase)]
    record["choices"], record["offered"] = NOTHING, 0
    match state.phase:
        case FirstTickets(offers, choices):
            for seat, (offer, choice) in enumerate(zip(offers, choices, strict=True)):
                record["offers"][seat, : len(offer)], record["offered"][seat] = offer, len(offer)
                if choice is not None:
                    record["choices"][seat] = space.code(choice, offer, first=True)
        case TicketOffer(tickets):
            record["offers"][state.turn, : len(tickets)] = tickets
            record["offered"][state.turn] = len(tickets)
        case Settlement(settled):
            for seat, chosen in enumerate(settled):
                if chosen is not None:
                    record["choices"][seat] = space.settle + mask_of(chosen)


def card_state_of(space: CardSpace, record: Any) -> CardState:
    """A record as a state of the core."""
    cards, kinds = space.cards, len(space.cards.kinds)
    queue = [record["queue"][(record["queue_first"] + i) % layout.QUEUE] for i in range(record["queue_size"])]
    return CardState(
        cardset=cards,
        options=Options(),
        phase=_phase_of(space, record),
        turn=Seat(int(record["turn"])),
        half=int(record["half"]),
        players=tuple(
            CardPlayer(
                hand=tuple(record["hands"][seat, :kinds].tolist()),
                stack=tuple(record["stacks"][seat, :kinds].tolist()),
                tickets=int(record["tickets"][seat]),
                completed=int(record["completed"][seat]),
            )
            for seat in range(record["seats"])
        ),
        yards=tuple(_row_of(record, color) for color in range(len(cards.colors))),
        display=tuple(map(Kind, record["display"][: record["display_size"]].tolist())),
        deck=tuple(record["deck"][:kinds].tolist()),
        discard=tuple(record["discard"][:kinds].tolist()),
        tickets=tuple(TicketId(int(ticket)) for ticket in queue),
        turns_left=None if record["turns_left"] == NOTHING else int(record["turns_left"]),
        idle=int(record["idle"]),
        rng=Rng(int(record["rng"][0]) << 64 | int(record["rng"][1])),
    )


def _row_of(record: Any, color: int) -> Row | None:
    if record["yard_seat"][color] == NOTHING:
        return None
    seat = Seat(int(record["yard_seat"][color]))
    return Row(seat, int(record["yard_colored"][color]), int(record["yard_wilds"][color]))


def _phase_of(space: CardSpace, record: Any) -> Phase:
    phase, seats = int(record["phase"]), range(record["seats"])
    if phase == common.FIRST_TICKETS:
        offers = tuple(offer_in(record, seat) for seat in seats)
        return FirstTickets(offers, tuple(_kept(space, record, seat) for seat in seats))
    if phase == common.TICKET_OFFER:
        return TicketOffer(offer_in(record, record["turn"]))
    if phase == layout.SETTLEMENT:
        return Settlement(tuple(_settled(space, record, seat) for seat in seats))
    return PLAIN_PHASES[phase]


def _kept(space: CardSpace, record: Any, seat: int) -> KeepTickets | None:
    code = int(record["choices"][seat])
    if code == NOTHING:
        return None
    action = space.action(code, offer_in(record, seat))
    assert isinstance(action, KeepTickets)
    return action


def _settled(space: CardSpace, record: Any, seat: int) -> tuple[TicketId, ...] | None:
    code = int(record["choices"][seat])
    if code == NOTHING:
        return None
    action = space.action(code)
    assert isinstance(action, SettleTickets)
    return action.tickets
