"""The legal actions of a seat in short: choices whose fields list their possible values (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from branchline.core.actions import Action, ClaimRoute, KeepTickets, LayThree, SettleTickets
from branchline.core.game import AnyGame
from branchline.core.ids import Seat, TicketId
from branchline.notation.json.choices import (
    CHOICES,
    Choice,
    ClaimChoice,
    KeepChoice,
    LayThreeChoice,
    SettleChoice,
)
from branchline.server import wire
from branchline.server.views.steps import written


def choices(game: AnyGame, state: Any, seat: Seat) -> list[wire.Choice]:
    """Everything that a seat may do now, in JSON that is ready to be sent; nothing when it is not asked."""
    return [written(game.printed, choice) for choice in _choices(game, state, seat)]


def _choices(game: AnyGame, state: Any, seat: Seat) -> list[Choice]:
    legal = game.legal(state, seat)
    if len(legal) and isinstance(legal[0], SettleTickets):  # There may be millions: do not go through them.
        return [_settle(game, state, seat, legal[0])]
    by_kind: dict[type[Action], list[Any]] = {}
    for action in legal:
        by_kind.setdefault(type(action), []).append(action)
    return [choice for kind, found in by_kind.items() for choice in FILLED_BY_HAND.get(kind, _listed)(found)]


def _listed(found: Sequence[Action]) -> list[Choice]:
    kind = CHOICES[type(found[0])]
    names = [field.name for field in fields(kind)]
    return [kind(*values) for values in products(_rows(found, *names))]


def _rows(found: Sequence[Action], *names: str) -> list[Row]:
    return [tuple([getattr(action, name) for name in names]) for action in found]


Row = tuple[Any, ...]


def products(rows: Sequence[Row]) -> list[tuple[Row, ...]]:
    """Rows as few products of lists as is easily found: values that go with exactly the same others stand together.

    >>> products([("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c", 2)])
    [(('a', 'b'), (1, 2)), (('c',), (2,))]
    """
    if not rows[0]:
        return [()]
    if len(rows[0]) == 1:
        return [(tuple([value for (value,) in rows]),)]
    if len(rows[0]) == 2:  # Most have two fields, and there may be hundreds of claims.
        return _pairs(rows)
    others: dict[Any, list[Row]] = {}
    for first, *rest in rows:
        others.setdefault(first, []).append(tuple(rest))
    together: dict[tuple[tuple[Row, ...], ...], list[Any]] = {}
    for first, found in others.items():
        together.setdefault(tuple(products(found)), []).append(first)
    return [(tuple(firsts), *rest) for found, firsts in together.items() for rest in found]


def _pairs(rows: Sequence[Row]) -> list[tuple[Row, ...]]:
    others: dict[Any, list[Any]] = {}
    for first, second in rows:
        others.setdefault(first, []).append(second)
    together: dict[tuple[Any, ...], list[Any]] = {}
    for first, seconds in others.items():
        together.setdefault(tuple(seconds), []).append(first)
    return [(tuple(firsts), seconds) for seconds, firsts in together.items()]


def _keep(found: Sequence[KeepTickets]) -> list[Choice]:
    """The offer is what can be kept as a whole; keeping everything is always possible."""
    whole = max(found, key=lambda action: len(action.kept))
    least = min(len(action.kept) for action in found)
    ordered = len({action.kept for action in found}) < len(found)
    return [KeepChoice(offer=whole.kept, least=least, ordered=ordered)]


def _claim(found: Sequence[ClaimRoute]) -> list[Choice]:
    result = []
    for routes, pays in products([(action.route, action.pay) for action in found]):
        shown = pays
        if len(pays) > wire.MAX_PAYMENTS:  # Simple payments first: few wilds, few kinds.
            shown = tuple(sorted(pays, key=lambda pay: (pay[-1], sum(map(bool, pay))))[: wire.MAX_PAYMENTS])
        result.append(ClaimChoice(routes, shown, len(pays) - len(shown)))
    return result


def _lay_three(found: Sequence[LayThree]) -> list[Choice]:
    """The rules allow any three of the colors that lie in nobody's yard."""
    return [LayThreeChoice(tuple(sorted({color for action in found for color in action.colors})))]


def _settle(game: AnyGame, state: Any, seat: Seat, best: SettleTickets) -> Choice:
    """Each ticket is asked about by itself; the best choice comes first among the legal ones."""
    own = game.view(state, seat).own
    held = [TicketId(ticket) for ticket in range(len(game.printed.tickets)) if own.tickets >> ticket & 1]
    payable = [ticket for ticket in held if game.refusal(state, seat, SettleTickets((ticket,))) is None]
    return SettleChoice(any_of=tuple(payable), best=best.tickets)


FILLED_BY_HAND: Final[Mapping[type[Action], Callable[[Sequence[Any]], list[Choice]]]] = {
    KeepTickets: _keep,
    ClaimRoute: _claim,
    LayThree: _lay_three,
}
"""Those of `notation.json.choices.BY_HAND`, which gives the reasons; a settlement is looked at before all else."""
