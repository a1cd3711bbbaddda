"""The second half of the Card Game with four players: a new deck of all cards but those in hand (C-18, C-19)."""

from __future__ import annotations

from branchline.core.cards import plus
from branchline.core.events import Event, HalfEnded
from branchline.core.game import Step
from branchline.core.idle import stands_still
from branchline.core.ids import Seat
from branchline.core.states.card_state import CardPlayer, CardState, outside_hands
from branchline.rules.cards.deck import CardDeck
from branchline.rules.cards.turn import announce_last_turns, begin_turn, next_seat


def has_second_half(state: CardState) -> bool:
    """Whether another half follows the one just settled (C-18); not where nothing new came any more (B-10a)."""
    seats = len(state.players)
    return state.half == 1 and seats in state.cardset.rules.second_half_seats and not stands_still(state.idle, seats)


def begin_second_half(state: CardState, events: list[Event]) -> Step[CardState]:
    """Shuffle, deal, turn up, and go on to the left of whoever took the last turn (C-19)."""
    cardset = state.cardset
    first = next_seat(state)
    cards = outside_hands(state)
    events.append(HalfEnded(cards))
    deck = CardDeck(cards, state.rng, events)
    players = _deal(state, deck, first)
    display = deck.turn_up(cardset.rules.display)
    second = state._replace(
        half=2,
        turn=first,
        players=players,
        yards=(None,) * len(cardset.colors),
        display=display,
        deck=deck.cards,
        discard=cardset.no_cards,
        rng=deck.rng,
    )
    # Players who hoarded the whole deck may leave too little for the deal: then it ran out again right here (C-14).
    turns_left = None if deck.size else announce_last_turns(second, events)
    return begin_turn(second, first, turns_left, events)


def _deal(state: CardState, deck: CardDeck, first: Seat) -> tuple[CardPlayer, ...]:
    """Cards for each hand, as many as there are: round the table from the first player, should they not suffice."""
    seats = len(state.players)
    in_all = min(deck.size, seats * state.cardset.rules.second_deal)
    players = list(state.players)
    for place in range(seats):
        seat = Seat((first + place) % seats)
        player = players[seat]
        hand = plus(player.hand, deck.deal(seat, (in_all + seats - 1 - place) // seats))
        players[seat] = CardPlayer(hand, state.cardset.no_cards, player.tickets, player.completed)
    return tuple(players)
