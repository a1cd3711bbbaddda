"""What the planner may do with a turn: the plan, what it leaves time for, and the moves that follow."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.bots.board.moves.build import build_harbor, build_station
from branchline.bots.board.moves.card_purpose import draw_reason
from branchline.bots.board.moves.claim import ClaimChooser, last_claim
from branchline.bots.board.moves.draw import best_draw, usual_draw_value
from branchline.bots.board.moves.harbors import harbor_sites
from branchline.bots.board.moves.tickets import value_of_drawing
from branchline.bots.board.planning.card_values import card_values
from branchline.bots.board.planning.plan import Planning
from branchline.bots.board.planning.point_routes import find_point_routes
from branchline.bots.move import Move, gain_of
from branchline.bots.reason import because
from branchline.core.actions import DrawTickets, ExchangePieces

MAX_TICKET_LOSS = 6.0
"""Points that drawing tickets may seem to lose and still be an idea."""


class TurnPlan:
    """The best plan for a view, the routes worth claiming beside it, and what each card is worth to both."""

    def __init__(self, planning: Planning) -> None:
        self.planning = planning
        self.position = position = planning.position
        self.plan = planning.best_plan(position.open_tickets())
        self.harbors = harbor_sites(position, [*position.completed_tickets(), *self.plan.goals])
        self.point_routes = find_point_routes(planning, self.plan, planning.turns - self.plan.turns)
        self.card_values = card_values(planning, self.plan, self.point_routes, self.harbors)
        self._draw = best_draw(position, self.card_values)
        self._claims = ClaimChooser(planning, self.plan, self.harbors)

    def draw(self) -> Move | None:
        """The best card to take; its gain is the value of the draw less that of the usual one."""
        draw = self._draw
        if draw is None:
            return None
        reason = draw_reason(self.position, self.plan, self.point_routes, self.harbors, draw)
        return Move(draw.action, reason, draw.value - usual_draw_value(self.position, self.card_values))

    def best_move(self) -> Move | None:
        """The first of these: harbor, claim unless a draw gains more, station, exchange, last claim, tickets, draw."""
        return next(self._moves(), None)

    def ideas(self, most: int) -> list[Move]:
        """Up to `most` different moves: those in the order of `best_move`, other claims by gain, new tickets."""
        found = list(self._moves())
        found += sorted(self._claims.claims(self.point_routes), key=gain_of, reverse=True)
        if self.position.view.tickets_left and self.tickets_gain() > -MAX_TICKET_LOSS:
            found.append(Move(DrawTickets(), because("tickets-fit"), 0.0))
        different = {move.action: move for move in reversed(found)}
        return sorted(different.values(), key=found.index)[:most]

    def _moves(self) -> Iterator[Move]:
        harbor = build_harbor(self.planning, self.plan, self.harbors)
        if harbor is not None:
            yield harbor
        draw = self.draw()
        claim = max(self._claims.claims(self.point_routes), key=gain_of, default=None)
        if claim is not None and (draw is None or claim.gain >= draw.gain):
            yield claim
        station = build_station(self.planning, self.plan)
        if station is not None:
            yield station
        if self.plan.exchange.number and (not self.plan.needs.missing or self._claims.must_hurry):
            yield self._exchange()
        if self.planning.turns <= 1:
            last = last_claim(self.position)
            if last is not None:
                yield last
        if self.tickets_gain() > 0:
            yield Move(DrawTickets(), because("tickets-fit"), self.tickets_gain())
        if draw is not None:
            yield draw

    def tickets_gain(self) -> float:
        """Points that drawing tickets brings beyond the value of a turn; 0 where there are none."""
        if not self.position.view.tickets_left:
            return 0.0
        planning = self.planning
        return (
            value_of_drawing(planning, self.plan)
            - planning.pace
            + planning.weights.ticket_draw_bonus
            - planning.weights.ticket_draw_margin * planning.card_scarcity
        )

    def _exchange(self) -> Move:
        give, number = self.plan.exchange
        return Move(ExchangePieces(give, number), because("exchange", count=number), 0.0)
