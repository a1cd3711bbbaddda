"""The schema is what the server sends: no drift, and every message of whole games fits."""

import json
import re
from pathlib import Path
from random import Random

import jsonschema_rs
import msgspec
import pytest

from branchline.core.ids import Seat
from branchline.draw.drawing import packaged
from branchline.games import game_names, load_game
from branchline.server import limits, wire
from branchline.server.http import tcp
from branchline.server.http.boards.catalog import offers, printed_board
from branchline.server.http.tables import REPLAY_COST
from branchline.server.live.retention import FINISHED_DAYS, OPEN_DAYS, UNFINISHED_DAYS
from branchline.server.room.table_talk import MAX_CHAT_LINES
from branchline.server.settings import Settings
from branchline.server.views.history import steps_after
from branchline.server.wire.schema import schema, text
from tests.server.party import OFFERED, Party, started
from tests.server.test_table_talk import play_until_a_claim

DOCS = Path(__file__).parents[2] / "docs"


def validator(name: str) -> jsonschema_rs.Validator:
    whole = schema()
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


def test_the_committed_schema_is_the_generated_one() -> None:
    """If this fails: make wire."""
    assert (DOCS / "protocol.schema.json").read_text("utf-8") == text()


def test_the_schema_is_a_schema() -> None:
    jsonschema_rs.meta.validate(schema())


@pytest.mark.parametrize("game", game_names())
def test_every_message_of_a_whole_game_fits_the_schema(game: str, seed: int) -> None:
    fits = validator("ServerMessage")
    party = started(game, people=2, bots=1)
    rng = Random(seed)

    def check(message: wire.ServerMessage) -> None:
        fits.validate(json.loads(msgspec.json.encode(message)))

    while party.table.status == "playing":
        party.play_randomly(rng, 1)
        applied = party.applied[-1:]
        for seats in ((Seat(0),), (Seat(0), Seat(1)), ()):
            check(party.views.update(seats, applied, party.now))
    check(party.views.welcome((Seat(0),), [], party.now, complete=False))


def test_every_step_fits_the_schema() -> None:
    party = Party()
    party.sit("Bea", entropy="ab")
    party.ack(wire.Mute, 0, target=1, muted=True)
    party.ack(wire.Pace, 0, pace=1.0)
    party.ack(wire.Say, 0, text="hello")
    party.ack(wire.Rename, 1, name="Bee")
    party.ack(wire.Start, 0)
    mover = play_until_a_claim(party, Random(5))
    party.ack(wire.AskTakeback, mover)
    party.ack(wire.AnswerTakeback, 1 - mover, agree=True)
    party.ack(wire.Leave, 1)
    party.ack(wire.Return, 1)
    fits = validator("Steps")
    steps = wire.Steps(version=1, seat=0, steps=steps_after(party.table.id, party.entries, 0, Seat(0)))
    fits.validate(json.loads(msgspec.json.encode(steps)))
    kinds = {type(step) for step in steps.steps}
    assert kinds >= {
        wire.CreatedStep,
        wire.SatStep,
        wire.EntropyAddedStep,
        wire.StartedStep,
        wire.PlayedStep,
        wire.TakenBackStep,
    }


@pytest.mark.parametrize("board", OFFERED)
def test_what_is_printed_fits_the_schema(board: str) -> None:
    validator("Offers").validate(json.loads(msgspec.json.encode(offers(Settings()))))
    offered = next(each for each in offers(Settings()).boards if each.board == board)
    for edition in offered.editions:
        printed = json.loads(msgspec.json.encode(printed_board(load_game(board, edition.id), packaged(board))))
        validator("PrintedBoard").validate(printed)
        assert printed["edition"] == edition.id
        assert {"en", "pl", "ro"} >= {language for city in printed["cities"] for language in city["names"]}


def test_the_docs_name_every_message_and_every_refusal() -> None:
    """A command, step, choice or code that docs/protocol.md does not mention is a fault of the docs."""
    story = (DOCS / "protocol.md").read_text("utf-8")
    whole = schema()["$defs"]
    for union, tag in (("ClientMessage", "type"), ("ServerMessage", "type"), ("Step", "step")):
        for part in whole[union]["anyOf"]:
            (word,) = whole[part["$ref"].rpartition("/")[2]]["properties"][tag]["enum"]
            assert f"`{word}`" in story or f'"{word}"' in story, f"{union} {word}"


def test_the_docs_name_every_code_of_the_source() -> None:
    story = (DOCS / "protocol.md").read_text("utf-8")
    sources = (Path(__file__).parents[2] / "src" / "branchline" / "server").rglob("*.py")
    codes = {code for path in sources for code in re.findall(r'Refuse\("([a-z-]+)"', path.read_text("utf-8"))}
    assert len(codes) > 15
    assert {code for code in codes if f"`{code}`" not in story} == set()


def test_the_docs_tell_the_limits_as_they_are() -> None:
    story = (DOCS / "protocol.md").read_text("utf-8")
    told = story[story.index("## Limits") : story.index("## Time")]
    rates = (limits.MESSAGES, limits.CONNECTIONS, limits.REQUESTS)
    numbers = [number for rate in rates for number in (rate.burst, rate.per_second)]
    numbers += [
        limits.MAX_FRAME_BYTES,
        limits.MAX_BODY_BYTES,
        limits.MAX_FAULTS,
        limits.MAX_UNREAD_MESSAGES,
        limits.TABLES.burst,
    ]
    numbers += [limits.MAX_UNREAD_BYTES, limits.MAX_CONNECTIONS_PER_TABLE, limits.MAX_CONNECTIONS, MAX_CHAT_LINES]
    numbers += [limits.MAX_CONNECTIONS_PER_ADDRESS, tcp.MAX_TCP_PER_ADDRESS, tcp.MAX_HEADER_BYTES]
    numbers += [tcp.HEADER_SECONDS, tcp.BODY_SECONDS, tcp.ANSWER_SECONDS, tcp.IDLE_SECONDS]
    numbers += [
        limits.MAX_ROOMS,
        limits.MAX_SEAT_CHANGES,
        limits.MAX_HOST_CHANGES,
        OPEN_DAYS,
        UNFINISHED_DAYS,
        FINISHED_DAYS,
        wire.MAX_NAME,
        wire.MAX_TEXT,
    ]
    for number in numbers:
        assert re.search(rf"(?<![0-9,]){number:,.12g}(?![0-9,])", told), number
    assert limits.TABLES.per_second == 0.1
    assert REPLAY_COST == 5
