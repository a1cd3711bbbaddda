"""The hasty bot of the Card Game: plays the longest rows, one after the other, and ignores its tickets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.bot import Budget, Decision
from branchline.bots.cards.draw import best_draw
from branchline.bots.cards.position import CardPosition, position_of
from branchline.bots.move import CardDraw
from branchline.bots.reason import Reason, because
from branchline.core.actions import Action, DrawTickets, KeepTickets, LayRow
from branchline.core.game import Game
from branchline.core.ids import Cards, Color, TicketId
from branchline.core.optimize.best_settlement import can_settle
from branchline.core.phases import SecondCard, Turn
from branchline.core.states.card_state import CardState
from branchline.core.views.card_view import CardView
from branchline.core.views.view import ChoosingTickets, OfferSeen

LONG_ROW = 3
"""Cards of the shortest row that is played while there are cards to draw."""


class CardHastyBot:
    """Plays long rows of any color; in its last turn it draws tickets and keeps those that its stack pays for."""

    name = "hasty"

    def __init__(self, game: Game[CardState, CardView], budget: Budget) -> None:
        pass

    def decide(self, view: CardView, legal: Sequence[Action], rng: Random) -> Decision:
        match view.phase:
            case Turn() | SecondCard():
                return self._play(position_of(view), legal)
            case ChoosingTickets(offer=offer):
                kept = cheapest(view, offer, view.cardset.rules.first_keep)
                return Decision(keep(offer, kept), because("cheapest-tickets"))
            case OfferSeen(tickets=offer) if offer is not None:
                return Decision(keep(offer, already_paid(position_of(view), offer)), because("paid-tickets"))
        return Decision(legal[0], because("best-settlement"))

    def _play(self, position: CardPosition, legal: Sequence[Action]) -> Decision:
        if not position.second and not position.ending:
            row = longest_row(position)
            if row is not None and row.count + row.wilds >= LONG_ROW:
                return Decision(row, because("longest-row", color=row.color, count=row.count + row.wilds))
        if position.deck_size:
            draw = best_draw(position, [0.3 + 0.1 * held for held in position.hand[:-1]] + [0.9])
            return Decision(draw.action, draw_reason(draw, "draws-for-row"))
        if DrawTickets() in legal:
            return Decision(DrawTickets(), because("last-tickets"))
        return Decision(legal[0], because("only-move"))


def longest_row(position: CardPosition) -> LayRow | None:
    """The row of the most colored cards that may be played, with wilds only up to LONG_ROW or what a robbery takes."""
    # C-9 to C-11
    best: tuple[int, LayRow] | None = None
    for color, row in enumerate(position.yards):
        count = position.hand[color]
        if not count or (row is not None and row.seat == position.seat):
            continue
        least = max(position.cardset.rules.least_row, 0 if row is None else row.size + 1)
        wilds = min(position.hand[-1], max(0, max(least, LONG_ROW) - count))
        if count + wilds >= least and (best is None or count > best[0]):
            best = count, LayRow(Color(color), count, wilds)
    return None if best is None else best[1]


def cheapest(view: CardView, offer: tuple[TicketId, ...], count: int) -> list[TicketId]:
    return sorted(offer, key=lambda ticket: view.cardset.tickets[ticket].points)[:count]


def keep(offer: tuple[TicketId, ...], kept: Sequence[TicketId]) -> KeepTickets:
    """Keep these tickets; the others go back in the order in which they came."""
    return KeepTickets(
        tuple(ticket for ticket in offer if ticket in kept), tuple(ticket for ticket in offer if ticket not in kept)
    )


def already_paid(position: CardPosition, offer: tuple[TicketId, ...]) -> list[TicketId]:
    """The tickets that the stack pays for as it is, beside those held: the most points first."""
    printed = position.cardset.tickets
    stack: Cards = position.stack
    paid = []
    needs = [printed[ticket].needs for ticket in position.open_tickets()]
    if not can_settle(stack[:-1], stack[-1], needs):
        needs = []
    for ticket in sorted(offer, key=lambda ticket: -printed[ticket].points):
        if can_settle(stack[:-1], stack[-1], [*needs, printed[ticket].needs]):
            needs.append(printed[ticket].needs)
            paid.append(ticket)
    return paid


def draw_reason(draw: CardDraw, key: str) -> Reason:
    return because("draws-blind") if draw.kind is None else because(key, card=draw.kind)
