"""Imagined board games: the open table, and behind it cards, tickets and choices that could be (`core.knowledge`)."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import include
from branchline.lane.compile import jit
from branchline.lane.knowledge.clues import Clues, DealWork
from branchline.lane.knowledge.deal_cards import deal_cards
from branchline.lane.knowledge.deal_tickets import deal_tickets, ticket_at
from branchline.lane.knowledge.first_choices import some_first_choice
from branchline.lane.layout import FIRST_PIECES, FIRST_TICKETS, UNDER_THE_DECK, Board, Game
from branchline.lane.rng import below

_TRAINS, _SHIPS = 0, 1


@jit
def imagine_all(board: Board, clues: Clues, work: DealWork, games: Any, seeds: Any) -> None:
    """Fill in a world for each generator, given as its two words. The rows hold the open table already."""
    for i in range(len(games)):
        work.rng[0], work.rng[1] = seeds[i, 0], seeds[i, 1]
        _imagine(board, clues, work, games[i])
        games[i].rng[0], games[i].rng[1] = work.rng[0], work.rng[1]


@jit
def _imagine(board: Board, clues: Clues, work: DealWork, game: Game) -> None:
    deal_cards(clues, work)
    for kind in range(board.kinds):
        for seat in range(game.seats):
            game.hands[seat, kind] = work.hands[seat, kind]
        for deck in range(board.sorts):
            game.decks[deck, kind] = work.decks[deck, kind]
            game.deck_size[deck] += work.decks[deck, kind]
    deal_tickets(clues, work)
    _place_tickets(clues, work, game)
    if game.phase == FIRST_TICKETS:
        ordered = board.first_return == UNDER_THE_DECK
        for seat in range(game.seats):
            if clues.choosers[seat]:
                way = some_first_choice(board, work, game.offered[seat], clues.least, ordered)
                game.choices[seat] = board.code_first_keep + way
    if game.phase == FIRST_PIECES:
        least = max(0, board.pieces_kept - board.pieces[_SHIPS])
        for seat in range(game.seats):
            if clues.choosers[seat]:
                more = below(work.rng, min(board.pieces[_TRAINS], board.pieces_kept) - least + 1)
                game.choices[seat] = board.code_pieces + more


@jit
def _place_tickets(clues: Clues, work: DealWork, game: Game) -> None:
    seats = game.seats
    for seat in range(seats):
        for i in range(clues.rests[seat, 1]):
            include(game.tickets[seat], ticket_at(clues, work, seat, i))
        offered = clues.rests[seats + seat, 1]
        for i in range(offered):
            game.offers[seat, i] = ticket_at(clues, work, seats + seat, i)
        game.offered[seat] = offered
    game.queue_size = clues.rests[2 * seats, 1]
    for i in range(game.queue_size):
        game.queue[i] = ticket_at(clues, work, 2 * seats, i)
