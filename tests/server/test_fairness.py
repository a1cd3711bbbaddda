"""Fair deals: promised before, proven after, and any lie found out."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from branchline.cli.main import run
from branchline.core.game import Options
from branchline.core.ids import Seat
from branchline.games import load_game
from branchline.notation.records.record import Record, record_text
from branchline.server import wire
from branchline.server.room import facts, fairness
from branchline.server.room.new_table import rematch_of
from branchline.server.room.room import Room
from branchline.server.store.contract import LogEntry
from branchline.server.views.history import record_of_log
from branchline.server.views.table_view import TableViews
from tests.server.party import SECRET, Party, bot, mine, new_table, started
from tests.server.test_table_talk import play_until_a_claim

FIXTURES = Path(__file__).parent / "fixtures"
OLD_TABLE = "ukf35u5it5m2wg77"


def finished(seed: int, **more: object) -> tuple[Party, Record]:
    party = Party(new_table("cards", [mine("Ann"), bot()], start=True, entropy="aa11", **more))
    party.play_randomly(Random(seed))
    record = record_of_log(party.table.id, party.entries)
    assert record is not None
    return party, record


def test_the_commitment_is_shown_before_the_game_and_the_secret_only_after_it(seed: int) -> None:
    party = Party(new_table("cards", [mine("Ann"), bot()]))
    promised = party.views.state().fairness
    assert promised.commitment == sha256(f"branchline commitment 2\n{party.table.id}\n{SECRET}".encode()).hexdigest()
    party.ack(wire.AddEntropy, 0, entropy="c0ffee")
    party.ack(wire.Start, 0)
    during = party.views.state().fairness
    assert (during.commitment, during.secret, during.seed) == (promised.commitment, None, None)
    party.play_randomly(Random(seed))
    after = party.views.state().fairness
    assert (after.commitment, after.secret, after.entropy) == (promised.commitment, SECRET, ["c0ffee", None])


def test_the_seed_is_the_hash_that_the_docs_describe(seed: int) -> None:
    party, record = finished(seed)
    game = party.table.game
    parts = ["branchline deal 2", party.table.id, SECRET, game.name, game.edition, game.digest, "-", "0", "aa11", "-"]
    digest = sha256("\n".join(parts).encode())
    assert record.seed == digest.digest()
    assert json.loads(record_text(record))["seed"] == f"key:{digest.hexdigest()}"
    assert party.views.state().fairness.seed == f"key:{digest.hexdigest()}"


def test_everything_that_goes_into_the_deal_changes_it() -> None:
    """Another table, secret, board, option, entropy of any seat, or way of dealing: another game."""
    base = started().table
    nobody: list[str | None] = [None, None]
    plain = Options()
    seeds = {
        base.seed,
        fairness.deal_seed("other", base.secret, base.game, plain, nobody, 2),
        fairness.deal_seed(base.id, "11" * 32, base.game, plain, nobody, 2),
        fairness.deal_seed(base.id, base.secret, load_game("usa", "classic"), plain, nobody, 2),
        fairness.deal_seed(base.id, base.secret, base.game, Options(first=Seat(0)), nobody, 2),
        fairness.deal_seed(base.id, base.secret, base.game, Options(open_stacks=True), nobody, 2),
        fairness.deal_seed(base.id, base.secret, base.game, plain, ["a", None], 2),
        fairness.deal_seed(base.id, base.secret, base.game, plain, [None, "a"], 2),
        fairness.deal_seed(base.id, base.secret, base.game, plain, nobody, 1),
    }
    assert len(seeds) == 9
    assert base.seed == fairness.deal_seed(base.id, base.secret, base.game, plain, nobody, 2)


def old_log() -> list[LogEntry]:
    """The log of a whole game that a server wrote before there was a second way of dealing."""
    lines = (FIXTURES / "dealing-1.log.jsonl").read_text("utf-8").splitlines()
    read = (json.loads(line) for line in lines)
    return [
        LogEntry(OLD_TABLE, seq, at, actor, cid, json.dumps(body).encode())
        for seq, (at, actor, cid, body) in enumerate(read, 1)
    ]


def test_a_game_under_way_goes_on_as_it_was_dealt() -> None:
    """Every card of the old log comes again, or else some of its moves could not be made; and so does its record."""
    log = old_log()
    half = Room.load(OLD_TABLE, log[:70], 1000.0)
    promised = TableViews(half).state().fairness.commitment
    assert promised == sha256(f"branchline commitment 1\n{OLD_TABLE}\n{'a1' * 32}".encode()).hexdigest()
    half.catch_up(log[70:])
    assert half.table.status == "finished"
    record = record_of_log(OLD_TABLE, log)
    assert record is not None
    written = (FIXTURES / "dealing-1.branchline.json").read_text("utf-8")
    assert record_text(record) == written
    assert TableViews(half).state().fairness.seed == json.loads(written)["seed"] == str(record.seed)


def test_an_old_record_still_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", str(FIXTURES / "dealing-1.branchline.json"), "--entropy", "aa11", "--entropy", "b0b0"]) == 0
    said = capsys.readouterr().out
    assert "dealt as promised" in said
    assert "names and notes as their checksum says, which is no signature" in said, "anybody can make a new checksum"


def test_a_rematch_after_an_old_game_deals_in_the_new_way() -> None:
    room = Room.load(OLD_TABLE, old_log(), 1000.0)
    (created,) = rematch_of(room, 1000.0).entries
    again = facts.read(created.body)
    assert isinstance(again, facts.Created)
    assert (room.table.dealing, again.dealing) == (1, 2)


def test_the_way_of_dealing_is_part_of_the_promise(seed: int) -> None:
    """Otherwise the server could look at both deals, and keep the better one."""
    party, record = finished(seed)
    table = party.table
    other = fairness.deal_seed(table.id, table.secret, table.game, table.rules_options, table.entropy, 1)
    assert fairness.faults(replace(record, seed=other)) == [
        "the secret is not the one that was promised: its hash differs from the commitment"
    ]


def test_a_true_record_proves_itself_on_the_command_line(
    tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    party, record = finished(seed)
    file = tmp_path / "game.branchline.json"
    file.write_text(record_text(record), "utf-8")
    promised = fairness.commitment(party.table.id, SECRET, 2)
    assert run(["verify", str(file)]) == 0
    assert run(["verify", str(file), "--commitment", promised, "--entropy", "aa11"]) == 0
    said = capsys.readouterr().out
    assert "dealt as promised" in said
    assert "names and notes as their checksum says, which is no signature" in said, "anybody can make a new checksum"
    assert run(["verify", str(file), "--commitment", "ff" * 32]) == 1
    assert "the commitment is not the one that was shown before the game\n" in capsys.readouterr().err
    assert run(["verify", str(file), "--entropy", "bb22"]) == 1
    assert "entropy bb22 is not in the deal" in capsys.readouterr().err


def test_a_lie_is_found_out_on_the_command_line(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    _, record = finished(seed)
    proof = record.notes["fair"]
    lies = {
        "another secret": replace(record, notes={"fair": proof | {"secret": "00" * 32}}),
        "another seed": replace(record, seed=bytes(32)),
        "other entropy": replace(record, notes={"fair": proof | {"entropy": [None, None]}}),
        "no proof": replace(record, notes={}),
        "entropy that is no text": replace(record, notes={"fair": proof | {"entropy": [5, None]}}),
        "a broken proof": replace(record, notes={"fair": {"secret": 5}}),
        "a move left out": replace(record, actions=record.actions[:-3]),
        "another score": replace(record, outcome=record.outcome | {"decided_by": "shared"}),
    }
    for name, lie in lies.items():
        file = tmp_path / "lie.branchline.json"
        file.write_text(record_text(lie), "utf-8")
        assert run(["verify", str(file)]) == 1, name
        assert "record 1: " in capsys.readouterr().err
    assert run(["verify", str(tmp_path / "nothing")]) == 2


def test_a_record_without_its_end_proves_only_legal_actions(
    tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cut off at the end or at the very beginning, with a checksum made anew: it cannot pass for a whole game."""
    _, record = finished(seed)
    file = tmp_path / "cut.branchline.json"
    for kept in (len(record.actions) - 3, 1, 0):
        file.write_text(record_text(replace(record, actions=record.actions[:kept], outcome=None)), "utf-8")
        assert run(["verify", str(file)]) == 1
        legal = "1 action is" if kept == 1 else f"{kept} actions are"
        assert f"record 1: unfinished: proves only that {legal} legal" in capsys.readouterr().err
        assert run(["verify", str(file), "--unfinished"]) == 0
        said = capsys.readouterr().out
        assert f"proves only that {legal} legal" in said
        assert "to the end" not in said


