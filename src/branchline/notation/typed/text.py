"""The text form of every action: short typed words, the same on every screen, in records and on the command line.

`action_text` writes the strict form. `parse_action` reads it back, and forgives much more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from branchline.core.actions import (
    Action,
    DrawBlind,
    DrawFaceUp,
    KeepTickets,
    LayRow,
    LayThree,
    LeaveTunnel,
    SettleTickets,
)
from branchline.core.game import AnyGame
from branchline.core.ids import CityId, DeckId, RouteId, Seat, TicketId
from branchline.core.printed.contract import Printed
from branchline.notation.json.codec import CardCounts, PieceCounts, written_fields
from branchline.notation.printed import DECKS, deck_count, words_for
from branchline.notation.typed.parse import Typed, parse
from branchline.notation.typed.pay import cards_text


def action_text(game: AnyGame, action: Action) -> str:
    """The strict form.

    >>> action_text(usa, DrawFaceUp(2)), action_text(world, DrawFaceUp(2, DeckId(1)))
    ('draw 3', 'draw 3 refill ships')
    """
    return written(game.printed, action)


def parse_action(game: AnyGame, text: str, state: Any = None, seat: Seat | None = None) -> Action:
    """The action that somebody typed, or `ParseError`.

    With a state, what was left out is filled in from the legal actions of the seat (by default the one to act): the
    rest of an offer, the payment with the fewest wilds, the place of a face-up card. The action may still be illegal.

    >>> parse_action(europe, "station Paryż czerwona:1")
    BuildStation(city=29, pay=(0, 1, 0, 0, 0, 0, 0, 0, 0))
    """
    if state is None:
        return parse(Typed(game.printed, text))
    actors = game.actors(state)
    if seat is None and len(actors) == 1:
        seat = actors[0]
    legal = () if seat is None else game.legal(state, seat)
    return parse(Typed(game.printed, text, legal, state.display))


def written(printed: Printed, action: Action) -> str:
    """The word of an action and its fields; what reads better otherwise is written here by hand."""
    match action:
        case KeepTickets(kept, returned):
            rest = ["return", _tickets(printed, returned)] if returned else []
            return " ".join(filter(None, ["keep", _tickets(printed, kept), *rest]))
        case DrawBlind(deck):
            return f"draw blind{_deck(printed, deck)}"
        case DrawFaceUp(slot, refill):
            deck_word = _deck(printed, refill)
            return f"draw {slot + 1}" + (f" refill{deck_word}" if deck_word else "")
        case LeaveTunnel():
            return "leave tunnel"
        case LayRow(color, count, wilds):
            tail = f" {printed.kinds[-1].id}:{wilds}" if wilds else ""
            return f"lay {printed.colors[color]}:{count}{tail}"
        case LayThree(colors):
            return " ".join(["lay", *(printed.colors[color] for color in colors)])
        case SettleTickets(tickets):
            return f"settle {_tickets(printed, tickets)}" if tickets else "settle none"
    return " ".join([action.word, *_fields(printed, action)])


def _fields(printed: Printed, action: Action) -> Iterator[str]:
    """The fields of an action in their order, each as its type is written."""
    kind: Any = type(action)
    for name, hint in written_fields(kind).items():
        yield _BY_TYPE[hint](printed, getattr(action, name))


def _tickets(printed: Printed, tickets: tuple[TicketId, ...]) -> str:
    return " ".join(printed.tickets[ticket].id for ticket in tickets)


def _deck(printed: Printed, deck: DeckId) -> str:
    """The deck's name where there is more than one."""
    return f" {DECKS[deck]}" if deck_count(printed) > 1 else ""


_BY_TYPE: Final[Mapping[Any, Callable[[Printed, Any], str]]] = {
    int: lambda printed, number: str(number),
    RouteId: lambda printed, route: words_for(printed, "route")[route],
    CityId: lambda printed, city: printed.cities[city].id,
    DeckId: lambda printed, deck: DECKS[deck],
    CardCounts: cards_text,
    PieceCounts: lambda printed, pieces: " ".join(map(str, pieces)),
}
