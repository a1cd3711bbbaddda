"""Reading typed moves: the strict form always, and whatever else can only mean one thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from typing import Final, get_args

from branchline.core.actions import (
    Action,
    BuildHarbor,
    BuildStation,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    LayRow,
    LayThree,
    LeaveTunnel,
    PayToll,
    SettleTickets,
)
from branchline.core.ids import CityId, DeckId, Kind
from branchline.core.printed.contract import Printed
from branchline.notation.printed import DECKS, deck_count
from branchline.notation.typed.names import ParseError, color_names, find_card, fold, near_words, spoken, take_city
from branchline.notation.typed.pay import Paid, choose, read_pay
from branchline.notation.typed.routes import fitting_lanes, take_route
from branchline.notation.typed.tickets import offered, read_tickets


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, and what is known about the moment: the legal actions and the face-up cards, if any."""

    printed: Printed
    text: str
    legal: Sequence[Action] = ()
    display: Sequence[Kind | None] = ()


_MANY: Final = 10_000
_MAX_CHARACTERS: Final = 4_000

Tokens = list[str]
Reader = Callable[[Typed, Tokens], Action]


def parse(typed: Typed) -> Action:
    if len(typed.text) > _MAX_CHARACTERS:
        raise ParseError("too-long")
    tokens = re.findall(r"[^\s,;]+|[,;]", typed.text.strip().rstrip(".!"))
    if not tokens:
        raise ParseError("empty", near=_verbs_now(typed))
    verb = spoken("verb").get(fold(tokens[0]))
    if verb is None:
        near = near_words(tokens[0], spoken("verb"), 2)
        raise ParseError("unknown-verb", near or _verbs_now(typed), word=tokens[0])
    return READERS[verb](typed, tokens[1:])


def _verbs_now(typed: Typed) -> tuple[str, ...]:
    """The verbs that are of use at this moment; without a moment, all."""
    return tuple(dict.fromkeys(action.word.split("-")[0] for action in islice(typed.legal, _MANY))) or tuple(READERS)


def _nothing_after(tokens: Iterable[str]) -> None:
    left = " ".join(tokens)
    if left:
        raise ParseError("left-over", words=left)


