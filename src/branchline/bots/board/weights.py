"""The planner's weights: the numbers that are a matter of judgment, found by playing many games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlannerWeights:
    """Each number with what it weighs.

    Turns are the common measure. *Scarcity* is `Planning.card_scarcity`: 0 on a board with one deck of eight colors,
    more where a card fits more rarely.
    """

    turn_value: float = 0.85
    """The value of a turn in points, as a part of `BoardFacts.points_per_turn`."""
    points_discount: float = 0.5
    """The part of a route's own points that is taken off its price."""
    card_discount: float = 0.6
    """The part of the cards in hand that is taken off the price of a route they fit: they may be used elsewhere."""
    draw_slowness: float = 1.0
    """Factor on the cards to draw for one that fits."""
    turns_trust: float = 0.88
    """The part of the expected turns that plans may count on."""
    turns_doubt: float = 0.12
    """The spread of the number of turns left, as a part of it."""
    detour_pieces: float = 0.3
    """Pieces that detours will take, for each route to be claimed."""
    route_loss: float = 0.005
    """The rate at which routes of the plan are lost for good, for each that must be claimed."""
    harbor_turns: float = 0.5
    """The part of the turns for harbors that is set aside before the tickets have theirs."""
    claim_bonus: float = 1.0
    """What claiming is preferred to drawing by, in cards, times scarcity."""
    route_danger: float = 0.02
    """The chance per turn and rival that somebody claims a route without touching its ends."""
    contention: float = 1.0
    """How much `route_danger` and `route_loss` grow with each point of a route, times scarcity."""
    wild_value: float = 1.1
    """What a wild is worth, in cards that fit."""
    wild_value_for_harbor: float = 1.9
    """The same, where a harbor can be built."""
    wild_in_payment: float = 1.2
    """What a wild is worth that pays, in cards that fit: never less than one of those, for which it could stand."""
    spare_wild_in_payment: float = 1.05
    """The same, where the plan lacks nothing more."""
    ticket_draw_bonus: float = 2.0
    """Points that drawing tickets may bring less than a turn's worth."""
    ticket_draw_margin: float = 14.0
    """Points that they must bring more, times scarcity."""
    point_card_value: float = 0.7
    """What a card for a route that is claimed for its points alone is worth, in cards that fit the tickets."""
    train_reserve: float = 3.0
    """Trains beyond what the plan takes, where pieces are chosen: for detours."""
