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
from branchline.server.room import fairness
from branchline.server.views.history import record_of_log
from tests.server.party import SECRET, Party, bot, mine, new_table, started
from tests.server.test_table_talk import play_until_a_claim


def finished(seed: int, **more: object) -> tuple[Party, Record]:
    party = Party(new_table("cards", [mine("Ann"), bot()], start=True, entropy="aa11", **more))
    party.play_randomly(Random(seed))
    record = record_of_log(party.table.id, party.entries)
    assert record is not None
    return party, record


def test_the_commitment_is_shown_before_the_game_and_the_secret_only_after_it(seed: int) -> None:
    party = Party(new_table("cards", [mine("Ann"), bot()]))
    promised = party.views.state().fairness
    assert promised.commitment == sha256(f"branchline commitment 1\n{party.table.id}\n{SECRET}".encode()).hexdigest()
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
    parts = ["branchline deal 1", party.table.id, SECRET, game.name, game.edition, game.digest, "-", "0", "aa11", "-"]
    assert record.seed == int(sha256("\n".join(parts).encode()).hexdigest(), 16)


def test_everything_that_goes_into_the_deal_changes_it() -> None:
    """Another table, secret, board, option, or entropy of any seat: another game."""
    base = started().table
    nobody: list[str | None] = [None, None]
    plain = Options()
    seeds = {
        base.seed,
        fairness.deal_seed("other", base.secret, base.game, plain, nobody),
        fairness.deal_seed(base.id, "11" * 32, base.game, plain, nobody),
        fairness.deal_seed(base.id, base.secret, load_game("usa", "classic"), plain, nobody),
        fairness.deal_seed(base.id, base.secret, base.game, Options(first=Seat(0)), nobody),
        fairness.deal_seed(base.id, base.secret, base.game, Options(open_stacks=True), nobody),
        fairness.deal_seed(base.id, base.secret, base.game, plain, ["a", None]),
        fairness.deal_seed(base.id, base.secret, base.game, plain, [None, "a"]),
    }
    assert len(seeds) == 8
    assert base.seed == fairness.deal_seed(base.id, base.secret, base.game, plain, nobody)


def test_a_true_record_proves_itself_on_the_command_line(
    tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    party, record = finished(seed)
    file = tmp_path / "game.branchline.json"
    file.write_text(record_text(record), "utf-8")
    promised = fairness.commitment(party.table.id, SECRET)
    assert run(["verify", str(file)]) == 0
    assert run(["verify", str(file), "--commitment", promised, "--entropy", "aa11"]) == 0
    assert "dealt as promised" in capsys.readouterr().out
    assert run(["verify", str(file), "--commitment", "ff" * 32]) == 1
    assert run(["verify", str(file), "--entropy", "bb22"]) == 1
    assert "entropy bb22 is not in the deal" in capsys.readouterr().err


def test_a_lie_is_found_out_on_the_command_line(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    _, record = finished(seed)
    proof = record.notes["fair"]
    lies = {
        "another secret": replace(record, notes={"fair": proof | {"secret": "00" * 32}}),
        "another seed": replace(record, seed=record.seed + 1),
        "other entropy": replace(record, notes={"fair": proof | {"entropy": [None, None]}}),
        "no proof": replace(record, notes={}),
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
