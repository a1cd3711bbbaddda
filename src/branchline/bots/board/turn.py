"""A thought: everything that the planner makes of one view when it has a turn to spend."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.bots.board.moves.build import build_harbor, build_station
from branchline.bots.board.moves.card_purpose import purpose_of
from branchline.bots.board.moves.claim import Claiming, last_claim
from branchline.bots.board.moves.draw import best_draw, usual_draw
from branchline.bots.board.moves.harbors import sites
from branchline.bots.board.moves.tickets import worth_of_drawing
from branchline.bots.board.planning.card_values import worth_of_cards
from branchline.bots.board.planning.plan import Planning
from branchline.bots.board.planning.point_routes import fill
from branchline.bots.move import Move, gain_of
from branchline.bots.reason import because
from branchline.core.actions import DrawTickets, ExchangePieces

NOT_MUCH = 6.0
"""Points that drawing tickets may seem to lose and still be an idea."""


class Thought:
    """The plan, what it leaves time for, and the moves that follow from it."""

    def __init__(self, planning: Planning) -> None:
        self.planning = planning
        self.sight = sight = planning.sight
        self.plan = planning.best(sight.open_tickets())
        self.harbors = sites(sight, [*sight.done_tickets(), *self.plan.goals])
        self.more = fill(planning, self.plan, planning.turns - self.plan.turns)
        self.worth = worth_of_cards(planning, self.plan, self.more, self.harbors)
        self._draw = best_draw(sight, self.worth)
        self._claiming = Claiming(planning, self.plan, self.harbors)

    def draw(self) -> Move | None:
        """The best card to take; its gain is how much better the draw is than the usual one."""
        draw = self._draw
        if draw is None:
            return None
        why = purpose_of(self.sight, self.plan, self.more, self.harbors, draw)
        return Move(draw.action, why, draw.worth - usual_draw(self.sight, self.worth))

    def best_move(self) -> Move | None:
        """What to do with a turn: build what pays, claim unless the cards that lie open are too good, and so on."""
        return next(self._moves(), None)

    def ideas(self, most: int) -> list[Move]:
        """The best move, and others that are not much worse: to draw, to claim something else, to draw tickets."""
        found = list(self._moves())
        found += sorted(self._claiming.claims(self.more), key=gain_of, reverse=True)
        if self.sight.view.tickets_left and self.tickets_gain() > -NOT_MUCH:
            found.append(Move(DrawTickets(), because("tickets-fit"), 0.0))
        different = {move.action: move for move in reversed(found)}
        return sorted(different.values(), key=found.index)[:most]

    def _moves(self) -> Iterator[Move]:
        harbor = build_harbor(self.planning, self.plan, self.harbors)
        if harbor is not None:
            yield harbor
        draw = self.draw()
        claim = max(self._claiming.claims(self.more), key=gain_of, default=None)
        if claim is not None and (draw is None or claim.gain >= draw.gain):
            yield claim
        station = build_station(self.planning, self.plan)
        if station is not None:
            yield station
        if self.plan.exchange.number and (not self.plan.needs.missing or self._claiming.must_hurry):
            yield self._exchange()
        if self.planning.turns <= 1:
            last = last_claim(self.sight)
            if last is not None:
                yield last
        if self.tickets_gain() > 0:
            yield Move(DrawTickets(), because("tickets-fit"), self.tickets_gain())
        if draw is not None:
            yield draw

    def tickets_gain(self) -> float:
        """What drawing tickets brings beyond a turn's worth, in points; nothing where there are none."""
        if not self.sight.view.tickets_left:
            return 0.0
        planning = self.planning
        return (
            worth_of_drawing(planning, self.plan)
            - planning.pace
            + planning.taste.curious
            - planning.taste.careful * planning.rarer
        )

    def _exchange(self) -> Move:
        give, number = self.plan.exchange
        return Move(ExchangePieces(give, number), because("exchange", count=number), 0.0)
