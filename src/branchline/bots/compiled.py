"""Compiled players as bots: they get the view of a seat like all others, and need the extra `fast`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from branchline.bots.bot import Bot, BotFactory, Budget, Decision
from branchline.bots.reason import Reason, because
from branchline.core.actions import (
    Action,
    BuildHarbor,
    BuildStation,
    ChoosePieces,
    ClaimRoute,
    DrawBlind,
    DrawFaceUp,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    LayRow,
    LayThree,
    LeaveTunnel,
    PayToll,
    SettleTickets,
    StopDrawing,
)
from branchline.core.bits import members
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember_all
from branchline.core.printed.card_set import CardSet
from branchline.core.views.view import ChoosingTickets

if TYPE_CHECKING:
    from branchline.lane.engine import LaneGame
    from branchline.lane.learned.players import LearnedPlayer
    from branchline.lane.players.play import Players

PREFIX: Final = "lane-"
COMPILED_PLAYERS: Final = ("hasty", "greedy", "planner")
"""Players of the lane that are bots: `lane-hasty` and so on. They play whole games in the lane among themselves."""


MAX_DISLIKE: Final = 1e6
"""What a player does not consider at all has a value far below zero less this."""

MIN_CHANCE: Final = 0.01
"""What the network gives a smaller chance is no idea."""

STATION: Final = -1
"""Stands for the route that the next station borrows."""


_COMPILED: Final[set[tuple[str, type[object]]]] = set()
"""The bots whose code is compiled in this process, by shape of game."""


class FastMissing(LookupError):
    """The fast lane is not installed."""


def compiled(player: str) -> BotFactory:
    """What makes the bot of a compiled player; only then is the lane asked for."""

    def make(game: AnyGame, budget: Budget) -> Bot:
        return CompiledBot(player, game)

    return make


def first_view(game: AnyGame) -> Any:
    """What somebody sees first of a game, with memory: something to think about while code is compiled."""
    seat, seats = Seat(0), game.seat_counts[0]
    state, events = game.start(seats, 0)
    memory = remember_all(nothing_seen(game.printed, seats, seat), events)
    return game.view(state, seat)._replace(memory=memory)


def compile_once(bot: str, game: AnyGame, try_out: Callable[[Any], object]) -> None:
    """Let a bot try something out when it is made: whatever is still to be compiled is no part of a decision's time."""
    kind = bot, type(game.printed)
    if kind not in _COMPILED:
        try_out(first_view(game))
        _COMPILED.add(kind)


def learned(game: AnyGame, budget: Budget) -> Bot:
    """The learned player as a bot."""
    return LearnedBot(game)


class CompiledBot:
    """Thinks as a compiled player does on what a view tells; it plans anew at every decision.

    Its other ideas are expected to be worse than its best by `loss` points, give or take `doubt`.
    """

    loss = 2.0
    doubt = 5.0

    def __init__(self, player: str, game: AnyGame, name: str | None = None) -> None:
        try:
            from branchline.lane.engine import lane_of
        except ImportError as missing:
            raise FastMissing(str(missing)) from None
        self.name = name or PREFIX + player
        self._player = player
        self._is_card_game = isinstance(game.printed, CardSet)
        lane = lane_of(game)
        self._space = lane.space
        self._players = self._new_players(lane)
        compile_once(self.name, game, lambda view: self._choose(view, Random(0)))

    def _new_players(self, lane: LaneGame) -> Players:
        from branchline.lane.players.play import new_players

        return new_players(lane)

    def decide(self, view: Any, legal: Sequence[Action], rng: Random) -> Decision:
        if isinstance(legal[0], SettleTickets):
            return Decision(legal[0], because("best-settlement"))
        return self._decision(view, self._choose(view, rng))

    def ideas(self, view: Any, rng: Random) -> Iterator[Decision]:
        """Every action that the player considers, the best first; there are none in a settlement."""
        self._choose(view, rng)
        codes = self._players.legal_codes().tolist()
        values = self._players.values[: len(codes)].tolist()
        for value, code in sorted(zip(values, codes, strict=True), key=lambda pair: pair[0], reverse=True):
            if value > -MAX_DISLIKE:
                yield self._decision(view, code)

    def code(self, view: Any, action: Action) -> int:
        """The code of an action that the seat of a view may choose."""
        from branchline.lane.players.views import offer_seen

        return self._space.code(action, offer_seen(view), first=isinstance(view.phase, ChoosingTickets))

    def _choose(self, view: Any, rng: Random) -> int:
        from branchline.lane.players.views import row_of_card_view, row_of_view

        row = row_of_card_view(view) if self._is_card_game else row_of_view(view)
        return self._players.decide(self._player, row, view.seat, rng.getrandbits(48), view.memory)

    def _decision(self, view: Any, code: int) -> Decision:
        from branchline.lane.players.views import offer_seen

        action = self._space.action(code, offer_seen(view))
        return Decision(action, self._reason(view, action))

    def _reason(self, view: Any, action: Action) -> Reason:
        """Why an action was chosen, as far as the action and the plan tell it."""
        match action:
            case ClaimRoute(route):
                ticket = self._players.ticket_for(view.seat, route)
                if ticket is not None:
                    return because("claims-for", route=route, ticket=ticket)
                points = view.board.rules.points[view.board.routes[route].length]
                return because("longest-route", route=route, count=points)
            case BuildStation(city):
                ticket = self._players.ticket_for(view.seat, STATION)
                return because("only-move") if ticket is None else because("station", city=city, ticket=ticket)
            case BuildHarbor(city):
                named = sum(city in view.board.tickets[ticket].cities for ticket in members(view.own.tickets))
                return because("harbor", city=city, count=max(1, named))
            case LeaveTunnel():
                return because("leaves-tunnel" if len(self._players.legal_codes()) == 1 else "toll-too-high")
            case _:
                return _plain_reason(view, action)


class LearnedBot(CompiledBot):
    """The planner's ideas, weighed by a network that has played half a million games."""

    loss = 0.0
    doubt = 2.5

    _players: LearnedPlayer

    def __init__(self, game: AnyGame) -> None:
        super().__init__("planner", game, "learned")

    def _new_players(self, lane: LaneGame) -> LearnedPlayer:
        from branchline.lane.learned.players import learned_player

        return learned_player(lane)

    def ideas(self, view: Any, rng: Random) -> Iterator[Decision]:
        """The moves that the network gives a chance, the likeliest first."""
        chosen = self._choose(view, rng)
        moves = self._players.moves()
        if not moves:
            yield self._decision(view, chosen)
        for code, chance in moves:
            if chance >= MIN_CHANCE:
                yield self._decision(view, code)


def _plain_reason(view: Any, action: Action) -> Reason:
    """The reason for an action that needs no plan to be told."""
    match action:
        case DrawFaceUp(slot):
            return because("draws-useful", card=view.display[slot])
        case DrawBlind() | StopDrawing():
            return because("draws-blind")
        case DrawTickets():
            return because("tickets-fit")
        case KeepTickets(kept):
            return because("fitting-tickets", tickets=kept) if kept else because("no-ticket-fits")
        case ChoosePieces(pieces):
            return because("planned-pieces", pieces=pieces)
        case ExchangePieces(_, number):
            return because("exchange", count=number)
        case PayToll():
            return because("pays-toll")
        case LayRow(color, count, wilds):
            return because("lays-row", color=color, count=count + wilds)
        case LayThree():
            return because("lays-three")
    return because("only-move")
