"""The greedy bot of the Card Game: collects what its tickets ask for, and lays it as soon as the row is safe."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from branchline.bots.bot import Budget
from branchline.bots.cards.draw import best_draw
from branchline.bots.cards.hasty import already_paid, cheapest, keep, why_drawn
from branchline.bots.cards.position import CardSight, needs_of, sight_of
from branchline.bots.reason import Reason, because
from branchline.core.actions import Action, DrawTickets, LayRow, LayThree
from branchline.core.card_state import CardState
from branchline.core.card_view import CardView
from branchline.core.game import Game
from branchline.core.ids import Color, TicketId
from branchline.core.phases import SecondCard, Turn
from branchline.core.view import ChoosingTickets, OfferSeen

SAFE = 3
"""Cards of a row that is seldom robbed."""

COLLECTED = 0.45
"""The part of the cards still to come that is hoped to be of use."""


class CardGreedyBot:
    """Looks at nothing but its own tickets. With all of them on the way it takes new ones."""

    name = "greedy"

    def __init__(self, game: Game[CardState, CardView], budget: Budget) -> None:
        self.why: Reason | None = None

    def decide(self, view: CardView, legal: Sequence[Action], rng: Random) -> Action:
        match view.phase:
            case Turn():
                return self._play(sight_of(view), legal)
            case SecondCard():
                return self._draw(sight_of(view))
            case ChoosingTickets(offer=offer):
                sight = sight_of(view)
                kept = collectable(sight, offer) or cheapest(view, offer, view.cardset.rules.first_keep)
                self.why = because("collectable-tickets", tickets=tuple(kept))
                return keep(offer, kept)
            case OfferSeen(tickets=offer) if offer is not None:
                return self._keep(sight_of(view), offer)
        self.why = because("best-settlement")
        return legal[0]

    def _keep(self, sight: CardSight, offer: tuple[TicketId, ...]) -> Action:
        kept = already_paid(sight, offer) if sight.ending else collectable(sight, offer)
        self.why = because("collectable-tickets", tickets=tuple(kept)) if kept else because("no-ticket-fits")
        return keep(offer, kept)

    def _play(self, sight: CardSight, legal: Sequence[Action]) -> Action:
        if sight.ending:
            return self._last(legal)
        short = shortage(sight)
        lay = _needed_row(sight, short) or _needed_three(sight, short)
        if lay is not None:
            count = lay.count + lay.wilds if isinstance(lay, LayRow) else len(lay.colors)
            self.why = because("lays-needed", count=count)
            return lay
        in_hand = sum(max(0, number - held) for number, held in zip(short, sight.hand, strict=False))
        if in_hand <= sight.hand[-1] and sight.tickets_left and sight.deck_size > 4 * sight.seats:
            self.why = because("all-collected")
            return DrawTickets()
        return self._draw(sight)

    def _last(self, legal: Sequence[Action]) -> Action:
        """Cards laid now would not reach the track any more; tickets may fit what lies there."""
        if DrawTickets() in legal:
            self.why = because("last-tickets")
            return DrawTickets()
        self.why = because("only-move")
        return legal[0]

    def _draw(self, sight: CardSight) -> Action:
        short = shortage(sight)
        worth = [1.0 if number > held else 0.2 for number, held in zip(short, sight.hand, strict=False)]
        draw = best_draw(sight, [*worth, 1.6])
        self.why = why_drawn(draw, "draws-for-ticket-colors")
        return draw.action


def shortage(sight: CardSight) -> list[int]:
    """The cards of each color that the open tickets ask for and that are neither on the track nor in the yard."""
    return [max(0, number - have) for number, have in zip(sight.needs(), sight.on_the_way(), strict=True)]


def collectable(sight: CardSight, offer: tuple[TicketId, ...]) -> list[TicketId]:
    """The tickets of the most points for a card, as many as the own part of the cards to come should pay for."""
    printed = sight.cardset.tickets
    have = [on + held for on, held in zip(sight.on_the_way(), sight.hand, strict=False)]
    wilds = sight.stack[-1] + sight.hand[-1]
    hope = COLLECTED * sight.deck_size / sight.seats * (2 if sight.half_to_come else 1) + wilds
    goals = sight.open_tickets()
    kept = []
    for ticket in sorted(offer, key=lambda ticket: -printed[ticket].points / sum(printed[ticket].needs)):
        asked = needs_of(sight.cardset, [*goals, ticket])
        if sum(max(0, number - held) for number, held in zip(asked, have, strict=True)) <= hope:
            goals.append(ticket)
            kept.append(ticket)
    return kept


def _needed_row(sight: CardSight, short: list[int]) -> LayRow | None:
    """The row with the most needed cards: a safe one, or any when the deck runs low."""
    safe = SAFE if sight.deck_size > 4 * sight.seats else sight.cardset.rules.least_row
    best: tuple[int, LayRow] | None = None
    for color, row in enumerate(sight.yards):
        useful = min(sight.hand[color], short[color])
        if not useful or (row is not None and row.seat == sight.seat):
            continue
        least = max(safe, 0 if row is None else row.size + 1)
        count = min(sight.hand[color], max(useful, least))
        wilds = max(0, least - count)
        if wilds <= min(1, sight.hand[-1]) and (best is None or useful > best[0]):
            best = useful, LayRow(Color(color), count, wilds)
    return None if best is None else best[1]


def _needed_three(sight: CardSight, short: list[int]) -> LayThree | None:
    free = [Color(color) for color in sight.colors if sight.yards[color] is None and sight.hand[color] and short[color]]
    return next((LayThree(three) for three in combinations(free, 3)), None)
