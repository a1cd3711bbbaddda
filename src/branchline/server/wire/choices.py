"""What a seat can do: choices that stand for all legal actions."""

from __future__ import annotations

from branchline.server.wire.common import Body, Payment


class _Choice(Body, tag_field="do"):
    """An action in which each field lists its possible values; it stands for every combination of them."""


class KeepChoice(_Choice, tag="keep"):
    """Keep at least `least` of the offer and return the others, both in the order of the offer.

    Where `ordered`, the order in which tickets are returned is free.
    """

    offer: list[str]
    least: int
    ordered: bool


class PiecesChoice(_Choice, tag="pieces"):
    pieces: list[dict[str, int]]


class DrawBlindChoice(_Choice, tag="draw-blind"):
    deck: list[str]


class DrawChoice(_Choice, tag="draw"):
    slot: list[int]
    refill: list[str]


class StopChoice(_Choice, tag="stop"):
    pass


class TicketsChoice(_Choice, tag="tickets"):
    pass


class ClaimChoice(_Choice, tag="claim"):
    """`more` payments exist that are not listed; any payment may be composed and asked about."""

    route: list[str]
    pay: list[Payment]
    more: int = 0


class TollChoice(_Choice, tag="toll"):
    pay: list[Payment]


class LeaveChoice(_Choice, tag="leave"):
    pass


class StationChoice(_Choice, tag="station"):
    city: list[str]
    pay: list[Payment]


class HarborChoice(_Choice, tag="harbor"):
    city: list[str]
    pay: list[Payment]


class ExchangeChoice(_Choice, tag="exchange"):
    give: list[str]
    count: list[int]


class LayChoice(_Choice, tag="lay"):
    color: list[str]
    count: list[int]
    wilds: list[int]


class LayThreeChoice(_Choice, tag="lay-three"):
    """Any three of these colors, in this order."""

    any_three: list[str]


class SettleChoice(_Choice, tag="settle"):
    """Any of these tickets that the stack can pay together; `best` is the best choice, and none is always possible."""

    any_of: list[str]
    best: list[str]


class PassChoice(_Choice, tag="pass"):
    pass


Choice = (
    KeepChoice
    | PiecesChoice
    | DrawBlindChoice
    | DrawChoice
    | StopChoice
    | TicketsChoice
    | ClaimChoice
    | TollChoice
    | LeaveChoice
    | StationChoice
    | HarborChoice
    | ExchangeChoice
    | LayChoice
    | LayThreeChoice
    | SettleChoice
    | PassChoice
)
