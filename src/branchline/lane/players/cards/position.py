"""The Card Game as a seat knows it: own cards and tickets, rows and stacks, and the cards that nobody has shown.

This module is the only one of these players that reads what others have: stacks, which everybody saw grow, and the
size of hands.
"""

from __future__ import annotations

from branchline.lane.bits import NONE, ONE, lowest
from branchline.lane.cards.layout import CardGame, Cards
from branchline.lane.compile import inner
from branchline.lane.layout import NOTHING
from branchline.lane.players.cards.layout import CardMind


@inner
def look(cards: Cards, game: CardGame, seat: int, mind: CardMind) -> None:
    """Note all of the position that decisions need."""
    mind.seat, mind.seats = seat, game.seats
    mind.ending = game.turns_left != NOTHING
    mind.half_to_come = game.half == 1 and cards.second_half[game.seats]
    for kind in range(cards.kinds):
        mind.hand[0, kind] = game.hands[seat, kind]
        mind.stack[kind] = game.stacks[seat, kind]
        mind.unseen[kind] = cards.all_cards[kind] - game.hands[seat, kind] - game.discard[kind]
        for other in range(game.seats):
            mind.unseen[kind] -= game.stacks[other, kind]
    for color in range(cards.wild):
        mind.row_seat[0, color] = game.yard_seat[color]
        mind.row_colored[0, color] = mind.row_wilds[0, color] = 0
        if game.yard_seat[color] != NOTHING:
            mind.row_colored[0, color], mind.row_wilds[0, color] = game.yard_colored[color], game.yard_wilds[color]
            mind.unseen[color] -= game.yard_colored[color]
            mind.unseen[cards.wild] -= game.yard_wilds[color]
    for slot in range(game.display_size):
        mind.unseen[game.display[slot]] -= 1
    mind.unseen_size = 0
    for kind in range(cards.kinds):
        mind.unseen_size += mind.unseen[kind]
    for other in range(game.seats):
        if other != seat:
            for kind in range(cards.kinds):
                mind.unseen[kind] -= mind.known[other, kind]
                mind.unseen_size -= mind.known[other, kind]
    mind.unseen_wilds = mind.unseen[cards.wild]
    for other in range(game.seats):
        mind.cards_held[other] = mind.unknown[other] = 0
        for kind in range(cards.kinds):
            mind.cards_held[other] += game.hands[other, kind]
            mind.unknown[other] += game.hands[other, kind] - mind.known[other, kind]
    _note_tickets(cards, game, seat, mind)


@inner
def _note_tickets(cards: Cards, game: CardGame, seat: int, mind: CardMind) -> None:
    mind.open_count = 0
    for color in range(cards.wild):
        mind.asked[color] = 0
    tickets = game.tickets[seat]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        mind.open[mind.open_count] = ticket
        mind.open_count += 1
        for color in range(cards.wild):
            mind.asked[color] += cards.needs[ticket, color]


@inner
def find_shortage(cards: Cards, mind: CardMind) -> None:
    """The cards of each color that the open tickets ask for and that are neither on the track nor in the yard."""
    for color in range(cards.wild):
        mind.short[color] = max(0, mind.asked[color] - on_the_way(mind, color))


@inner
def on_the_way(mind: CardMind, color: int) -> int:
    """Own cards of a color on the track and in the yard; a wild in the yard counts as its row's color."""
    found = mind.stack[color]
    if mind.row_seat[0, color] == mind.seat:
        found += mind.row_colored[0, color] + mind.row_wilds[0, color]
    return found


@inner
def can_lay(mind: CardMind, color: int) -> bool:
    """Whether the hand has a color that is not in the own yard already (C-10)."""
    return mind.hand[0, color] > 0 and mind.row_seat[0, color] != mind.seat


@inner
def row_size(mind: CardMind, color: int) -> int:
    """The size of the row that lies in a color's yard, whoever's it is."""
    return mind.row_colored[0, color] + mind.row_wilds[0, color]
