"""What a route, a station or a harbor takes, and what a seat lacks for it."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.core.actions import Action, BuildHarbor, BuildStation, ClaimRoute
from branchline.core.ids import TRAINS, Cards, Color, DeckId
from branchline.core.needs import CardsNeeded, HarborNeeded, Need, PiecesNeeded
from branchline.core.printed.board import Board, Route
from branchline.core.refusals import Refusal
from branchline.core.views.view import View
from branchline.rules.board.harbor import CARDS_OF_EACH_DECK, harbor_kinds
from branchline.rules.board.payment.terrain import kinds_of, missing_for_pairs

_UNPAID = (Refusal.CARDS_NOT_HELD, Refusal.WRONG_PAYMENT)


def need(view: View, action: Action, refusal: Refusal) -> Need | None:
    """What the action takes that was refused to the viewer; None where no number would help."""
    if view.own is None or view.seat is None:
        return None
    board, hand = view.board, view.own.hand
    if isinstance(action, ClaimRoute):
        route = board.routes[action.route] if action.route in range(len(board.routes)) else None
        if route is not None and refusal is Refusal.TOO_FEW_PIECES:  # B-13
            return PiecesNeeded(route.deck, route.length, view.players[view.seat].pieces[route.deck])
        return _for_route(board, hand, route) if route is not None and refusal in _UNPAID else None
    if refusal not in _UNPAID:
        return None
    if isinstance(action, BuildStation):
        return _of_one_color(board, hand, TRAINS, view.players[view.seat].built.bit_count() + 1)  # E-17
    return _for_harbor(board, hand) if isinstance(action, BuildHarbor) else None


def _for_route(board: Board, hand: Cards, route: Route) -> CardsNeeded:
    if route.pairs:  # W-17
        due = route.length + route.pairs
        return CardsNeeded(due, 0, route.pairs, route.deck, (), missing_for_pairs(board, hand, route), 0)
    colors = None if route.color is None else (route.color,)
    return _of_one_color(board, hand, route.deck, route.length, route.wilds, colors)


def _of_one_color(
    board: Board, hand: Cards, deck: DeckId, cost: int, wilds: int = 0, colors: Sequence[Color] | None = None
) -> CardsNeeded:
    """A set of one color (B-12) with at least so many wilds (E-7)."""
    every = [Color(color) for color in range(len(board.colors))] if colors is None else colors
    lacking = {
        color: max(0, cost - hand[-1] - min(_covered(board, hand, deck, color), cost - wilds)) for color in every
    }
    missing = min(lacking.values())
    nearest = tuple(color for color in every if lacking[color] == missing)
    return CardsNeeded(cost, wilds, 0, deck, nearest, missing, max(0, wilds - hand[-1]))


def _covered(board: Board, hand: Cards, deck: DeckId, color: Color) -> int:
    """Spaces that the colored cards in hand would cover (W-15)."""
    return sum(board.kinds[kind].covers * hand[kind] for kind in kinds_of(board, deck, color))


def _for_harbor(board: Board, hand: Cards) -> HarborNeeded:
    """Two train and two ship cards of one color (W-24)."""
    found = []
    for kinds in harbor_kinds(board):
        whole, lacking = list(board.no_cards), list(board.no_cards)
        for kind in kinds:
            whole[kind] = CARDS_OF_EACH_DECK
            lacking[kind] = max(0, CARDS_OF_EACH_DECK - hand[kind])
        found.append(HarborNeeded(tuple(whole), tuple(lacking), max(0, sum(lacking) - hand[-1])))
    return min(found, key=lambda each: sum(each.lacking))
