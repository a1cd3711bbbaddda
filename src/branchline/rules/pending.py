"""Why an action must wait: what is pending in the game comes first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from branchline.core.phases import FirstPieces, FirstTickets, Phase, SecondCard, Settlement, TicketOffer, Toll
from branchline.core.refusals import Refusal

_FIRST: Final[Mapping[type, Refusal]] = {
    FirstTickets: Refusal.TICKETS_FIRST,
    FirstPieces: Refusal.PIECES_FIRST,
    SecondCard: Refusal.SECOND_CARD_FIRST,
    TicketOffer: Refusal.TICKETS_FIRST,
    Toll: Refusal.TOLL_FIRST,
    Settlement: Refusal.SETTLEMENT_FIRST,
}


def pending(phase: Phase) -> Refusal:
    """The refusal of an action that the phase does not know."""
    return _FIRST.get(type(phase), Refusal.WRONG_PHASE)
