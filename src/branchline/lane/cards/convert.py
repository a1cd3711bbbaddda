"""From the core's states of the Card Game to the lane's records and back: nothing is lost on either way."""

from __future__ import annotations

from typing import Any

from branchline.core.actions import SettleTickets
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
from branchline.core.states.card_state import CardPlayer, CardState, Row
from branchline.lane import layout as common
from branchline.lane.cards import layout
from branchline.lane.cards.codes import CardSpace
from branchline.lane.convert import (
    PLAIN_PHASES,
    chosen,
    generator_of,
    offers_of,
    ticket_deck,
    write_generator,
    write_offers,
    write_ticket_deck,
)
from branchline.lane.layout import NOTHING

PHASES = {
    FirstTickets: common.FIRST_TICKETS,
    Turn: common.TURN,
    SecondCard: common.SECOND_CARD,
    TicketOffer: common.TICKET_OFFER,
    Settlement: layout.SETTLEMENT,
    Finished: common.FINISHED,
}


def write_card_state(space: CardSpace, state: CardState, record: Any) -> None:
    """Overwrite a record with a state; the option of C-6 changes no play, and is not kept."""
    write_generator(state.rng, record)
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
    write_ticket_deck(state.tickets, record)
    _write_phase(space, state, record)


def _write_phase(space: CardSpace, state: CardState, record: Any) -> None:
    record["phase"] = PHASES[type(state.phase)]
    record["choices"], record["offered"] = NOTHING, 0
    match state.phase:
        case FirstTickets() | TicketOffer() as offers:
            write_offers(space, offers, state.turn, record)
        case Settlement(settled):
            for seat, tickets in enumerate(settled):
                if tickets is not None:
                    record["choices"][seat] = space.settle + mask_of(tickets)


def card_state_of(space: CardSpace, record: Any) -> CardState:
    """A record as a state of the core."""
    cards, kinds = space.cards, len(space.cards.kinds)
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
        tickets=ticket_deck(record),
        turns_left=None if record["turns_left"] == NOTHING else int(record["turns_left"]),
        idle=int(record["idle"]),
        rng=generator_of(record),
    )


def _row_of(record: Any, color: int) -> Row | None:
    if record["yard_seat"][color] == NOTHING:
        return None
    seat = Seat(int(record["yard_seat"][color]))
    return Row(seat, int(record["yard_colored"][color]), int(record["yard_wilds"][color]))


def _phase_of(space: CardSpace, record: Any) -> Phase:
    phase = int(record["phase"])
    if phase == layout.SETTLEMENT:
        return Settlement(tuple(_settled(space, record, seat) for seat in range(record["seats"])))
    return offers_of(space, record) or PLAIN_PHASES[phase]


def _settled(space: CardSpace, record: Any, seat: int) -> tuple[TicketId, ...] | None:
    action = chosen(space, record, seat)
    assert action is None or isinstance(action, SettleTickets)
    return None if action is None else action.tickets
