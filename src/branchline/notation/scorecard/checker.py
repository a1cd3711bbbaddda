"""Where the claims of a written-down table are checked: every fault is gathered with its line and its player."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from branchline.core.game import AnyGame
from branchline.core.ids import CityId, TicketId
from branchline.core.printed.contract import Printed
from branchline.data.faults import Fault
from branchline.notation.scorecard.reader import Item, PlayerEntry, Scorecard
from branchline.notation.typed.names import ParseError, fold, take_city
from branchline.notation.typed.tickets import cities_of


class Position(NamedTuple):
    """A final state that can be scored, and what is odd about it though possible."""

    state: Any
    notes: tuple[str, ...]


class ScorecardChecker:
    """A table that is being checked."""

    def __init__(self, game: AnyGame, scorecard: Scorecard) -> None:
        self.game = game
        self.place = scorecard.place
        self.players = scorecard.players
        self.found: list[tuple[int, Fault]] = []
        self.holders: dict[TicketId, PlayerEntry] = {}
        counts = game.seat_counts
        if len(self.players) not in counts:
            message = f"there are {len(self.players)} players, but the game is for {counts[0]} to {counts[-1]}"
            self.found.append((0, Fault(self.place, message)))

    @property
    def faults(self) -> list[Fault]:
        """All that is wrong, in the order of the lines."""
        return [fault for _, fault in sorted(self.found, key=lambda pair: pair[0])]

    def fault(self, player: PlayerEntry, line: int, message: str) -> None:
        self.found.append((line, Fault(f"{self.place}: line {line} ({player.name})", message)))

    def refuse(self, *keys: str) -> None:
        """Claims that this game does not know."""
        for player in self.players:
            for key in keys:
                for item in player.of(key)[:1]:
                    self.fault(player, item.line, f"this game has no '{key}'")

    def tickets(self, key: str) -> list[list[TicketId]]:
        """The tickets that each player claims under a key; no ticket is given out twice."""
        return [[ticket for item in player.of(key) for ticket in self._ticket(player, item)] for player in self.players]

    def _ticket(self, player: PlayerEntry, item: Item) -> Iterator[TicketId]:
        try:
            same = _named_tickets(self.game.printed, item.text)
        except ParseError as error:
            self.fault(player, item.line, str(error))
            return
        free = [ticket for ticket in same if ticket not in self.holders]
        if free:
            self.holders[free[0]] = player
            yield free[0]
            return
        owners = " and ".join(dict.fromkeys(self.holders[ticket].name for ticket in same))
        number = "there is only one" if len(same) == 1 else f"there are only {len(same)}"
        self.fault(player, item.line, f"the ticket '{item.text}' is with {owners} already, and {number}")


def _named_tickets(printed: Printed, text: str) -> Sequence[TicketId]:
    """All tickets that a text can mean: one, or several between the same cities. Points behind it are passed over."""
    if text.casefold() in printed.ticket_ids:
        return [printed.ticket_ids[text.casefold()]]
    cities: list[CityId] = []
    tokens = [token for token in re.sub(r"\([^)]*\)|(?<=\s)[0-9]+$", " ", text).split() if fold(token)]
    while tokens:
        city, tokens = take_city(printed, tokens)
        cities.append(city)
    wanted = sorted(cities)
    same = [TicketId(number) for number in range(len(printed.tickets)) if sorted(cities_of(printed, number)) == wanted]
    if not same:
        names = " – ".join(printed.cities[city].name for city in cities)
        near = [ticket.id for ticket in printed.tickets if cities and cities[0] in ticket.cities]
        raise ParseError("unknown-ticket", near, cities=names)
    return same
