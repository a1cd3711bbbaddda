"""The reason for a decision: a message of the catalogs, so that it can be told in every language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from branchline.core.printed.contract import Printed
from branchline.notation.printed import DECKS
from branchline.notation.prose import Narrator

Value: TypeAlias = int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """The message `why.<key>` of the catalogs, with the values of its placeholders.

    The name of a placeholder says what its number is: a `route`, a `city`, a `card`, a `ticket`, a `player`, a `count`…
    """

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


def because(key: str, **values: Value) -> Reason:
    return Reason(key, values)


_WORDS: Final[Mapping[str, Callable[[Narrator, Any], object]]] = {
    "route": Narrator.route,
    "city": Narrator.city,
    "card": Narrator.card,
    "cards": Narrator.cards,
    "color": Narrator.color,
    "ticket": Narrator.ticket,
    "tickets": Narrator.tickets,
    "pieces": Narrator.pieces,
    "player": lambda narrator, seat: narrator.names[seat],
    "deck": lambda narrator, deck: narrator.say(f"deck.{DECKS[deck]}"),
}
"""How the value of a place is told; those of other places are plain numbers."""


def tell(reason: Reason, printed: Printed, language: str, names: Sequence[str]) -> str:
    """The sentence, with the names of the players where it speaks of them."""
    narrator = Narrator(printed, language, names)
    told = {
        place: _WORDS[place](narrator, value) if place in _WORDS else value for place, value in reason.values.items()
    }
    return narrator.say(f"why.{reason.key}", **told)
