"""What is measured of a board: numbers with intervals, each about a seat, a ticket, a connection, a color or games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from branchline.balance.play import PlayedGames, SamplePlayer
from branchline.balance.usual import usual_points
from branchline.balance.ways import CityPair, Ways, across
from branchline.core.printed.board import Board
from branchline.lab.standings import Interval, interval
from branchline.rules.board.game import BoardGame

ALL: Final = 0
"""Stands for all numbers of players together."""
MIN_KEPT: Final = 30
"""What holders of a ticket gain is measured only where it was kept so often."""
NEEDED: Final = 0.5
"""A connection is needed for a ticket if it lies on at least this part of the shortest ways."""
OTHER_DEALS: Final = 1_000_000
"""Games between unequal players are other deals than those among equals."""


class Kind(StrEnum):
    SEAT = "seat"
    """The share of the victories that a seat has, in fair shares."""
    WORTH = "worth"
    """A ticket's points for each space of its shortest way."""
    UNLIKE = "unlike"
    """A ticket's points, as a multiple of what the board's tickets usually give for a way that takes so many turns."""
    GAIN = "gain"
    """How many points more than the mean a player has who kept a ticket from the first offer."""
    IDLE = "idle"
    """In which part of the games a connection is used by anybody."""
    FOUGHT = "fought"
    """In which part of the games more players need a connection than it has lanes, and all of them are taken."""
    BRIDGE = "bridge"
    """Which part of the tickets lead over a connection that is the only way."""
    COLOR = "color"
    """Spaces of a color for each of its cards, as a multiple of the mean of all colors."""
    LENGTH = "length"
    """Turns of a player."""
    TIES = "ties"
    """In which part of the games points alone do not decide."""
    SKILL = "skill"
    """The share of the victories that the stronger player has, alone among weaker ones."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number. `subject` is the number of the seat, ticket, connection or color that it is about."""

    kind: Kind
    value: Interval
    players: int = ALL
    subject: int = 0
    facts: Mapping[str, float] = field(default_factory=dict)
    """What else is worth telling about it."""


@dataclass(frozen=True)
class Sample:
    """The games that were played on a board: among equals, and with a stronger player, by number of players."""

    game: BoardGame
    equals: Mapping[int, PlayedGames]
    unequals: Mapping[int, PlayedGames]

    @property
    def board(self) -> Board:
        return self.game.printed


def games_for(seats: int, games: int) -> int:
    """How many games are played with so many seats: among equals, and every seating of a quarter as many deals."""
    return games + deals_for(games) * seats


