"""Imagine whole Card Games that a seat cannot tell from the real one."""

from __future__ import annotations

from branchline.core.bits import mask_of, members
from branchline.core.ids import Cards, TicketId, TicketSet
from branchline.core.knowledge.deal_cards import deal_cards
from branchline.core.knowledge.deal_tickets import TicketDeal, deal_tickets
from branchline.core.knowledge.imagine import first_tickets
from branchline.core.knowledge.memory import Memory
from branchline.core.optimize.best_settlement import can_settle
from branchline.core.phases import Phase, Settlement, TicketOffer
from branchline.core.rng import Rng, below, seeded
from branchline.core.states.card_state import CardPlayer, CardState
from branchline.core.views.card_view import CardView, Settling
from branchline.core.views.view import ChoosingTickets, OfferSeen


def imagine_cards(view: CardView, seed: int) -> CardState:
    """A state with exactly this view, consistent with all that is remembered; any such state can come up.

    On-the-track stacks lie face down, but every card went there openly, so memory holds them (C-4).
    """
    memory = view.memory
    assert memory is not None, "imagining takes a view with a memory"
    deal = deal_cards(memory, seeded(seed))
    tickets = deal_tickets(memory, deal.rng)
    open_tickets = tuple(mask_of(held) & ~seen.completed for held, seen in zip(tickets.held, view.players, strict=True))
    phase, rng = _phase(view, memory, tickets, open_tickets)
    return CardState(
        cardset=view.cardset,
        options=view.options,
        phase=phase,
        turn=view.turn,
        half=view.half,
        players=tuple(
            CardPlayer(hand, stack, held, seen.completed)
            for hand, stack, held, seen in zip(deal.hands, memory.stacks, open_tickets, view.players, strict=True)
        ),
        yards=view.yards,
        display=view.display,
        deck=deal.decks[0],
        discard=view.discard,
        tickets=tickets.queue,
        turns_left=view.turns_left,
        idle=view.idle,
        rng=rng,
    )


def _phase(view: CardView, memory: Memory, tickets: TicketDeal, held: tuple[TicketSet, ...]) -> tuple[Phase, Rng]:
    match view.phase:
        case ChoosingTickets():
            return first_tickets(view.seat, view.phase, tickets, view.cardset.rules, tickets.rng)
        case OfferSeen():
            return TicketOffer(tickets.offers[view.turn]), tickets.rng
        case Settling(chosen, mine):
            rng = tickets.rng
            choices: list[tuple[TicketId, ...] | None] = []
            for seat, done in enumerate(chosen):
                if seat == view.seat or not done:
                    choices.append(mine if seat == view.seat else None)
                else:
                    choice, rng = _some_settlement(view, memory.stacks[seat], held[seat], rng)
                    choices.append(choice)
            return Settlement(tuple(choices)), rng
        case phase:
            return phase, tickets.rng


def _some_settlement(view: CardView, stack: Cards, held: TicketSet, rng: Rng) -> tuple[tuple[TicketId, ...], Rng]:
    """Any tickets that the stack can pay for together."""
    chosen: list[TicketId] = []
    for ticket in members(held):
        wanted, rng = below(rng, 2)
        needs = [view.cardset.tickets[i].needs for i in (*chosen, ticket)]
        if wanted and can_settle(stack[:-1], stack[-1], needs):
            chosen.append(TicketId(ticket))
    return tuple(chosen), rng
