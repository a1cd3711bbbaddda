"""Another world that a viewer cannot tell from this one: all that is hidden from it is dealt anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from branchline.core.actions import KeepTickets
from branchline.core.bits import mask_of, members
from branchline.core.cards import plus
from branchline.core.game import AnyGame
from branchline.core.ids import Cards, Seat, TicketId
from branchline.core.phases import FirstPieces, FirstTickets, TicketOffer
from branchline.core.rng import seeded
from branchline.core.states.state import State

Offer = tuple[TicketId, ...]


def other_world(game: AnyGame, state: State, viewer: Seat | None, random: Random) -> State:
    """Deal the hidden cards and tickets anew, change secret choices of others, and reseed the generator."""
    state = other_cards(state, viewer, random)
    state = other_tickets(state, viewer, random)
    state = other_choices(game, state, viewer, random)
    return state._replace(rng=seeded(random.randrange(2**63)))


def other_cards(state: State, viewer: Seat | None, random: Random) -> State:
    """Rivals' hands and the decks change cards; every hand and every deck keeps its size."""
    hands = [player.hand for player in state.players]
    decks = list(state.decks)
    hidden = [seat for seat in range(len(hands)) if seat != viewer]
    for deck in range(len(decks)):
        mine = [_of_deck(state, hands[seat], deck) for seat in hidden]
        dealt = deal_anew([decks[deck], *mine], random)
        decks[deck] = dealt[0]
        for seat, old, new in zip(hidden, mine, dealt[1:], strict=True):
            hands[seat] = tuple(a - b + c for a, b, c in zip(hands[seat], old, new, strict=True))
    players = tuple(player._replace(hand=hand) for player, hand in zip(state.players, hands, strict=True))
    return state._replace(players=players, decks=tuple(decks))


def _of_deck(state: State, hand: Cards, deck: int) -> Cards:
    return tuple(count if state.board.kinds[i].deck == deck else 0 for i, count in enumerate(hand))


def deal_anew(piles: Sequence[Cards], random: Random) -> list[Cards]:
    """Shuffle piles together and deal them out again in the same sizes."""
    whole = piles[0]
    for pile in piles[1:]:
        whole = plus(whole, pile)
    every = [kind for kind, count in enumerate(whole) for _ in range(count)]
    random.shuffle(every)
    dealt = []
    for pile in piles:
        taken, every = every[: sum(pile)], every[sum(pile) :]
        dealt.append(tuple(taken.count(kind) for kind in range(len(whole))))
    return dealt


def other_tickets(state: State, viewer: Seat | None, random: Random) -> State:
    """The ticket deck, rivals' tickets and what rivals are offered change places; they choose by the same places."""
    hidden = [seat for seat in range(len(state.players)) if seat != viewer]
    pool = list(state.tickets)
    for seat in hidden:
        pool += map(TicketId, members(state.players[seat].tickets))
    if isinstance(state.phase, TicketOffer) and state.turn != viewer:
        pool += state.phase.tickets
    if isinstance(state.phase, FirstTickets):
        for seat in hidden:
            pool += state.phase.offers[seat]
    random.shuffle(pool)

    def some(count: int) -> tuple[TicketId, ...]:
        return tuple(pool.pop() for _ in range(count))

    players = tuple(
        player if seat == viewer else player._replace(tickets=mask_of(some(player.tickets.bit_count())))
        for seat, player in enumerate(state.players)
    )
    phase = state.phase
    match phase:
        case TicketOffer(tickets) if state.turn != viewer:
            phase = TicketOffer(some(len(tickets)))
        case FirstTickets(offers, choices):
            dealt = tuple(offer if seat == viewer else some(len(offer)) for seat, offer in enumerate(offers))
            phase = FirstTickets(dealt, tuple(map(same_places, offers, dealt, choices)))
    return state._replace(players=players, tickets=some(len(state.tickets)), phase=phase)


def same_places(offer: Offer, dealt: Offer, choice: KeepTickets | None) -> KeepTickets | None:
    """The same choice out of another offer."""
    if choice is None:
        return None
    instead = dict(zip(offer, dealt, strict=True))
    return KeepTickets(tuple(instead[i] for i in choice.kept), tuple(instead[i] for i in choice.returned))


def other_choices(game: AnyGame, state: State, viewer: Seat | None, random: Random) -> State:
    """Whoever has chosen in secret has chosen something else, perhaps: other tickets, another number, other pieces."""
    phase = state.phase
    if not isinstance(phase, FirstTickets | FirstPieces):
        return state
    nobody: Any = replace(phase, choices=(None,) * len(phase.choices))  # type: ignore[arg-type]  # of either phase
    choices: list[Any] = list(phase.choices)
    for seat, choice in enumerate(choices):
        if seat != viewer and choice is not None:
            action = random.choice(game.legal(state._replace(phase=nobody), Seat(seat)))
            choices[seat] = action if isinstance(action, KeepTickets) else action.pieces  # type: ignore[union-attr]
    return state._replace(phase=replace(phase, choices=tuple(choices)))  # type: ignore[arg-type]