def deals_for(games: int) -> int:
    return max(1, games // 4)


def play_sample(player: SamplePlayer, games: int, seed: int) -> Sample:
    """Play so many games among equals at every number of players, and some with a stronger player."""
    counts = player.game.seat_counts
    return Sample(
        player.game,
        {seats: player.among_equals(seats, games, seed) for seats in counts},
        {seats: player.strong_alone(seats, deals_for(games), seed + OTHER_DEALS) for seats in counts},
    )


def measures(sample: Sample) -> list[Measure]:
    """Everything that is measured of a board."""
    ways = Ways(sample.board)
    found = [*_bridges(ways), *_colors(sample.board), *_tickets(sample, ways)]
    for seats, played in sample.equals.items():
        found += [*_seats(played), *_connections(played, ways)]
        found.append(Measure(Kind.LENGTH, interval(played.turns.tolist()), seats))
        found.append(Measure(Kind.TIES, share(played.tied), seats))
        found.append(_skill(sample.unequals[seats]))
    return found


def share(happened: NDArray[np.bool_]) -> Interval:
    """In which part of the games something happened, with the interval of Wilson, which holds for rare things too."""
    count, part = len(happened), float(happened.mean())
    z = 1.96
    middle = (part + z * z / (2 * count)) / (1 + z * z / count)
    reach = z * float(np.sqrt(part * (1 - part) / count + z * z / (4 * count * count))) / (1 + z * z / count)
    return Interval(part, min(part, middle - reach), max(part, middle + reach))


def counted(value: float) -> Interval:
    """What was counted on the board, and not measured in games."""
    return Interval(value, value, value)


def _seats(played: PlayedGames) -> Iterator[Measure]:
    for seat in range(played.seats):
        yield Measure(Kind.SEAT, interval((played.wins[:, seat] * played.seats).tolist()), played.seats, seat)


def _skill(played: PlayedGames) -> Measure:
    """Every seating of a deal stands in a row: in the first of them the stronger player begins, and so on."""
    seats = played.seats
    own = played.wins.reshape(-1, seats, seats).diagonal(axis1=1, axis2=2)
    return Measure(Kind.SKILL, interval(own.mean(axis=1).tolist()), seats)


def _tickets(sample: Sample, ways: Ways) -> Iterator[Measure]:
    above = {seats: played.scores - played.scores.mean() for seats, played in sample.equals.items()}
    usual = usual_points(ways)
    for number, ticket in enumerate(sample.board.tickets):
        kept = {seats: played.opening[:, :, number] for seats, played in sample.equals.items()}
        gains = np.concatenate([above[seats][rows] for seats, rows in kept.items()])
        missed = np.concatenate([sample.equals[seats].missed[:, :, number][rows] for seats, rows in kept.items()])
        cost = ways.cost(ticket)
        worth = ticket.connected / cost  # A tour out of order: in order it is worth more, but its way is longer too.
        facts = {"cost": float(cost), "kept": float(len(gains))}
        facts["completed"] = 1 - float(missed.mean()) if len(gains) else 0.0
        yield Measure(Kind.WORTH, counted(worth), ALL, number, facts)
        if number in usual:
            yield Measure(Kind.UNLIKE, counted(ticket.connected / usual[number]), ALL, number, facts)
        if len(gains) >= MIN_KEPT:
            yield Measure(Kind.GAIN, interval(gains.tolist()), ALL, number, facts)


def _connections(played: PlayedGames, ways: Ways) -> Iterator[Measure]:
    taken: NDArray[np.bool_] = np.asarray(played.claimed.any(axis=1))
    for number, connection in enumerate(ways.connections):
        routes = taken[:, list(connection.routes)]
        yield Measure(Kind.IDLE, share(np.asarray(routes.any(axis=1))), played.seats, number)
        lanes = open_lanes(ways.board, connection, played.seats)
        tickets = np.flatnonzero(ways.uses[:, number] >= NEEDED)
        needing = played.held[:, :, tickets].any(axis=2).sum(axis=1)
        fought = (needing > lanes) & (routes.sum(axis=1) >= lanes)
        yield Measure(Kind.FOUGHT, share(fought), played.seats, number)


def open_lanes(board: Board, connection: CityPair, seats: int) -> int:
    """How many players can claim a connection (B-15)."""
    second = sum(board.routes[route].twin is not None for route in connection.routes) // 2
    return len(connection.routes) - (second if seats < board.rules.both_lanes_from else 0)


def _bridges(ways: Ways) -> Iterator[Measure]:
    """Of connections that one claim closes, at the smallest number of players."""
    board = ways.board
    fewest = min(board.seat_counts)
    for bridge in ways.bridges:
        if open_lanes(board, bridge.connection, fewest) == 1:
            part = across(board.tickets, bridge) / len(board.tickets)
            facts = {"cities": float(len(bridge.cut_off)), "tickets": float(across(board.tickets, bridge))}
            yield Measure(Kind.BRIDGE, counted(part), fewest, ways.connections.index(bridge.connection), facts)


def _colors(board: Board) -> Iterator[Measure]:
    """Of each color, by deck: spaces for each card, where a card counts for as many spaces as it covers."""
    colors = len(board.colors)
    for deck in range(len(board.rules.display)):
        spaces, cards = np.zeros(colors), np.zeros(colors)
        for route in board.routes:
            if route.color is not None and route.deck == deck:
                spaces[route.color] += route.length
        for kind in board.kinds:
            if kind.color is not None and kind.deck == deck:
                cards[kind.color] += kind.copies * kind.covers
        if not spaces.any():
            continue
        demand = spaces / np.maximum(cards, 1)
        for color in range(colors):
            facts = {"spaces": float(spaces[color]), "cards": float(cards[color]), "fair": float(spaces.mean())}
            value = counted(float(demand[color] / demand.mean()))
            yield Measure(Kind.COLOR, value, ALL, deck * colors + color, facts)
