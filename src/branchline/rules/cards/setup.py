"""The set-up of the Card Game: a wild and some cards for each hand, the display, the first tickets (C-2, C-3)."""

from __future__ import annotations

from branchline.core.cards import minus, plus
from branchline.core.events import CardsDealt, Event, GameStarted, TicketsOffered
from branchline.core.game import Options, Step
from branchline.core.ids import Cards, Seat, TicketId
from branchline.core.phases import FirstTickets
from branchline.core.printed.card_set import CardSet
from branchline.core.rng import Seed, below, seeded, shuffled
from branchline.core.states.card_state import CardPlayer, CardState
from branchline.rules.cards.deck import CardDeck


def set_up(cardset: CardSet, seats: int, seed: Seed, options: Options) -> Step[CardState]:
    """Everything up to the first secret choice."""
    rules = cardset.rules
    rng = seeded(seed)
    if options.first is None:  # B-1
        start, rng = below(rng, seats)
        first = Seat(start)
    else:
        first = options.first
    events: list[Event] = []
    wilds = _wilds(cardset, rules.first_wilds)
    deck = CardDeck(minus(cardset.all_cards, _wilds(cardset, seats * rules.first_wilds)), rng, events)
    events.append(GameStarted(first))
    events += [CardsDealt(Seat(seat), rules.first_wilds, wilds) for seat in range(seats)]
    hands = [plus(wilds, deck.deal(Seat(seat), rules.deal)) for seat in range(seats)]
    display = deck.turn_up(rules.display)
    tickets, rng = shuffled([TicketId(i) for i in range(len(cardset.tickets))], deck.rng)
    size = rules.first_offer
    offers = tuple(tickets[seat * size : (seat + 1) * size] for seat in range(seats))
    events += [TicketsOffered(Seat(seat), size, offer) for seat, offer in enumerate(offers)]
    state = CardState(
        cardset=cardset,
        options=options,
        phase=FirstTickets(offers, (None,) * seats),
        turn=first,
        half=1,
        players=tuple(CardPlayer(hand, cardset.no_cards, 0, 0) for hand in hands),
        yards=(None,) * len(cardset.colors),
        display=display,
        deck=deck.cards,
        discard=cardset.no_cards,
        tickets=tickets[seats * size :],
        turns_left=None,
        idle=0,
        rng=rng,
    )
    return Step(state, tuple(events))


def _wilds(cardset: CardSet, count: int) -> Cards:
    return (*cardset.no_cards[:-1], count)
