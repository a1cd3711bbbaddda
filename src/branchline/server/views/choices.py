"""The legal actions of a seat in short: choices whose fields list their possible values (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from branchline.core import actions
from branchline.core.actions import Action
from branchline.core.game import Game
from branchline.core.ids import Cards, Seat, TicketId
from branchline.core.printed import Printed
from branchline.notation.printed import words_for
from branchline.server import wire

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)


def choices(game: Game[Any, Any], state: Any, seat: Seat) -> list[wire.Choice]:
    """Everything that a seat may do now; nothing when it is not asked."""
    legal = game.legal(state, seat)
    if len(legal) and isinstance(legal[0], actions.SettleTickets):
        return [_settle(game, state, seat, legal[0])]
    by_kind: dict[type, list[Any]] = {}
    for action in legal:
        by_kind.setdefault(type(action), []).append(action)
    return [choice for kind, found in by_kind.items() for choice in _WRITERS[kind](game.printed, found)]


def grouped(pairs: Iterable[tuple[A, B]]) -> list[tuple[list[A], list[B]]]:
    """Pairs as few products as is easily found: things that go with exactly the same partners stand together."""
    partners: dict[A, list[B]] = {}
    for thing, partner in pairs:
        partners.setdefault(thing, []).append(partner)
    groups: dict[tuple[B, ...], list[A]] = {}
    for thing, found in partners.items():
        groups.setdefault(tuple(found), []).append(thing)
    return [(things, list(found)) for found, things in groups.items()]


def _payment(printed: Printed, pay: Cards) -> wire.Payment:
    words = words_for(printed, "card")
    return {words[kind]: count for kind, count in enumerate(pay) if count}


def _words(printed: Printed, what: str, numbers: Iterable[int]) -> list[str]:
    words = words_for(printed, what)
    return [words[number] for number in numbers]


def _keep(printed: Printed, found: Sequence[actions.KeepTickets]) -> list[wire.Choice]:
    """The offer is what can be kept as a whole; keeping everything is always possible."""
    whole = max(found, key=lambda action: len(action.kept))
    least = min(len(action.kept) for action in found)
    ordered = len({action.kept for action in found}) < len(found)
    return [wire.KeepChoice(offer=_words(printed, "ticket", whole.kept), least=least, ordered=ordered)]


def _pieces(printed: Printed, found: Sequence[actions.ChoosePieces]) -> list[wire.Choice]:
    words = words_for(printed, "deck")
    return [wire.PiecesChoice(pieces=[dict(zip(words, action.pieces, strict=True)) for action in found])]


def _draw(printed: Printed, found: Sequence[actions.DrawFaceUp]) -> list[wire.Choice]:
    return [
        wire.DrawChoice(slot=slots, refill=_words(printed, "deck", refills))
        for slots, refills in grouped((action.slot, action.refill) for action in found)
    ]


def _draw_blind(printed: Printed, found: Sequence[actions.DrawBlind]) -> list[wire.Choice]:
    return [wire.DrawBlindChoice(deck=_words(printed, "deck", (action.deck for action in found)))]


def _claim(printed: Printed, found: Sequence[actions.ClaimRoute]) -> list[wire.Choice]:
    result: list[wire.Choice] = []
    for routes, pays in grouped((action.route, action.pay) for action in found):
        shown = pays
        if len(pays) > wire.MOST_PAYMENTS:  # Simple payments first: few wilds, few kinds.
            shown = sorted(pays, key=lambda pay: (pay[-1], sum(map(bool, pay))))[: wire.MOST_PAYMENTS]
        result.append(
            wire.ClaimChoice(
                route=_words(printed, "route", routes),
                pay=[_payment(printed, pay) for pay in shown],
                more=len(pays) - len(shown),
            )
        )
    return result


def _toll(printed: Printed, found: Sequence[actions.PayToll]) -> list[wire.Choice]:
    return [wire.TollChoice(pay=[_payment(printed, action.pay) for action in found])]


def _station(printed: Printed, found: Sequence[actions.BuildStation]) -> list[wire.Choice]:
    return [
        wire.StationChoice(city=_words(printed, "city", cities), pay=[_payment(printed, pay) for pay in pays])
        for cities, pays in grouped((action.city, action.pay) for action in found)
    ]


def _harbor(printed: Printed, found: Sequence[actions.BuildHarbor]) -> list[wire.Choice]:
    return [
        wire.HarborChoice(city=_words(printed, "city", cities), pay=[_payment(printed, pay) for pay in pays])
        for cities, pays in grouped((action.city, action.pay) for action in found)
    ]


def _exchange(printed: Printed, found: Sequence[actions.ExchangePieces]) -> list[wire.Choice]:
    return [
        wire.ExchangeChoice(give=_words(printed, "deck", decks), count=counts)
        for decks, counts in grouped((action.give, action.count) for action in found)
    ]


def _lay(printed: Printed, found: Sequence[actions.LayRow]) -> list[wire.Choice]:
    by_color: dict[int, list[tuple[int, int]]] = {}
    for row in found:
        by_color.setdefault(row.color, []).append((row.wilds, row.count))
    return [
        wire.LayChoice(color=_words(printed, "color", [color]), count=counts, wilds=wilds)
        for color, rows in by_color.items()
        for wilds, counts in grouped(rows)
    ]


def _lay_three(printed: Printed, found: Sequence[actions.LayThree]) -> list[wire.Choice]:
    """The rules allow any three of the colors that lie in nobody's yard."""
    colors = sorted({color for action in found for color in action.colors})
    return [wire.LayThreeChoice(any_three=_words(printed, "color", colors))]


def _settle(game: Game[Any, Any], state: Any, seat: Seat, best: actions.SettleTickets) -> wire.Choice:
    """There may be millions of choices, so each ticket is asked about by itself; the best choice comes first."""
    own = game.view(state, seat).own
    held = [TicketId(ticket) for ticket in range(len(game.printed.tickets)) if own.tickets >> ticket & 1]
    payable = [ticket for ticket in held if game.refusal(state, seat, actions.SettleTickets((ticket,))) is None]
    return wire.SettleChoice(
        any_of=_words(game.printed, "ticket", payable), best=_words(game.printed, "ticket", best.tickets)
    )


Writer = Callable[[Printed, Sequence[Any]], list[wire.Choice]]
_WRITERS: Final[Mapping[type[Action], Writer]] = {
    actions.KeepTickets: _keep,
    actions.ChoosePieces: _pieces,
    actions.DrawFaceUp: _draw,
    actions.DrawBlind: _draw_blind,
    actions.StopDrawing: lambda printed, found: [wire.StopChoice()],
    actions.DrawTickets: lambda printed, found: [wire.TicketsChoice()],
    actions.ClaimRoute: _claim,
    actions.PayToll: _toll,
    actions.LeaveTunnel: lambda printed, found: [wire.LeaveChoice()],
    actions.BuildStation: _station,
    actions.BuildHarbor: _harbor,
    actions.ExchangePieces: _exchange,
    actions.LayRow: _lay,
    actions.LayThree: _lay_three,
    actions.Pass: lambda printed, found: [wire.PassChoice()],
}
