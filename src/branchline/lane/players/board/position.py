"""The game as a seat sees it: which routes are open, its hand and pieces, its open tickets, cards it has not seen.

This module is the only one of the players that reads a game's record beside its display and its counts: of rivals it
takes what lies on the table and the size of their hands, of decks their size.
"""

from __future__ import annotations

from branchline.lane.bits import NONE, ONE, has, lowest, size
from branchline.lane.compile import inner
from branchline.lane.layout import FIRST_PIECES, FIRST_TICKETS, NOTHING, Board, Game
from branchline.lane.players.board.layout import MINE, OPEN, SHUT, TAKEN, Facts, Mind
from branchline.lane.players.board.weights import CLAIMED_LENGTH, LOST_TURNS, TURNS_TRUST, USEFUL_GROUPS

_CARDS_PER_TURN = 2.0


@inner
def look(board: Board, facts: Facts, game: Game, seat: int, mind: Mind) -> None:
    """Note all of the position that decisions need."""
    _note_routes(board, facts, game, seat, mind)
    _note_cards(board, game, seat, mind)
    _note_buildings(board, game, seat, mind)
    _note_network(board, game, seat, mind)
    mind.open_count = mind.done_count = 0
    for ticket in range(board.ticket_count):
        if has(game.tickets[seat], ticket):
            if connects(board, mind, ticket):
                mind.done[mind.done_count] = ticket
                mind.done_count += 1
            else:
                mind.open[mind.open_count] = ticket
                mind.open_count += 1
    mind.turns = turns_left(board, facts, game, seat)


@inner
def _note_routes(board: Board, facts: Facts, game: Game, seat: int, mind: Mind) -> None:
    """Whose the routes are, and which of them can still be claimed with the pieces that are left (B-13, B-15)."""
    for route in range(board.route_count):
        mind.route_state[route] = OPEN
    both_lanes = game.seats >= board.both_lanes_from
    for other in range(game.seats):
        for w in range(board.words):
            routes = game.routes[other, w]
            while routes != NONE:
                route = 64 * w + lowest(routes)
                routes &= routes - ONE
                mind.route_state[route] = MINE if other == seat else TAKEN
                twin = facts.twin[route]
                if twin >= 0 and (other == seat or not both_lanes) and mind.route_state[twin] == OPEN:
                    mind.route_state[twin] = SHUT
    choosing = game.phase == FIRST_TICKETS or game.phase == FIRST_PIECES
    mind.total_pieces = 0
    for sort in range(board.sorts):
        mind.pieces[sort] = game.pieces[seat, sort]
        mind.box[sort] = game.box[seat, sort]
        mind.total_pieces += mind.pieces[sort]
    if choosing and board.pieces_kept > 0:  # W-6: before they are chosen, the number that may be
        mind.total_pieces = board.pieces_kept
    for route in range(board.route_count):
        fits = board.route_length[route] <= mind.pieces[board.route_deck[route]]
        mind.claimable[route] = 1 if fits and mind.route_state[route] == OPEN else 0


@inner
def _note_cards(board: Board, game: Game, seat: int, mind: Mind) -> None:
    """The own hand, and the cards of each deck that the seat does not see: in the deck or in rivals' hands."""
    for deck in range(board.sorts):
        mind.unseen_size[deck] = 0
    for kind in range(board.kinds):
        held = game.hands[seat, kind]
        mind.hand[0, kind] = held
        deck = board.kind_deck[kind]
        gone = held + game.discards[deck, kind] + game.laid[kind] + game.revealed[kind]
        mind.unseen[deck, kind] = board.full_decks[deck, kind] - gone
    for slot in range(board.slots):
        kind = game.display[slot]
        if kind != NOTHING:
            mind.unseen[board.kind_deck[kind], kind] -= 1
    for kind in range(board.kinds):
        deck = board.kind_deck[kind]
        mind.unseen_size[deck] += mind.unseen[deck, kind]


@inner
def _note_buildings(board: Board, game: Game, seat: int, mind: Mind) -> None:
    if not (board.has_stations or board.has_harbors):
        mind.harbors_left = 0
        return
    for city in range(board.city_count):
        mind.built_state[city] = OPEN
    for other in range(game.seats):
        for w in range(len(game.built[other])):
            cities = game.built[other, w]
            while cities != NONE:
                mind.built_state[64 * w + lowest(cities)] = MINE if other == seat else TAKEN
                cities &= cities - ONE
    mind.harbors_left = board.harbors - size(game.built[seat]) if board.has_harbors else 0


@inner
def _note_network(board: Board, game: Game, seat: int, mind: Mind) -> None:
    """For every city the connected part of the own network that it belongs to."""
    for city in range(board.city_count):
        mind.part[city] = city
    for w in range(board.words):
        routes = game.routes[seat, w]
        while routes != NONE:
            route = 64 * w + lowest(routes)
            routes &= routes - ONE
            a, b = part_of(mind, board.route_a[route]), part_of(mind, board.route_b[route])
            if a != b:
                mind.part[b] = a


@inner
def part_of(mind: Mind, city: int) -> int:
    part = mind.part[city]
    while mind.part[part] != part:
        part = mind.part[part]
    return part


@inner
def connects(board: Board, mind: Mind, ticket: int) -> bool:
    """Whether the own routes connect all the cities of a ticket."""
    part = part_of(mind, board.ticket_stops[ticket, 0])
    for stop in range(1, board.ticket_length[ticket]):
        if part_of(mind, board.ticket_stops[ticket, stop]) != part:
            return False
    return True


@inner
def hand_size(board: Board, game: Game, seat: int) -> int:
    """How many cards a player holds, which everybody sees."""
    count = 0
    for kind in range(board.kinds):
        count += game.hands[seat, kind]
    return count


@inner
def pieces_of(board: Board, game: Game, seat: int) -> int:
    left = 0
    for sort in range(board.sorts):
        left += game.pieces[seat, sort]
    return left


@inner
def turns_left(board: Board, facts: Facts, game: Game, seat: int) -> float:
    """The turns of this seat, this one included, until the first of the others ends the game."""
    if game.turns_left != NOTHING:
        return float((game.turns_left + game.seats - 1) // game.seats)
    fewest = 1e9
    for other in range(game.seats):
        if other != seat:
            fewest = min(fewest, _turns_to_end(board, facts, game, other))
    return board.last_turns + TURNS_TRUST * fewest


@inner
def _turns_to_end(board: Board, facts: Facts, game: Game, rival: int) -> float:
    """The turns until a rival has laid the pieces that end the game: draws for the cards it lacks, and claims."""
    in_play = pieces_of(board, game, rival)
    if board.pieces_kept > 0:
        in_play = min(in_play, board.pieces_kept)
    left = in_play - board.end_at
    useful = min(1.0, (USEFUL_GROUPS / facts.groups) ** 2) * hand_size(board, game, rival)
    draws = max(0.0, left / facts.mean_spaces_per_card - useful) / _CARDS_PER_TURN
    return draws + left / (CLAIMED_LENGTH * facts.mean_length) + LOST_TURNS * board.last_turns


@inner
def is_nearly_over(board: Board, game: Game) -> bool:
    """Whether the last turns have begun, or some player is within two pieces of beginning them."""
    if game.turns_left != NOTHING:
        return True
    for seat in range(game.seats):  # noqa: SIM110  # compiled as a loop
        if pieces_of(board, game, seat) <= board.end_at + 2:
            return True
    return False
