"""When a plan still stands: it is made anew only where something has changed that it depends on."""

from __future__ import annotations

from branchline.lane.compile import inner
from branchline.lane.layout import Board, Game
from branchline.lane.players.board.layout import Mind, Plan


@inner
def still_stands(board: Board, game: Game, seat: int, mind: Mind, plan: Plan) -> bool:
    """Whether a plan was made for the same own routes, buildings and tickets, and none of its routes is lost.

    What rivals have claimed elsewhere made nothing cheaper; but the ways around its routes may have become longer.
    """
    if plan.known == 0:
        return False
    for w in range(board.words):
        if plan.own[w] != game.routes[seat, w]:
            return False
    for w in range(len(plan.tickets)):
        if plan.tickets[w] != game.tickets[seat, w]:
            return False
    for w in range(len(plan.built)):
        if plan.built[w] != game.built[seat, w]:
            return False
    for place in range(plan.route_count):
        if mind.claimable[plan.routes[place]] == 0:
            return False
    changed = False
    for w in range(board.words):
        taken = game.routes[0, w]
        for other in range(1, game.seats):
            taken |= game.routes[other, w]
        changed = changed or taken != plan.taken[w]
        plan.taken[w] = taken
    if changed:
        for place in range(plan.route_count):
            plan.detour[place] = -1.0
    return True


@inner
def note_origin(board: Board, game: Game, seat: int, mind: Mind, plan: Plan) -> None:
    """Note what a plan was made from."""
    plan.known = 1
    plan.cards = cards_held(board, mind)
    for w in range(board.words):
        plan.own[w] = game.routes[seat, w]
        plan.taken[w] = game.routes[0, w]
        for other in range(1, game.seats):
            plan.taken[w] |= game.routes[other, w]
    for w in range(len(plan.tickets)):
        plan.tickets[w] = game.tickets[seat, w]
    for w in range(len(plan.built)):
        plan.built[w] = game.built[seat, w]


@inner
def cards_held(board: Board, mind: Mind) -> int:
    held = 0
    for kind in range(board.kinds):
        held += mind.hand[0, kind]
    return held
