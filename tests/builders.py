"""Small builders: a table in the position that a rule speaks of, with chance rigged by what lies in its decks.

    a_game("europe", seats=3).hand(0, "red:2 wild").claim("dale--glen", "red:2")

Nothing is created or lost: cards that a builder hands out come from the decks, and what it takes away goes back there.
Cards are written as words with counts, `red:2 wild`; routes, cities and tickets by their ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

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
    LeaveTunnel,
    Pass,
    PayToll,
)
from branchline.core.bits import mask_of, members
from branchline.core.cards import holds, minus, plus, with_one
from branchline.core.events import Event
from branchline.core.ids import TRAINS, Cards, DeckId, Kind, Seat, TicketId
from branchline.core.phases import TURN
from branchline.core.printed.board import Board, Rules
from branchline.core.refusals import Refusal
from branchline.core.rng import seeded
from branchline.core.score import Outcome, Sheet
from branchline.core.states.state import Player, State
from branchline.data.load import load_board
from branchline.games import game_of_board
from branchline.rules.board.game import BoardGame

R = TypeVar("R", covariant=True)
E = TypeVar("E")


def cards(board: Board, text: str) -> Cards:
    """Read `red:2 wild` as counts of each kind."""
    counts = list(board.no_cards)
    for word in text.split():
        kind, _, count = word.partition(":")
        counts[board.kind_ids[kind]] += int(count or 1)
    return tuple(counts)


def told(board: Board, pay: Cards) -> str:
    """Write counts as `red:2 wild`."""
    words = ((kind.id, count) for kind, count in zip(board.kinds, pay, strict=True) if count)
    return " ".join(word if count == 1 else f"{word}:{count}" for word, count in words)


class Verbs(Generic[R]):
    """The actions by name, with routes, cities, tickets and cards by their words."""

    board: Board

    def done_with(self, action: Action) -> R:
        raise NotImplementedError

    def claim(self, route: str, pay: str) -> R:
        return self.done_with(ClaimRoute(self.board.route_ids[route], cards(self.board, pay)))

    def draw(self, slot: int, refill: DeckId = TRAINS) -> R:
        return self.done_with(DrawFaceUp(slot, refill))

    def blind(self, deck: DeckId = TRAINS) -> R:
        return self.done_with(DrawBlind(deck))

    def draw_tickets(self) -> R:
        return self.done_with(DrawTickets())

    def keep(self, kept: str, returned: str = "") -> R:
        return self.done_with(KeepTickets(self.ticket_numbers(kept), self.ticket_numbers(returned)))

    def toll(self, pay: str) -> R:
        return self.done_with(PayToll(cards(self.board, pay)))

    def leave_tunnel(self) -> R:
        return self.done_with(LeaveTunnel())

    def station(self, city: str, pay: str) -> R:
        return self.done_with(BuildStation(self.board.city_ids[city], cards(self.board, pay)))

    def harbor(self, city: str, pay: str) -> R:
        return self.done_with(BuildHarbor(self.board.city_ids[city], cards(self.board, pay)))

    def exchange(self, give: DeckId, count: int) -> R:
        return self.done_with(ExchangePieces(give, count))

    def choose_pieces(self, *pieces: int) -> R:
        return self.done_with(ChoosePieces(pieces))

    def rest(self) -> R:
        return self.done_with(Pass())

    def ticket_numbers(self, ids: str) -> tuple[TicketId, ...]:
        return tuple(self.board.ticket_ids[ticket] for ticket in ids.split())


class WhyNot(Verbs[Refusal | None]):
    """Asks what is wrong with an action, instead of taking it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.board = table.board

    def done_with(self, action: Action) -> Refusal | None:
        table = self.table
        return table.game.refusal(table.state, table.seat, action)


