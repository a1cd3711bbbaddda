"""The end of a board game, as written down: who owns which routes, buildings and tickets, and whether that can be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from branchline.core.bits import mask_of
from branchline.core.ids import CityId, Pieces, RouteId, Seat, TicketId
from branchline.core.phases import FINISHED
from branchline.core.printed.board import Board
from branchline.core.rng import seeded
from branchline.core.states.state import Player, State
from branchline.notation.printed import DECKS
from branchline.notation.scorecard.checker import Position, ScorecardChecker
from branchline.notation.scorecard.lanes import lanes_meant
from branchline.notation.scorecard.reader import Item, PlayerEntry
from branchline.notation.typed.names import ParseError, take_city
from branchline.notation.typed.routes import take_route


class Claim(NamedTuple):
    """A route that somebody claims to own: any of these lanes."""

    player: PlayerEntry
    item: Item
    lanes: list[RouteId]


def board_position(checker: ScorecardChecker, board: Board) -> Position:
    rules = board.rules
    checker.refuse("completed", "missed", "stack")
    if not rules.stations:
        checker.refuse("stations")
    if not rules.harbors:
        checker.refuse("harbors")
    if len(rules.pieces) == 1:
        checker.refuse("exchanged")
    routes = owned_routes(checker, board)
    placed = [_placed(board, mine) for mine in routes]
    built = [*_buildings(checker, board, routes)]
    tickets = checker.tickets("tickets")
    for player, used, mine in zip(checker.players, placed, tickets, strict=True):
        _check_pieces(checker, board, player, used)
        _check_long(checker, board, player, mine)
    players = [
        Player(
            hand=board.no_cards,
            pieces=tuple(whole - used for whole, used in zip(rules.pieces, placed[seat], strict=True)),
            box=(0,) * len(rules.pieces),
            routes=mask_of(mine),
            tickets=mask_of(tickets[seat]),
            built=mask_of(built[seat]),
            points=sum(rules.points[board.routes[route].length] for route in mine) - _exchanged(checker, player),
        )
        for seat, (player, mine) in enumerate(zip(checker.players, routes, strict=True))
    ]
    return Position(_state(board, players, checker), tuple(_notes(checker, board, placed, tickets)))


def _state(board: Board, players: Sequence[Player], checker: ScorecardChecker) -> State:
    return State(
        board=board,
        phase=FINISHED,
        turn=Seat(0),
        players=tuple(players),
        display=(None,) * sum(board.rules.display),
        decks=board.full_decks,
        discards=(board.no_cards,) * len(board.full_decks),
        tickets=tuple(TicketId(i) for i in range(len(board.tickets)) if i not in checker.holders),
        turns_left=0,
        passes=0,
        idle=0,
        rng=seeded(0),
    )


def owned_routes(checker: ScorecardChecker, board: Board) -> list[list[RouteId]]:
    """The routes of each player. Who named a lane gets it; the others get what is left, as it scores the same."""
    claims = [
        claim
        for player in checker.players
        for item in player.of("routes")
        for claim in _claim(checker, board, player, item)
    ]
    owners: dict[RouteId, PlayerEntry] = {}
    for claim in sorted(claims, key=lambda claim: len(claim.lanes)):
        lane = next((lane for lane in claim.lanes if lane not in owners), None)
        if lane is None:
            names = " and ".join(dict.fromkeys(owners[lane].name for lane in claim.lanes))
            checker.fault(claim.player, claim.item.line, f"the route '{claim.item.text}' belongs to {names} already")
            continue
        _check_twin(checker, board, claim, lane, owners)
        owners[lane] = claim.player
    return [[lane for lane, owner in owners.items() if owner is player] for player in checker.players]


def _claim(checker: ScorecardChecker, board: Board, player: PlayerEntry, item: Item) -> Iterator[Claim]:
    try:
        lanes, rest = take_route(board, re.sub(r"[()\[\]]", " ", item.text).split())
        yield Claim(player, item, lanes_meant(board, lanes, rest))
    except ParseError as error:
        checker.fault(player, item.line, str(error))


def _check_twin(
    checker: ScorecardChecker, board: Board, claim: Claim, lane: RouteId, owners: dict[RouteId, PlayerEntry]
) -> None:
    """B-15."""
    twin = board.routes[lane].twin
    other = None if twin is None else owners.get(twin)
    if other is None:
        return
    route = board.routes[lane]
    name = f"{board.cities[route.a].name} – {board.cities[route.b].name}"
    if other is claim.player:
        checker.fault(claim.player, claim.item.line, f"nobody may own both lanes of {name}")
    elif len(checker.players) < board.rules.both_lanes_from:
        message = f"with {len(checker.players)} players only one lane of {name} may be used, and {other.name} has it"
        checker.fault(claim.player, claim.item.line, message)


def _placed(board: Board, routes: Sequence[RouteId]) -> Pieces:
    used = [0] * len(board.rules.pieces)
    for route in routes:
        used[board.routes[route].deck] += board.routes[route].length
    return tuple(used)


def _check_pieces(checker: ScorecardChecker, board: Board, player: PlayerEntry, used: Pieces) -> None:
    rules = board.rules
    line = player.of("routes")[0].line if player.of("routes") else player.line
    for deck, (count, whole) in enumerate(zip(used, rules.pieces, strict=True)):
        if count > whole:
            checker.fault(player, line, f"the routes take {count} {DECKS[deck]}, but a player has only {whole}")
    if rules.pieces_kept and sum(used) > rules.pieces_kept:
        checker.fault(player, line, f"the routes take {sum(used)} pieces, but a player has only {rules.pieces_kept}")


def _check_long(checker: ScorecardChecker, board: Board, player: PlayerEntry, tickets: Sequence[TicketId]) -> None:
    """E-3: long tickets are only dealt in the set-up."""
    long = [board.tickets[ticket].id for ticket in tickets if board.tickets[ticket].long]
    if len(long) > board.rules.first_long:
        most = board.rules.first_long
        line = player.of("tickets")[0].line
        checker.fault(player, line, f"has {len(long)} long tickets ({', '.join(long)}), but only {most} can be had")


def _buildings(checker: ScorecardChecker, board: Board, routes: Sequence[Sequence[RouteId]]) -> Iterator[list[CityId]]:
    """Stations or harbors, whichever the game has (E-16, W-23)."""
    key, most = ("stations", board.rules.stations) if board.rules.stations else ("harbors", board.rules.harbors)
    owners: dict[CityId, PlayerEntry] = {}
    for player, mine in zip(checker.players, routes, strict=True):
        cities: list[CityId] = []
        for item in player.of(key) if most else ():
            try:
                city, rest = take_city(board, item.text.split())
            except ParseError as error:
                checker.fault(player, item.line, str(error))
                continue
            wrong = _wrong_site(board, city, mine, owners, rest)
            if wrong:
                checker.fault(player, item.line, wrong)
            else:
                owners[city] = player
                cities.append(city)
        if len(cities) > most:
            checker.fault(player, player.of(key)[most].line, f"{len(cities)} {key}, but a player has only {most}")
        yield cities


def _wrong_site(
    board: Board, city: CityId, routes: Sequence[RouteId], owners: dict[CityId, PlayerEntry], rest: Sequence[str]
) -> str | None:
    name = board.cities[city].name
    if rest:
        return f"'{' '.join(rest)}' behind {name} was not understood; put commas between cities"
    if city in owners:
        return f"{owners[city].name} has built in {name} already"
    if board.cities[city].junction:
        return f"{name} is no city: nothing can be built there"
    if board.rules.harbors and not board.cities[city].harbor:
        return f"{name} is no harbor city"
    if board.rules.harbors and not any(city in (board.routes[route].a, board.routes[route].b) for route in routes):
        return f"there is no harbor in {name} without an own route that leads there"
    return None


def _exchanged(checker: ScorecardChecker, player: PlayerEntry) -> int:
    """How many pieces were exchanged, one point each (W-27)."""
    total = 0
    for item in player.of("exchanged"):
        numbers = re.findall(r"[0-9]+", item.text)
        if len(numbers) != 1 or "-" in item.text:
            checker.fault(player, item.line, f"'{item.text}' is not a number of pieces")
        else:
            total += int(numbers[0])
    return total


def _notes(
    checker: ScorecardChecker, board: Board, placed: Sequence[Pieces], tickets: Sequence[Sequence[TicketId]]
) -> Iterator[str]:
    rules = board.rules
    for player, mine in zip(checker.players, tickets, strict=True):
        if len(mine) < rules.first_keep:
            count = f"{len(mine)} ticket{'' if len(mine) == 1 else 's'}"
            yield f"{player.name} has {count}, although everybody keeps at least {rules.first_keep}"
    have = rules.pieces_kept or sum(rules.pieces)
    if all(have - sum(used) > rules.end_at for used in placed):
        yield f"nobody is down to {rules.end_at} pieces: was the game played to its end?"
