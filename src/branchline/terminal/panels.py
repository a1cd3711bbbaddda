"""What a person needs to know in order to decide, as lines of text: players, cards, tickets, routes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from branchline.core.bits import members
from branchline.core.ids import CityId, Color, Kind, RouteId, Seat, TicketId
from branchline.core.optimize.tour import connected
from branchline.core.printed.board import Board
from branchline.core.views.view import ChoosingTickets, OfferSeen, View
from branchline.notation.prose import Narrator
from branchline.terminal.signs import ANY, WILD, Sign, player_sign, sign_of


@dataclass(frozen=True, slots=True)
class Panels:
    """Tells what one seat sees. A plain terminal has no signs beyond letters; without a width nothing is broken."""

    narrator: Narrator
    view: Any
    plain: bool = False
    width: int | None = None

    def everything(self) -> Iterator[Text]:
        yield from self.players()
        yield from self.yards()
        yield from self.display()
        yield from self.hand()
        yield from self.tickets()

    def players(self) -> Iterator[Text]:
        say = self.narrator.say
        for seat, seen in enumerate(self.view.players):
            counts = {"points": seen.points, "cards": seen.hand_size, "tickets": seen.ticket_count}
            told = [say(f"count.{what}", count=count) for what, count in counts.items()]
            if hasattr(seen, "pieces"):
                told.append(self.narrator.pieces(seen.pieces))
            title = Text().append(*player_sign(Seat(seat))).append(f" {self.narrator.names[seat]}:")
            yield from self._flow(title, [Text(part) for part in told], ", ")

    def yards(self) -> Iterator[Text]:
        """In the Card Game, the rows in front of the players."""
        for color, row in enumerate(getattr(self.view, "yards", ())):
            if row is not None:
                cards = self.narrator.row({color: row.colored}, row.wilds)
                yield Text(self.narrator.say("terminal.yard", player=self.narrator.names[row.seat], cards=cards))

    def display(self) -> Iterator[Text]:
        """The face-up cards with the numbers by which they are taken."""
        cards = [
            Text().append(f"{slot + 1} ", "dim").append_text(Text("–") if kind is None else self._card(kind))
            for slot, kind in enumerate(self.view.display)
        ]
        yield from self._flow(self._title("terminal.display"), cards)

    def hand(self) -> Iterator[Text]:
        held = [(Kind(kind), count) for kind, count in enumerate(self.view.own.hand) if count]
        cards = [Text(f"{count}× ").append_text(self._card(kind)) for kind, count in held]
        yield from self._flow(self._title("terminal.hand"), cards)

    def tickets(self) -> Iterator[Text]:
        """The tickets in hand, the completed ones marked; and what is offered, with the numbers to keep them by."""
        own = [TicketId(ticket) for ticket in members(self.view.own.tickets)]
        yield from self._flow(self._title("terminal.tickets"), [self._ticket(ticket) for ticket in own], "; ")
        for number, ticket in enumerate(offered(self.view), 1):
            yield Text(f"  {number}  {self.narrator.ticket(ticket)}", "bold")

    def routes(self, city: CityId | None) -> Iterator[Text]:
        """The routes of a city, or all: length, sign and color, what is special, and whose they are."""
        board = self.view.board
        owners = {route: seat for seat, player in enumerate(self.view.players) for route in members(player.routes)}
        for number, route in enumerate(board.routes):
            if city is not None and city not in (route.a, route.b):
                continue
            sign = sign_of(board, route.color, plain=self.plain)
            color = self.narrator.say("color.grey") if route.color is None else self.narrator.color(route.color)
            line = Text("  ").append(f"{route.length} ").append(*sign).append(f" {color}  ")
            line.append(f"{self.narrator.city(route.a)} – {self.narrator.city(route.b)}")
            line.append("".join(f", {word}" for word in self._special(RouteId(number))), "italic")
            if number in owners:
                line.append("  ").append(*player_sign(Seat(owners[number])))
                line.append(f" {self.narrator.names[owners[number]]}")
            yield line

    def legend(self) -> Text:
        """Every sign of the map with its color's name."""
        line = Text()
        for color in map(Color, range(len(self.view.board.colors))):
            line.append(*self._sign(color)).append(f" {self.narrator.color(color)}  ")
        line.append(*self._mark(ANY, ".")).append(f" {self.narrator.say('color.grey')}  ")
        return line.append(*self._mark(WILD, "*")).append(f" {self.narrator.say('card.wild')}")

    def _special(self, number: RouteId) -> Iterator[str]:
        route = self.view.board.routes[number]
        say = self.narrator.say
        if route.tunnel:
            yield say("terminal.tunnel")
        if route.wilds:
            yield f"{route.wilds}× {say('card.wild')}"
        if route.deck:
            yield say("deck.ships")
        if self.view.closed >> number & 1:
            yield say("terminal.closed")

    def _is_done(self, ticket: TicketId) -> bool:
        if not isinstance(self.view, View) or self.view.seat is None:
            return False
        board = self.view.board
        mine = [board.joins[route] for route in members(self.view.players[self.view.seat].routes)]
        return connected(mine, board.tickets[ticket].cities)

    def _title(self, key: str) -> Text:
        return Text().append(self.narrator.say(key, cards="", tickets="").rstrip(), "bold")

    def _flow(self, title: Text, parts: Sequence[Text], between: str = "  ") -> Iterator[Text]:
        """A title and what belongs to it, on as many lines as the width asks for; no part is broken."""
        line = title.append(" ")
        for number, part in enumerate(parts or [Text(self.narrator.say("card.nothing"))], 1):
            part = part.append(between.rstrip()) if number < len(parts) else part
            if self.width and line.cell_len + part.cell_len > self.width:
                yield line
                line = Text("  ")
            line = line.append_text(part).append(" " * (len(between) - len(between.rstrip())))
        line.rstrip()
        yield line

    def _ticket(self, ticket: TicketId) -> Text:
        done = ("+ " if self.plain else "✓ ") if self._is_done(ticket) else ""
        return Text().append(done, "bold green").append(self.narrator.ticket(ticket))

    def _card(self, kind: Kind) -> Text:
        card = self.narrator.printed.kinds[kind]
        sign = self._mark(WILD, "*") if card.color is None else self._sign(card.color)
        return Text().append(*sign).append(f" {self.narrator.card(kind)}")

    def _sign(self, color: Color) -> Sign:
        return sign_of(self.narrator.printed, color, plain=self.plain)

    def _mark(self, sign: Sign, plain: str) -> Sign:
        return sign._replace(mark=plain) if self.plain else sign


def offered(view: Any) -> Sequence[TicketId]:
    """The tickets of which the viewer chooses some now."""
    match view.phase:
        case ChoosingTickets(offer=offer, mine=None):
            return offer
        case OfferSeen(tickets=tickets):
            return tickets or ()
    return ()


def has_map(view: Any) -> bool:
    return isinstance(getattr(view, "board", None), Board)
