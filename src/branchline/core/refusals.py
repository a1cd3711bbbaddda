"""Why a player's action is not possible: typed, with stable codes that clients and translations key on."""

from __future__ import annotations

from enum import Enum

from branchline.core.actions import Action


class Refusal(Enum):
    """The value is the stable code; the sentences are in the message catalogs."""

    NOT_YOUR_TURN = "not-your-turn"
    WRONG_PHASE = "wrong-phase"
    TICKETS_FIRST = "tickets-first"
    PIECES_FIRST = "pieces-first"
    SECOND_CARD_FIRST = "second-card-first"
    TOLL_FIRST = "toll-first"
    SETTLEMENT_FIRST = "settlement-first"
    GAME_OVER = "game-over"
    ALREADY_CHOSEN = "already-chosen"
    UNKNOWN_ROUTE = "unknown-route"
    UNKNOWN_CITY = "unknown-city"
    ROUTE_TAKEN = "route-taken"
    TWIN_TAKEN = "twin-taken"
    TOO_FEW_PIECES = "too-few-pieces"
    CARDS_NOT_HELD = "cards-not-held"
    WRONG_PAYMENT = "wrong-payment"
    NO_SUCH_SLOT = "no-such-slot"
    WILD_AS_SECOND = "wild-as-second"
    DECK_EMPTY = "deck-empty"
    NOTHING_TO_DRAW = "nothing-to-draw"
    REFILL_NOT_POSSIBLE = "refill-not-possible"
    NO_TICKETS = "no-tickets"
    NOT_OFFERED = "not-offered"
    TOO_FEW_KEPT = "too-few-kept"
    WRONG_RETURN_ORDER = "wrong-return-order"
    WRONG_PIECES = "wrong-pieces"
    CITY_OCCUPIED = "city-occupied"
    NO_STATIONS_LEFT = "no-stations-left"
    NO_HARBORS_LEFT = "no-harbors-left"
    NOT_A_HARBOR_CITY = "not-a-harbor-city"
    NO_ROUTE_TO_CITY = "no-route-to-city"
    WRONG_EXCHANGE = "wrong-exchange"
    CAN_ACT = "can-act"
    COLOR_IN_OWN_YARD = "color-in-own-yard"
    TOO_FEW_TO_ROB = "too-few-to-rob"
    WRONG_ROW = "wrong-row"
    NOT_YOUR_TICKET = "not-your-ticket"
    STACK_CANNOT_PAY = "stack-cannot-pay"


class IllegalAction(ValueError):
    """An action that the rules refuse."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal.value}")
        self.action = action
        self.refusal = refusal
