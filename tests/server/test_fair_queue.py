"""Bots of many tables share a few processes: nobody's tables keep another's waiting."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from branchline.bots.registry import make_bot
from branchline.core.game import AnyGame
from branchline.core.ids import Seat
from branchline.core.knowledge.memory import nothing_seen, remember
from branchline.games import load_game
from branchline.server.bot_processes.fair_queue import QUICK_SECONDS, Asker, FairQueue
from branchline.server.bot_processes.policy import usual_seconds
from branchline.server.bot_processes.pool import BotProcesses
from branchline.server.room.levels import levels
from tests.server.simulation.clock import run

LONG = 2.0


def order(asked: list[Asker], busy: Asker | None = None) -> list[Asker]:
    """Who gets their turn after whom, when all ask at the same moment, after somebody who was busy for long."""
    served: list[Asker] = []

    async def scene() -> None:
        queue = FairQueue(1)

        async def one(asker: Asker) -> None:
            async with queue.turn(asker, LONG):
                served.append(asker)
                await asyncio.sleep(LONG)

        for _ in range(50 if busy else 0):
            await one(busy or asked[0])
        served.clear()
        await asyncio.gather(*map(one, asked))

    run(scene())
    return served


ANN, BEN = Asker("10.0.0.2", "oak"), Asker("10.0.0.3", "elm")
MANY = [Asker("10.0.0.1", f"table {number}") for number in range(25)]


def test_somebody_with_one_table_does_not_wait_for_another_with_many() -> None:
    served = order([*MANY, ANN, ANN, BEN])
    assert [number for number, each in enumerate(served) if each == ANN] == [1, 4], "addresses take turns"
    assert served.index(BEN) == 2


def test_tables_of_one_address_take_turns() -> None:
    first, second = MANY[:2]
    assert order([first, first, first, second]) == [first, second, first, first]


def test_tables_at_which_nobody_is_count_as_one_address() -> None:
    alone = [each._replace(address="") for each in MANY]
    assert order([*alone, ANN]).index(ANN) == 1


def test_nobody_saves_up_for_later_and_nobody_pays_for_ever() -> None:
    """Who has asked nothing for an hour, and who has asked all the time while nobody else did, are alike now."""
    assert order([ANN, ANN, ANN, BEN, BEN, BEN], busy=BEN) == [ANN, BEN, ANN, BEN, ANN, BEN]
    assert order([ANN, ANN, ANN, BEN, BEN, BEN], busy=ANN) == [ANN, BEN, ANN, BEN, ANN, BEN]


@pytest.mark.parametrize("places", [1, 3])
def test_a_quick_decision_never_waits_for_long_ones(places: int) -> None:
    async def scene() -> float:
        queue = FairQueue(places)
        loop = asyncio.get_running_loop()

        async def long(number: int) -> None:
            async with queue.turn(Asker("10.0.0.1", f"table {number}"), LONG):
                await asyncio.sleep(LONG)

        crowd = [asyncio.create_task(long(number)) for number in range(10)]
        await asyncio.sleep(0.1)
        asked = loop.time()
        async with queue.turn(Asker("10.0.0.1", "of the same address"), QUICK_SECONDS / 2):
            waited = loop.time() - asked
        await asyncio.gather(*crowd)
        return waited

    assert run(scene()) == 0.0


def test_whoever_stops_waiting_takes_nobodys_turn(seed: int) -> None:
    """Decisions are given up at any moment; afterwards every place is free again."""
    rng = Random(seed)

    async def scene() -> None:
        queue = FairQueue(2)

        async def one(number: int) -> None:
            async with queue.turn(Asker(f"10.0.0.{number % 3}", f"{number % 7}"), rng.choice([0.01, LONG])):
                await asyncio.sleep(rng.random() / 100)

        tasks = [asyncio.create_task(one(number)) for number in range(60)]
        for number, task in enumerate(rng.sample(tasks, 30)):
            if number % 3:  # Some of them at the same moment.
                await asyncio.sleep(rng.random() / 500)
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(end) for end in ends} <= {type(None), asyncio.CancelledError}
        async with queue.turn(Asker(), LONG):
            assert (queue._free, queue._free_quick, queue._waiting) == (1, 1, [])
        async with asyncio.timeout(5):
            await asyncio.gather(*(one(number) for number in range(10)))

    asyncio.run(scene())


def test_the_levels_that_people_are_offered_are_known_to_be_quick_or_not() -> None:
    quick = [level for level in levels() if usual_seconds(level) < QUICK_SECONDS]
    assert "apprentice" in quick
    assert "grandmaster" not in quick
    assert usual_seconds("a plugin's") >= QUICK_SECONDS, "until it has been seen to be quick"


def hard_question(seed: int = 1) -> tuple[AnyGame, Any, Any]:
    """A decision late in a game, when the grandmaster searches: the view of the seat that is asked, what it may do."""
    game = load_game("usa")
    step = game.start(2, seed)
    conductor: Any = make_bot("greedy", game)
    rng = Random(seed)
    memories = {seat: nothing_seen(game.printed, 2, seat) for seat in (Seat(0), Seat(1))}
    while True:
        for seat in memories:
            for event in step.events:
                memories[seat] = remember(memories[seat], event.seen_by(seat))
        seat = game.actors(step.state)[0]
        view, legal = game.view(step.state, seat), game.legal(step.state, seat)
        if min(sum(player.pieces) for player in step.state.players) < 15 and len(legal) > 10:
            return game, view._replace(memory=memories[seat]), legal
        step = game.perform(step.state, seat, conductor.decide(view, legal, rng).action)


def test_25_grandmasters_of_somebody_else_do_not_slow_an_apprentice() -> None:
    """In real processes, with as many as a machine of two processors has: an apprentice waits for no grandmaster."""

    async def scene() -> tuple[int, int]:
        bots = BotProcesses(1)
        game, view, legal = hard_question()

        async def think(number: int) -> None:
            await bots.decide("grandmaster", game, view, legal, Asker("10.0.0.1", f"table {number}"))

        def ended() -> int:
            return sum(each.done() for each in crowd)

        crowd = [asyncio.create_task(think(number)) for number in range(25)]
        await asyncio.sleep(0.5)
        waited = 0
        for _ in range(8):
            before = ended()
            await bots.decide("apprentice", game, view, legal, Asker("10.0.0.2", "oak"))
            waited += ended() > before
        thinking = len(crowd) - ended()
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        await bots.close()
        return waited, thinking

    waited, thinking = asyncio.run(scene())
    assert thinking > 15, "the others were at it all the time"
    assert waited <= 4, f"{waited} of 8 apprentices answered only after a grandmaster"
