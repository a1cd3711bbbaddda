"""A game told in sentences, in any of the languages: its events, its actions, and the lines of its score sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from branchline.core.actions import Action, DrawBlind, DrawFaceUp, ExchangePieces, LayRow, LayThree
from branchline.core.events import (
    CardDrawn,
    DeckReshuffled,
    EndReason,
    Event,
    GameEnded,
    HalfEnded,
    PiecesExchanged,
    TicketsKept,
)
from branchline.core.ids import Cards, CityId, DeckId, Kind, Pieces, RouteId, TicketId
from branchline.core.phases import Phase, Toll
from branchline.core.printed.board import Board, CardKind
from branchline.core.printed.contract import Printed
from branchline.core.score import ScoreLine, Source
from branchline.messages import knows, say
from branchline.notation.json.codec import word_of
from branchline.notation.printed import DECKS, deck_count
from branchline.notation.typed.tickets import cities_of

# The places of the messages, where they are not called like the fields that fill them.
_PLACES = {
    "first": "player",
    "seat": "player",
    "kind": "card",
    "display": "cards",
    "laid": "cards",
    "pay": "cards",
    "extra": "count",
    "points": "count",
    "turns": "count",
    "left": "count",
    "refill": "deck",
}
_SECRETS = ("cards", "kind", "tickets", "kept")


class Narrator:
    """Tells a game in one language, with the players' names."""

    def __init__(self, printed: Printed, language: str, names: Sequence[str]) -> None:
        self.printed = printed
        self.language = language
        self.names = names

    def say(self, key: str, /, **values: object) -> str:
        return say(self.language, key, **values)

    def event(self, event: Event) -> str:
        hidden = any(getattr(event, name, ...) is None for name in _SECRETS)
        key = f"event.{word_of(type(event))}{'.hidden' if hidden else ''}"
        if hidden and isinstance(event, CardDrawn) and deck_count(self.printed) > 1:
            key += ".deck"
        if isinstance(event, GameEnded) and event.reason is not EndReason.LAST_TURNS:
            key += f".{event.reason.value}"
        return self.say(key, **self._values(event))

    def action(self, action: Action) -> str:
        key = f"action.{word_of(type(action))}"
        if isinstance(action, DrawFaceUp) and deck_count(self.printed) > 1:
            key += ".refill"
        if isinstance(action, DrawBlind) and deck_count(self.printed) > 1:
            key += ".deck"
        return self.say(key, **self._values(action))

    def phase(self, phase: Phase) -> str:
        count = phase.extra if isinstance(phase, Toll) else 0
        return self.say(f"phase.{word_of(type(phase))}", count=count)

    def _values(self, happened: Event | Action) -> Mapping[str, object]:
        values: dict[str, object] = {}
        for field in fields(happened):
            value = getattr(happened, field.name)
            if value is not None:
                values[_PLACES.get(field.name, field.name)] = self._value(field.name, value)
        match happened:
            case PiecesExchanged(give=give, count=count) | ExchangePieces(give=give, count=count):
                values |= self._exchange(give, count)
            case DeckReshuffled() | HalfEnded():
                values["count"] = sum(happened.cards)
            case TicketsKept(returned=None, returned_count=count):
                values["returned"] = count
            case LayRow(color, count, wilds):
                values["cards"] = self.row({color: count}, wilds)
            case LayThree(colors):
                values["cards"] = self.row(dict.fromkeys(colors, 1), 0)
        return values

    def _value(self, name: str, value: Any) -> object:
        match name:
            case "seat" | "first" | "robber" | "victim":
                return self.names[value]
            case "cards" | "pay" | "laid":
                return self.cards(value)
            case "display" | "revealed":
                return self.display(value)
            case "kind":
                return self.card(value)
            case "route":
                return self.route(value)
            case "city":
                return self.city(value)
            case "color":
                return self.color(value)
            case "tickets" | "kept" | "returned":
                return self.tickets(value)
            case "pieces":
                return self.pieces(value)
            case "deck" | "refill":
                return self.say(f"deck.{DECKS[value]}")
            case "slot":
                return value + 1
        return value

    def _exchange(self, give: DeckId, count: int) -> Mapping[str, object]:
        given, taken = DECKS[give], DECKS[1 - give]
        return {
            "given": self.say(f"count.{given}", count=count),
            "taken": self.say(f"count.{taken}", count=count),
        }

    def row(self, colors: Mapping[int, int], wilds: int) -> str:
        """Cards of these colors, with wilds, as they are played into a yard."""
        cards = list(self.printed.no_cards)
        for color, count in colors.items():
            cards[color] = count
        cards[-1] += wilds
        return self.cards(tuple(cards))

    def color(self, number: int) -> str:
        word = self.printed.colors[number]
        return self.say(f"color.{word}") if knows(self.language, f"color.{word}") else word

    def card(self, kind: Kind) -> str:
        card = self.printed.kinds[kind]
        if card.color is None:
            return self.say("card.wild")
        color = self.color(card.color)
        return self.say(f"card.{_sort(card)}", color=color) if deck_count(self.printed) > 1 else color

    def cards(self, cards: Cards) -> str:
        named = [f"{count}× {self.card(Kind(kind))}" for kind, count in enumerate(cards) if count]
        return ", ".join(named) or self.say("card.nothing")

    def display(self, display: Sequence[Kind | None]) -> str:
        return ", ".join("–" if kind is None else self.card(kind) for kind in display) or self.say("card.nothing")

    def pieces(self, pieces: Pieces) -> str:
        return ", ".join(self.say(f"count.{DECKS[deck]}", count=count) for deck, count in enumerate(pieces))

    def city(self, city: CityId) -> str:
        printed = self.printed.cities[city]
        return printed.names.get(self.language, printed.name)

    def route(self, route_id: RouteId) -> str:
        """A route by its cities; a lane of a double route with its color."""
        assert isinstance(self.printed, Board)
        route = self.printed.routes[route_id]
        name = f"{self.city(route.a)} – {self.city(route.b)}"
        return f"{name} ({self.color(route.color)})" if route.twin is not None and route.color is not None else name

    def ticket(self, ticket: TicketId) -> str:
        names = " – ".join(self.city(city) for city in cities_of(self.printed, ticket))
        return f"{names} ({self.printed.tickets[ticket].points})"

    def tickets(self, tickets: Sequence[TicketId]) -> str:
        return "; ".join(map(self.ticket, tickets)) or self.say("card.nothing")

    def line(self, line: ScoreLine) -> str:
        """What a line of a score sheet is for."""
        source = self.say(f"source.{line.source.value}")
        details = []
        if line.ticket is not None and line.finish is not None:
            details += [self.ticket(line.ticket), self.say(f"finish.{line.finish.value}")]
        if line.city is not None:
            details.append(self.city(line.city))
        if line.source is Source.TICKET and line.routes:
            details.append(self.say("score.borrowed", routes="; ".join(map(self.route, line.routes))))
        if line.source is not Source.TICKET and line.count:
            details.append(str(line.count))
        return f"{source}: {', '.join(details)}" if details else source


def _sort(card: CardKind) -> str:
    """Which of the messages `card.*` describes a colored card in a game with two decks."""
    if card.covers > 1:
        return "double-ship"
    return ("ship" if card.deck else "train") + ("-harbor" if card.harbor else "")
