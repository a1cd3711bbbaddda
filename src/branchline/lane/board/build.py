"""Build a station in any city without one (E-16, E-17), or a harbor in a harbor city with an own route (W-23, W-24)."""

from __future__ import annotations

from typing import Any

from branchline.lane.bits import NONE, has, include, size
from branchline.lane.board.claim import pay_cards
from branchline.lane.board.turn import end_turn
from branchline.lane.compile import jit
from branchline.lane.layout import Board, Desk, Game
from branchline.rules.board.harbor import CARDS_OF_EACH_DECK

_OF_EACH = CARDS_OF_EACH_DECK


@jit
def note_built(game: Game, desk: Desk) -> None:
    """Write down the cities where somebody has built."""
    for w in range(len(desk.built)):
        desk.built[w] = game.built[0, w]
        for seat in range(1, game.seats):
            desk.built[w] |= game.built[seat, w]


@jit
def station_options(board: Board, game: Game, seat: int, desk: Desk, out: Any, count: int) -> int:
    """Every city without a station with every set of one color: one card for the first, two for the second (E-17)."""
    number = size(game.built[seat]) + 1
    if number > board.stations:
        return count
    note_built(game, desk)
    start = paid = 0
    for site in range(board.sites):
        if has(desk.built, board.site_cities[site]):
            continue
        if paid == 0:
            start = count
            row = board.code_station + site * board.site_pays + board.set_row[number]
            count = _sets_of_one_color(board, game, seat, number, row, out, count)
            paid, first = count - start, site
            if paid == 0:
                return count
        else:  # The same payments as in the first city.
            for i in range(start, start + paid):
                out[count] = out[i] + (site - first) * board.site_pays
                count += 1
    return count


@jit
def _sets_of_one_color(board: Board, game: Game, seat: int, number: int, row: int, out: Any, count: int) -> int:
    """Fewest wilds first; `row` is the code of the first set."""
    for wilds in range(min(number, game.hands[seat, board.wild]) + 1):
        plain = number - wilds
        if plain == 0:
            out[count] = row + number * board.wild
            count += 1
            continue
        for kind in range(board.wild):
            if game.hands[seat, kind] >= plain:
                out[count] = row + wilds * board.wild + kind
                count += 1
    return count


@jit
def harbor_options(board: Board, game: Game, seat: int, desk: Desk, out: Any, count: int) -> int:
    """Every free harbor city where a route of the player ends, with every payment."""
    if size(game.built[seat]) >= board.harbors or not _can_pay_harbor(board, game, seat):
        return count
    note_built(game, desk)
    start = paid = 0
    for site in range(board.harbor_sites):
        city = board.harbor_cities[site]
        if has(desk.built, city) or not _reaches(board, game, seat, city):
            continue
        code = board.code_harbor + site * board.harbor_rows
        if paid == 0:
            start = count
            for row in range(board.harbor_rows):
                if _holds_row(board, game, seat, row):
                    out[count] = code + row
                    count += 1
            paid, first = count - start, code
            if paid == 0:
                return count
        else:  # The same payments as in the first city.
            for i in range(start, start + paid):
                out[count] = out[i] + code - first
                count += 1
    return count


@jit
def _can_pay_harbor(board: Board, game: Game, seat: int) -> bool:
    """Whether the cards of any color and the wilds make a payment; mostly not, and no city need be looked at."""
    hand = game.hands[seat]
    for color in range(board.harbor_colors):
        train, ship = board.harbor_cards[color, 0], board.harbor_cards[color, 1]
        if min(hand[train], _OF_EACH) + min(hand[ship], _OF_EACH) + hand[board.wild] >= 2 * _OF_EACH:
            return True
    return False


@jit
def _reaches(board: Board, game: Game, seat: int, city: int) -> bool:
    for w in range(board.words):  # noqa: SIM110  # compiled as a loop
        if (game.routes[seat, w] & board.routes_at[city, w]) != NONE:
            return True
    return False


@jit
def _holds_row(board: Board, game: Game, seat: int, row: int) -> bool:
    hand = game.hands[seat]
    return (
        board.harbor_counts[row, 2] <= hand[board.wild]
        and board.harbor_counts[row, 0] <= hand[board.harbor_kinds[row, 0]]
        and board.harbor_counts[row, 1] <= hand[board.harbor_kinds[row, 1]]
    )


@jit
def build(board: Board, game: Game, seat: int, city: int, pay: Any) -> None:
    include(game.built[seat], city)
    pay_cards(board, game, seat, pay)
    end_turn(board, game, 0, 0, True)
