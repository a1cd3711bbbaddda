"""A hundred thousand commands of the right shape that must be refused, while legal ones move the games on."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from branchline.games import game_names
from branchline.notation.json.codec import to_json
from branchline.server import wire
from branchline.server.live.rooms import Rooms
from branchline.server.room.takeback import last_moment
from tests.fuzz.guests import Gathering, fill, gather
from tests.fuzz.house import documented_codes, fingerprint, open_house, random_move
from tests.fuzz.mischief import Mischief

COMMANDS: Final = 120_000
AT_ONCE: Final = 100
AT_ONCE_IN_A_GAME: Final = 40
"""Between two moves; so few that also the longest game is at its end before there are enough."""
REFUSALS: Final = documented_codes("Refusals")


async def refuse_all(rooms: Rooms, gathering: Gathering, rng: Random, count: int) -> Counter[str]:
    """Let every guest try what must not be; each is refused for the right reason, and the table stays as it is."""
    room_task = gathering.room_task
    before = (fingerprint(room_task.room), await rooms.store.read(room_task.room.table.id))
    codes: Counter[str] = Counter()
    sent = []
    for guest in gathering.guests:
        seats = gathering.seats_of(guest)
        asked = any(seat in room_task.room.table.asked for seat in seats)
        tries = count if asked else count // 4  # Whoever is asked has the most ways to be wrong.
        misdeeds = list(Mischief(room_task.room, seats, rng).misdeeds(tries))
        sent.append((guest, misdeeds, [guest.send(misdeed.message) for misdeed in misdeeds]))
    for guest, misdeeds, cids in sent:
        for misdeed, answer in zip(misdeeds, await guest.answers_to(cids), strict=True):
            code = answer["refusal"] if answer["type"] == "answer" else answer["code"]
            assert answer["type"] == "refused" or misdeed.message["type"] == "ask", (misdeed, answer)
            assert code in misdeed.codes, (misdeed, answer)
            codes[code] += 1
    assert (fingerprint(room_task.room), await rooms.store.read(room_task.room.table.id)) == before
    assert await rooms.get(room_task.room.table.id) is room_task, "the room failed and was loaded again"
    return codes


async def move_on(gathering: Gathering, rng: Random) -> None:
    """One legal step: usually a move, now and then a wish among people."""
    room = gathering.room_task.room
    table = room.table
    version = table.version
    seat, action = random_move(room, rng)
    play: dict[str, Any] = {
        "type": "play",
        "seat": seat,
        "decision": table.asked[seat],  # type: ignore[index]
        "action": to_json(table.game.printed, action),
    }
    table_changes: list[dict[str, Any]] = [{"type": "mute", "seat": 0, "target": 1, "muted": rng.random() < 0.5}]
    if table.takeback is None:
        table_changes += [
            {"type": "ask-takeback", "seat": each} for each in table.people() if last_moment(table.moments, each)
        ]
    else:
        missing = room.consent_missing(table.takeback.seat, table.takeback.agreed)
        table_changes = [{"type": "answer-takeback", "seat": each, "agree": rng.random() < 0.5} for each in missing]
    message = rng.choice(table_changes) if rng.random() < 0.08 else play
    answer = await gathering.holder_of(message["seat"]).ask(message)
    assert answer["type"] == "ack", (message, answer)
    assert version < answer["version"] <= table.version


@pytest.mark.parametrize("game", game_names())
def test_illegal_commands_are_refused_and_change_nothing(game: str, tmp_path: Path, seed: int) -> None:
    share = COMMANDS // len(game_names())

    async def run() -> None:
        rng = Random(seed)
        codes: Counter[str] = Counter()
        ends = 0
        async with open_house(tmp_path, rng) as rooms:
            while codes.total() < share or not ends:
                gathering = await gather(rooms, game, rng)
                codes += await refuse_all(rooms, gathering, rng, AT_ONCE)
                await fill(rooms, gathering, rng)
                codes += await refuse_all(rooms, gathering, rng, AT_ONCE)
                assert (await gathering.guests[0].ask({"type": "start", "seat": 0}))["type"] == "ack"
                table = gathering.room_task.room.table
                while table.status == "playing" and (codes.total() < share or not ends):
                    codes += await refuse_all(rooms, gathering, rng, rng.randrange(AT_ONCE_IN_A_GAME))
                    await move_on(gathering, rng)
                if table.status == "finished":
                    ends += 1
                    codes += await refuse_all(rooms, gathering, rng, AT_ONCE)
                await gathering.leave()
        print(game, ends, codes)
        assert codes.keys() <= REFUSALS
        assert {
            "not-your-seat",
            "stale",
            "bad-action",
            "not-host",
            "not-open",
            "not-your-turn",
            "not-playing",
        } <= codes.keys()
        assert max(codes.values()) < codes.total() / 2, "one reason must not hide the others"

    asyncio.run(run())


def test_a_command_that_was_carried_out_is_not_carried_out_again(tmp_path: Path, seed: int) -> None:
    """The same command has the same answer; something else under its `cid` is refused as such, legal or not."""

    async def run() -> None:
        rng = Random(seed)
        async with open_house(tmp_path, rng) as rooms:
            gathering = await gather(rooms, "usa", rng)
            room, ann = gathering.room_task.room, gathering.guests[0]
            holders = ann.holders
            rename = wire.Rename(cid="once", seat=0, name="Anna")
            first = await gathering.room_task.do(rename, holders)
            before = fingerprint(room)
            for misdeed in Mischief(room, gathering.seats_of(ann), rng).misdeeds(200):
                command = misdeed.message | {"cid": "once"}
                if command["type"] == "play" and command["seat"] == 0:
                    again = await gathering.room_task.do(wire.Play(**_arguments(command)), holders)
                    assert isinstance(again.reply, wire.Refused)
                    assert again.reply.code == "cid-used"
                    assert not again.applied
            repeated = await gathering.room_task.do(rename, holders)
            assert (repeated.reply, repeated.applied) == (first.reply, [])
            assert fingerprint(room) == before
            await gathering.leave()

    asyncio.run(run())


def _arguments(command: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in command.items() if name != "type"}
