"""A view as a state without secrets: nobody but the viewer holds or is offered anything, and all decks are empty."""

from __future__ import annotations

from typing import TypeVar

from branchline.core.ids import Seat
from branchline.core.phases import FirstPieces, FirstTickets, Phase, Settlement, TicketOffer
from branchline.core.rng import Rng
from branchline.core.states.card_state import CardPlayer, CardState
from branchline.core.states.state import Player, State
from branchline.core.views.card_view import CardPhaseSeen, CardView, Settling
from branchline.core.views.view import ChoosingPieces, ChoosingTickets, OfferSeen, PhaseSeen, View

T = TypeVar("T")


def open_state(view: View) -> State:
    """The open part of a board game."""
    nothing = view.board.no_cards
    return State(
        board=view.board,
        phase=_open_phase(view.phase, view.seat, len(view.players)),
        turn=view.turn,
        players=tuple(
            Player(nothing, seen.pieces, seen.box, seen.routes, 0, seen.built, seen.points) for seen in view.players
        ),
        display=view.display,
        decks=(nothing,) * len(view.deck_sizes),
        discards=view.discards,
        tickets=(),
        turns_left=view.turns_left,
        passes=view.passes,
        idle=view.idle,
        rng=Rng(0),
    )


def open_card_state(view: CardView) -> CardState:
    """The open part of a Card Game; stacks are there for who remembers how they came about (C-4)."""
    nothing = view.cardset.no_cards
    assert view.memory is not None, "imagining takes a view with a memory"
    return CardState(
        cardset=view.cardset,
        options=view.options,
        phase=_open_phase(view.phase, view.seat, len(view.players)),
        turn=view.turn,
        half=view.half,
        players=tuple(
            CardPlayer(nothing, stack, 0, seen.completed)
            for stack, seen in zip(view.memory.stacks, view.players, strict=True)
        ),
        yards=view.yards,
        display=view.display,
        deck=nothing,
        discard=view.discard,
        tickets=(),
        turns_left=view.turns_left,
        idle=view.idle,
        rng=Rng(0),
    )


def _open_phase(phase: PhaseSeen | CardPhaseSeen, seat: Seat | None, seats: int) -> Phase:
    def mine(value: T, otherwise: T) -> tuple[T, ...]:
        return tuple(value if other == seat else otherwise for other in range(seats))

    match phase:
        case ChoosingTickets(offer, _, choice):
            return FirstTickets(mine(offer, ()), mine(choice, None))
        case ChoosingPieces(_, pieces):
            return FirstPieces(mine(pieces, None))
        case Settling(_, tickets):
            return Settlement(mine(tickets, None))
        case OfferSeen():
            return TicketOffer(())
        case _:
            return phase


def chosen_in(phase: PhaseSeen | CardPhaseSeen) -> tuple[bool, ...]:
    """Which seats have made a secret choice; nobody where there is none to make."""
    return phase.chosen if isinstance(phase, ChoosingTickets | ChoosingPieces | Settling) else ()
