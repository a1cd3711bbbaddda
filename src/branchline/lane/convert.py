"""What the states of all games have in common on their way to records and back: chance, offers, secret choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from branchline.core.actions import Action, KeepTickets
from branchline.core.ids import Seat, TicketId
from branchline.core.phases import FINISHED, SECOND_CARD, TURN, FirstTickets, TicketOffer
from branchline.core.rng import Rng
from branchline.lane import layout
from branchline.lane.layout import NOTHING, NoLane

PLAIN_PHASES: Final[Mapping[int, Any]] = {
    layout.TURN: TURN,
    layout.SECOND_CARD: SECOND_CARD,
    layout.FINISHED: FINISHED,
}
"""Phases without data, of all games."""


class Codes(Protocol):
    """The codes of a board or a set of cards, as far as choices are written with them."""

    def action(self, code: int, offer: tuple[TicketId, ...] = ...) -> Action: ...
    def code(self, action: Action, offer: tuple[TicketId, ...] = ..., *, first: bool = ...) -> int: ...


def write_generator(rng: Rng, record: Any) -> None:
    if rng >> 128:
        raise NoLane(
            "the fast lane has only the quick generator, and this game is dealt from a secret key, as at tables: "
            "imagine a world from a seat's view, or give the state another generator, state._replace(rng=seeded(1))"
        )
    record["rng"] = divmod(rng, 1 << 64)


def generator_of(record: Any) -> Rng:
    high, low = record["rng"].tolist()
    return Rng(high << 64 | low)


def write_offers(codes: Codes, phase: FirstTickets | TicketOffer, turn: Seat, record: Any) -> None:
    """The tickets that are offered, and what is chosen of the first ones already."""
    if isinstance(phase, TicketOffer):
        _write_offer(phase.tickets, turn, record)
        return
    for seat, (offer, choice) in enumerate(zip(phase.offers, phase.choices, strict=True)):
        _write_offer(offer, seat, record)
        if choice is not None:
            record["choices"][seat] = codes.code(choice, offer, first=True)


def _write_offer(offer: tuple[TicketId, ...], seat: int, record: Any) -> None:
    record["offers"][seat, : len(offer)], record["offered"][seat] = offer, len(offer)


def offers_of(codes: Codes, record: Any) -> FirstTickets | TicketOffer | None:
    """What `write_offers` wrote; nothing in any other phase."""
    if record["phase"] == layout.TICKET_OFFER:
        return TicketOffer(offer_in(record, record["turn"]))
    if record["phase"] == layout.FIRST_TICKETS:
        seats = range(record["seats"])
        return FirstTickets(
            tuple(offer_in(record, seat) for seat in seats), tuple(_kept(codes, record, s) for s in seats)
        )
    return None


def offer_in(record: Any, seat: int) -> tuple[TicketId, ...]:
    """The tickets among which a seat chooses now, if it does."""
    return tuple(map(TicketId, record["offers"][seat, : record["offered"][seat]].tolist()))


def _kept(codes: Codes, record: Any, seat: int) -> KeepTickets | None:
    action = chosen(codes, record, seat)
    assert action is None or isinstance(action, KeepTickets)
    return action


def chosen(codes: Codes, record: Any, seat: int) -> Action | None:
    """What a seat has chosen in secret while others still choose, if it has."""
    code = int(record["choices"][seat])
    return None if code == NOTHING else codes.action(code, offer_in(record, seat))


def ticket_deck(record: Any) -> tuple[TicketId, ...]:
    """The tickets of the deck from its top on, which lie in a ring."""
    queue = record["queue"].tolist()
    first, size = int(record["queue_first"]), int(record["queue_size"])
    return tuple(TicketId(queue[(first + place) % len(queue)]) for place in range(size))


def write_ticket_deck(tickets: tuple[TicketId, ...], record: Any) -> None:
    record["queue"][: len(tickets)] = tickets
    record["queue_first"], record["queue_size"] = 0, len(tickets)