def test_swapped_names_are_found_out(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    _, record = finished(seed)
    data = json.loads(record_text(record))
    data["seats"].reverse()
    file = tmp_path / "swapped.branchline.json"
    file.write_text(json.dumps(data), "utf-8")
    assert run(["verify", str(file)]) == 2
    assert "checksum: does not fit" in capsys.readouterr().err
    del data["checksum"]
    file.write_text(json.dumps(data), "utf-8")
    assert run(["verify", str(file)]) == 1
    assert "has no checksum" in capsys.readouterr().err


def test_a_game_that_goes_on_has_no_record(seed: int) -> None:
    party = started("cards")
    party.play_randomly(Random(seed), 10)
    assert record_of_log(party.table.id, party.entries) is None


def test_the_record_holds_the_moves_that_stand(seed: int) -> None:
    """A move that was taken back is in the log, but no part of the game."""
    party = started(people=2)
    mover = play_until_a_claim(party, Random(seed))
    moves = sum(b'"played"' in entry.body for entry in party.entries)
    party.ack(wire.AskTakeback, mover)
    party.ack(wire.AnswerTakeback, 1 - mover, agree=True)
    party.play_randomly(Random(seed))
    record = record_of_log(party.table.id, party.entries)
    assert record is not None
    assert moves > 0
    played = sum(b'"played"' in entry.body for entry in party.entries)
    assert len(record.actions) == played - 1
    assert fairness.faults(record) == []
