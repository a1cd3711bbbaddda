"""Reading actions as records write them: the exact inverse of `action_text`, in one language and one spelling.

What people type is read by `parse`, which forgives much more; records are written by programs and are not forgiven.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, get_args

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
from branchline.core.ids import TRAINS, Cards, CityId, Color, DeckId, RouteId, TicketId
from branchline.core.printed.contract import Printed
from branchline.data.faults import shown
from branchline.notation.json.codec import CardCounts, PieceCounts, written_fields
from branchline.notation.printed import DECKS, numbers_of
from branchline.notation.typed.names import ParseError
from branchline.notation.typed.parse import Typed, parse
from branchline.notation.typed.text import written

_MAX_DIGITS: Final = 4

Words = Sequence[str]
Reader = Callable[[Printed, Words], Action]


class NotStrict(ValueError):
    """A text that no action is written as, with the right spelling where the text could only mean one action."""


def read_strictly(printed: Printed, text: str) -> Action:
    """The action that is written exactly so, or `NotStrict`.

    >>> read_strictly(usa.printed, "draw 3")
    DrawFaceUp(slot=2, refill=0)
    >>> read_strictly(usa.printed, "Draw 3")
    Traceback (most recent call last):
    branchline.notation.typed.strict.NotStrict: 'Draw 3' is not how a record writes an action; write 'draw 3'
    """
    verb, *words = text.split(" ")
    try:
        action = _BY_HAND[verb](printed, words) if verb in _BY_HAND else _fields(printed, _BY_WORD[verb], words)
    except (KeyError, ValueError, IndexError):
        raise NotStrict(_reason(printed, text)) from None
    if written(printed, action) != text:
        raise NotStrict(_reason(printed, text))
    return action


def _reason(printed: Printed, text: str) -> str:
    """What is wrong, told by the reader of typed moves, which knows what comes near."""
    try:
        right = written(printed, parse(Typed(printed, text)))
    except ParseError as error:
        return str(error)
    return f"{shown(text)} is not how a record writes an action; write {shown(right)}"


def _fields(printed: Printed, kind: Any, words: list[str]) -> Action:
    """An action that is written as its word and its fields."""
    action: Action = kind(*[_BY_TYPE[hint](printed, words) for hint in written_fields(kind).values()])
    return action


def _draw(printed: Printed, words: Words) -> Action:
    if words[0] == "blind":
        return DrawBlind(_deck(words[1]) if len(words) > 1 else TRAINS)
    return DrawFaceUp(_number(words[0]) - 1, _deck(words[2]) if len(words) > 2 else TRAINS)


def _keep(printed: Printed, words: Words) -> Action:
    split = words.index("return") if "return" in words else len(words)
    return KeepTickets(_tickets(printed, words[:split]), _tickets(printed, words[split + 1 :]))


def _lay(printed: Printed, words: Words) -> Action:
    if ":" in words[0]:
        color, count = words[0].split(":")
        wilds = _number(words[1].partition(":")[2]) if len(words) > 1 else 0
        return LayRow(_color(printed, color), _number(count), wilds)
    first, second, third = words
    return LayThree((_color(printed, first), _color(printed, second), _color(printed, third)))


def _settle(printed: Printed, words: Words) -> Action:
    return SettleTickets(() if words == ["none"] else _tickets(printed, words))


def _cards(printed: Printed, words: Words) -> Cards:
    cards = list(printed.no_cards)
    kinds = printed.kind_ids
    for word in words:
        kind, count = word.split(":")
        cards[kinds[kind]] = _number(count)
    return tuple(cards)


def _tickets(printed: Printed, words: Words) -> tuple[TicketId, ...]:
    return tuple(printed.ticket_ids[word] for word in words)


def _color(printed: Printed, word: str) -> Color:
    return Color(numbers_of(printed, "color")[word])


def _deck(word: str) -> DeckId:
    return DeckId(DECKS.index(word))


def _number(word: str) -> int:
    if len(word) > _MAX_DIGITS or not (word.isascii() and word.isdecimal()):
        raise ValueError(word)
    return int(word)


_BY_HAND: Final[Mapping[str, Reader]] = {
    "keep": _keep,
    "draw": _draw,
    "leave": lambda printed, words: LeaveTunnel(),
    "lay": _lay,
    "settle": _settle,
}
"""What `written` writes by hand. Each takes what it needs; what is left over shows when it is written again."""

_BY_WORD: Final[Mapping[str, Any]] = {kind.word: kind for kind in get_args(Action)}
_BY_TYPE: Final[Mapping[Any, Callable[[Printed, list[str]], Any]]] = {
    int: lambda printed, words: _number(words.pop(0)),
    RouteId: lambda printed, words: numbers_of(printed, "route")[words.pop(0)],
    CityId: lambda printed, words: numbers_of(printed, "city")[words.pop(0)],
    DeckId: lambda printed, words: _deck(words.pop(0)),
    CardCounts: lambda printed, words: _cards(printed, words),
    PieceCounts: lambda printed, words: tuple(map(_number, words)),
}
"""How a field is read from the words that are left: counts take all of them, anything else the first."""
