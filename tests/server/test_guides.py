"""Guided first games: a fixed deal, gentle bots, and advice that brings up everything that is to be explained."""

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from branchline.bots.gentle import GentleBot
from branchline.core.actions import Action, BuildHarbor, BuildStation, ClaimRoute, KeepTickets, PayToll
from branchline.core.events import Event, HalfEnded, RowLaid, StackRevealed, TrainRobbed
from branchline.core.game import Options
from branchline.core.ids import Seat
from branchline.data.guides import guides
from branchline.games import catalog, load_game
from branchline.notation.json.codec import from_json
from branchline.server import wire
from branchline.server.room.chairs import BotChair, PersonChair
from branchline.server.room.commands import Refuse
from branchline.server.room.facts import Created, Started, read
from branchline.server.room.levels import GENTLE, levels, plays
from branchline.server.room.new_table import new_table, rematch_of
from tests.server.party import Party

LINES: Final = Path(__file__).parents[2] / "web" / "src" / "guide" / "lines"
ME: Final = Seat(0)
MINE: Final = wire.MySeat(name="Ola")
CID: Final = "Jq0m1Yw9n2s7Tb6Kx4Vd3A"


def line_of(board: str) -> list[Action]:
    printed = load_game(board).printed
    return [from_json(printed, Action, each) for each in json.loads((LINES / f"{board}.json").read_text("utf-8"))]


class Guided:
    """A guided game played by its line: what was done, what happened, and how it stands."""

    def __init__(self, board: str) -> None:
        guide = guides()[board]
        self.game = load_game(board)
        self.bot = GentleBot(self.game)
        self.state, _ = self.game.start(guide.seats, guide.seed, Options(first=ME))
        self.done: list[Action] = []
        self.events: list[Event] = []

    def play(self) -> "Guided":
        for action in line_of(self.game.board_id):
            self.let_bots_move()
            assert action in self.game.legal(self.state, ME), f"{action} is not possible in this deal"
            self.do(ME, action)
            self.done.append(action)
        self.let_bots_move()
        return self

    def let_bots_move(self) -> None:
        while others := [seat for seat in self.game.actors(self.state) if seat != ME]:
            view = self.game.view(self.state, others[0])
            self.do(others[0], self.bot.decide(view, self.game.legal(self.state, others[0]), Random(1)).action)

    def do(self, seat: Seat, action: Action) -> None:
        self.state, happened = self.game.apply(self.state, seat, action)
        self.events += happened

    def claimed(self) -> list[Any]:
        printed: Any = self.game.printed
        return [printed.routes[action.route] for action in self.done if isinstance(action, ClaimRoute)]


def test_every_game_has_a_guide() -> None:
    assert {info.game for info in catalog() if info.id in guides()} == {info.game for info in catalog()}


@pytest.mark.parametrize("board", guides())
def test_a_guided_game_takes_few_decisions_and_ends_with_a_turn_of_ones_own(board: str) -> None:
    played = Guided(board).play()
    assert len(played.done) <= 20
    assert ME in played.game.actors(played.state)
    assert not played.game.is_over(played.state)


def test_usa_shows_double_routes_locomotives_and_tickets() -> None:
    played = Guided("usa").play()
    assert played.game.view(played.state, ME).closed, "no lane is closed"
    wild = len(played.game.printed.kinds) - 1
    assert any(isinstance(action, ClaimRoute) and action.pay[wild] for action in played.done)
    assert sum(isinstance(action, KeepTickets) for action in played.done) == 2


def test_europe_shows_ferries_tunnels_with_toll_and_stations() -> None:
    played = Guided("europe").play()
    assert any(route.wilds for route in played.claimed())
    assert any(route.tunnel for route in played.claimed())
    assert any(isinstance(action, PayToll) for action in played.done)
    assert any(isinstance(action, BuildStation) for action in played.done)


