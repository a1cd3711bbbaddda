"""The hasty bot of the Card Game: the longest rows, one after the other, whatever the tickets say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from branchline.bots.bot import Budget
from branchline.bots.cards.draw import Draw, best_draw
from branchline.bots.cards.position import CardSight, sight_of
from branchline.bots.reason import Reason, because
from branchline.core.actions import Action, DrawTickets, KeepTickets, LayRow
from branchline.core.card_state import CardState
from branchline.core.card_view import CardView
from branchline.core.game import Game
from branchline.core.ids import Cards, Color, TicketId
from branchline.core.optimize.best_settlement import can_settle
from branchline.core.phases import SecondCard, Turn
from branchline.core.view import ChoosingTickets, OfferSeen

LONG = 3
"""Cards of a row that is worth a turn while there are cards to draw."""


class CardHastyBot:
    """Fills its track with whatever makes long rows, and looks only in its last turn what that is good for."""

    name = "hasty"

    def __init__(self, game: Game[CardState, CardView], budget: Budget) -> None:
        self.why: Reason | None = None

    def decide(self, view: CardView, legal: Sequence[Action], rng: Random) -> Action:
        match view.phase:
            case Turn() | SecondCard():
                return self._play(sight_of(view), legal)
            case ChoosingTickets(offer=offer):
                self.why = because("cheapest-tickets")
                return keep(offer, cheapest(view, offer, view.cardset.rules.first_keep))
            case OfferSeen(tickets=offer) if offer is not None:
                self.why = because("paid-tickets")
                return keep(offer, already_paid(sight_of(view), offer))
        self.why = because("best-settlement")
        return legal[0]

    def _play(self, sight: CardSight, legal: Sequence[Action]) -> Action:
        drawing = sight.deck_size > 0
        if not sight.second and not sight.ending:
            row = longest_row(sight)
            if row is not None and row.count + row.wilds >= LONG:
                self.why = because("longest-row", color=row.color, count=row.count + row.wilds)
                return row
        if drawing:
            draw = best_draw(sight, [0.3 + 0.1 * held for held in sight.hand[:-1]] + [0.9])
            self.why = why_drawn(draw, "draws-for-row")
            return draw.action
        if DrawTickets() in legal:
            self.why = because("last-tickets")
            return DrawTickets()
        self.why = because("only-move")
        return legal[0]


def longest_row(sight: CardSight) -> LayRow | None:
    """The longest row that the yards allow, wilds only where a row needs them to be long (C-9 to C-11)."""
    best: tuple[int, LayRow] | None = None
    for color, row in enumerate(sight.yards):
        count = sight.hand[color]
        if not count or (row is not None and row.seat == sight.seat):
            continue
        least = max(sight.cardset.rules.least_row, 0 if row is None else row.size + 1)
        wilds = min(sight.hand[-1], max(0, max(least, LONG) - count))
        if count + wilds >= least and (best is None or count > best[0]):
            best = count, LayRow(Color(color), count, wilds)
    return None if best is None else best[1]


def cheapest(view: CardView, offer: tuple[TicketId, ...], count: int) -> list[TicketId]:
    return sorted(offer, key=lambda ticket: view.cardset.tickets[ticket].points)[:count]


def keep(offer: tuple[TicketId, ...], kept: Sequence[TicketId]) -> KeepTickets:
    """The others go back in the order in which they came."""
    return KeepTickets(
        tuple(ticket for ticket in offer if ticket in kept), tuple(ticket for ticket in offer if ticket not in kept)
    )


def already_paid(sight: CardSight, offer: tuple[TicketId, ...]) -> list[TicketId]:
    """Tickets that the stack pays for as it is, beside those held: the most points first."""
    printed = sight.cardset.tickets
    stack: Cards = sight.stack
    paid = []
    needs = [printed[ticket].needs for ticket in sight.open_tickets()]
    if not can_settle(stack[:-1], stack[-1], needs):
        needs = []
    for ticket in sorted(offer, key=lambda ticket: -printed[ticket].points):
        if can_settle(stack[:-1], stack[-1], [*needs, printed[ticket].needs]):
            needs.append(printed[ticket].needs)
            paid.append(ticket)
    return paid


def why_drawn(draw: Draw, key: str) -> Reason:
    return because("draws-blind") if draw.kind is None else because(key, card=draw.kind)