def _number(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", word):
        raise ParseError("number", word=word)
    return int(word)


def _deck(typed: Typed, word: str) -> DeckId:
    name = spoken("pile").get(fold(word))
    decks = DECKS[: deck_count(typed.printed)]
    if name not in decks:
        raise ParseError("unknown-deck", near=decks, word=word)
    return DeckId(decks.index(name))


def _draw(typed: Typed, tokens: Tokens) -> Action:
    if not tokens:
        raise ParseError("draw-what")
    first, rest = tokens[0], tokens[1:]
    word = spoken("word").get(fold(first))
    if word == "blind":
        deck = _deck(typed, rest.pop(0)) if rest else DeckId(0)
        _nothing_after(rest)
        return DrawBlind(deck)
    if spoken("verb").get(fold(first)) == "tickets":
        _nothing_after(rest)
        return DrawTickets()
    refill = None
    if rest and spoken("word").get(fold(rest[0])) == "refill":
        if len(rest) < 2:
            raise ParseError("unknown-deck", near=DECKS[: deck_count(typed.printed)], word=rest[0])
        refill, rest = _deck(typed, rest[1]), rest[2:]
    _nothing_after(rest)
    slots = [_number(first) - 1] if first[0].isdigit() else _slots_showing(typed, first)
    return _face_up(typed, slots, refill)


def _slots_showing(typed: Typed, name: str) -> list[int]:
    """The places of the face-up cards of this name or color."""
    color = color_names(typed.printed).get(fold(name))
    kinds = [find_card(typed.printed, name)] if color is None else []
    slots = [
        slot
        for slot, kind in enumerate(typed.display)
        if kind is not None and (kind in kinds or (color is not None and typed.printed.kinds[kind].color == color))
    ]
    if not slots:
        raise ParseError("not-face-up", word=name)
    return slots


def _face_up(typed: Typed, slots: list[int], refill: DeckId | None) -> Action:
    """The first of these places that may be taken; its place is filled from the first deck that can."""
    wanted = [DrawFaceUp(slot, DeckId(0) if refill is None else refill) for slot in slots]
    possible = [
        action
        for action in typed.legal
        if isinstance(action, DrawFaceUp) and action.slot in slots and refill in (None, action.refill)
    ]
    return next((action for action in wanted if action in possible), (possible or wanted)[0])


def _keep(typed: Typed, tokens: Tokens) -> Action:
    words = [spoken("word").get(fold(token)) for token in tokens]
    split = words.index("return") if "return" in words else None
    offer = offered(typed.legal)
    kept = read_tickets(typed.printed, tokens[:split], offer)
    if split is not None:
        returned = read_tickets(typed.printed, tokens[split + 1 :], offer)
    else:
        returned = tuple(ticket for ticket in offer if ticket not in kept)
    shown = tuple(ticket for ticket in offer if ticket in kept)
    return KeepTickets(shown if sorted(shown) == sorted(kept) else kept, returned)


def _pieces(typed: Typed, tokens: Tokens) -> Action:
    return ChoosePieces(tuple(_number(token) for token in tokens if spoken("pile").get(fold(token)) is None))


def _claim(typed: Typed, tokens: Tokens) -> Action:
    lanes, rest = take_route(typed.printed, tokens)
    paid = read_pay(typed.printed, rest)
    claims = [action for action in typed.legal if isinstance(action, ClaimRoute) and action.route in lanes]
    if paid.cards is not None:
        lanes = fitting_lanes(typed.printed, lanes, paid.cards)
        exact = [ClaimRoute(lane, paid.cards) for lane in lanes]
        return next((action for action in exact if action in claims), exact[0])
    return choose(typed.printed, claims, paid)


def _toll(typed: Typed, tokens: Tokens) -> Action:
    paid = read_pay(typed.printed, tokens)
    if paid.cards is not None:
        return PayToll(paid.cards)
    return choose(typed.printed, [action for action in typed.legal if isinstance(action, PayToll)], paid)


def _leave(typed: Typed, tokens: Tokens) -> Action:
    _nothing_after(token for token in tokens if not fold(token).startswith("tun"))
    return LeaveTunnel()


def _build(kind: type[BuildStation] | type[BuildHarbor]) -> Reader:
    def read(typed: Typed, tokens: Tokens) -> Action:
        city, rest = take_city(typed.printed, tokens)
        paid = read_pay(typed.printed, rest)
        if paid.cards is not None:
            return kind(CityId(city), paid.cards)
        return choose(
            typed.printed, [action for action in typed.legal if isinstance(action, kind) and action.city == city], paid
        )

    return read


def _exchange(typed: Typed, tokens: Tokens) -> Action:
    numbers = [token for token in tokens if token[0].isdigit()]
    decks = [token for token in tokens if not token[0].isdigit()]
    if len(numbers) != 1 or len(decks) != 1:
        raise ParseError("exchange-how")
    return ExchangePieces(_deck(typed, decks[0]), _number(numbers[0]))


def _lay(typed: Typed, tokens: Tokens) -> Action:
    paid = read_pay(typed.printed, tokens)
    if paid.cards is None:
        raise ParseError("lay-what")
    colors = [color_names(typed.printed)[typed.printed.kinds[kind].id] for kind, _ in _held(paid)]
    if len(colors) == 1:
        return LayRow(colors[0], paid.cards[colors[0]], paid.cards[-1])
    if len(colors) == 3 and sum(paid.cards) == 3:
        first, second, third = sorted(colors)
        return LayThree((first, second, third))
    raise ParseError("lay-what")


def _held(paid: Paid) -> list[tuple[int, int]]:
    assert paid.cards is not None
    return [(kind, count) for kind, count in enumerate(paid.cards[:-1]) if count]


def _settle(typed: Typed, tokens: Tokens) -> Action:
    """Without tickets, the best settlement, which comes first among the legal ones (C-17)."""
    best = typed.legal[0] if typed.legal else None
    if not tokens and isinstance(best, SettleTickets):
        return best
    if not tokens:
        raise ParseError("settle-which")
    return SettleTickets(tuple(sorted(read_tickets(typed.printed, tokens, ()))))


def _bare(action: Action) -> Reader:
    def read(typed: Typed, tokens: Tokens) -> Action:
        _nothing_after(tokens)
        return action

    return read


_WITH_FIELDS: Final[Mapping[str, Reader]] = {
    "draw": _draw,
    "keep": _keep,
    "pieces": _pieces,
    "claim": _claim,
    "toll": _toll,
    "leave": _leave,
    "station": _build(BuildStation),
    "harbor": _build(BuildHarbor),
    "exchange": _exchange,
    "lay": _lay,
    "settle": _settle,
}
# To leave has no fields, but people may say what they leave.
READERS: Final[Mapping[str, Reader]] = {
    **_WITH_FIELDS,
    **{kind.word: _bare(kind()) for kind in get_args(Action) if not fields(kind) and kind.word not in _WITH_FIELDS},
}