def test_world_shows_ships_pairs_harbors_tours_and_exchange() -> None:
    played = Guided("world").play()
    printed: Any = played.game.printed
    assert any(route.deck == 1 for route in played.claimed())
    assert any(route.pairs for route in played.claimed())
    paid = [kind for action in played.done if isinstance(action, ClaimRoute) for kind, n in enumerate(action.pay) if n]
    assert any(printed.kinds[kind].covers == 2 for kind in paid)
    tickets = [printed.tickets[each] for keep in played.done if isinstance(keep, KeepTickets) for each in keep.kept]
    tours = [ticket for ticket in tickets if len(ticket.cities) > 2]
    harbors = [action.city for action in played.done if isinstance(action, BuildHarbor)]
    assert tours
    assert any(harbor in tour.cities for harbor in harbors for tour in tours), "the harbor serves no ticket"
    assert {action.word for action in played.done} >= {"pieces", "exchange"}


def test_cards_show_rows_three_colors_robbing_settlement_and_halves() -> None:
    played = Guided("cards").play()
    assert {"lay", "lay-three", "settle"} <= {action.word for action in played.done}
    robbed = [event for event in played.events if isinstance(event, TrainRobbed)]
    assert [event.robber for event in robbed] == [ME], "the guided player robs, and is not robbed"
    assert {RowLaid, StackRevealed, HalfEnded} <= {type(event) for event in played.events}


def guided(board: str = "europe", **wishes: Any) -> wire.NewTable:
    asked: dict[str, Any] = {"seats": [MINE, wire.OpenSeat()], "guide": True} | wishes
    return wire.NewTable(cid=CID, board=board, **asked)


def test_a_guided_table_is_private_and_against_gentle_bots_alone_whatever_else_is_asked_for() -> None:
    asked = guided(public=True, clock=wire.MoveClock(seconds=5), options=wire.TableOptions(first=1, open_stacks=True))
    made = new_table(asked, load_game("europe"), "5ec2e7" * 10, "ab" * 32, 0.0)
    created, started = (read(entry.body) for entry in made.entries)
    assert isinstance(created, Created)
    assert isinstance(started, Started)
    assert created.guide == guides()["europe"].seed
    assert not created.public
    assert created.clock == wire.NoClock()
    assert created.options == wire.TableOptions(first=0, open_stacks=False)
    assert [getattr(chair, "level", None) for chair in created.chairs] == [None, GENTLE]


@pytest.mark.parametrize("seats", [[MINE, MINE], [wire.OpenSeat(), wire.OpenSeat()]], ids=["two people", "nobody"])
def test_nobody_else_sits_at_a_guided_table(seats: list[Any]) -> None:
    with pytest.raises(Refuse, match="wrong-seats"):
        new_table(guided(seats=seats), load_game("europe"), "5ec2e7" * 10, "ab" * 32, 0.0)


def test_a_board_without_a_guide_has_no_guided_table() -> None:
    with pytest.raises(Refuse, match="unknown-board"):
        new_table(guided("great-lakes"), load_game("great-lakes"), "5ec2e7" * 10, "ab" * 32, 0.0)


def test_the_gentle_bot_plays_at_no_other_table() -> None:
    assert not plays(GENTLE, load_game("usa"))
    asked = guided(seats=[MINE, wire.BotSeat(level=GENTLE)], guide=False)
    with pytest.raises(Refuse, match="unknown-level"):
        new_table(asked, load_game("europe"), "5ec2e7" * 10, "ab" * 32, 0.0)


def test_after_a_guided_game_comes_an_ordinary_one_against_the_weakest_bots(seed: int) -> None:
    """Gentle bots teach and play nowhere else, and a deal that everybody knows is dealt once."""
    party = Party(guided("cards"))
    party.play_randomly(Random(seed))
    assert party.table.status == "finished"
    created = read(rematch_of(party.room, party.now).entries[0].body)
    assert isinstance(created, Created)
    ola = PersonChair("Ola", party.table.person(0).holder)
    weakest, *_ = levels()
    assert created.chairs == [ola, *(BotChair(weakest) for _ in party.table.chairs[1:])]
    assert created.guide is None
