"""Imagined Card Games: the open table, and behind it cards, tickets and choices that could be (`core.knowledge`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.lane.bits import NONE, ONE, Word, bit, lowest
from branchline.lane.cards.layout import SETTLEMENT, CardGame, Cards
from branchline.lane.compile import jit
from branchline.lane.knowledge.clues import Clues, DealWork
from branchline.lane.knowledge.deal_cards import deal_cards
from branchline.lane.knowledge.deal_tickets import deal_tickets, ticket_at
from branchline.lane.knowledge.first_choices import some_first_choice
from branchline.lane.layout import FIRST_TICKETS
from branchline.lane.rng import below


@jit
def imagine_all(cards: Cards, clues: Clues, work: DealWork, games: Any, seeds: Any) -> None:
    """Fill in a world for each generator, given as its two words. The rows hold the open table already."""
    for i in range(len(games)):
        work.rng[0], work.rng[1] = seeds[i, 0], seeds[i, 1]
        _imagine(cards, clues, work, games[i])
        games[i].rng[0], games[i].rng[1] = work.rng[0], work.rng[1]


@jit
def _imagine(cards: Cards, clues: Clues, work: DealWork, game: CardGame) -> None:
    deal_cards(clues, work)
    for kind in range(cards.kinds):
        for seat in range(game.seats):
            game.hands[seat, kind] = work.hands[seat, kind]
        game.deck[kind] = work.decks[0, kind]
        game.deck_size += work.decks[0, kind]
    deal_tickets(clues, work)
    _place_tickets(clues, work, game)
    for seat in range(game.seats):
        if clues.choosers[seat] and game.phase == FIRST_TICKETS:
            way = some_first_choice(cards, work, game.offered[seat], clues.least, False)
            game.choices[seat] = cards.code_first_keep + way
        if clues.choosers[seat] and game.phase == SETTLEMENT:
            game.choices[seat] = cards.code_settle + np.int64(_some_settlement(cards, game, work, seat))


@jit
def _place_tickets(clues: Clues, work: DealWork, game: CardGame) -> None:
    """Where memory has tickets that a seat has kept, some of them may be completed."""
    seats = game.seats
    for seat in range(seats):
        for i in range(clues.rests[seat, 1]):
            game.tickets[seat] |= bit(ticket_at(clues, work, seat, i))
        game.tickets[seat] &= ~game.completed[seat]
        offered = clues.rests[seats + seat, 1]
        for i in range(offered):
            game.offers[seat, i] = ticket_at(clues, work, seats + seat, i)
        game.offered[seat] = offered
    game.queue_size = clues.rests[2 * seats, 1]
    for i in range(game.queue_size):
        game.queue[i] = ticket_at(clues, work, 2 * seats, i)


@jit
def _some_settlement(cards: Cards, game: CardGame, work: DealWork, seat: int) -> Word:
    """Any tickets that the stack can pay for together."""
    chosen = NONE
    held = game.tickets[seat]
    while held != NONE:
        ticket = lowest(held)
        held &= held - ONE
        if below(work.rng, 2) and _can_settle(cards, game, seat, chosen | bit(ticket)):
            chosen |= bit(ticket)
    return chosen


@jit
def _can_settle(cards: Cards, game: CardGame, seat: int, tickets: Word) -> bool:
    """Whether the stack pays for all of them: a wild stands for any color (C-16)."""
    short = 0
    for color in range(cards.wild):
        wanted = 0
        left = tickets
        while left != NONE:
            wanted += cards.needs[lowest(left), color]
            left &= left - ONE
        short += max(0, wanted - game.stacks[seat, color])
    return short <= game.stacks[seat, cards.wild]
