"""The planner's taste: the few numbers that are a matter of judgment, found by playing many games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Taste:
    """Each number with what it weighs. Turns are the common measure; `pace` makes points of them."""

    pace: float = 0.85
    """What a turn is worth, as a part of what it brings to a racer."""
    netting: float = 0.5
    """How much of a route's own points is taken off its price."""
    held: float = 0.6
    """How much a card in hand takes off the price of a route that it fits: it may be used elsewhere."""
    slowness: float = 1.0
    """How slowly fitting cards come, against what chance would have it."""
    trust: float = 0.88
    """The part of the turns expected that plans may count on."""
    doubt: float = 0.12
    """How uncertain the number of turns left is, as a part of it."""
    detours: float = 0.3
    """Pieces that detours will take, for each route to be claimed."""
    fragile: float = 0.005
    """The chance that a route of the plan is lost for good, for each that must be claimed."""
    harbors: float = 0.5
    """The part of the turns for harbors that is set aside before the tickets have theirs."""
    eager: float = 1.0
    """How much claiming is liked better than drawing, in cards, where cards of two decks fit more rarely."""
    danger: float = 0.02
    """The chance, each turn, that somebody takes a route with no special reason to."""
    envy: float = 1.0
    """How much more that is for each point that the route brings, where cards fit more rarely: lost ways are dear."""
    wild: float = 1.1
    """What a wild is worth, in cards that fit."""
    wild_for_harbor: float = 1.9
    """The same, while harbors are left to build."""
    curious: float = 2.0
    """What drawing tickets may bring less than a turn's worth, in points."""
    careful: float = 14.0
    """What they must bring more, where cards fit more rarely."""
    fill: float = 0.7
    """What a card for points alone is worth, in cards that fit the tickets."""
    reserve: float = 3.0
    """Trains beyond what the plan takes, where pieces are chosen: for detours."""
