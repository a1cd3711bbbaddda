"""What a seat may choose: for each action a type whose fields list the possible values of the action's fields.

A choice stands for every combination of the values it lists. The types come from the actions' type hints; those that
cannot are in `BY_HAND`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, make_dataclass
from types import GenericAlias
from typing import Any, ClassVar, Final, TypeAlias, Union, get_args

from branchline.core.actions import Action, ClaimRoute, KeepTickets, LayThree, SettleTickets
from branchline.core.ids import Cards, Color, RouteId, TicketId
from branchline.notation.json.codec import written_fields

Choice: TypeAlias = Any
"""A value of one of the types of `CHOICES`."""


@dataclass(frozen=True, slots=True)
class KeepChoice:
    """Keep at least `least` of the offer and return the others; where `ordered`, in an order that is free."""

    word: ClassVar = KeepTickets.word
    offer: tuple[TicketId, ...]
    least: int
    ordered: bool


@dataclass(frozen=True, slots=True)
class ClaimChoice:
    """Claim one of these routes; `more` payments exist that are not listed, and any may be composed and asked about."""

    word: ClassVar = ClaimRoute.word
    route: tuple[RouteId, ...]
    pay: tuple[Cards, ...]
    more: int


@dataclass(frozen=True, slots=True)
class LayThreeChoice:
    """Any three of these colors, in this order."""

    word: ClassVar = LayThree.word
    any_three: tuple[Color, ...]


@dataclass(frozen=True, slots=True)
class SettleChoice:
    """Any of these tickets that the stack can pay together; `best` is the best choice, and none is always possible."""

    word: ClassVar = SettleTickets.word
    any_of: tuple[TicketId, ...]
    best: tuple[TicketId, ...]


BY_HAND: Final[Mapping[type[Action], type]] = {
    KeepTickets: KeepChoice,  # What is returned follows from what is kept, so the fields cannot be listed apart.
    ClaimRoute: ClaimChoice,  # In hard terrain a route has thousands of payments; not all are listed.
    LayThree: LayThreeChoice,  # Eight colors make 56 sets of three; the colors say the same in one line.
    SettleTickets: SettleChoice,  # Twenty tickets make a million sets; the client asks about those it composes.
}


def _listed(kind: Any) -> type:
    """The same fields, each a list."""
    lists = [(name, GenericAlias(tuple, (hint, ...))) for name, hint in written_fields(kind).items()]
    doc = f"The action `{kind.word}`, with the possible values of each field; every combination of them is legal."
    namespace = {"word": kind.word, "__doc__": doc, "__module__": __name__}
    return make_dataclass(f"{kind.word.title().replace('-', '')}Choice", lists, frozen=True, namespace=namespace)


CHOICES: Final[Mapping[type[Action], type]] = {kind: BY_HAND.get(kind) or _listed(kind) for kind in get_args(Action)}
ANY_CHOICE: Final[Any] = Union[tuple(CHOICES.values())]  # noqa: UP007  # made from a table, as no `|` could
"""The union of all choices, for reading and for the schema."""
