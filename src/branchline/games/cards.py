"""The Card Game: rail yards, on-the-track stacks, robbing, settlement, and two halves with four players (C-7)."""

from __future__ import annotations

from branchline.core.phases import FirstTickets, SecondCard, Settlement, TicketOffer, Turn
from branchline.core.printed.card_set import CardSet
from branchline.rules.cards import draw, draw_tickets, first_tickets, keep_tickets, lay, pass_, settle
from branchline.rules.cards.game import CardGame


def cards(card_set: CardSet) -> CardGame:
    return CardGame(
        card_set,
        verbs={
            FirstTickets: (first_tickets,),
            Turn: (draw, draw_tickets, lay),
            SecondCard: (draw,),
            TicketOffer: (keep_tickets,),
            Settlement: (settle,),
        },
        otherwise={Turn: pass_},
    )
