"""Imagine whole games that a seat cannot tell from the real one: what searching players think in."""

from __future__ import annotations

from branchline.core.actions import KeepTickets
from branchline.core.bits import mask_of
from branchline.core.ids import Pieces, Seat
from branchline.core.knowledge.deal_cards import deal_cards
from branchline.core.knowledge.deal_tickets import TicketDeal, deal_tickets
from branchline.core.phases import FirstPieces, FirstTickets, Phase, TicketOffer
from branchline.core.printed.contract import TicketRules
from branchline.core.rng import Rng, below, seeded, shuffled
from branchline.core.states.state import Player, State
from branchline.core.views.view import ChoosingPieces, ChoosingTickets, OfferSeen, View


def imagine(view: View, seed: int) -> State:
    """A state with exactly this view, consistent with all that is remembered; any such state can come up."""
    memory = view.memory
    assert memory is not None, "imagining takes a view with a memory"
    deal = deal_cards(memory, seeded(seed))
    tickets = deal_tickets(memory, deal.rng)
    phase, rng = _phase(view, tickets, tickets.rng)
    return State(
        board=view.board,
        phase=phase,
        turn=view.turn,
        players=tuple(
            Player(hand, seen.pieces, seen.box, seen.routes, mask_of(held), seen.built, seen.points)
            for hand, held, seen in zip(deal.hands, tickets.held, view.players, strict=True)
        ),
        display=view.display,
        decks=deal.decks,
        discards=view.discards,
        tickets=tickets.queue,
        turns_left=view.turns_left,
        passes=view.passes,
        idle=view.idle,
        rng=rng,
    )


def _phase(view: View, tickets: TicketDeal, rng: Rng) -> tuple[Phase, Rng]:
    """The phase with the secrets of others filled in."""
    match view.phase:
        case ChoosingTickets():
            return first_tickets(view.seat, view.phase, tickets, view.board.rules, rng)
        case ChoosingPieces(chosen, mine):
            return _first_pieces(view, chosen, mine, rng)
        case OfferSeen():
            return TicketOffer(tickets.offers[view.turn]), rng
        case phase:
            return phase, rng


def first_tickets(
    seat: Seat | None, seen: ChoosingTickets, tickets: TicketDeal, rules: TicketRules, rng: Rng
) -> tuple[FirstTickets, Rng]:
    """Secret choices that others have made already: any that the rules allow.

    In any order of return only where it matters: elsewhere the rules take that of the offer alone.
    """
    least, ordered = rules.first_keep, rules.first_return == "bottom"
    choices: list[KeepTickets | None] = []
    for number, (done, offer) in enumerate(zip(seen.chosen, tickets.offers, strict=True)):
        if not done:
            choices.append(None)
        elif number == seat:
            choices.append(seen.mine)
        else:
            more, rng = below(rng, len(offer) - least + 1)
            order, rng = shuffled(offer, rng)
            kept = tuple(ticket for ticket in offer if ticket in order[: least + more])
            rest = tuple(ticket for ticket in offer if ticket not in kept)
            choices.append(KeepTickets(kept, order[least + more :] if ordered else rest))
    return FirstTickets(tickets.offers, tuple(choices)), rng


def _first_pieces(view: View, chosen: tuple[bool, ...], mine: Pieces | None, rng: Rng) -> tuple[FirstPieces, Rng]:
    trains, ships = view.board.rules.pieces
    whole = view.board.rules.pieces_kept
    least = max(0, whole - ships)
    choices: list[Pieces | None] = []
    for number, done in enumerate(chosen):
        if number == view.seat or not done:
            choices.append(mine if number == view.seat else None)
            continue
        more, rng = below(rng, min(trains, whole) - least + 1)
        choices.append((least + more, whole - least - more))
    return FirstPieces(tuple(choices)), rng
