"""Cards as people type them: `red:2 wild:1`, `2 red`, `red red`, or a color alone, which leaves the choice to us."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from branchline.core.ids import Cards, Kind
from branchline.core.printed.contract import Printed
from branchline.notation.typed.names import ParseError, color_names, find_card, fold

_TIMES_FIRST = re.compile(r"([0-9]{1,2})[x×*]?(.*)")
_TIMES_LAST = re.compile(r"(.+?)[:=×*]([0-9]{1,2})")
_MAX_CANDIDATES = 5


class Paid(NamedTuple):
    """Cards that were named one by one, or only what they must be made of: these kinds (None: any) and wilds."""

    cards: Cards | None
    only: frozenset[Kind] | None = None


class Payment(Protocol):
    """An action that costs cards."""

    @property
    def pay(self) -> Cards: ...


P = TypeVar("P", bound=Payment)


def cards_text(printed: Printed, cards: Cards) -> str:
    """Cards as counts by kind, such as `red:2 wild:1`."""
    return " ".join(f"{kind.id}:{count}" for kind, count in zip(printed.kinds, cards, strict=True) if count)


def read_pay(printed: Printed, tokens: Sequence[str]) -> Paid:
    named = list(_counted([token for token in tokens if fold(token)]))
    if not named:
        return Paid(None)
    if len(named) == 1 and named[0][1] is None:
        return Paid(None, _made_of(printed, named[0][0]))
    return Paid(read_cards(printed, tokens))


def read_cards(printed: Printed, tokens: Sequence[str]) -> Cards:
    """Cards that are all named; a name without a number is one card."""
    cards = list(printed.no_cards)
    for name, count in _counted([token for token in tokens if fold(token)]):
        cards[find_card(printed, name)] += 1 if count is None else count
    return tuple(cards)


def _counted(tokens: Sequence[str]) -> Iterator[tuple[str, int | None]]:
    """Names with their counts; a number on its own belongs to the name after it, or before it if a name came first."""
    number_first = bool(tokens) and tokens[0].isdecimal()
    waiting: int | None = None
    last: str | None = None
    for token in tokens:
        before, after = _TIMES_FIRST.fullmatch(token), _TIMES_LAST.fullmatch(token)
        if before and not before[2]:
            if number_first:
                waiting = int(before[1])
            elif last is not None:
                yield last, int(before[1])
                last = None
            else:
                raise ParseError("number", word=token)
            continue
        if last is not None:
            yield last, None
            last = None
        if before:
            yield before[2], int(before[1])
        elif after:
            yield after[1], int(after[2])
        elif waiting is not None:
            yield token, waiting
            waiting = None
        else:
            last = token
    if last is not None:
        yield last, None
    if waiting is not None:
        raise ParseError("number", word=str(waiting))


def _made_of(printed: Printed, name: str) -> frozenset[Kind]:
    """The kinds of a color, or the one kind of this name; for the wild none, as wilds are always welcome."""
    color = color_names(printed).get(fold(name))
    if color is not None:
        return frozenset(Kind(number) for number, kind in enumerate(printed.kinds) if kind.color == color)
    return frozenset({find_card(printed, name)} - {printed.wild})


def choose(printed: Printed, options: Sequence[P], paid: Paid) -> P:
    """Of all legal ways to pay, the one with fewest wilds; of those, the one with fewest harbor symbols, then cards."""
    if not options:
        raise ParseError("cannot-pay")
    fit = [option for option in options if _fits(option.pay, paid.only)]
    if not fit:
        raise ParseError("cannot-pay-so", near=_candidates(printed, options))
    best = min(fit, key=lambda option: _worth(printed, option.pay))
    if paid.only is None:
        alike = [option for option in fit if option.pay[-1] == best.pay[-1]]
        if len({_colors(printed, option.pay) for option in alike}) > 1:
            raise ParseError("which-payment", near=_candidates(printed, alike))
    return best


def _fits(pay: Cards, only: frozenset[Kind] | None) -> bool:
    used = {kind for kind, count in enumerate(pay[:-1]) if count}
    return only is None or (used <= only and bool(used) == bool(only))


def _worth(printed: Printed, pay: Cards) -> tuple[int, int, int]:
    harbors = sum(count for kind, count in zip(printed.kinds, pay, strict=True) if kind.harbor)
    return pay[-1], harbors, sum(pay)


def _colors(printed: Printed, pay: Cards) -> frozenset[int | None]:
    return frozenset(printed.kinds[kind].color for kind, count in enumerate(pay[:-1]) if count)


def _candidates(printed: Printed, options: Sequence[P]) -> tuple[str, ...]:
    best = sorted(dict.fromkeys(option.pay for option in options), key=lambda pay: _worth(printed, pay))
    return tuple(cards_text(printed, pay) for pay in best[:_MAX_CANDIDATES])