class Table(Verbs["Table"]):
    """A board game in some position; every step that is taken on it is checked for lost or created things."""

    def __init__(self, game: BoardGame, state: State) -> None:
        self.game = game
        self.board = game.printed
        self.state = state
        self.events: tuple[Event, ...] = ()

    # -- looking --

    @property
    def seat(self) -> Seat:
        """The seat to act: the only one, or the first of those that still choose."""
        return (*self.game.actors(self.state), self.state.turn)[0]

    @property
    def me(self) -> Player:
        return self.state.players[self.seat]

    @property
    def rules(self) -> Rules:
        return self.board.rules

    @property
    def why_not(self) -> WhyNot:
        return WhyNot(self)

    @property
    def legal(self) -> list[Action]:
        return list(self.game.legal(self.state, self.seat))

    @property
    def verbs(self) -> set[type[Action]]:
        """Which kinds of action are available."""
        return {type(action) for action in self.legal}

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.state)

    def sheet(self, seat: int) -> Sheet:
        return self.outcome.sheets[seat]

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    def held(self, seat: int) -> str:
        return told(self.board, self.state.players[seat].hand)

    def face_up(self) -> str:
        return " ".join("-" if kind is None else self.board.kinds[kind].id for kind in self.state.display)

    def discarded(self, deck: int = 0) -> str:
        return told(self.board, self.state.discards[deck])

    def payments(self, route: str) -> set[str]:
        """Every payment offered for a route."""
        number = self.board.route_ids[route]
        found = [action for action in self.legal if isinstance(action, ClaimRoute) and action.route == number]
        assert len(found) == len(set(found)), "an action is offered twice"
        return {told(self.board, action.pay) for action in found}

    def claimable(self) -> set[str]:
        found = (action for action in self.legal if isinstance(action, ClaimRoute))
        return {self.board.routes[action.route].id for action in found}

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind in the last step."""
        return [event for event in self.events if isinstance(event, kind)]

    # -- acting --

    def done_with(self, action: Action) -> Table:
        before = self.state
        step = self.game.apply(before, self.seat, action)
        assert self.game.problems(step.state) == ()
        self.state, self.events = step.state, step.events
        return self

    # -- building --

    def change(self, seat: int, **parts: object) -> Table:
        players = list(self.state.players)
        players[seat] = players[seat]._replace(**parts)  # type: ignore[arg-type]  # the builders know the parts
        self.state = self.state._replace(players=tuple(players))
        return self

    def turn(self, seat: int) -> Table:
        self.state = self.state._replace(turn=Seat(seat))
        return self

    def hand(self, seat: int, text: str) -> Table:
        """Let a seat hold exactly these cards."""
        self._to_decks(self.player(seat).hand)
        return self.change(seat, hand=self._from_decks(text))

    def display(self, text: str) -> Table:
        """Turn up exactly these cards; a dash is an empty place."""
        self._to_decks(self._face_up())
        words = text.split()
        assert len(words) == sum(self.rules.display), "name a card or a dash for each place"
        self._from_decks(" ".join(word for word in words if word != "-"))
        kinds = tuple(None if word == "-" else self.board.kind_ids[word] for word in words)
        self.state = self.state._replace(display=kinds)
        return self

    def discards(self, text: str) -> Table:
        """Put exactly these cards on the discard piles."""
        for pile in self.state.discards:
            self._to_decks(pile)
        whole = self._from_decks(text)
        self.state = self.state._replace(discards=self._by_deck(whole))
        return self

    def deck(self, *texts: str, rest_with: int = -1) -> Table:
        """Leave exactly these cards in each deck; a seat, the last if nothing is said, gets the rest in its hand."""
        wanted = self._by_deck(cards(self.board, " ".join(texts)))
        assert len(texts) == len(wanted), "name the cards of each deck"
        rest = self.board.no_cards
        for have, want in zip(self.state.decks, wanted, strict=True):
            assert holds(have, want), f"the deck has only {told(self.board, have)}"
            rest = plus(rest, minus(have, want))
        self.state = self.state._replace(decks=wanted)
        seat = range(len(self.state.players))[rest_with]
        return self.change(seat, hand=plus(self.player(seat).hand, rest))

    def routes(self, seat: int, *ids: str) -> Table:
        """Let a seat have claimed these routes too: pieces are on them, and the points are scored."""
        player = self.player(seat)
        pieces, points = list(player.pieces), player.points
        for route in (self.board.routes[self.board.route_ids[id]] for id in ids):
            pieces[route.deck] -= route.length
            points += self.rules.points[route.length]
        owned = player.routes | mask_of(self.board.route_ids[id] for id in ids)
        return self.change(seat, routes=owned, pieces=tuple(pieces), points=points)

    def pieces(self, seat: int, *counts: int) -> Table:
        """Leave a seat so many pieces; what is not on the board lies in its box."""
        player = self.player(seat)
        both = map(int.__add__, player.pieces, player.box)
        return self.change(
            seat, pieces=counts, box=tuple(whole - part for whole, part in zip(both, counts, strict=True))
        )

    def tickets(self, seat: int, *ids: str) -> Table:
        """Let a seat hold these tickets too."""
        wanted = {self.board.ticket_ids[id] for id in ids}
        self.state = self.state._replace(tickets=tuple(t for t in self.state.tickets if t not in wanted))
        return self.change(seat, tickets=self.player(seat).tickets | mask_of(wanted))

    def ticket_deck(self, *ids: str, rest_with: int = -1) -> Table:
        """Leave exactly these tickets in the deck, the first on top; a seat gets the rest."""
        kept = tuple(self.board.ticket_ids[id] for id in ids)
        assert set(kept) <= set(self.state.tickets)
        rest = mask_of(ticket for ticket in self.state.tickets if ticket not in kept)
        self.state = self.state._replace(tickets=kept)
        seat = range(len(self.state.players))[rest_with]
        return self.change(seat, tickets=self.player(seat).tickets | rest)

    def built(self, seat: int, *cities: str) -> Table:
        """Let a seat have built stations or harbors in these cities."""
        sites = mask_of(self.board.city_ids[city] for city in cities)
        return self.change(seat, built=self.player(seat).built | sites)

    def last_turns(self, turns_left: int) -> Table:
        self.state = self.state._replace(turns_left=turns_left)
        return self

    def shuffled_by(self, seed: int) -> Table:
        self.state = self.state._replace(rng=seeded(seed))
        return self

    def _face_up(self) -> Cards:
        face_up = self.board.no_cards
        for kind in self.state.display:
            if kind is not None:
                face_up = with_one(face_up, kind)
        return face_up

    def _by_deck(self, some: Cards) -> tuple[Cards, ...]:
        kinds = self.board.kinds
        return tuple(
            tuple(count if kinds[i].deck == deck else 0 for i, count in enumerate(some))
            for deck in range(len(self.state.decks))
        )

    def _to_decks(self, some: Cards) -> None:
        self.state = self.state._replace(decks=tuple(map(plus, self.state.decks, self._by_deck(some))))

    def _from_decks(self, text: str) -> Cards:
        wanted = cards(self.board, text)
        parts = self._by_deck(wanted)
        for have, want in zip(self.state.decks, parts, strict=True):
            assert holds(have, want), f"the deck has only {told(self.board, have)}"
        self.state = self.state._replace(decks=tuple(map(minus, self.state.decks, parts)))
        return wanted


def a_game(board: str | Board, seats: int = 2, edition: str | None = None) -> Table:
    """A table at the first turn of seat 0: empty hands, no tickets, one card of each of the first colors face up."""
    printed = load_board(board, edition) if isinstance(board, str) else board
    game = game_of_board(printed)
    player = Player(printed.no_cards, _first_pieces(printed), _first_box(printed), 0, 0, 0, 0)
    state = State(
        board=printed,
        phase=TURN,
        turn=Seat(0),
        players=(player,) * seats,
        display=(None,) * sum(printed.rules.display),
        decks=printed.full_decks,
        discards=(printed.no_cards,) * len(printed.rules.display),
        tickets=tuple(TicketId(i) for i, ticket in enumerate(printed.tickets) if not ticket.long),
        turns_left=None,
        passes=0,
        idle=0,
        rng=seeded(0),
    )
    return Table(game, state).display(_plain_display(printed))


def _first_pieces(board: Board) -> tuple[int, ...]:
    return board.rules.default_pieces or board.rules.pieces


def _first_box(board: Board) -> tuple[int, ...]:
    return tuple(map(int.__sub__, board.rules.pieces, _first_pieces(board)))


def _plain_display(board: Board) -> str:
    """As many cards of each deck as the rules say, in different colors while there are enough."""
    words: list[str] = []
    for deck, count in enumerate(board.rules.display):
        plain = [kind.id for kind in board.kinds[:-1] if kind.deck == deck]
        words += [plain[i % len(plain)] for i in range(count)]
    return " ".join(words)


def route_ids(board: Board, routes: int) -> set[str]:
    return {board.routes[i].id for i in members(routes)}


def kinds_of(board: Board, words: Iterable[str]) -> tuple[Kind, ...]:
    return tuple(board.kind_ids[word] for word in words)


def all_boards() -> tuple[str, ...]:
    return ("sampleland", "usa", "europe", "world")
