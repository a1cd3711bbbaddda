"""The greedy bot of the Card Game: collects the colors of its tickets and plays each row once it is long enough."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from branchline.bots.bot import Budget, Decision
from branchline.bots.cards.draw import best_draw
from branchline.bots.cards.hasty import already_paid, cheapest, draw_reason, keep
from branchline.bots.cards.position import CardPosition, needs_of, position_of
from branchline.bots.reason import because
from branchline.core.actions import Action, DrawTickets, LayRow, LayThree
from branchline.core.game import Game
from branchline.core.ids import Color, TicketId
from branchline.core.phases import SecondCard, Turn
from branchline.core.states.card_state import CardState
from branchline.core.views.card_view import CardView
from branchline.core.views.view import ChoosingTickets, OfferSeen

SAFE_ROW = 3
"""Cards of a row that is seldom robbed."""

USEFUL_SHARE = 0.45
"""The part of the own share of the cards to come that is expected to fit the tickets."""


class CardGreedyBot:
    """Plays for its own tickets alone. Once all their cards are in hand or played, it draws new ones."""

    name = "greedy"

    def __init__(self, game: Game[CardState, CardView], budget: Budget) -> None:
        pass

    def decide(self, view: CardView, legal: Sequence[Action], rng: Random) -> Decision:
        match view.phase:
            case Turn():
                return self._play(position_of(view), legal)
            case SecondCard():
                return self._draw(position_of(view))
            case ChoosingTickets(offer=offer):
                position = position_of(view)
                kept = collectable(position, offer) or cheapest(view, offer, view.cardset.rules.first_keep)
                return Decision(keep(offer, kept), because("collectable-tickets", tickets=tuple(kept)))
            case OfferSeen(tickets=offer) if offer is not None:
                return self._keep(position_of(view), offer)
        return Decision(legal[0], because("best-settlement"))

    def _keep(self, position: CardPosition, offer: tuple[TicketId, ...]) -> Decision:
        kept = already_paid(position, offer) if position.ending else collectable(position, offer)
        reason = because("collectable-tickets", tickets=tuple(kept)) if kept else because("no-ticket-fits")
        return Decision(keep(offer, kept), reason)

    def _play(self, position: CardPosition, legal: Sequence[Action]) -> Decision:
        if position.ending:
            return self._last_turn(legal)
        short = shortage(position)
        lay = _needed_row(position, short) or _needed_three(position, short)
        if lay is not None:
            count = lay.count + lay.wilds if isinstance(lay, LayRow) else len(lay.colors)
            return Decision(lay, because("lays-needed", count=count))
        in_hand = sum(max(0, number - held) for number, held in zip(short, position.hand, strict=False))
        if in_hand <= position.hand[-1] and position.tickets_left and position.deck_size > 4 * position.seats:
            return Decision(DrawTickets(), because("all-collected"))
        return self._draw(position)

    def _last_turn(self, legal: Sequence[Action]) -> Decision:
        """Draw tickets in the last turn, if there are any: cards played now would not reach the track."""
        if DrawTickets() in legal:
            return Decision(DrawTickets(), because("last-tickets"))
        return Decision(legal[0], because("only-move"))

    def _draw(self, position: CardPosition) -> Decision:
        short = shortage(position)
        values = [1.0 if number > held else 0.2 for number, held in zip(short, position.hand, strict=False)]
        draw = best_draw(position, [*values, 1.6])
        return Decision(draw.action, draw_reason(draw, "draws-for-ticket-colors"))


def shortage(position: CardPosition) -> list[int]:
    """The cards of each color that the open tickets ask for and that are neither on the track nor in the yard."""
    return [max(0, number - have) for number, have in zip(position.needs(), position.on_the_way(), strict=True)]


def collectable(position: CardPosition, offer: tuple[TicketId, ...]) -> list[TicketId]:
    """The tickets of the most points per card, as many as the expected cards pay for."""
    printed = position.cardset.tickets
    have = [on + held for on, held in zip(position.on_the_way(), position.hand, strict=False)]
    wilds = position.stack[-1] + position.hand[-1]
    expected = USEFUL_SHARE * position.deck_size / position.seats * (2 if position.half_to_come else 1) + wilds
    goals = position.open_tickets()
    kept = []
    for ticket in sorted(offer, key=lambda ticket: -printed[ticket].points / sum(printed[ticket].needs)):
        asked = needs_of(position.cardset, [*goals, ticket])
        if sum(max(0, number - held) for number, held in zip(asked, have, strict=True)) <= expected:
            goals.append(ticket)
            kept.append(ticket)
    return kept


def _needed_row(position: CardPosition, short: list[int]) -> LayRow | None:
    """The row with the most needed cards: a safe one, or any when the deck runs low."""
    safe = SAFE_ROW if position.deck_size > 4 * position.seats else position.cardset.rules.least_row
    best: tuple[int, LayRow] | None = None
    for color, row in enumerate(position.yards):
        useful = min(position.hand[color], short[color])
        if not useful or (row is not None and row.seat == position.seat):
            continue
        least = max(safe, 0 if row is None else row.size + 1)
        count = min(position.hand[color], max(useful, least))
        wilds = max(0, least - count)
        if wilds <= min(1, position.hand[-1]) and (best is None or useful > best[0]):
            best = useful, LayRow(Color(color), count, wilds)
    return None if best is None else best[1]


def _needed_three(position: CardPosition, short: list[int]) -> LayThree | None:
    free = [
        Color(color)
        for color in position.colors
        if position.yards[color] is None and position.hand[color] and short[color]
    ]
    return next((LayThree(three) for three in combinations(free, 3)), None)
